import Dispatch
import Foundation
import Glibc
import LugeCore
import Testing

@testable import LugeImages

/// Processes of normal priority that do nothing but work, all on one core: before them, whatever is
/// of lower priority there comes last. The other cores are left to the tests beside this one.
private final class BusyCore {
  static let taskset = "/usr/bin/taskset"
  private var processes: [Process] = []

  func start(processes count: Int) throws {
    for _ in 0..<count {
      // They end with the tests, however those end.
      processes.append(
        try Self.run(["-c", "0", "/bin/sh", "-c", "while kill -0 $PPID 2>/dev/null; do :; done"]))
    }
  }

  func stop() {
    for process in processes { kill(process.processIdentifier, SIGKILL) }
    processes = []
  }

  /// Keeps a process on that core.
  static func hold(_ process: Int32) throws { _ = try run(["-cp", "0", "\(process)"]) }

  private static func run(_ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: taskset)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    return process
  }
}

@Suite("Animation on a busy machine: late, not given up", .timeLimit(.minutes(15)))
struct BusyMachineTests {
  private static let colors: [UInt32] = [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00]

  @Test(
    "Beside busy processes every animation goes on, with the helper that it began with",
    .enabled(if: FileManager.default.isExecutableFile(atPath: BusyCore.taskset), "no taskset"))
  func busy() async throws {
    let folder = try TestFolder()
    try folder.png("roll.png", 160, 120 * Self.colors.count) { x, y in
      Self.colors[y / 120] ^ UInt32(x / 8)
    }
    try folder.convert("roll.png", to: "moving.gif[page_height=120]")
    let decoder = HelperAnimations()
    var configuration = AnimationPlayer.Configuration()
    // Too little for all frames to be kept: they are decoded over and over.
    configuration.ringBytes = 2 * 160 * 120 * 4
    configuration.keptBytes = 0
    // By the wall's clock the first frame takes longer; of work it is 45 ms in a debug build, most
    // of it libvips' beginning.
    configuration.limits.seconds = 0.25
    let player = AnimationPlayer(configuration: configuration, decoder: decoder) {}
    // Not smaller than the file's, which is libvips' work: shrinking is Swift's, and a debug build
    // of that takes longer than the limit.
    let requests = (0..<4).map {
      ImageRequest(folder.key("moving.gif"), size: PixelSize(width: 160, height: 120 + $0))
    }
    let busy = BusyCore()
    defer { busy.stop() }
    func now() -> Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
    var shown: [ImageRequest: Int] = [:]
    var isBusy = false
    player.show(Set(requests), at: now())
    while requests.contains(where: { shown[$0, default: 0] < 9 }), !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(5))
      if !isBusy, let helper = decoder.helper {
        isBusy = true
        try BusyCore.hold(helper)
        try busy.start(processes: 2)
      }
      for request in player.advance(to: now()) { shown[request, default: 0] += 1 }
    }
    #expect(player.statistics.open == requests.count)
    #expect(decoder.helpersStarted == 1)
  }
}
