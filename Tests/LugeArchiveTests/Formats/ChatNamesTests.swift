import LugeArchive
import LugeImporters
import LugeTestSupport
import Testing

/// Exports that tell chats apart by the names of their files only.
@Suite("Formats: chats named by their files")
struct ChatNamesTests {
  /// Two chats of an export, of the same words at the same seconds but for one.
  struct Pair: Sendable, CustomTestStringConvertible {
    var format: String
    var names: [String]
    /// Files, each with a chat's words.
    var files: [String]
    var text: @Sendable (_ name: String, _ index: Int) -> String
    var testDescription: String { "\(format) \(names)" }
  }

  private static func signalFields(_ name: String, _ number: String) -> String {
    func message(_ from: String, _ type: String, _ second: Int, _ text: String) -> String {
      "From: \(from)\nType: \(type)\nSent: Fri, 5 Jan 2024 10:11:1\(second) +0100\n\n\(text)\n\n"
    }
    return "Conversation: \(name) (\(number))\n\n"
      + message("\(name) (\(number))", "incoming", 0, "hello \(number)")
      + message("You (+4900)", "outgoing", 1, "yes")
  }

  private static func bracketed(_ name: String, _ index: Int) -> String {
    """
    [Jan 05, 2024 10:11:12] *** Eve added you to the group.
    [Jan 05, 2024 10:11:13] <Eve> hello \(index)
    [Jan 05, 2024 10:11:14] <You> yes

    """
  }

  private static func short(_ name: String, _ index: Int) -> String {
    "2024-01-05 10:11 Ann: hello \(index)\n2024-01-05 10:12 You: yes\n"
  }

  static let pairs: [Pair] = [
    Pair(
      format: "sigtop, with and without a number", names: ["Ann", "Ann"],
      files: ["Ann.txt", "Ann (+492).txt"],
      text: short),
    Pair(
      format: "Viber", names: ["Dr. Smith", "Dr. Jones"], files: ["Dr. Smith.csv", "Dr. Jones.csv"]
    ) { name, index in
      "31/01/2020,12:36:56,Eve,+491234,hello \(index)\n31/01/2020,12:37:56,Me,+491235,yes\n"
    },
    Pair(
      format: "KakaoTalk", names: ["Dr. Kim", "Dr. Lee"],
      files: ["Dr. Kim", "Dr. Lee"].map { "KakaoTalk_Chat_\($0)_2024-03-01-10-00-00.csv" }
    ) { name, index in
      """
      Date,User,Message
      2024-03-01 10:00:00,"Eve","hello \(index)"
      2024-03-01 10:01:00,"Me","yes"

      """
    },
    Pair(
      format: "signalbackup-tools", names: ["Dr. Smith", "Dr. Jones"],
      files: ["Dr. Smith (_id1).txt", "Dr. Jones (_id2).txt"], text: bracketed),
    Pair(
      format: "signalbackup-tools", names: ["Ann", "Ann"],
      files: ["Ann (_id1).txt", "Ann (_id2).txt"], text: bracketed),
    Pair(
      format: "sigtop", names: ["Ann", "Ann"], files: ["Ann (+491).txt", "Ann (+492).txt"]
    ) { signalFields($0, "+49\($1)") },
    Pair(
      format: "sigtop, short", names: ["Ann", "Ann"], files: ["Ann (+491).txt", "Ann (+492).txt"],
      text: short),
    Pair(
      format: "sigtop, JSON", names: ["Dr. Smith", "Dr. Jones"],
      files: ["Dr. Smith (+491).json", "Dr. Jones (+492).json"]
    ) { name, index in
      """
      [{"id": "a\(index)", "conversationId": "c\(index)", "type": "incoming",
        "sent_at": 1700000000123, "source": "+49\(index)", "sourceServiceId": "aci-\(index)",
        "body": "hello", "reactions": [], "attachments": []},
       {"id": "b\(index)", "conversationId": "c\(index)", "type": "outgoing",
        "sent_at": 1700000001123, "body": "yes"}]
      """
    },
    Pair(
      format: "Messenger, end-to-end", names: ["J. Smith", "J. Doe"],
      files: ["J. Smith_1.json", "J. Doe_2.json"]
    ) { name, index in messenger("\(name)_\(index + 1)") },
    Pair(
      format: "Messenger, end-to-end", names: ["Team_A", "Team_B"],
      files: ["Team_A_1.json", "Team_B_2.json"]
    ) { name, index in messenger("\(name)_\(index + 1)") },
    Pair(
      format: "Rocket.Chat", names: ["#v1.2", "#v1.3"], files: ["v1.2.json", "v1.3.json"]
    ) { name, index in
      """
      [{"_id": "a", "msg": "hello", "ts": "2024-01-05T10:11:12.000Z", "u": {"username": "eve"}},
       {"_id": "b", "msg": "yes", "ts": "2024-01-05T10:11:13.000Z", "u": {"username": "me"}}]
      """
    },
    Pair(
      format: "Teams", names: ["Dr. Smith", "Dr. Jones"],
      files: ["Dr. Smith.json", "Dr. Jones.json"]
    ) { name, index in
      let messages = ["hello", "yes"].enumerated().map { number, text in
        """
        {"id": "\(number)", "messageType": "message", "createdDateTime": "2024-01-05T10:11:12Z",
         "from": {"user": {"id": "u", "displayName": "Eve"}},
         "body": {"contentType": "text", "content": "\(text)"}}
        """
      }
      return "{\"value\": [\(messages.joined(separator: ", "))]}"
    },
    Pair(
      format: "Element", names: ["Dr. Smith", "Dr. Jones"],
      files: ["Dr. Smith.txt", "Dr. Jones.txt"]
    ) { name, index in
      """
      Tue, Jan 30, 2024, 14:05:11 - Eve created and configured the room.
      Tue, Jan 30, 2024, 14:06:11 - Eve: hello \(index)
      Tue, Jan 30, 2024, 14:07:11 - Eve: yes

      """
    },
  ]

  private static func messenger(_ name: String) -> String {
    """
    {"participants": ["Ann", "Eve"], "threadName": "\(name)", "messages": [
     {"isUnsent": false, "media": [], "reactions": [], "senderName": "Ann", "text": "yes",
      "timestamp": 1700000002000, "type": "text"},
     {"isUnsent": false, "media": [], "reactions": [], "senderName": "Eve", "text": "hello",
      "timestamp": 1700000001000, "type": "text"}]}
    """
  }

  @Test("Chats whose names begin alike, and chats of one name, stay two", arguments: pairs)
  func apart(pair: Pair) throws {
    let folder = try TemporaryFolder()
    for (index, file) in pair.files.enumerated() {
      try folder.write(pair.text(pair.names[index], index), as: "export/\(file)")
    }
    let path = folder.path + "/a.luge"
    _ = try ArchiveImporter(into: path).run(ImportInput(opening: folder.path + "/export"))
    let archive = try Archive(opening: path)
    let conversations = try archive.conversations()
    #expect(conversations.map(\.name).sorted() == pair.names.sorted())
    #expect(Set(conversations.map(\.key)).count == 2)
    #expect(Set(conversations.map(\.count)).count == 1)
    #expect(try archive.search("yes").count == 2)
    let again = try ArchiveImporter(into: path).run(
      ImportInput(opening: folder.path + "/export"))
    #expect(again.added == 0 && again.updated == 0)
  }

  @Test("An archive with the key of earlier versions goes on with its conversation, and no other")
  func former() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    @Sendable func record(_ key: String, former: String? = nil) -> ConversationRecord {
      var record = ConversationRecord(key: key, name: key, kind: .personal)
      record.formerKey = former
      return record
    }
    _ = try ArchiveImporter(into: path).run(
      .messages([.plain(1), .plain(2)], in: record("viber:Dr")))
    let before = try Archive(opening: path).conversations().map(\.id)
    // Another chat comes first, which the former key would also fit.
    for round in 0..<2 {
      let other = try ArchiveImporter(into: path).run(
        .messages([.plain(9)], in: record("viber:Dr. Jones", former: "viber:Dr")))
      #expect(other.added == (round == 0 ? 1 : 0))
    }
    let report = try ArchiveImporter(into: path).run(
      .made { sink in
        try sink.begin(record("viber:Dr. Smith", former: "viber:Dr"))
        for key in 1...3 { try sink.add(.plain(key)) }
        try sink.amend(record("viber:Dr. Smith", former: "viber:Dr"))
        try sink.begin(record("viber:Dr. Jones", former: "viber:Dr"))
        try sink.add(.plain(9))
        // A conversation without messages.
        try sink.begin(record("viber:Dr. Who", former: "viber:Dr"))
      })
    #expect(report.added == 1)
    let archive = try Archive(opening: path)
    let conversations = try archive.conversations()
    #expect(Set(conversations.map(\.key)).isSuperset(of: ["viber:Dr", "viber:Dr. Jones"]))
    let smith = conversations.first { $0.key == "viber:Dr" }
    #expect(smith?.id == before.first && smith?.name == "viber:Dr. Smith" && smith?.count == 3)
    #expect(conversations.first { $0.key == "viber:Dr. Jones" }?.count == 1)
  }

  @Test(
    "However much of a grown chat is new, and comes first, it is the same; two that share a few are not"
  )
  func grown() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    var chat = ConversationRecord(key: "messenger:J", name: "J", kind: .personal)
    let old = (0..<100).map { MessageRecord.plain($0, at: Int64($0)) }
    _ = try ArchiveImporter(into: path).run(.messages(old, in: chat))
    chat = ConversationRecord(key: "messenger:J. Smith_12", name: "J. Smith", kind: .personal)
    chat.formerKey = "messenger:J"
    var other = ConversationRecord(key: "messenger:J. Doe_3", name: "J. Doe", kind: .personal)
    other.formerKey = "messenger:J"
    let added = (1000..<4000).map { MessageRecord.plain($0, at: Int64($0)) }
    let report = try ArchiveImporter(into: path).run(
      .made { [chat, other] sink in
        try sink.begin(other)
        for key in [7, 5000, 5001, 5002] { try sink.add(.plain(key)) }
        // Files of one chat, newest first.
        for part in [added[1000...], added[..<1000] + old] {
          try sink.begin(chat)
          for message in part { try sink.add(message) }
        }
      })
    #expect(report.added == 3004)
    let counts = try Archive(opening: path).conversations().map { [$0.key: $0.count] }
    #expect(counts.contains(["messenger:J": 3100]) && counts.contains(["messenger:J. Doe_3": 4]))
  }

  @Test("Cancelled before it is known, a chat begins no second conversation", arguments: [0, 300])
  func cancelled(read: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let former = ConversationRecord(key: "viber:Dr", name: "Dr", kind: .personal)
    let old = (0..<100).map { MessageRecord.plain($0, at: Int64($0)) }
    _ = try ArchiveImporter(into: path).run(.messages(old, in: former))
    var chat = ConversationRecord(key: "viber:Dr. Smith", name: "Dr. Smith", kind: .personal)
    chat.formerKey = "viber:Dr"
    let new = (1000..<3000).map { MessageRecord.plain($0, at: Int64($0)) }
    #expect(throws: ArchiveError.cancelled) {
      try ArchiveImporter(into: path).run(
        .made { [chat] sink in
          try sink.begin(chat)
          for message in new[..<read] { try sink.add(message) }
          throw ArchiveError.cancelled
        })
    }
    let report = try ArchiveImporter(into: path).run(.messages(new + old, in: chat))
    #expect(report.added == 2000)
    #expect(try Archive(opening: path).conversations().map(\.count) == [2100])
  }

  @Test("A conversation that was merged under its former key is found")
  func merged() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    var base = ConversationRecord(key: "signal-text:Bob", name: "Bob", kind: .personal)
    base.otherNames = [OtherName(key: "signal-text:Ann")]
    _ = try ArchiveImporter(into: path).run(
      .made { [base] sink in
        try sink.begin(base)
        for key in 0..<3 { try sink.add(.plain(key)) }
      })
    var chat = ConversationRecord(key: "signal-text:Ann (+491)", name: "Ann", kind: .personal)
    chat.formerKey = "signal-text:Ann"
    let report = try ArchiveImporter(into: path).run(
      .messages((0..<4).map { .plain($0) }, in: chat))
    #expect(report.added == 1)
    #expect(try Archive(opening: path).conversations().map(\.key) == ["signal-text:Bob"])
  }

  @Test(
    "What is a copy, or compressed, is the same chat", arguments: ["Ann (+491) (1)", "Ann (+491)"])
  func copies(title: String) throws {
    let text = "2024-01-05 10:11 Ann: hello\n2024-01-05 10:12 You: yes\n"
    let sink = try FormatSupport.read(text, as: SignalTextReader.self, name: "\(title).txt.gz")
    #expect(sink.conversations.map(\.key) == ["signal-text:Ann (+491)"])
    #expect(sink.conversations.map(\.name) == ["Ann"])
  }
}
