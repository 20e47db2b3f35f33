import LugeArchive
import LugeImporters
import Testing

@Suite("Telegram: documents")
struct TelegramDocumentTests {
  private func read(_ json: String, name: String = "folder/result.json") throws -> CollectingSink {
    let sink = CollectingSink()
    try TelegramReader.read(MemoryByteSource(Array(json.utf8), name: name), into: sink)
    return sink
  }

  private let text = TelegramExport.message(1)

  @Test("A full export: all chats, and who exported them")
  func full() throws {
    let sink = try read(
      """
      {"about": "x", "personal_information": {"user_id": 77, "first_name": "Me"},
      "contacts": {"list": [{"user_id": 1, "name": "no", "messages": [{"id": 1}]}]},
      "chats": {"about": "y", "list": [
        {"name": "A", "type": "personal_chat", "id": 1, "messages": [\(text)]},
        {"name": null, "type": "personal_chat", "id": 2, "messages": []},
        {"type": "saved_messages", "id": 77, "messages": [\(text)]}]},
      "left_chats": {"list": [{"name": "L", "type": "public_channel", "id": 4, "messages": [\(text)]}]}}
      """)
    #expect(sink.conversations.map(\.key) == (["1", "2", "77", "4"]).map { "telegram:\($0)" })
    #expect(sink.conversations.map(\.name) == ["A", "Deleted Account", "Saved Messages", "L"])
    #expect(sink.conversations.map(\.kind) == [.personal, .personal, .saved, .channel])
    #expect(sink.conversations.allSatisfy { $0.ownAuthorKey == "user77" })
    #expect(sink.messages.count == 3)
    #expect(sink.skipped.isEmpty)
  }

  @Test("Facts that come after the messages are amended")
  func order() throws {
    let sink = try read(
      """
      {"chats": {"list": [{"messages": [\(text)], "id": 5, "type": "bot_chat", "name": "Late"}]},
      "personal_information": {"user_id": 9}}
      """)
    let first = try #require(sink.conversations.first)
    let last = try #require(sink.amended.last)
    #expect(first.key == last.key)
    #expect(last.name == "Late")
    #expect(last.kind == .bot)
    #expect(last.ownAuthorKey == "user9")
  }

  @Test("In a chat of two, the own side is the one that is not the other")
  func ownSide() throws {
    let sink = try read(
      """
      {"name": "Ben", "type": "personal_chat", "id": 3, "messages": [
      \(TelegramExport.message(3)), \(TelegramExport.message(4))]}
      """)
    #expect(sink.amended.last?.ownAuthorKey == "user4")
  }

  @Test("A message with the id of somebody else's does not replace it, in whatever order")
  func sharedID() throws {
    func message(_ id: String, _ author: String, _ text: String) -> String {
      "{\"id\": \(id), \"type\": \"message\", \"date_unixtime\": \"1700000000\", "
        + "\"from\": \"\(author)\", \"from_id\": \"user\(author)\", \"text\": \"\(text)\"}"
    }
    let chat = TelegramExport.chat([
      message("5", "A", "first"), message("7", "A", "second"), message("5", "B", "forged"),
      message("3", "B", "early"), message("3", "A", "late"), message("7", "A", "again"),
      "{\"id\": 7, \"type\": \"unsupported\"}", message("9", "B", "ninth"),
      message("9", "A", "forged ninth"),
    ])
    let sink = try read(chat)
    let keys = sink.messages.map(\.sourceKey)
    #expect(sink.texts.filter { $0.hasPrefix("forged") || $0 == "late" }.count == 3)
    // One author's second state of a message stays a state of that message.
    #expect(keys[0] == "5" && keys[1] == "7" && keys[3] == "3" && keys[5] == "7")
    #expect(Set(keys).count == keys.count - 1)
    // The same file again has the same keys.
    #expect(try read(chat).messages.map(\.sourceKey) == keys)
  }

  @Test("Messages that make no sense are left out with their place, the rest is kept")
  func skipped() throws {
    let sink = try read(
      TelegramExport.chat([
        text, "7", "null", "[]", "{}", "{\"id\": 8, \"type\": \"unsupported\"}",
        "{\"id\": 9, \"type\": \"message\", \"date\": \"soon\"}", TelegramExport.message(2),
      ]))
    #expect(sink.messages.map(\.sourceKey) == ["1", "8", "2"])
    #expect(sink.skipped.count == 5)
    #expect(
      sink.skipped.allSatisfy { $0.place.contains("byte ") && $0.file == "folder/result.json" })
    #expect(sink.skipped[4].place.hasPrefix("message 9 "))
  }

  @Test(
    "JSON of another kind is named",
    arguments: [
      "[]", "[{\"timestamp\": 1}]", "7", "\"text\"", "null", "{}", "{\"a\": 1, \"b\": [1]}",
      "{\"messages\": 7}", "{\"messages\": [{\"timestamp\": \"x\", \"content\": \"y\"}]}",
      "{\"chats\": [1]}",
    ])
  func foreign(json: String) throws {
    let error = #expect(throws: ArchiveError.self) { try read(json) }
    guard case .unknownFormat(let path, let hint) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path == "folder/result.json")
    #expect(hint.contains("\"messages\""))
  }

  @Test("A long file of another kind is given up early")
  func foreignLong() throws {
    let message = "{\"content\": \"y\"}"
    let sink = CollectingSink()
    let json = "{\"messages\": [\(Array(repeating: message, count: 5000).joined(separator: ","))]}"
    #expect(throws: ArchiveError.self) {
      try TelegramReader.read(MemoryByteSource(Array(json.utf8), name: "x"), into: sink)
    }
    #expect(sink.skipped.count < 1000)
  }

  @Test("An empty chat is a chat")
  func empty() throws {
    #expect(try read(TelegramExport.chat([])).conversations.map(\.name) == ["Chat"])
  }

  @Test("Invalid UTF-8 is repaired and noted")
  func invalid() throws {
    var bytes = Array(TelegramExport.chat([TelegramExport.message(1, "a~b")]).utf8)
    let index = try #require(bytes.lastIndex(of: UInt8(ascii: "~")))
    bytes[index] = 0xC3
    let sink = CollectingSink()
    try TelegramReader.read(MemoryByteSource(bytes, name: "r"), into: sink)
    #expect(sink.texts == ["a\u{FFFD}b"])
    #expect(sink.notes.count == 1)
  }

  @Test(
    "The format is known by content",
    arguments: [
      (#"{"name": "x", "type": "personal_chat", "id": 1, "messages": [{"id": 1"#, 90...100),
      (#"{"about": "…", "personal_information": {"user_id": 1"#, 90...100),
      (#"{"messages": [{"type": "message", "date_unixtime": "1", "from_id": "user1"}]}"#, 60...100),
      (#"{"guild": {"id": "1"}, "channel": {"id": "2"}, "messages": ["#, 0...0),
      // Answers of servers that have a list of this name.
      (#"{"messages": []}"#, 0...39), (#"{"ok": true, "messages": [], "has_more": false}"#, 0...39),
      (#"{"messages": [], "count": 0, "offset": 0, "total": 0, "success": true}"#, 0...39),
      (#"{"name": "x", "type": "chat", "messages": []}"#, 40...60),
      (#"{"version": 3}"#, 0...0), ("[{\"messages\": 1}]", 0...0),
      ("12:00 - A: {\"messages\"}", 0...0),
      ("", 0...0), ("{", 0...0),
    ])
  func confidence(prefix: String, range: ClosedRange<Int>) {
    #expect(
      range.contains(TelegramReader.confidence(prefix: Array(prefix.utf8), fileName: "a.json")))
  }
}
