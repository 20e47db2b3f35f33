import Foundation
import GRDB
import LugeArchive
import LugeImporters
import Testing

/// The program beside the tests' own.
enum Program {
  static let path: String = {
    let executable = ProcessInfo.processInfo.arguments.first ?? ""
    return URL(filePath: executable).deletingLastPathComponent().appending(path: "luge").path()
  }()

  static var exists: Bool { FileManager.default.isExecutableFile(atPath: path) }

  static func start(_ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }
}

@Suite("Import: interrupted")
struct InterruptedImportTests {
  @Test(
    "Killed in the middle, and run again: nothing lost, nothing doubled",
    .enabled(if: Program.exists, "the program luge was not built"))
  func killed() throws {
    let folder = try TemporaryFolder()
    let export = try folder.write(TelegramExport.large(12_000), as: "result.json")
    let path = folder.path + "/a.luge"
    _ = try ArchiveImporter(into: path).run(.messages([.plain(1, "was there")]))
    let before = try Archive(opening: path).contents()
    let arguments = ["import", export, "--into", path, "--quiet", "--commit-every", "200"]

    var kills = 0
    for round in 1...3 {
      let process = try Program.start(arguments)
      try wait(until: { (try? Self.rows(path)) ?? 0 > round * 1000 }, orExit: process)
      if process.isRunning {
        kill(process.processIdentifier, SIGKILL)
        kills += 1
      }
      process.waitUntilExit()
      let archive = try Archive(opening: path)
      guard process.terminationReason == .uncaughtSignal else { break }
      #expect(try archive.contents() == before)
      #expect(try archive.imports().last?.state == .interrupted)
      #expect(try archive.search("message").isEmpty)
    }
    #expect(kills > 0)
    let report = try ArchiveImporter(into: path).run(ImportInput(opening: export))
    #expect(report.completedInterrupted)
    #expect(report.added == 12_000)
    #expect(try Archive(opening: path).imports().allSatisfy { $0.state != .interrupted })

    let clean = folder.path + "/clean.luge"
    _ = try ArchiveImporter(into: clean).run(.messages([.plain(1, "was there")]))
    _ = try ArchiveImporter(into: clean).run(ImportInput(opening: export))
    #expect(try Archive(opening: path).contents() == Archive(opening: clean).contents())
    #expect(try Archive(opening: path).search("11999").count == 1)
  }

  @Test("Cancelled, and run again")
  func cancelled() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let cancellation = ImportCancellation()
    let messages = (0..<3000).map { MessageRecord.plain($0, "\($0)") }
    let input = ImportInput.made { sink in
      try sink.begin(.test)
      for (index, message) in messages.enumerated() {
        if index == 2000 { cancellation.cancel() }
        try sink.add(message)
      }
    }
    let options = ImportOptions(messagesPerCommit: 100)
    #expect(throws: ArchiveError.cancelled) {
      try ArchiveImporter(into: path, options: options, cancellation: cancellation).run(input)
    }
    let archive = try Archive(opening: path)
    #expect(try archive.conversations().isEmpty)
    #expect(try archive.imports().map(\.state) == [.cancelled])
    let report = try ArchiveImporter(into: path).run(.messages(messages))
    #expect(report.added == 3000)
    #expect(report.completedInterrupted)
    #expect(try Archive(opening: path).texts() == messages.map(\.text.string))
    #expect(try Archive(opening: path).imports().map(\.state) == [.superseded, .complete])
  }

  @Test("Interrupted under one path and completed under another")
  func otherPath() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let messages = (0..<300).map { MessageRecord.plain($0, "\($0)") }
    for _ in 1...2 {
      let cancellation = ImportCancellation()
      let interrupted = ImportInput.made("file") { sink in
        try sink.begin(.test)
        for message in messages.prefix(200) { try sink.add(message) }
        try sink.begin(.test)
        cancellation.cancel()
        try sink.progress(bytes: 0)
      }
      let importer = ArchiveImporter(
        into: path, options: .init(messagesPerCommit: 50), cancellation: cancellation)
      #expect(throws: ArchiveError.cancelled) { try importer.run(interrupted) }
    }
    // A run of something else leaves it as it is.
    let other = ConversationRecord(key: "test:2", name: "Other", kind: .group)
    _ = try ArchiveImporter(into: path).run(.messages([.plain(1)], in: other, path: "third"))
    #expect(
      try Archive(opening: path).imports().map(\.state) == [.cancelled, .cancelled, .complete])
    let report = try ArchiveImporter(into: path).run(.messages(messages, path: "folder"))
    #expect(report.completedInterrupted)
    #expect(report.added == 300)
    #expect(
      try Archive(opening: path).imports().map(\.state)
        == [.superseded, .superseded, .complete, .complete])
  }

  @Test("Two imports into one file at a time are refused")
  func busy() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    _ = try ArchiveImporter(into: path).run(.messages([.plain(1)]))
    let nested = ImportInput.made { sink in
      try sink.begin(.test)
      #expect(throws: ArchiveError.locked(path: path, process: getpid())) {
        try ArchiveImporter(into: path).run(.messages([.plain(2)]))
      }
    }
    _ = try ArchiveImporter(into: path).run(nested)
    #expect(try Archive(opening: path).conversations().first?.count == 1)
  }

  /// Committed messages, visible or not.
  private static func rows(_ path: String) throws -> Int {
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? queue.close() }
    return try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM messages") ?? 0 }
  }

  private func wait(until condition: () -> Bool, orExit process: Process) throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while process.isRunning, !condition(), ContinuousClock.now < deadline { usleep(2000) }
  }
}
