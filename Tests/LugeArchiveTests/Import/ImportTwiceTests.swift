import LugeArchive
import LugeCore
import LugeImporters
import LugeTestSupport
import Testing

@Suite("Import: again")
struct ImportTwiceTests {
  @Test("The same export twice adds nothing and changes nothing")
  func same() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let export = ImportInput.telegram(TelegramExport.large(500))
    let first = try ArchiveImporter(into: path).run(export)
    #expect(first.added == 500)
    let before = try Archive(opening: path).contents()
    let second = try ArchiveImporter(into: path).run(export)
    #expect(second.added == 0)
    #expect(second.updated == 0)
    #expect(second.unchanged == 500)
    #expect(try Archive(opening: path).contents() == before)
  }

  @Test("A newer export adds what is new and updates what was edited; ids stay")
  func newer() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let old = (0..<50).map { MessageRecord.plain($0, "\($0)") }
    _ = try ArchiveImporter(into: path).run(.messages(old))
    let id = try #require(try Archive(opening: path).search("7").first).id
    var new = (0..<60).map { MessageRecord.plain($0, "\($0)") }
    new[7].text = StyledText("edited 7")
    new[7].edited = Timestamp(seconds: 99, certainty: .exact)
    new[8].author = AuthorRecord(key: "Zoe", name: "Zoe")
    new[9].kind = .service(action: "x")
    let report = try ArchiveImporter(into: path).run(.messages(new))
    #expect(report.added == 10)
    #expect(report.updated == 3)
    #expect(report.unchanged == 47)
    let archive = try Archive(opening: path)
    let conversation = try #require(try archive.conversations().first)
    #expect(conversation.count == 60)
    #expect(conversation.authors == 2)
    #expect(conversation.service == 1)
    #expect(conversation.messages == 59)
    let edited = try #require(try archive.message(id))
    #expect(edited.text.string == "edited 7")
    #expect(edited.position == 7)
    #expect(try archive.search("edited").map(\.id) == [id])
  }

  @Test("One key twice in one export: the later one counts, once")
  func repeated() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let report = try ArchiveImporter(into: path).run(
      .messages([.plain(1, "first"), .plain(2), .plain(1, "second", by: "Ben"), .plain(2)]))
    #expect(report.added == 2)
    #expect(report.updated == 1)
    let archive = try Archive(opening: path)
    #expect(try archive.texts() == ["second", "text"])
    #expect(try archive.conversations().first?.authors == 2)
    #expect(try archive.search("first").isEmpty)
    #expect(try archive.search("second").count == 1)
  }

  @Test("An export that has a message with and without its reaction keeps it, imported again too")
  func reactionOfOne() throws {
    let folder = try TemporaryFolder()
    let importer = ArchiveImporter(into: folder.path + "/a.luge")
    var reacted = MessageRecord.plain(1)
    reacted.reactions = [ReactionRecord(emoji: "👍", count: 1, authors: ["Ben"])]
    for round in 0..<3 {
      let report = try importer.run(.messages([reacted, .plain(1), .plain(2)]))
      #expect(report.added == (round == 0 ? 2 : 0))
      #expect(report.updated == 0 || round == 0)
      let archive = try Archive(opening: folder.path + "/a.luge")
      let conversation = try #require(try archive.conversations().first)
      let first = try archive.messages(in: conversation.id, at: 0..<1)
      #expect(first.map(\.reactions) == [reacted.reactions])
    }
    // Later exports in which there are more, then fewer, and then none.
    var both = reacted
    both.reactions = [ReactionRecord(emoji: "👍", count: 2, authors: ["Ben", "Cleo"])]
    for version in [both, reacted] {
      _ = try importer.run(.messages([version, .plain(2)]))
      let archive = try Archive(opening: folder.path + "/a.luge")
      let conversation = try #require(try archive.conversations().first)
      let first = try archive.messages(in: conversation.id, at: 0..<1)
      #expect(first.map(\.reactions) == [version.reactions])
    }
    _ = try importer.run(.messages([.plain(1), .plain(2), .plain(3)]))
    let archive = try Archive(opening: folder.path + "/a.luge")
    let conversation = try #require(try archive.conversations().first)
    #expect(try archive.messages(in: conversation.id, at: 0..<1).first?.reactions.isEmpty == true)
  }

  @Test("A message that another person's of the same id replaces is told")
  func replacedByAnother() throws {
    let folder = try TemporaryFolder()
    let importer = ArchiveImporter(into: folder.path + "/a.luge")
    let report = try importer.run(
      .messages([.plain(1, "first"), .plain(2), .plain(1, "second", by: "Ben")]))
    #expect(
      report.notes.map(\.reason) == ["1 message has the id of another person's, and replaces it"])
    let other = ArchiveImporter(into: folder.path + "/b.luge")
    #expect(try other.run(.messages([.plain(1, "first"), .plain(1, "edited")])).notes.isEmpty)
  }

  /// Times that go back now and then or never, keys that come twice at another time.
  @Test(
    "Positions are in order of time, and of the export within a second, whatever its order",
    arguments: 0..<24)
  func order(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let goesBack = seed % 3 == 0 ? 0 : 40
    let repeats = seed % 2 == 0 ? 0 : 30
    var messages: [MessageRecord] = []
    // What a sort of the whole export would make of it.
    var known: [Int] = []
    var times: [Int: Int64] = [:]
    var clock: Int64 = 1_600_000_000
    for number in 0..<300 {
      clock += Int64.random(in: 0...2, using: &random)
      let isBack = goesBack > 0 && Int.random(in: 0..<goesBack, using: &random) == 0
      let isRepeated = repeats > 0 && Int.random(in: 0..<repeats, using: &random) == 0
      let key = isRepeated ? Int.random(in: 0...number, using: &random) : number
      let time = isBack ? clock - Int64.random(in: 1...200, using: &random) : clock
      messages.append(.plain(key, "\(key)", at: time))
      if times[key] == nil { known.append(key) }
      times[key] = time
    }
    let expected = known.enumerated()
      .sorted { (times[$0.element] ?? 0, $0.offset) < (times[$1.element] ?? 0, $1.offset) }
      .map { "\($0.element)" }
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    _ = try ArchiveImporter(into: path, options: .init(messagesPerCommit: 50))
      .run(.messages(messages))
    #expect(try Archive(opening: path).texts() == expected)
  }

  @Test("Conversations and people are told apart by key, and take the newest name")
  func names() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    func run(_ conversation: String, _ person: String) throws {
      let record = ConversationRecord(key: "test:1", name: conversation, kind: .group)
      var message = MessageRecord.plain(1)
      message.author = AuthorRecord(key: "user1", name: person)
      _ = try ArchiveImporter(into: path).run(.messages([message], in: record))
    }
    try run("Old", "Anna")
    try run("New", "Anna B.")
    try run("New", "Deleted Account")
    let archive = try Archive(opening: path)
    let conversation = try #require(try archive.conversations().first)
    #expect(try archive.conversations().map(\.name) == ["New"])
    #expect(try archive.messages(in: conversation.id, at: 0..<1).first?.author?.name == "Anna B.")
  }

  @Test("The own name can be told, where the export does not")
  func ownName() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let messages = [MessageRecord.plain(1, by: "Ben"), .plain(2, by: "Anna")]
    _ = try ArchiveImporter(into: path, options: .init(ownName: "anna")).run(.messages(messages))
    let archive = try Archive(opening: path)
    let conversation = try #require(try archive.conversations().first)
    let stored = try archive.messages(in: conversation.id, at: 0..<2)
    #expect(conversation.ownAuthorID == stored[1].author?.id)
  }
}
