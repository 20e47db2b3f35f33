import Foundation
import GRDB
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

/// Files that no program writes.
@Suite("Small files that would take much memory, disk or time")
struct HostileInputTests {
  private static let long = String(repeating: "name ", count: 40_000)

  private func expectLinear(
    _ name: String, from first: Int = 2000, to last: Int = 64_000, _ body: (Int) throws -> Void
  ) rethrows {
    let excess = try LinearWork.excess(name, from: first, to: last, body)
    #expect(excess == nil)
  }

  /// Bytes that a message takes in the archive, and those of its author.
  private func size(_ record: MessageRecord) -> Int {
    PreparedMessage(record, with: JSONWriter()).byteCount + (record.author?.key.utf8.count ?? 0)
      + (record.author?.name.utf8.count ?? 0)
  }

  private func isTooLarge(_ error: ArchiveError?) -> Bool {
    if case .tooLarge = error { true } else { false }
  }

  // MARK: Messages

  @Test(
    "One name of half a megabyte that 500 conversations or messages share",
    arguments: [
      """
      UPDATE handle SET id = long;
      INSERT INTO chat_handle_join SELECT i, 1 FROM n;
      """,
      """
      UPDATE attachment SET filename = long;
      INSERT INTO message_attachment_join SELECT i, 1 FROM n;
      """,
      """
      UPDATE attachment SET transfer_name = long;
      INSERT INTO message_attachment_join SELECT i, 1 FROM n;
      """,
    ])
  func messagesDatabase(changes: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/chat.db"
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(
        sql: """
          \(MessagesTables.sql)
          CREATE TEMP TABLE n AS WITH RECURSIVE n (i) AS
            (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 500) SELECT i FROM n;
          INSERT INTO handle VALUES ('h');
          INSERT INTO chat SELECT 'c' || i, '', 43 FROM n;
          INSERT INTO message SELECT 'g' || i, 'hello', NULL, i, 0, 0, NULL, 1 FROM n;
          INSERT INTO attachment VALUES ('a', '', '', 1);
          INSERT INTO chat_message_join SELECT i, i FROM n;
          \(changes.replacing("long", with: "replace(hex(zeroblob(250000)), '0', 'x')"))
          """)
    }
    try queue.close()
    let error = #expect(throws: ArchiveError.self) { () throws in
      try MessagesDatabaseReader.read(FileByteSource(path: path), into: CollectingSink())
    }
    #expect(error.map { "\($0)" }?.contains("too many conversations") == true)
  }

  // MARK: Bluesky

  @Test("Keys of a repository have a limit together, and so have equal records")
  func repository() throws {
    let sample = MemoryByteSource(TestRepository.sample.bytes, name: "repo.car")
    let error = #expect(throws: ArchiveError.self) { () throws in
      _ = try RepositoryIndex(sample, mostKeyBytes: 100)
    }
    #expect(isTooLarge(error))

    let record = DAGValue.map([
      "$type": .text("a.b.c"), "x": .bytes(Array(repeating: 0, count: 1 << 20)),
    ]).encoded
    let cid = CID(hashing: record)
    func file(_ count: Int) -> [UInt8] {
      let tree = RepositoryTree((0..<count).map { ("a.b.c/\($0)", cid) })
      let commit = RepositoryWriting.commit(
        did: TestRepository.did, data: tree.root, revision: "3k2yihcrp6f2c")
      let root = CID(hashing: commit)
      let blocks = [(cid: root, bytes: commit), (cid: cid, bytes: record)] + tree.blocks
      return blocks.reduce(into: RepositoryWriting.header(root: root)) { file, block in
        file += RepositoryWriting.section(block.bytes, cid: block.cid)
      }
    }
    #expect(try TestRepository().read(file(3)).notes.map(\.reason) == ["3 records are no posts"])
    let repeated = #expect(throws: ArchiveError.self) { () throws in
      _ = try TestRepository().read(file(70))
    }
    #expect(isTooLarge(repeated))
  }

  // MARK: Names

  @Test("What an account's own file says is not repeated at any length in each message")
  func accounts() throws {
    let long = Self.long
    func read(
      _ text: String, _ reader: any ExportReader.Type, _ name: String, _ siblings: [String: String]
    ) throws -> CollectingSink {
      let sink = CollectingSink()
      try reader.read(
        MemoryByteSource(
          Array(text.utf8), name: name, siblings: siblings.mapValues { Array($0.utf8) }),
        into: sink)
      return sink
    }
    let mastodon = try read(
      MastodonTests.outbox, MastodonReader.self, "outbox.json",
      [
        "actor.json": #"""
        {"id": "https://a.example/users/ann", "name": "\#(long)", "preferredUsername": "\#(long)",
        "icon": {"url": "\#(long)"}}
        """#
      ])
    let twitter = try read(
      TwitterTests.tweets, TwitterReader.self, "tweets.js",
      [
        "account.js": #"""
        window.YTD.account.part0 = [{"account": {"username": "\#(long)", "accountId": "\#(long)",
        "accountDisplayName": "\#(long)"}}]
        """#,
        "profile.js": #"""
        window.YTD.profile.part0 = [{"profile": {"avatarMediaUrl": "https://a.b/\#(long)",
        "description": {"bio": "b"}}}]
        """#,
      ])
    var repository = TestRepository.sample
    repository.records.removeAll { $0.key.hasPrefix("app.bsky.actor.profile") }
    repository.add("app.bsky.actor.profile/self", ["displayName": .text(long)])
    let bluesky = try repository.read()
    let folder = try TemporaryFolder()
    try folder.write("statistic,value\naccount name,\(long)\n", as: "statistics.csv")
    try folder.write(
      """
      id,permalink,date,ip,subreddit,gildings,title,url,body
      p1,https://www.reddit.com/r/a/comments/p1/t/,2024-01-01 10:00:00 UTC,,a,0,T,https://a.b/,x

      """, as: "posts.csv")
    let (reddit, _) = try FormatSupport.open(folder)
    let signal = try FormatSupport.read(
      """
      {"version":"1","backupTimeMs":"1700000000000"}
      {"recipient":{"id":"1","self":{}}}
      {"recipient":{"id":"2","contact":{"aci":"\(long)","profileGivenName":"\(long)"}}}
      {"chat":{"id":"7","recipientId":"2"}}
      {"chatItem":{"chatId":"7","authorId":"2","dateSent":"1700000000123","standardMessage":{"text":{"body":"Hello"},"reactions":[{"emoji":"x","authorId":"2"}]}}}
      """, as: SignalBackupReader.self, name: "main.jsonl")
    for sink in [mastodon, twitter, bluesky, reddit, signal] {
      #expect(!sink.messages.isEmpty)
      #expect(sink.messages.allSatisfy { size($0) < 20_000 })
      #expect(sink.conversations.allSatisfy { $0.key.utf8.count <= BoundedKey.longest })
    }
  }

  @Test("A column's name of any length is not repeated in each row")
  func columns() throws {
    let sink = try FormatSupport.read(
      "Chat Session,Message Date,Text,\(Self.long)\nAnn,2024-01-05 10:11:12,hello,odd\n",
      as: IMazingReader.self, name: "a.csv")
    let unknown = try #require(sink.messages.first?.unknownFields)
    #expect(unknown.contains("odd") && unknown.utf8.count < 200)
  }

  @Test("iMazing: equal messages of each conversation are numbered by themselves")
  func repetitions() throws {
    let row = "%,2024-01-05 10:11:12,hello\n"
    let rows = ["Ann", "Ann", "Bob", "Bob"].map { row.replacing("%", with: $0) }.joined()
    let sink = try FormatSupport.read(
      "Chat Session,Message Date,Text\n" + rows, as: IMazingReader.self, name: "a.csv")
    let keys = sink.messages.map(\.sourceKey)
    try #require(keys.count == 4)
    #expect(keys[1] == "\(keys[0])-1" && keys[3] == "\(keys[2])-1")
  }

  // MARK: Zips

  @Test("A zip with a path that no system opens is refused, in its list and in a name")
  func paths() throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "d/", count: 2500) + "a.txt"
    let path = try folder.write(ZipBuilder([(name, "x")]).bytes, as: "a.zip")
    let error = #expect(throws: ArchiveError.self) { () throws in
      _ = try ZipExport(path: path)
    }
    #expect(isTooLarge(error))
    expectLinear("separators of a log's name") { count in
      let parsed = IRCFileName(String(repeating: "_", count: count) + "ann.log")
      #expect(parsed.stem == "ann")
    }
  }

  @Test("Of members that are larger than the list says none is read more than once in vain")
  func sizes() throws {
    let folder = try TemporaryFolder()
    // Deflate: one block of ten bytes as they are.
    let content: [UInt8] = [1, 10, 0, 0xF5, 0xFF] + Array(repeating: 0x61, count: 10)
    let members = (0..<40).map {
      ZipBuilder.Member(name: "\($0 + 10).txt", content: content, claimedSize: 0, method: 8)
    }
    let path = try folder.write(ZipBuilder(members).bytes, as: "a.zip")
    let zip = try ZipExport(path: path)
    let texts = ZipTexts(path: path, members: zip.members, texts: zip.members, limit: 8)
    for member in zip.members {
      _ = try? ZipMemberSource(zip: texts, member: member, context: SourceContext()).prefix(100)
    }
    #expect(texts.walks <= 40 && texts.reads <= 40)
  }

  @Test("No more files are unpacked than a zip of its size has")
  func files() throws {
    #expect(ZipExport.mostFiles(in: 6400) == 100_100)
    let folder = try TemporaryFolder()
    let path = try folder.write(
      ZipBuilder((0..<12).map { ("\($0).jpg", "x") }).bytes, as: "a.zip")
    let zip = try ZipExport(path: path)
    let error = #expect(throws: ArchiveError.self) { () throws in
      try zip.extractMedia(to: folder.path + "/a", except: [], mostFiles: 11)
    }
    #expect(isTooLarge(error))
    #expect(try zip.extractMedia(to: folder.path + "/b", except: []).written.count == 12)
  }

  // MARK: JSON

  private final class NoEvents: JSONEvents {
    func scalar(_ kind: JSONTape.Kind, _ text: UnsafeBufferPointer<UInt8>) {}
    func key(_ text: UnsafeBufferPointer<UInt8>) {}
    func begin(_ kind: JSONTape.Kind) {}
    func end() {}
    func cut() {}
  }

  @Test("JSON that is nested a million times is refused")
  func depth() throws {
    let events = NoEvents()
    func parse(_ text: String) throws {
      let source = MemoryByteSource(Array(text.utf8), name: "a.json")
      try JSONStream(source, events: events).parse { _ in }
    }
    // What is closed does not count.
    try parse("[" + String(repeating: "[[]],", count: 300_000) + "1]")
    let error = #expect(throws: ArchiveError.self) { () throws in
      try parse(String(repeating: "[", count: 1_000_001))
    }
    #expect(error.map { "\($0)" }?.contains("nested too deep") == true)
  }

  // MARK: What is kept while a file is read

  @Test("Ids of messages and threads are kept up to a limit")
  func ids() {
    var authors = MessageAuthors(most: 10, mostUnordered: 5)
    let ann = AuthorRecord(key: "a", name: "Ann")
    let taken = (-100..<100).reversed().filter { authors.isTaken("\($0)", by: ann) }
    #expect(taken.isEmpty)
    #expect(authors.count == 6)
    for id in 100..<200 { _ = authors.isTaken("\(id)", by: ann) }
    #expect(authors.count == 15)
    let isOther = authors.isTaken("105", by: AuthorRecord(key: "b", name: "Bob"))
    #expect(isOther)

    var threads = MailThreads(most: 10)
    for id in 0..<100 {
      threads.add(
        MailHeaders(Array("Message-ID: <\(id)@a.b>\r\nSubject: tea \(id)\r\n\r\n".utf8)))
    }
    #expect((1...11).contains(threads.count))
  }

  @Test("Empty lines of one message count, too")
  func emptyLines() throws {
    let lines = String(repeating: "\n", count: 300_000)
    let line = try FormatSupport.read(
      "[LINE] Chat history with Ann\n2020/01/31(Fri)\n12:34\tAnn\thello\(lines)end\n",
      as: LINEReader.self, name: "[LINE] a.txt")
    #expect(line.messages.count == 1 && line.texts.first?.hasSuffix("end") == false)
    let messages = try FormatSupport.read(
      "May 17, 2022  5:29:42 PM\nAnn\nhello\(lines)end\n\n", as: MessagesTextReader.self,
      name: "Ann.txt")
    #expect(messages.texts == ["hello"])
  }

  @Test("What is told apart from its message is not given to each of its double's doubles")
  func doubles() throws {
    var reactions = SharedReactions<Int>()
    for person in 0..<500 { reactions.add("+", by: "\(person)", to: 1) }
    let taken = (0..<1000).reduce(0) { sum, _ in
      sum + reactions.take(1).reduce(0) { $0 + $1.authors.count }
    }
    #expect((100_000...103_000).contains(taken))
    var few = SharedReactions<Int>(most: 3)
    for person in 0..<10 { few.add("+", by: "\(person)", to: person) }
    let (kept, beyond) = (few.take(2), few.take(3))
    #expect(few.count == 3 && kept.count == 1 && beyond.isEmpty)

    let reacted = (0..<500).map {
      #"""
      {"type": "m.reaction", "event_id": "$r\#($0)", "sender": "@\#($0):b", "origin_server_ts": 1,
      "content": {"m.relates_to": {"event_id": "$a", "key": "+"}}}
      """#
    }
    let said = #"""
      {"type": "m.room.message", "event_id": "$a", "sender": "@1:b", "origin_server_ts": 1,
      "content": {"msgtype": "m.text", "body": "hello"}}
      """#
    let events = reacted + Array(repeating: said, count: 300)
    let sink = try FormatSupport.read(
      #"{"room_name": "r", "exported_by": "b", "messages": [\#(events.joined(separator: ","))]}"#,
      as: MatrixExportReader.self, name: "export.json")
    #expect(sink.messages.count == 300)
    #expect(sink.messages.first?.reactions.first?.count == 500)
    let names = sink.messages.reduce(0) { sum, message in
      sum + message.reactions.reduce(0) { $0 + $1.authors.count }
    }
    #expect((100_000...103_000).contains(names))
  }

  @Test("An edit of Matrix belongs to one event, not to each with the same id")
  func edits() throws {
    let long = String(repeating: "x", count: 1 << 20)
    let json = #"""
      {"type": "m.room.message", "event_id": "$e", "sender": "@1:b", "origin_server_ts": 1,
      "content": {"msgtype": "m.text", "body": "* x", "m.new_content": {"body": "\#(long)"},
      "m.relates_to": {"rel_type": "m.replace", "event_id": "$a"}}}
      """#
    let edit = try #require(
      JSONDocument.read(MemoryByteSource(Array(json.utf8), name: "e"), limit: 64 << 20))
    var changes = MatrixChanges()
    changes.take(edit)
    let key = MatrixChanges.EditKey(message: "$a", sender: "@1:b")
    var taken = 0
    for _ in 0..<300 where changes.takeEdit(key) != nil { taken += 1 }
    #expect((1...70).contains(taken))
    // What is kept has a limit of bytes.
    for _ in 0..<200 { changes.take(edit) }
    #expect(changes.leftOut > 0)
  }

  @Test("A long text of Twitter belongs to one tweet, not to each that begins like it")
  func notes() throws {
    let text = String(repeating: "the same beginning ", count: 60_000)
    let json = #"""
      [{"noteTweet": {"createdAt": "2024-06-03T10:00:00Z", "core": {"text": "\#(text)"}}}]
      """#
    let notes = TwitterNotes(
      JSONDocument.read(MemoryByteSource(Array(json.utf8), name: "n"), limit: 64 << 20))
    var found = 0
    for _ in 0..<100 where notes.note(beginning: text, at: 1_717_408_800) != nil { found += 1 }
    #expect((1...8).contains(found))
  }

  @Test("Numbers and ids in texts that say more than they can")
  func numbers() throws {
    let signal = try FormatSupport.read(
      "2024-01-05 10:11 Ann: hi\n2024-01-05 10:12 You: [1000 attachments] re\n",
      as: SignalTextReader.self, name: "Ann.txt")
    #expect(signal.messages.last?.media.count == 32)
    let id = String(repeating: "i", count: 1000)
    for (id, reply) in [(id, nil), ("abc", "abc")] as [(String, String?)] {
      let rocket = try FormatSupport.read(
        #"""
        [{"_id": "a", "rid": "R", "msg": "[ ](https://a.b/c?msg=\#(id)) re",
        "ts": "2024-01-31T12:00:00.000Z", "u": {"_id": "1", "username": "ann"}}]
        """#, as: RocketChatReader.self, name: "general.json")
      #expect(rocket.messages.first?.replyTo?.sourceKey == reply)
    }
  }

  // MARK: Work

  @Test("Marks of Slack in an event and links of a card")
  func slack() throws {
    func text(_ count: Int, _ attribute: StyledText.Attribute) -> StyledText {
      StyledText(
        String(repeating: "@a ", count: count),
        spans: (0..<count).map { .init($0 * 3..<$0 * 3 + 2, attribute) })
    }
    let (mentions, links) = (text(3, .mention(id: "U1")), text(2, .link(target: "https://a.b")))
    #expect(SlackMessage.withoutSigns(mentions) == "a a a ")
    #expect(SlackMessage.readable(links) == "@a (https://a.b) @a (https://a.b) ")
    #expect(SlackMessage.readable(mentions) == "@a @a @a ")
    expectLinear("mentions", from: 30_000, to: 60_000) {
      _ = SlackMessage.withoutSigns(text($0, .mention(id: "U1")))
    }
    expectLinear("links", from: 30_000, to: 60_000) {
      _ = SlackMessage.readable(text($0, .link(target: "https://a.b")))
    }
  }

  @Test("An address of any length that a tweet nearly contains everywhere")
  func tweets() throws {
    try expectLinear("tweet") { count in
      let part = String(repeating: "a", count: count / 4)
      let sink = try FormatSupport.read(
        #"""
        window.YTD.tweets.part0 = [{"tweet": {"id_str": "1",
        "created_at": "Wed Oct 10 20:19:24 +0000 2018",
        "full_text": "\#(String(repeating: "a", count: count))", "entities": {"urls": [
        {"url": "\#(part)b\#(part)", "expanded_url": "https://twitter.com/ben/status/5"}]}}}]
        """#, as: TwitterReader.self, name: "tweets.js")
      #expect(sink.messages.count == 1)
    }
  }

  @Test("A channel's name of any length, and replies in it")
  func channel() throws {
    try expectLinear("Mattermost", from: 4000) { count in
      let reply = #"{"user": "bob", "message": "x", "create_at": 1700000001000}"#
      let replies = Array(repeating: reply, count: count / 60).joined(separator: ",")
      let name = String(repeating: "n", count: count)
      let sink = try FormatSupport.read(
        #"{"type": "post", "post": {"team": "t", "channel": "\#(name)", "user": "ann", "#
          + #""message": "hello", "create_at": 1700000000000, "replies": [\#(replies)]}}"#,
        as: MattermostReader.self, name: "import.jsonl")
      #expect(sink.messages.count == count / 60 + 1)
      #expect(sink.conversations.first.map { $0.key.utf8.count <= BoundedKey.longest } == true)
    }
  }
}
