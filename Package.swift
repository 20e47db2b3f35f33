// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "luge",
  products: [
    .executable(name: "luge", targets: ["luge"]),
    // Found beside the program that shows pictures; see LugeImages.
    .executable(name: "luge-decode", targets: ["luge-decode"]),
    // Benchmarks: `luge lab` starts it, found beside luge.
    .executable(name: "luge-lab", targets: ["luge-lab"]),
    // Other libraries with which `luge-lab images` compares.
    .executable(name: "luge-image-peers", targets: ["luge-image-peers"]),
    // Counter of allocations for `luge-lab study`.
    .library(name: "luge-allocations", type: .dynamic, targets: ["CAllocations"]),
    // Library with which `luge-kill` ends programs at a step.
    .library(name: "luge-kill-steps", type: .dynamic, targets: ["KillSteps"]),
    .library(name: "LugeWords", targets: ["LugeWords"]),
    .library(name: "LugeCore", targets: ["LugeCore"]),
    .library(name: "LugeEngine", targets: ["LugeEngine"]),
    .library(name: "LugeText", targets: ["LugeText"]),
    .library(name: "LugeImages", targets: ["LugeImages"]),
    .library(name: "LugePaint", targets: ["LugePaint"]),
    .library(name: "LugeQt", targets: ["LugeQt"]),
    .library(name: "LugeChat", targets: ["LugeChat"]),
    .library(name: "LugeFeed", targets: ["LugeFeed"]),
    .library(name: "LugeCharts", targets: ["LugeCharts"]),
    .library(name: "LugeListKit", targets: ["LugeListKit"]),
    .library(name: "LugeArchive", targets: ["LugeArchive"]),
    .library(name: "LugeImporters", targets: ["LugeImporters"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    // C libraries: a module map and one header each.
    .systemLibrary(
      name: "CPango", path: "Sources/System/CPango", pkgConfig: "pangocairo",
      providers: [.apt(["libpango1.0-dev"])]),
    .systemLibrary(
      name: "CCairo", path: "Sources/System/CCairo", pkgConfig: "cairo",
      providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(
      name: "CQt6", path: "Sources/System/CQt6", pkgConfig: "Qt6Widgets",
      providers: [.apt(["qt6-base-dev"])]),
    .systemLibrary(
      name: "CVips", path: "Sources/System/CVips", pkgConfig: "vips",
      providers: [.apt(["libvips-dev"])]),
    .systemLibrary(
      name: "CLibJPEG", path: "Sources/System/CLibJPEG", pkgConfig: "libjpeg",
      providers: [.apt(["libjpeg-dev"])]),
    .systemLibrary(
      name: "CSeccomp", path: "Sources/System/CSeccomp", pkgConfig: "libseccomp",
      providers: [.apt(["libseccomp-dev"])]),
    .systemLibrary(
      name: "CWebP", path: "Sources/System/CWebP", pkgConfig: "libwebp",
      providers: [.apt(["libwebp-dev"])]),
    // It has no pkg-config file.
    .systemLibrary(name: "CGif", path: "Sources/System/CGif", providers: [.apt(["libgif-dev"])]),
    .systemLibrary(
      name: "CYajl", path: "Sources/System/CYajl", pkgConfig: "yajl",
      providers: [.apt(["libyajl-dev"])]),
    .systemLibrary(
      name: "CLibXML2", path: "Sources/System/CLibXML2", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(
      name: "CLibArchive", path: "Sources/System/CLibArchive", pkgConfig: "libarchive",
      providers: [.apt(["libarchive-dev"])]),
    .systemLibrary(
      name: "CZlib", path: "Sources/System/CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"])]),

    // The only C++: a plain C interface to Qt, no Qt type crosses it.
    .target(
      name: "CQtShim", dependencies: ["CQt6"], cxxSettings: [.define("QT_NO_KEYWORDS")],
      linkerSettings: [.linkedLibrary("xcb", .when(platforms: [.linux]))]),

    // Tokenizer of the search index: FTS5 takes tokenizers in C.
    .target(name: "CSearchTokenizer", path: "Sources/System/CSearchTokenizer"),
    .target(name: "LugeCore", dependencies: ["LugeWords"], swiftSettings: strict),
    // Texts of the interface in the user's language; the catalogues' sources are in po/.
    .target(name: "LugeWords", resources: [.copy("Catalogues")], swiftSettings: strict),
    // Threads with a name and a priority, the monotonic clock.
    .target(name: "LugeThreads", swiftSettings: strict),
    // Scheduling of lanes on Linux: calls that glibc does not wrap.
    .target(name: "CScheduling", path: "Sources/System/CScheduling"),
    .target(
      name: "LugeEngine", dependencies: ["LugeWords", "LugeCore", "LugeThreads", "CScheduling"],
      swiftSettings: strict),
    .target(
      name: "LugeText", dependencies: ["LugeCore", "CPango"], swiftSettings: strict),
    // Calls that Swift cannot make: sealed shared memory, limits of a process.
    .target(name: "CImageSupport", path: "Sources/System/CImageSupport"),
    // libxml2's HTML parser; its own headers cannot be imported beside Foundation.
    .target(name: "CHTML", dependencies: ["CLibXML2"], path: "Sources/System/CHTML"),
    // libcurl, loaded when something is fetched: linked, it would cost every start.
    .target(name: "CCurl", path: "Sources/System/CCurl"),
    .target(
      name: "LugeImages", dependencies: ["LugeCore", "LugeThreads", "CImageSupport", "CCurl"],
      swiftSettings: strict),
    // libvips, loaded when a picture needs it.
    .target(name: "CLazyVips", path: "Sources/System/CLazyVips"),
    // GStreamer, loaded when something is played.
    .target(name: "CLazyGStreamer", path: "Sources/System/CLazyGStreamer"),
    // libjpeg-turbo without its longjmp.
    .target(name: "CJPEG", dependencies: ["CLibJPEG"], path: "Sources/System/CJPEG"),
    // Sandbox of decoders: resource limits, Landlock, seccomp.
    .target(name: "CConfinement", dependencies: ["CSeccomp"], path: "Sources/System/CConfinement"),
    // Decoders, and the program that is made of them.
    .target(
      name: "LugeDecode",
      dependencies: [
        "LugeCore", "LugeImages", "CConfinement", "CImageSupport", "CLazyVips", "CGif", "CJPEG",
        "CWebP",
      ],
      swiftSettings: strict),
    .executableTarget(name: "luge-decode", dependencies: ["LugeDecode"], swiftSettings: strict),
    .target(
      name: "LugePaint", dependencies: ["LugeCore", "LugeEngine", "LugeText", "CCairo", "CJPEG"],
      swiftSettings: strict),
    .target(
      name: "LugeQt",
      dependencies: [
        "LugeWords", "LugeCore", "LugeEngine", "LugePaint", "LugeThreads", "CQtShim",
      ],
      swiftSettings: strict),
    .target(
      name: "LugeCharts", dependencies: ["LugeCore", "LugeEngine", "LugeWords"],
      swiftSettings: strict),
    .target(
      name: "LugeChat", dependencies: ["LugeCore", "LugeEngine", "LugeWords"], swiftSettings: strict
    ),
    .target(
      name: "LugeFeed", dependencies: ["LugeCore", "LugeEngine", "LugeWords"], swiftSettings: strict
    ),
    // The store: records, search, and imports of any format.
    .target(
      name: "LugeArchive",
      dependencies: [
        "LugeWords", "LugeCore", "LugeThreads", "CYajl", "CSearchTokenizer",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ], swiftSettings: strict),
    // The formats of exports, read and written.
    .target(
      name: "LugeImporters",
      dependencies: [
        "LugeWords", "LugeCore", "LugeArchive", "CYajl", "CLibArchive", "CZlib", "CHTML",
        "CImageSupport",
        // Messages keeps its chats in a database.
        .product(name: "GRDB", package: "GRDB.swift"),
      ], swiftSettings: strict),
    // Live conversations of any protocol: timelines with gaps, a queue of messages to be sent.
    .target(
      name: "LugeLive",
      dependencies: [
        "LugeWords", "LugeCore", "LugeEngine", "LugeArchive",
        .product(name: "GRDB", package: "GRDB.swift"),
      ], swiftSettings: strict),
    // The desktop's keyring (libsecret), loaded when a secret is requested.
    .target(name: "CSecret", path: "Sources/System/CSecret"),
    // The desktop's notifications and file manager, through sd-bus, which is loaded at first use.
    .target(name: "CNotify", path: "Sources/System/CNotify"),
    // Matrix's client-server API.
    .target(
      name: "LugeMatrix",
      dependencies: [
        "LugeWords", "LugeCore", "LugeThreads", "LugeArchive", "LugeImporters", "LugeLive", "CCurl",
        "CSecret",
      ],
      swiftSettings: strict),
    // Pictures, viewer, find, composer and places of lists; a chat view that has all of it.
    .target(
      name: "LugeListKit",
      dependencies: [
        "LugeWords", "LugeCore", "LugeEngine", "LugeImages", "LugePaint", "LugeQt", "LugeChat",
        "CLazyGStreamer", "CNotify",
      ], swiftSettings: strict),
    .target(
      name: "LugeApp",
      dependencies: [
        "LugeThreads", "LugeWords",
        "LugeCore", "LugeEngine", "LugeImages", "LugePaint", "LugeQt", "LugeChat", "LugeFeed",
        "LugeCharts",
        "LugeArchive", "LugeImporters", "LugeText", "LugeListKit", "LugeLive", "CNotify",
      ],
      resources: [.embedInCode("Window/luge.png")], swiftSettings: strict),
    // Made-up conversations and timelines: what `luge generate` writes.
    .target(
      name: "LugeSamples",
      dependencies: ["LugeCore", "LugePaint", "LugeFeed", "LugeArchive", "LugeImporters"],
      swiftSettings: strict),
    // Common parts of the commands of luge and luge-lab.
    .target(
      name: "LugeCommandLine",
      dependencies: [
        "LugeWords", "LugeCore", "LugeEngine", "LugeArchive", "LugeApp",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: strict),
    .executableTarget(
      name: "luge",
      dependencies: [
        "LugeWords", "CScheduling",
        "LugeArchive", "LugeImporters", "LugeCore", "LugeEngine", "LugePaint", "LugeQt", "LugeApp",
        "LugeSamples",
        "LugeListKit", "LugeLive", "LugeMatrix", "LugeCommandLine",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: strict),

    // Benchmarks; the program itself does not need them.
    .target(
      name: "LugeLab",
      dependencies: [
        "LugeCore", "LugeEngine", "LugeImages", "LugeDecode", "LugeText", "LugePaint", "LugeQt",
        "LugeChat", "LugeFeed", "LugeCharts", "LugeArchive", "LugeApp", "LugeSamples", "CPango",
        "CCairo",
        "LocalServer", "LugeCommandLine", "LugeListKit", "LugeLive", "LugeThreads",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Lab/LugeLab", swiftSettings: strict),
    .executableTarget(
      name: "luge-lab",
      dependencies: [
        "LugeLab", "LugeApp", "LugeWords",
        "LugeCommandLine", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Lab/luge-lab", swiftSettings: strict),
    // Counts allocations in a process that a lab measures; nothing links it.
    .target(name: "CAllocations", path: "Lab/CAllocations"),
    .systemLibrary(
      name: "CGdkPixbuf", path: "Lab/CGdkPixbuf", pkgConfig: "gdk-pixbuf-2.0",
      providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),
    .executableTarget(
      name: "luge-image-peers", dependencies: ["CVips", "CGdkPixbuf"], path: "Lab/luge-image-peers",
      swiftSettings: strict),

    // A program that the window's tests start: the toolkit must own the main thread.
    .executableTarget(
      name: "luge-qt-probe",
      dependencies: [
        "LugeCore", "LugeEngine", "LugePaint", "LugeQt", "LugeChat", "LugeListKit", "LugeApp",
        "LugeArchive", "LugeLive", "FakeLive", "LugeTestSupport",
      ],
      path: "Tests/Support/QtProbe", swiftSettings: strict),

    // Feeds broken pictures to the decoder for as long as it is told to.
    .executableTarget(
      name: "luge-image-fuzz",
      dependencies: ["LugeCore", "LugeImages", "LugeTestSupport", "CVips"],
      path: "Tests/Support/ImageFuzz", swiftSettings: strict),

    // Decodes in its own process, where valgrind can look on.
    .executableTarget(
      name: "luge-decode-check",
      dependencies: ["LugeDecode", "LugeImages", "LugeCore", "LugeTestSupport"],
      path: "Tests/Support/DecodeCheck", swiftSettings: strict),

    // Tries what the helper's confinement forbids.
    .executableTarget(
      name: "luge-confinement-probe", dependencies: ["CConfinement"],
      path: "Tests/Support/ConfinementProbe"),

    // Kills the program at random moments and steps, and compares what is left with what should be.
    .executableTarget(
      name: "luge-kill",
      dependencies: [
        "LugeTestSupport", "LugeArchive", "LugeApp",
        .product(name: "GRDB", package: "GRDB.swift"),
      ], path: "Tests/Support/Kill", swiftSettings: strict),
    .target(name: "KillSteps", path: "Tests/Support/KillSteps"),

    // Broken exports and archives, all the way to the pixels.
    .executableTarget(
      name: "luge-fuzz",
      dependencies: [
        "LugeApp", "LugeArchive", "LugeImporters", "LugeCore", "LugeEngine", "LugeSamples",
        "LugeTestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ], path: "Tests/Support/ExportFuzz", swiftSettings: strict),

    // A kind of message that lives outside of the library.
    .executableTarget(
      name: "PollExample",
      dependencies: ["LugeChat", "LugeCore", "LugeEngine", "LugeListKit", "LugePaint"],
      path: "Examples/Poll", swiftSettings: strict),

    // A list of charts with live data, and a conversation that goes on.
    .executableTarget(
      name: "MarketsExample",
      dependencies: ["LugeCharts", "LugeCore", "LugeEngine", "LugePaint", "LugeQt"],
      path: "Examples/Markets", swiftSettings: strict),
    .executableTarget(
      name: "ChatExample",
      dependencies: ["LugeChat", "LugeCore", "LugeListKit", "LugeQt"],
      path: "Examples/Chat", swiftSettings: strict),
    // Counts the allocations of the program that the tests are.
    .target(name: "CAllocationCount", path: "Tests/Support/AllocationCount"),
    // A timeline in a window, as a program outside of the library has it.
    .executableTarget(
      name: "TimelineExample",
      dependencies: ["LugeFeed", "LugeCore", "LugeEngine", "LugePaint", "LugeQt"],
      path: "Examples/Timeline", swiftSettings: strict),

    // Compiles when CLazyVips describes libvips as its headers do.
    .target(
      name: "CVipsCheck", dependencies: ["CVips"], path: "Tests/Support/VipsCheck",
      cSettings: [
        .headerSearchPath("../../../Sources/System/CLazyVips"),
        .headerSearchPath("../../../Sources/System/CLazyVips/include"),
      ]),

    // An HTTP server on the loopback address that answers as it is told to.
    .target(name: "LocalServer", path: "Tests/Support/LocalServer", swiftSettings: strict),

    // A desktop's service for notifications, on a bus of the test's own.
    .executableTarget(
      name: "luge-fake-notifications", path: "Tests/Support/FakeNotifications",
      linkerSettings: [.linkedLibrary("dl")]),

    // A server of conversations in memory.
    .target(
      name: "FakeLive", dependencies: ["LugeCore", "LugeLive"], path: "Tests/Support/FakeLive",
      swiftSettings: strict),
    // An account that writes until it is killed.
    .executableTarget(
      name: "luge-live-child", dependencies: ["FakeLive", "LugeLive", "LugeCore"],
      path: "Tests/Support/LiveChild", swiftSettings: strict),

    // Common parts of several suites.
    .target(
      name: "LugeTestSupport", path: "Tests/Support/TestSupport", swiftSettings: strict),

    // Golden images, and the comparison with them.
    .target(
      name: "LugePictures", dependencies: ["LugeCore", "LugePaint", "CCairo"],
      path: "Tests/Support/Pictures", swiftSettings: strict),

    .testTarget(name: "LugeWordsTests", dependencies: ["LugeWords"], swiftSettings: strict),
    .testTarget(
      name: "LugeCoreTests", dependencies: ["LugeTestSupport", "LugeCore"], swiftSettings: strict),
    .testTarget(
      name: "LugeEngineTests",
      dependencies: ["LugeTestSupport", "LugeEngine", "LugeCore", "CScheduling"],
      swiftSettings: strict),
    .testTarget(
      name: "LugeQtTests",
      dependencies: [
        "LugeTestSupport", "LugeQt", "LugePaint", "LugeCore", "LugeArchive", "LugeLab",
        "LocalServer", "luge-qt-probe", "luge-fake-notifications", "MarketsExample", "ChatExample",
        "PollExample",
        "TimelineExample",
      ], swiftSettings: strict),
    .testTarget(
      name: "LugeTextTests",
      dependencies: [
        "LugeTestSupport", "LugeText", "LugeEngine", "LugeCore", "CPango",
      ], swiftSettings: strict),
    .testTarget(
      name: "LugeImagesTests",
      // "luge-decode": started by what is tested.
      dependencies: [
        "LugeTestSupport", "LugeImages", "LugeDecode", "LugeLab", "LugePaint", "LugeCore", "CVips",
        "LocalServer", "CCurl", "CImageSupport",
        "CLazyVips", "CVipsCheck", "luge-decode", "luge-confinement-probe",
      ], swiftSettings: strict),
    .testTarget(
      name: "LugeLiveTests",
      dependencies: [
        "LugeTestSupport", "FakeLive", "LugeLive", "LugeArchive", "LugeEngine", "LugeCore",
        "luge-live-child", .product(name: "GRDB", package: "GRDB.swift"),
      ], swiftSettings: strict),
    .testTarget(
      name: "LugeMatrixTests",
      dependencies: [
        "LugeTestSupport", "LocalServer", "LugeMatrix", "LugeLive", "LugeArchive", "LugeCore",
        "CCurl",
      ], swiftSettings: strict),
    .testTarget(
      name: "LugeAppTests",
      dependencies: [
        "LugeTestSupport", "LugePictures", "LugeApp", "LugeListKit", "LugeArchive",
        "LugeImporters", "LugeChat", "LugeFeed", "LugeCharts", "LugeImages", "LugePaint",
        "LugeEngine", "LugeLive", "FakeLive",
        "LugeCore", "LugeQt", .product(name: "GRDB", package: "GRDB.swift"),
      ], exclude: ["Goldens"], swiftSettings: strict),
    .testTarget(
      name: "LugeListKitTests",
      dependencies: [
        "LugeTestSupport", "LocalServer", "LugeListKit", "LugeChat", "LugeImages", "LugePaint",
        "LugeEngine", "LugeCore", "LugeQt",
      ], swiftSettings: strict),
    .testTarget(
      name: "LugePaintTests",
      dependencies: [
        "LugeTestSupport", "LugePictures", "LugePaint", "LugeText", "LugeEngine", "LugeCore",
        "CPango",
      ], exclude: ["Goldens"], swiftSettings: strict),
    .testTarget(
      name: "LugeChatTests",
      dependencies: ["LugeChat", "LugeCore", "LugeEngine", "PollExample"], swiftSettings: strict),
    .testTarget(
      name: "LugeChartsTests",
      dependencies: [
        "LugeTestSupport", "LugePictures", "LugeCharts", "LugePaint", "LugeCore", "LugeEngine",
      ], exclude: ["Goldens"], swiftSettings: strict),
    .testTarget(
      name: "LugeFeedTests",
      dependencies: [
        "LugeTestSupport", "LugePictures", "LugeFeed", "LugePaint", "LugeCore", "LugeEngine",
      ], exclude: ["Goldens"], swiftSettings: strict),
    .testTarget(
      name: "LugeSamplesTests",
      dependencies: ["LugeSamples", "LugeArchive", "LugeImporters", "LugeCore", "LugePaint"],
      swiftSettings: strict),
    .testTarget(
      name: "LugeLabTests",
      dependencies: [
        "CAllocationCount", "LocalServer", "LugeLab", "LugeSamples", "LugeArchive", "LugeCore",
        "LugeChat", "LugeEngine", "LugeFeed", "LugeCharts", "LugeImages", "LugePaint",
        "LugePictures", "LugeText", "LugeApp",
      ], path: "Lab/LugeLabTests", swiftSettings: strict),
    .testTarget(
      name: "LugeCommandTests",
      dependencies: [
        "luge", "luge-lab", "luge-kill", "luge-fuzz", "LugeTestSupport", "LocalServer",
        "LugeCommandLine",
        "LugeArchive",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "LugeArchiveTests",
      // "luge": the program is started, and killed, in the middle of an import.
      dependencies: [
        "LugeTestSupport",
        "LugeArchive", "LugeImporters", "LugeCore", "luge",
        .product(name: "GRDB", package: "GRDB.swift"),
      ], swiftSettings: strict),
  ],
  cxxLanguageStandard: .cxx17
)

// `LUGE_TARGETS=LugeTextTests,LugePaintTests swift test` plans the named targets and what they
// depend on, and nothing else: a change in one module is tried without building the others.
if let names = Context.environment["LUGE_TARGETS"] {
  var wanted = Set(names.split(separator: ",").map(String.init))
  var known = 0
  while known != wanted.count {
    known = wanted.count
    for target in package.targets where wanted.contains(target.name) {
      for case .byNameItem(let name, _) in target.dependencies { wanted.insert(name) }
    }
  }
  package.targets.removeAll { !wanted.contains($0.name) }
  // A product of which a target is missing can't be planned.
  package.products = []
}
