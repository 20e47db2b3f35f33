// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that nobody who uses Luge builds it.
let package = Package(
  name: "luge-benchmarks",
  dependencies: [
    .package(name: "luge", path: "..")
  ],
  targets: [
    // What is measured.
    .target(
      name: "Cases",
      dependencies: [
        .product(name: "LugeCore", package: "luge"),
        .product(name: "LugeEngine", package: "luge"),
        .product(name: "LugeText", package: "luge"),
        .product(name: "LugePaint", package: "luge"),
        .product(name: "LugeArchive", package: "luge"),
      ],
      path: "Cases", swiftSettings: [.swiftLanguageMode(.v6)]),
    // The function whose instructions are counted.
    .target(name: "Counted", path: "Counted"),
    // Allocations and instructions against the committed thresholds; see scripts/bench.
    .executableTarget(
      name: "luge-counts",
      dependencies: ["Cases", "Counted", .product(name: "luge-allocations", package: "luge")],
      path: "Counts", swiftSettings: [.swiftLanguageMode(.v6)]),
  ]
)
