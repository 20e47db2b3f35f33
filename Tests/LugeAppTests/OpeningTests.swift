import Dispatch
import Foundation
import LugeCore
import LugeEngine
import LugeQt
import LugeTestSupport
import Testing

@testable import LugeApp
@testable import LugeArchive
@testable import LugeImporters

@Suite("Opening") struct OpeningTests {
  let folder: TemporaryFolder
  var cache: String { folder.path + "/cache" }

  init() throws { folder = try TemporaryFolder() }

  @Test("What is not there, and what only looks like an archive, is an error with words")
  func failures() async throws {
    let missing = "\(folder.path)/missing.luge"
    guard case .failed(let error) = await ArchiveOpening(path: missing, cache: cache).outcome else {
      Issue.record("a missing file was opened")
      return
    }
    #expect(error == .notFound(path: missing))

    let fake = try folder.write("SQLite format 3\u{0} and then something else", as: "fake.luge")
    guard case .failed(let error) = await ArchiveOpening(path: fake, cache: cache).outcome else {
      Issue.record("a damaged file was opened")
      return
    }
    #expect(error.description.hasPrefix(fake))
  }

  @Test("An archive comes with its conversations, the newest first")
  func archive() async throws {
    let path = "\(folder.path)/two.luge"
    for (name, id) in [("Old", 1), ("New", 500)] {
      let export = try folder.write(
        TelegramSample.chat([TelegramSample.message(id)], name: name)
          .replacing("\"id\": 11", with: "\"id\": \(id)"), as: "\(name).json")
      _ = try ArchiveImporter(into: path).run(ImportInput(opening: export))
    }
    guard case .archive(let opened) = await ArchiveOpening(path: path, cache: cache).outcome else {
      Issue.record("not opened")
      return
    }
    #expect(opened.export == nil)
    #expect(opened.conversations.map(\.name) == ["New", "Old"])
  }

  @Test("What the window remembers is read with the archive, for windows that want it")
  func ready() async throws {
    let export = try folder.write(
      TelegramSample.chat([TelegramSample.message(1)]), as: "export.json")
    let path = "\(folder.path)/one.luge"
    _ = try ArchiveImporter(into: path).run(ImportInput(opening: export))
    let plain = ArchiveOpening(path: path, cache: cache)
    guard case .archive(let opened) = await plain.outcome else {
      Issue.record("not opened")
      return
    }
    #expect(plain.readyNow == nil)

    let memory = WindowMemory(folder: folder.path)
    var settings = ViewerSettings()
    settings.zoom = 2
    memory.file.write(settings)
    memory.file.flush()
    let conversation = try #require(opened.conversations.first)
    memory.reading.remember(.init(newest: 1, visited: 7), opened.archive.path, conversation.key)
    memory.reading.flush()

    let ahead = ArchiveOpening(path: path, cache: cache, settings: folder.path)
    while ahead.readyNow == nil { try await Task.sleep(for: .milliseconds(1)) }
    #expect(ahead.memory?.settings.zoom == 2)
    #expect(ahead.readyNow?.archive.conversations.map(\.id) == [conversation.id])
    #expect(ahead.readyNow?.places[conversation.id]?.visited == 7)
  }

  @Test("The rows that are made ready are those of the saved place, or else the newest")
  func firstRows() async throws {
    let export = try folder.write(
      TelegramSample.chat((1...200).map { TelegramSample.message($0, "Message \($0)") }),
      as: "export.json")
    let path = "\(folder.path)/one.luge"
    _ = try ArchiveImporter(into: path).run(ImportInput(opening: export))
    guard case .archive(let opened) = await ArchiveOpening(path: path, cache: cache).outcome else {
      Issue.record("not opened")
      return
    }
    let conversation = try #require(opened.conversations.first)
    let messages = try opened.archive.messages(in: conversation.id, at: 0..<200)

    func first(_ ahead: ArchiveOpening) async -> [Int64] {
      // It waits, which is nothing for Swift's pool.
      let ids = await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(returning: ahead.firstRows().map(\.id.item.rawValue))
        }
      }
      return ids.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }
    let settings = folder.path
    let newest = await first(ArchiveOpening(path: path, cache: cache, settings: settings))
    #expect(newest == messages.suffix(24).map(\.id).reversed())

    let memory = WindowMemory(folder: settings)
    let place = ReadingPlace(item: ItemID(messages[90].id), part: 0, key: nil, y: 100)
    memory.reading.remember(
      .init(place: place, newest: conversation.last?.seconds, visited: 7), opened.archive.path,
      conversation.key)
    memory.reading.flush()
    let saved = await first(ArchiveOpening(path: path, cache: cache, settings: settings))
    #expect(saved.prefix(4).sorted() == [89, 90, 91, 92].map { messages[$0].id }.sorted())
    #expect(saved.first == messages[90].id)
    #expect(saved.count == 24)
  }

  @Test("An import tells how far it is and where its archive is", .timeLimit(.minutes(5)))
  @MainActor
  func importing() async throws {
    let export = try folder.write(
      TelegramSample.chat((1...200).map { TelegramSample.message($0) }), as: "export.json")
    let cache = cache
    let result: (String, Int) = try await withCheckedThrowingContinuation { continuation in
      let job = ImportJob(exports: [export], cache: cache) { _, event in
        switch event {
        case .progress, .shown, .waiting: break
        case .done(let archive, let report, _):
          continuation.resume(returning: (archive, report?.added ?? 0))
        case .failed(let error): continuation.resume(throwing: error)
        }
      }
      job.start()
    }
    #expect(result.1 == 200)
    #expect(try Archive(opening: result.0).conversations().first?.messages == 200)
  }

  @Test("A cancelled import says so and leaves nothing to see", .timeLimit(.minutes(5)))
  @MainActor
  func cancelling() async throws {
    let export = try folder.write(
      TelegramSample.chat((1...20_000).map { TelegramSample.message($0) }), as: "export.json")
    let cache = cache
    let error: ArchiveError? = await withCheckedContinuation { continuation in
      let job = ImportJob(exports: [export], cache: cache) { _, event in
        switch event {
        case .progress, .shown, .waiting: break
        case .done: continuation.resume(returning: nil)
        case .failed(let error): continuation.resume(returning: error)
        }
      }
      job.start()
      job.cancel()
    }
    #expect(error == .cancelled)
    #expect(ArchiveLocator.currentArchive(ofExport: export, cache: cache) == nil)
  }

  @Test("The panel says what an import does")
  @MainActor
  func progressPanel() {
    let first = ImportWords.state(of: nil, name: "a.json")
    #expect(first.title == "Importing a.json")
    #expect(first.progress == .unknown && first.buttons == ["Cancel"])
    var progress = ImportProgress(
      phase: .reading, bytesRead: 25, totalBytes: 100, messages: 1234, conversation: "Anna")
    let reading = ImportWords.state(of: progress, name: "a.json")
    #expect(reading.progress == .part(0.25))
    #expect(reading.detail.hasSuffix("messages · Anna"))
    progress.totalBytes = 0
    #expect(ImportWords.state(of: progress, name: "").progress == .unknown)
    progress.phase = .undoing
    #expect(ImportWords.state(of: progress, name: "").detail == "Removing what was imported")
  }

  @Test("What is said of an import counts messages as headers do, without service entries")
  func counts() throws {
    let service = """
      {"id": 9, "type": "service", "date_unixtime": "1700000300", "actor": "Anna", \
      "actor_id": "user1", "action": "pin_message", "message_id": 1}
      """
    let export = try folder.write(
      TelegramSample.chat([TelegramSample.message(1), TelegramSample.message(2), service]),
      as: "export.json")
    let path = "\(folder.path)/one.luge"
    for _ in 0..<2 {
      let report = try ArchiveImporter(into: path).run(ImportInput(opening: export))
      #expect(report.entries == 3 && report.messages == 2)
    }
    #expect(try Archive(opening: path).conversations().map(\.messages) == [2])
  }

  @Test("What the window says of a broken file names no folder and no bytes")
  func brokenFile() throws {
    var report = ImportReport(path: "/home/a/cut.json")
    report.conversations = [
      .init(key: "a", name: "A", added: 5, updated: 0, unchanged: 0, service: 2)
    ]
    report.inputError = .truncated(path: "/home/a/cut.json", place: "byte 700000")
    report.skipped = [
      SkippedRecord(file: "/home/a/cut.json", place: "message 5 (byte 90)", reason: "no date"),
      SkippedRecord(file: "chats/b.json", place: "byte 7", reason: "no name"),
    ]
    let words = try #require(ImportWords.leftOut(report, nil))
    #expect(words.contains("“cut.json” is cut off"))
    #expect(words.contains("the 3 messages before that") && words.contains("to get the rest"))
    #expect(!words.contains("/") && !words.contains("byte"))
    let places = [
      "byte 5 of it", "line 3, byte 7", "byte order", "a (byte 12) b (byte 3)", "bytes 12", "byte ",
    ]
    #expect(
      places.map(ImportOutcome.withoutOffset) == [
        "", "line 3,", "byte order", "a b", "bytes 12", "byte ",
      ])
    let outcome = ImportOutcome(report: report)
    #expect(
      outcome.readableLeftOut == ["cut.json: message 5: no date", "chats/b.json: no name"])
    // What is copied, and what a terminal says, is exact.
    #expect(outcome.leftOut.first == "/home/a/cut.json: message 5 (byte 90): no date")
    // Where there are several conversations, each line says which one is meant.
    report.skipped[0].conversation = "A"
    #expect(ImportOutcome(report: report).readableLeftOut == outcome.readableLeftOut)
    report.conversations.append(
      .init(key: "b", name: "B", added: 1, updated: 0, unchanged: 0))
    let several = ImportOutcome(report: report)
    #expect(
      several.readableLeftOut == ["cut.json: A: message 5: no date", "chats/b.json: no name"])
    #expect(several.leftOut.first == "/home/a/cut.json: A: message 5 (byte 90): no date")
    #expect(try #require(report.inputError).words.contains("/home/a/cut.json: byte 700000"))
    for error in [
      ArchiveError.malformed(path: "/a/b.txt", place: "line 4", reason: "no brace"),
      .tooLarge(path: "/a/b.txt", place: "byte 8", limit: "4 MB"), .empty(path: "/a/b.txt"),
      .unknownFormat(path: "/a/b.txt", hint: "It is text."), .notAnArchive(path: "/a/b.txt"),
      .newerVersion(path: "/a/b.txt"), .database(path: "/a/b.txt", reason: "no page"),
    ] {
      #expect(error.windowWords.contains("b.txt") && !error.windowWords.contains("/a/"))
      #expect(!error.windowWords.contains("byte") && error.words.contains("/a/b.txt"))
    }
  }

  @Test("What Luge reads can be read in the window")
  func formats() {
    #expect(ExportOpener.formatNames.count > 30)
    #expect(ExportOpener.formatNames.contains("WhatsApp text"))
    let error = #expect(throws: ArchiveError.self) {
      let folder = try TemporaryFolder()
      _ = try ExportOpener().open(
        path: folder.write("A letter, which is no chat.\n", as: "letter.txt"))
    }
    #expect(error?.windowWords.contains("more formats.") == true)
    #expect(error?.windowWords.contains("README") == false)
  }
}
