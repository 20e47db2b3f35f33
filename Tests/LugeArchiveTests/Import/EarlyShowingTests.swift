import Foundation
import LugeArchive
import LugeCore
import LugeTestSupport
import Testing

@Suite("Import: read while it goes on")
struct EarlyShowingTests {
  /// Shows after each batch.
  private static func options() -> ImportOptions {
    var options = ImportOptions(keepsPartialInput: true, messagesPerCommit: 300)
    options.showsEvery = .zero
    return options
  }

  /// Two conversations by turns; within each the times go up and down, keys come twice, some of
  /// them as a service entry or with other words.
  private static func input(
    seed: UInt64, stopsAfter limit: Int = .max, repeats: Bool = true
  ) -> ImportInput {
    .made { sink in
      var random = SeededGenerator(seed: seed)
      for round in 0..<12 {
        try sink.begin(
          ConversationRecord(key: "test:\(round % 2)", name: "Number \(round % 2)", kind: .group))
        for step in 0..<180 {
          guard round * 180 + step < limit else {
            throw ArchiveError.truncated(path: "made", place: "message \(limit)")
          }
          let key =
            round * 180 + step - (repeats && Int.random(in: 0..<20, using: &random) == 0 ? 300 : 0)
          var message = MessageRecord.plain(
            max(0, key), "number \(key) \(Bool.random(using: &random))",
            by: ["Ann", "Ben", "Cem"][Int.random(in: 0..<3, using: &random)])
          message.time = Timestamp(
            seconds: 1_600_000_000 + Int64(key / 7)
              - (Int.random(in: 0..<30, using: &random) == 0 ? 90 : 0),
            certainty: .exact)
          if Int.random(in: 0..<10, using: &random) == 0 {
            message.kind = .service(action: "joined")
          }
          try sink.add(message)
        }
      }
    }
  }

  @Test(
    "What was shown early ends as an import that showed nothing",
    arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func same(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let (early, plain) = (folder.path + "/early.luge", folder.path + "/plain.luge")
    let importer = ArchiveImporter(into: early, options: Self.options())
    var seen: [Int] = []
    importer.onShown = {
      // As a window does, on a connection of its own.
      let all = try? Archive(opening: early).conversations()
      seen.append(all?.reduce(0) { $0 + $1.count } ?? -1)
    }
    let report = try importer.run(Self.input(seed: seed))
    let clean = try ArchiveImporter(into: plain).run(Self.input(seed: seed))
    #expect(seen.count > 1)
    #expect(seen == seen.sorted() && seen.first ?? 0 > 0)
    #expect(report.added == clean.added)
    let (first, second) = (try Archive(opening: early), try Archive(opening: plain))
    #expect(try first.contents() == second.contents())
    for (one, other) in zip(try first.conversations(), try second.conversations()) {
      #expect(
        (one.count, one.messages, one.service) == (other.count, other.messages, other.service))
      #expect(one.authors == other.authors)
    }
    #expect(try first.search("number").count == second.search("number").count)
    #expect(try first.imports().map(\.state) == [.complete])
  }

  @Test("Cancelled: what was shown stays, and the next import brings the rest")
  func cancelled() throws {
    let folder = try TemporaryFolder()
    let (path, plain) = (folder.path + "/a.luge", folder.path + "/plain.luge")
    let cancellation = ImportCancellation()
    let importer = ArchiveImporter(
      into: path, options: Self.options(), cancellation: cancellation)
    var shown = 0
    importer.onShown = {
      shown += 1
      if shown == 2 { cancellation.cancel() }
    }
    #expect(throws: ArchiveError.cancelled) {
      try importer.run(Self.input(seed: 9, repeats: false))
    }
    let kept = try Archive(opening: path).conversations().reduce(0) { $0 + $1.count }
    #expect(kept > 0)
    let report = try ArchiveImporter(into: path).run(Self.input(seed: 9, repeats: false))
    #expect(report.completedInterrupted)
    _ = try ArchiveImporter(into: plain).run(Self.input(seed: 9, repeats: false))
    #expect(
      try Archive(opening: path).contents().sorted() == Archive(opening: plain).contents().sorted())
  }

  @Test("Cut off: what is complete is kept, and the archive stays")
  func cut() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let report = try ArchiveImporter(into: path, options: Self.options())
      .run(Self.input(seed: 3, stopsAfter: 1000))
    #expect(report.inputError != nil)
    #expect(try Archive(opening: path).conversations().reduce(0) { $0 + $1.count } == report.added)
    #expect(report.added > 800)
  }

  @Test("An archive that had messages shows new ones when all is read")
  func hadMessages() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    _ = try ArchiveImporter(into: path).run(.messages([.plain(1, "was there")]))
    let importer = ArchiveImporter(into: path, options: Self.options())
    var seen: Set<[String]> = []
    importer.onShown = { seen.insert((try? Archive(opening: path).texts()) ?? []) }
    _ = try importer.run(.messages((1...2000).map { .plain($0, "new \($0)") }))
    #expect(seen.isEmpty)
    #expect(try Archive(opening: path).texts().count == 2000)
  }
}
