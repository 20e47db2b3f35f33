// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that nobody who uses Luge builds the benchmark library.
let package = Package(
  name: "luge-benchmarks",
  dependencies: [
    .package(name: "luge", path: ".."),
    // Without its own counting of allocations: luge-counts has one.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
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
        .product(name: "LugeImporters", package: "luge"),
      ],
      path: "Cases", swiftSettings: [.swiftLanguageMode(.v6)]),
    // The function whose instructions are counted.
    .target(name: "Counted", path: "Counted"),
    // Allocations and instructions against the committed thresholds; see scripts/bench.
    .executableTarget(
      name: "luge-counts",
      dependencies: ["Cases", "Counted", .product(name: "luge-allocations", package: "luge")],
      path: "Counts", swiftSettings: [.swiftLanguageMode(.v6)]),
    // Times, for people: `swift package --disable-sandbox benchmark`.
    .executableTarget(
      name: "LugeTimes",
      dependencies: ["Cases", .product(name: "Benchmark", package: "benchmark")],
      path: "Times", swiftSettings: [.swiftLanguageMode(.v6)],
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
  ]
)
