// swift-tools-version: 6.1
import PackageDescription

// Copied beside the sources by scripts/tsan: the engine with its dependencies, and their tests.
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny")]

let package = Package(
  name: "luge-tsan",
  targets: [
    .target(name: "TracedSynchronization", swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(
      name: "LugeWords", dependencies: ["TracedSynchronization"],
      resources: [.copy("Catalogues")], swiftSettings: strict),
    .target(
      name: "LugeCore", dependencies: ["LugeWords", "TracedSynchronization"],
      swiftSettings: strict + [.define("LUGE_CHECK_INVARIANTS")]),
    .target(
      name: "LugeThreads", dependencies: ["TracedSynchronization"], swiftSettings: strict),
    .target(name: "CScheduling", path: "Sources/CScheduling"),
    .target(
      name: "LugeEngine",
      dependencies: [
        "LugeWords", "LugeCore", "LugeThreads", "CScheduling", "TracedSynchronization",
      ],
      swiftSettings: strict),
    .target(
      name: "LugeTestSupport", dependencies: ["TracedSynchronization"],
      path: "Tests/Support/TestSupport", swiftSettings: strict),
    .testTarget(
      name: "LugeCoreTests", dependencies: ["LugeTestSupport", "LugeCore"], swiftSettings: strict),
    .testTarget(
      name: "LugeEngineTests",
      dependencies: [
        "LugeTestSupport", "LugeEngine", "LugeCore", "CScheduling", "TracedSynchronization",
      ],
      swiftSettings: strict),
  ]
)
