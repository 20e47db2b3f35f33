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

  private func page(_ messages: String..., title: String = "Hut") -> String {
    "<html><head><base href=\"../../\"/><title>\(title)</title><style>._a6-g{}</style></head>"
      + "<body><div role=\"main\">\(messages.joined())</div></body></html>"
  }

  private func message(
    _ author: String, _ words: String, _ time: String, rest: String = ""
  ) -> String {
    "<div class=\"pam _3-95 _a6-g uiBoxWhite noborder\"><div class=\"_2ph_ _a6-h _a6-i\">"
      + "\(author)</div><div class=\"_2ph_ _a6-p\"><div><div></div><div>\(words)</div>\(rest)</div>"
      + "</div><div class=\"_3-94 _a6-o\">\(time)</div></div>"
  }

  @Test("Pages: authors, words, times, files and reactions; the oldest page first")
  func pages() throws {
    let folder = try TemporaryFolder()
    let inbox = "your_facebook_activity/messages/inbox/hut_12"
    let rest =
      "<div><a href=\"\(inbox)/photos/a%20b.jpg\"><img src=\"\(inbox)/photos/a%20b.jpg\"></a></div>"
      + "<div><audio src=\"\(inbox)/audio/v.mp4\"></audio></div>"
      + "<div><ul class=\"_a6-q\"><li><span>❤️Ben Lee (Jan 05, 2024 3:05 pm)</span></li>"
      + "<li><span>❤️Cid</span></li></ul></div>"
    try folder.write(
      page(
        message("Cid", "third", "Jan 05, 2024 3:06:00 pm"),
        message("Ben Lee", "second &#039;one&#039;<br>line", "Jan 05, 2024 3:04:05 pm"),
        message("Ann", "first of the page", "Jan 05, 2024 3:04:05 pm", rest: rest),
        message("Ann", "lost", "yesterday")), as: "\(inbox)/message_1.html")
    try folder.write(
      page(
        message("Ann", "Ann named the group Hut.", "Jun 01, 2023 12:00:00 am"),
        // A newer form of the page.
        "<section class=\"_a6-g\"><h2 class=\"_a6-h\">Ben Lee</h2><div class=\"_a6-p\"><div>"
          + "see <a href=\"https://a.example/x\">this</a></div></div><footer class=\"_a6-o\">"
          + "<div class=\"_a72d\">May 31, 2023 11:59 PM</div></footer></section>",
        "<div class=\"_a6-g\"><div class=\"_a6-h\">Participants: Ann and Ben Lee</div></div>"),
      as: "\(inbox)/message_2.html")
    try folder.write(page(message("Ann", "a post", "Jan 05, 2024 3:04 pm")), as: "posts/posts.html")
    let (sink, formats) = try FormatSupport.open(folder)
    #expect(formats == [MessengerPagesReader.formatName])
    #expect(sink.conversations.map(\.key) == ["messenger-html:hut_12"])
    #expect(sink.conversations.map(\.name) == ["Hut"] && sink.amended.map(\.kind) == [.group])
    #expect(
      sink.texts == [
        "Ann named the group Hut.", "see this", "third", "first of the page",
        "second 'one'\nline",
      ])
    #expect(sink.authors == ["Ann", "Ben Lee", "Cid", "Ann", "Ben Lee"])
    #expect(
      sink.times == [
        "2023-06-01 00:00:00", "2023-05-31 23:59:00", "2024-01-05 15:06:00",
        "2024-01-05 15:04:05", "2024-01-05 15:04:05",
      ])
    #expect(sink.messages[0].kind == .service(action: "event"))
    #expect(sink.messages[1].text.spans.map(\.attribute) == [.link(target: "https://a.example/x")])
    #expect(sink.messages[3].media.map(\.path) == ["photos/a b.jpg", "audio/v.mp4"])
    #expect(sink.messages[3].media.map(\.kind) == [.photo, .voice])
    #expect(
      sink.messages[3].reactions == [
        ReactionRecord(emoji: "❤️", count: 2, authors: ["Ben Lee", "Cid"])
      ])
    #expect(sink.skipped.map(\.place) == ["message 4"])
  }

  @Test("Of a reaction, the name may begin with signs, too, and the emoji may be a keycap")
  func reactions() throws {
    let rest =
      "<ul class=\"_a6-q\"><li><span>❤✨Lisa✨ (Jan 05, 2024 3:05 pm)</span></li>"
      + "<li><span>👍_ben_ (Jan 05, 2024 3:05 pm)</span></li><li><span>1️⃣Dan</span></li>"
      + "<li><span>❤Eve</span></li></ul>"
    let sink = try FormatSupport.read(
      page(message("Ann", "one", "Jan 05, 2024 3:04 pm", rest: rest)),
      as: MessengerPagesReader.self, name: "inbox/ann_1/message_1.html")
    #expect(
      sink.messages.map(\.reactions) == [
        [
          ReactionRecord(emoji: "❤", count: 2, authors: ["✨Lisa✨", "Eve"]),
          ReactionRecord(emoji: "👍", count: 1, authors: ["_ben_"]),
          ReactionRecord(emoji: "1️⃣", count: 1, authors: ["Dan"]),
        ]
      ])
  }

  @Test("A picture with a web address is that address, and the message keeps its key")
  func addresses() throws {
    func read(_ rest: String, words: String = "") throws -> MessageRecord {
      let sink = try FormatSupport.read(
        page(message("Ann", words, "Jan 05, 2024 3:04 pm", rest: rest)),
        as: MessengerPagesReader.self, name: "inbox/ann_1/message_1.html")
      return try #require(sink.messages.first)
    }
    let address = "https://cdn.example/x.jpg?a=1"
    let picture = "<a href=\"\(address)\"><img src=\"\(address)\"/></a><img src=\"\(address)\"/>"
    let alone = try read(picture)
    #expect(alone.text.string == address && alone.media.isEmpty)
    #expect(try read("").sourceKey == alone.sourceKey)
    #expect(try read(picture, words: "look").text.string == "look\n\(address)")
    let single = "<img src=\"\(address)\"/>"
    let said = try read(single, words: "look")
    #expect(said.text.string == "look\n\(address)")
    #expect(try read("", words: "look").sourceKey == said.sourceKey)
    #expect(try read(single, words: "see \(address)").text.string == "see \(address)")
    for none in ["data:image/png;base64,AA", "javascript:x", "https://", "file:///etc/x.png"] {
      #expect(try read("<img src=\"\(none)\"/>").text.string == "")
    }
    #expect(try read("<img src=\"\(address)\" alt=\"😀\"/>").text.string == "😀")
  }

  @Test("A page that breaks off is said to be cut; what is whole is kept")
  func cutPage() throws {
    let whole = page(
      message("Ann", "one", "Jan 05, 2024 3:04 pm"), message("Ben", "two", "Jan 05, 2024 3:03 pm"))
    let text = whole.prefix(whole.count - 60)
    let sink = CollectingSink()
    let source = MemoryByteSource(Array(text.utf8), name: "inbox/ann_1/message_1.html")
    #expect {
      try MessengerPagesReader.read(source, into: sink)
    } throws: {
      if case ArchiveError.truncated = $0 { true } else { false }
    }
    #expect(sink.texts.first == "one")
  }

  @Test(
    "Short dates of the account's language",
    arguments: [
      ("Jan 05, 2024 3:04:05 pm", "2024-01-05 15:04:05"),
      ("Sept 5, 2024, 12:04 AM", "2024-09-05 00:04:00"),
      ("5. Okt. 2024, 15:04", "2024-10-05 15:04:00"), ("5 oct. 2024, 15:04", "2024-10-05 15:04:00"),
      ("5 de mar. de 2024 15:04", "2024-03-05 15:04:00"),
      ("05.10.2024 15:04", "2024-10-05 15:04:00"),
      ("2024/10/05 15:04", "2024-10-05 15:04:00"), ("2024年10月5日 15:04", "2024-10-05 15:04:00"),
      // October for some, November for others.
      ("5 listopad 2024 15:04", nil), ("05/10/2024 15:04", nil), ("Jan 05, 2024", nil),
      ("5 xyz 2024 15:04", nil), ("", nil),
    ] as [(String, String?)])
  func shortDates(text: String, expected: String?) {
    #expect(ProseTime.parseShort(text).map { CollectingSink.clock($0.seconds) } == expected)
  }
}
