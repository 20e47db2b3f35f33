import FakeLive
import Foundation
import LugeArchive
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeLive

/// An account whose process is killed at any moment, over and over, while others write.
/// LUGE_KILL_LIVE: how many times.
@Suite(.timeLimit(.minutes(10))) struct KilledAccountTests {
  private static let kills =
    ProcessInfo.processInfo.environment["LUGE_KILL_LIVE"].flatMap { Int($0) } ?? 10

  private static let child = URL(filePath: ProcessInfo.processInfo.arguments.first ?? "")
    .deletingLastPathComponent().appending(path: "luge-live-child")

  @Test(
    "Killed while it syncs, sends and fills gaps: nothing is lost, and nothing doubled",
    .enabled(if: FileManager.default.isExecutableFile(atPath: child.path()), "no luge-live-child"))
  func kills() async throws {
    let folder = try TemporaryFolder()
    let (path, events) = (folder.path + "/a.luge", folder.path + "/server")
    let server = try FolderService(events)
    for number in 0..<30 { try server.say("before \(number)") }
    var kept: [String] = []
    for run in 0..<Self.kills {
      let output = "\(folder.path)/run\(run)"
      let child = try start([path, events, "run\(run)"], into: output)
      // What others write meanwhile comes one by one, and as many at once that a gap is left.
      for number in 0..<Int.random(in: 1...6) {
        for part in 0..<(Int.random(in: 0..<3) == 0 ? 25 : 1) {
          try server.say("others \(run).\(number).\(part)")
        }
        try await Task.sleep(for: .milliseconds(Int.random(in: 5...120)))
      }
      kill(child.processIdentifier, SIGKILL)
      child.waitUntilExit()
      #expect(child.terminationReason == .uncaughtSignal, "run \(run) ended by itself")
      let text = try String(contentsOfFile: output, encoding: .utf8)
      // A last line without its end was cut by the kill; the message is kept all the same.
      kept += text.split(separator: "\n").map(String.init).dropLast(text.hasSuffix("\n") ? 0 : 1)
    }
    #expect(kept.count > Self.kills, "hardly anything was written")

    // Once more, undisturbed: what waited is sent.
    let account = try LiveAccount(path: path, service: server)
    await account.start()
    for _ in 0..<2_000 where try !account.store.roomsWithQueue().isEmpty {
      try await Task.sleep(for: .milliseconds(10))
    }
    await account.stop()
    _ = try await account.syncOnce()
    #expect(try account.store.roomsWithQueue().isEmpty)

    let there = try server.texts
    #expect(Set(there).count == there.count, "something was sent twice")
    let places = Dictionary(there.enumerated().map { ($1, $0) }) { first, _ in first }
    let lost = kept.filter { places[$0] == nil }
    #expect(lost.isEmpty, "never sent: \(lost)")
    let order = kept.compactMap { places[$0] }
    #expect(order == order.sorted(), "sent in another order than written")

    let history = try await account.history()
    try account.store.placeWhatIsNot()
    #expect(Set(history.map(\.id)).count == history.count)
    #expect(history.map(\.stored.text.string) == there)
    #expect(history.allSatisfy { $0.state == .sent })
    // What search and a later reader see is the same.
    let archive = try Archive(opening: path)
    let room = try #require(try archive.conversations().first)
    #expect(try archive.messages(in: room.id, at: 0..<there.count + 10).map(\.text.string) == there)
  }

  /// Writes into a file: a pipe would be inherited by programs that other tests start.
  private func start(_ arguments: [String], into output: String) throws -> Process {
    let process = Process()
    process.executableURL = Self.child
    process.arguments = arguments
    FileManager.default.createFile(atPath: output, contents: nil)
    let file = try #require(FileHandle(forWritingAtPath: output))
    process.standardOutput = file
    try process.run()
    try file.close()
    return process
  }
}
