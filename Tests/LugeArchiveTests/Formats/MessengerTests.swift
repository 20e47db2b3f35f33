import LugeCore
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Messenger and Instagram")
struct MessengerTests {
  /// Text as Facebook writes it: each byte of UTF-8 as a character.
  private func mangled(_ text: String) -> String {
    text.utf8.map { $0 < 0x80 ? String(UnicodeScalar($0)) : "\\u00\(String($0, radix: 16))" }
      .joined()
  }

  @Test("UTF-8 written as Latin-1 is read, and what is right already stays")
  func encoding() {
    #expect(MojibakeText.decoded("plain") == "plain")
    #expect(MojibakeText.decoded("caf\u{C3}\u{A9}") == "café")
    #expect(MojibakeText.decoded("\u{F0}\u{9F}\u{98}\u{80}") == "😀")
    #expect(MojibakeText.decoded("café") == "café")
    #expect(MojibakeText.decoded("日本 \u{C3}\u{A9}") == "日本 \u{C3}\u{A9}")
  }

  @Test("Messages alone, as people cut them out")
  func alone() throws {
    let text =
      #"{"messages": [{"sender_name": "Ann", "timestamp_ms": 1579294140000, "content": "hi"}]}"#
    #expect(FormatSupport.format(text, name: "a.json") == MessengerReader.formatName)
    let sink = try FormatSupport.read(text, as: MessengerReader.self, name: "a.json")
    #expect(sink.texts == ["hi"])
  }

  @Test("A conversation in several files, each with the newest message first")
  func conversation() throws {
    let folder = try TemporaryFolder()
    let head = #""participants": [{"name": "Zo\u00c3\u00ab"}, {"name": "Ann"}]"#
    func file(_ messages: String) -> String {
      """
      {\(head), "messages": [\(messages)], "title": "Zo\\u00c3\\u00ab", "is_still_participant": true,
      "thread_path": "inbox/zoe_1", "magic_words": []}
      """
    }
    let inbox = "messages/inbox/zoe_1/"
    try folder.write(
      file(
        """
        {"sender_name": "Zo\\u00c3\\u00ab", "timestamp_ms": 1700000005900, "content": "second",
        "reactions": [{"reaction": "\(mangled("❤"))", "actor": "Ann"}], "is_geoblocked_for_viewer": false},
        {"sender_name": "Ann", "timestamp_ms": 1700000005100, "content": "\(mangled("first 😀"))",
        "photos": [{"uri": "messages/inbox/zoe_1/photos/1.jpg", "creation_timestamp": 1}]}
        """), as: inbox + "message_1.json")
    for number in 2...10 {
      try folder.write(
        file(
          """
          {"sender_name": "Ann", "timestamp_ms": \(1_700_000_000_000 - number * 1_000_000), "content": "\(number)"}
          """), as: inbox + "message_\(number).json")
    }
    let (sink, formats) = try FormatSupport.open(folder)
    #expect(formats == ["Messenger and Instagram JSON"])
    #expect(Set(sink.conversations.map(\.key)) == ["messenger:zoe_1"])
    #expect(sink.amended.last?.name == "Zoë")
    #expect(sink.texts == (2...10).reversed().map(String.init) + ["first 😀", "second"])
    #expect(sink.authors.last == "Zoë")
    #expect(
      sink.messages.last?.reactions == [ReactionRecord(emoji: "❤", count: 1, authors: ["Ann"])])
    #expect(sink.messages[9].media.map(\.path) == ["photos/1.jpg"])
    #expect(Set(sink.messages.map(\.sourceKey)).count == 11)
  }

  @Test("The export of end-to-end encrypted conversations")
  func encrypted() throws {
    let sink = try FormatSupport.read(
      """
      {"participants": ["Ann", "Bob"], "threadName": "Bob_3", "messages": [
      {"isUnsent": true, "media": [], "reactions": [], "senderName": "Bob", "text": "", "timestamp": 1700000002000, "type": "text"},
      {"isUnsent": false, "media": [{"uri": "./media/a.jpg"}], "reactions": [], "senderName": "Ann", "text": "café", "timestamp": 1700000001000, "type": "media"}]}
      """, as: MessengerReader.self, name: "Bob_3.json")
    #expect(sink.messages.map(\.kind) == [.deleted, .message])
    #expect(sink.messages.last?.media.map(\.path) == ["media/a.jpg"])
    #expect(sink.texts.last == "café")
    #expect(sink.amended.last?.name == "Bob")
  }

  @Test("Calls, stickers, what was shared; no time is no message")
  func kinds() throws {
    let sink = try FormatSupport.read(
      """
      {"participants": [{"name": "A"}, {"name": "B"}, {"name": "C"}], "messages": [
      {"sender_name": "A", "timestamp_ms": 3000, "content": "A called", "call_duration": 65},
      {"sender_name": "B", "timestamp_ms": 2000, "sticker": {"uri": "messages/stickers_used/s.png"},
       "share": {"link": "https://a.b", "share_text": "t"}, "odd": 1},
      {"sender_name": "B", "content": "when?"}], "thread_path": "x"}
      """, as: MessengerReader.self, name: "message_1.json")
    #expect(sink.messages.first?.media.map(\.kind) == [.call])
    #expect(sink.messages.last?.media.map(\.kind) == [.sticker, .other])
    #expect(sink.messages.last?.unknownFields == #"{"odd":1}"#)
    #expect(sink.skipped.count == 1)
    #expect(sink.amended.last?.kind == .group)
  }
}
