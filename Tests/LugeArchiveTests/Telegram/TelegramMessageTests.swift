import LugeArchive
import LugeCore
import LugeImporters
import Testing

@Suite("Telegram: messages")
struct TelegramMessageTests {
  private func read(_ message: String) throws -> MessageRecord {
    let sink = CollectingSink()
    let json = TelegramExport.chat([message])
    try TelegramReader.read(MemoryByteSource(Array(json.utf8), name: "result.json"), into: sink)
    #expect(sink.skipped.isEmpty)
    return try #require(sink.messages.first)
  }

  private func message(_ fields: String) throws -> MessageRecord {
    try read("{\"id\": 5, \"type\": \"message\", \"date_unixtime\": \"1700000000\", \(fields)}")
  }

  @Test(
    "A number that is no time of the date beside it is not believed",
    arguments: [
      ("9999999999999999", 1_704_106_800), ("1704103214000", 1_704_106_800), ("-5", 1_704_106_800),
      ("0", 1_704_106_800), ("-9223372036854775808", 1_704_106_800), ("1704103200", 1_704_103_200),
      ("1704153600", 1_704_153_600),
    ])
  func dates(unix: String, seconds: Int64) throws {
    let record = try read(
      "{\"id\": 5, \"type\": \"message\", \"date\": \"2024-01-01T11:00:00\", "
        + "\"date_unixtime\": \"\(unix)\", \"text\": \"a\"}")
    #expect(record.time.seconds == seconds)
    #expect(record.time.certainty == (seconds == 1_704_106_800 ? .zoneUnknown : .exact))
  }

  @Test("A wall clock alone is of the zone of its neighbours")
  func wallClocks() throws {
    let sink = CollectingSink()
    let json = TelegramExport.chat([
      #"{"id": 1, "type": "message", "date": "2024-01-01T11:00:00", "date_unixtime": "1704103200"}"#,
      #"{"id": 2, "type": "message", "date": "2024-01-01T11:01:00"}"#,
      #"{"id": 3, "type": "unsupported", "date": "2024-01-01T11:02:00"}"#,
      #"{"id": 4, "type": "unsupported"}"#,
    ])
    try TelegramReader.read(MemoryByteSource(Array(json.utf8), name: "result.json"), into: sink)
    #expect(
      sink.messages.map(\.time.seconds) == [
        1_704_103_200, 1_704_103_260, 1_704_103_320, 1_704_103_320,
      ])
    #expect(sink.messages.map(\.time.certainty) == [.exact, .exact, .exact, .exact])
  }

  @Test("Every kind of marked text")
  func entities() throws {
    let record = try message(
      """
      "text": ["plain é ", {"type": "bold", "text": "b"}, {"type": "italic", "text": "i"},
      {"type": "underline", "text": "u"}, {"type": "strikethrough", "text": "s"},
      {"type": "code", "text": "c"}, {"type": "pre", "text": "p", "language": "swift"},
      {"type": "pre", "text": "q", "language": ""}, {"type": "spoiler", "text": "x"},
      {"type": "blockquote", "text": "k"}, {"type": "link", "text": "example.org"},
      {"type": "link", "text": "http://a.b"},
      {"type": "text_link", "text": "t", "href": "https://t.me"},
      {"type": "mention", "text": "@anna"},
      {"type": "mention_name", "text": "Anna", "user_id": 12},
      {"type": "hashtag", "text": "#h"}, {"type": "cashtag", "text": "$C"},
      {"type": "bot_command", "text": "/go"}, {"type": "email", "text": "a@b.c"},
      {"type": "phone", "text": "+1 2"}, {"type": "bank_card", "text": "4242"},
      {"type": "custom_emoji", "text": "🙂", "document_id": "77"}, " end"]
      """)
    let attributes: [StyledText.Attribute] = [
      .bold, .italic, .underline, .strike, .code, .preformatted(language: "swift"),
      .preformatted(language: nil), .spoiler, .blockquote, .link(target: "https://example.org"),
      .link(target: "http://a.b"), .link(target: "https://t.me"), .mention(id: nil),
      .mention(id: "user12"), .hashtag, .hashtag, .other(name: "bot_command"),
      .link(target: "mailto:a@b.c"), .link(target: "tel:+12"), .other(name: "bank_card"),
      .customEmoji(id: "77"),
    ]
    #expect(record.text.spans.map(\.attribute) == attributes)
    #expect(record.text.string.hasPrefix("plain é biusc\np\nq\nx\nk\nexample.org"))
    #expect(record.text.string.hasSuffix("🙂 end"))
    #expect(record.text.spans.first?.range == 9..<10)
    #expect(record.text == record.text.normalized())
  }

  @Test(
    "Code and quotations are paragraphs of their own, with or without written line breaks",
    arguments: [
      (#"["see ", {"type": "pre", "text": "a = 1"}, " done"]"#, "see \na = 1\ndone"),
      (#"[{"type": "blockquote", "text": "k"}, " ", {"type": "bold", "text": " b"}]"#, "k\nb"),
      (#"["see\n", {"type": "pre", "text": "a = 1"}, "\ndone"]"#, "see\na = 1\ndone"),
      (#"[{"type": "blockquote", "text": "k"}, "", {"type": "bold", "text": "b"}]"#, "k\nb"),
      (#"[{"type": "code", "text": "c"}, " d"]"#, "c d"),
    ])
  func blocks(text: String, shown: String) throws {
    let record = try message(#""text": \#(text)"#)
    #expect(record.text.string == shown)
    #expect(record.text == record.text.normalized())
  }

  @Test(
    "Text and its list of marks, in all combinations",
    arguments: [
      (#""text": "a""#, "a", 0), (#""text": """#, "", 0), (#""other": 1"#, "", 0),
      (#""text": null, "text_entities": [{"type": "bold", "text": "a"}]"#, "a", 1),
      (
        #""text": "ab", "text_entities": [{"type": "bold", "text": "a"}, {"type": "plain", "text": "b"}]"#,
        "ab", 1
      ),
      (#""text": "ab", "text_entities": [{"type": "bold", "text": "else"}]"#, "ab", 0),
      (#""text": "ab", "text_entities": []"#, "ab", 0),
      (#""text": "", "text_entities": [{"type": "plain", "text": "a"}]"#, "a", 0),
      (#""text": [], "text_entities": [{"type": "bold", "text": "a"}]"#, "a", 1),
      (#""text": [], "text_entities": []"#, "", 0),
      (#""text": ["a", 7, null, {}, {"text": 5}, {"type": "bold"}]"#, "a5", 0),
    ])
  func combinations(fields: String, text: String, spans: Int) throws {
    let record = try message(fields)
    #expect(record.text.string == text)
    #expect(record.text.spans.count == spans)
  }

  @Test("Who, when and in answer to what")
  func facts() throws {
    let record = try message(
      """
      "from": null, "from_id": "user9", "reply_to_message_id": 3, "reply_to_peer_id": "channel44",
      "forwarded_from": null, "edited": "2023-11-15T00:00:00", "edited_unixtime": "1700006400",
      "saved_from": "x", "via_bot": "@gif", "reactions": [
      {"type": "emoji", "count": 2, "emoji": "🔥", "recent": [{"from": "Ben", "from_id": "user2"},
      {"from": null, "from_id": "user3"}]}, {"type": "custom_emoji", "count": 1, "document_id": "s.webp"},
      {"type": "paid", "count": 4}]
      """)
    #expect(record.sourceKey == "5")
    #expect(record.author == AuthorRecord(key: "user9", name: "Deleted Account"))
    #expect(record.time == Timestamp(seconds: 1_700_000_000, certainty: .exact))
    #expect(record.replyTo == ReplyRecord(sourceKey: "3", conversationKey: "telegram:44"))
    #expect(record.forwardedFrom == "Deleted Account")
    #expect(record.edited?.seconds == 1_700_006_400)
    #expect(record.reactions.map(\.emoji) == ["🔥", "s.webp", "⭐"])
    #expect(record.reactions.map(\.count) == [2, 1, 4])
    #expect(record.reactions.first?.authors == ["Ben", "Deleted Account"])
    #expect(record.unknownFields == #"{"saved_from":"x","via_bot":"@gif"}"#)
  }

  @Test(
    "Dates without a zone, with one, and none at all",
    arguments: [
      ("\"2024-01-15T10:30:00\"", 1_705_314_600, Timestamp.Certainty.zoneUnknown),
      ("\"2024-01-15T10:30:00Z\"", 1_705_314_600, .exact),
      ("\"2024-01-15T10:30:00.25+02:00\"", 1_705_307_400, .exact),
      ("\"1969-12-31T23:59:59\"", -1, .zoneUnknown),
      ("\"2000-02-29T00:00:00\"", 951_782_400, .zoneUnknown),
    ])
  func dates(date: String, seconds: Int64, certainty: Timestamp.Certainty) throws {
    let record = try read("{\"id\": 1, \"type\": \"message\", \"date\": \(date), \"text\": \"\"}")
    #expect(record.time == Timestamp(seconds: seconds, certainty: certainty))
  }

  @Test("A file that was left out is told once, not on each message")
  func missingFile() throws {
    let sentence = "(File not included. Change data exporting settings to download.)"
    let record = try message(
      "\"file\": \"\(sentence)\", \"thumbnail\": \"\(sentence)\", \"media_type\": \"video_file\"")
    #expect(record.media == [MediaRecord(kind: .video)])
    let sticker = try message(
      "\"file\": \"\(sentence)\", \"media_type\": \"sticker\", \"sticker_emoji\": \"🙂\"")
    #expect(sticker.media == [MediaRecord(kind: .sticker, note: "🙂")])
    let sink = CollectingSink()
    let lines = (1...3).map {
      "{\"id\": \($0), \"type\": \"message\", \"date_unixtime\": \"5\", \"photo\": \"\(sentence)\"}"
    }
    let json = TelegramExport.chat(lines)
    try TelegramReader.read(MemoryByteSource(Array(json.utf8), name: "result.json"), into: sink)
    #expect(sink.notes.map { String($0.reason.prefix(11)) } == ["3 files are"])
  }

  @Test("Custom emoji whose pictures were left out are their text")
  func missingEmoji() throws {
    let sentence = "(File not included. Change data exporting settings to download.)"
    let record = try message(
      """
      "text": ["a ", {"type": "custom_emoji", "text": "🙂", "document_id": "\(sentence)"},
      {"type": "custom_emoji", "text": "🔥", "document_id": "stickers/f.webp"}]
      """)
    #expect(record.text.string == "a 🙂🔥")
    #expect(record.text.spans.map(\.attribute) == [.customEmoji(id: "stickers/f.webp")])
  }

  @Test("Buttons of bots, with the addresses they open")
  func buttons() throws {
    let record = try message(
      #""text": "t", "inline_bot_buttons": [[{"type": "url", "text": "Open", "data": "https://a.b"}], [{"type": "callback", "text": "Yes", "data": "x"}]]"#
    )
    #expect(record.media == [.words("▸ Open (https://a.b)\n▸ Yes")])
    #expect(record.unknownFields == nil)
  }

  @Test("What could not be exported keeps its place")
  func unsupported() throws {
    let sink = CollectingSink()
    let json = TelegramExport.chat([
      "{\"id\": 1, \"type\": \"unsupported\"}",
      "{\"id\": 2, \"type\": \"message\", \"date_unixtime\": \"50\", \"text\": \"a\"}",
      "{\"id\": 3, \"type\": \"unsupported\", \"from\": \"Ann\", \"from_id\": \"user1\"}",
    ])
    try TelegramReader.read(MemoryByteSource(Array(json.utf8), name: "result.json"), into: sink)
    #expect(sink.messages.map(\.sourceKey) == ["2", "3"])
    #expect(sink.messages.map(\.time.seconds) == [50, 50])
    #expect(sink.messages.last?.author == AuthorRecord(key: "user1", name: "Ann"))
    #expect(sink.messages.last?.kind == .service(action: "unsupported"))
    // Before the first message there is no time to keep it at.
    #expect(sink.skipped.count == 1)
  }

  @Test("Topics of a forum are conversations of their own")
  func topics() throws {
    let sink = CollectingSink()
    func line(_ id: Int, _ fields: String) -> String {
      "{\"id\": \(id), \"type\": \"message\", \"date_unixtime\": \"\(id)\", \"text\": \"m\(id)\"\(fields)}"
    }
    let json = TelegramExport.chat([
      line(1, ""),
      #"{"id": 2, "type": "service", "date_unixtime": "2", "action": "topic_created", "title": "News", "text": ""}"#,
      line(3, #", "reply_to_message_id": 2"#), line(4, ""),
      line(5, #", "reply_to_message_id": 3"#), line(6, #", "reply_to_message_id": 1"#),
    ])
    try TelegramReader.read(MemoryByteSource(Array(json.utf8), name: "result.json"), into: sink)
    let names = sink.conversations.map { $0.name.split(separator: "›").count }
    #expect(names == [1, 2, 1, 2, 1])
    #expect(sink.conversations[1].key.hasSuffix("/topic:2"))
    #expect(sink.conversations[1].name.hasSuffix(" › News"))
    #expect(sink.messages.map(\.replyTo?.sourceKey) == [nil, nil, nil, nil, "3", "1"])
  }

  @Test(
    "Kinds of attachments",
    arguments: [
      (
        #""photo": "p.jpg", "photo_file_size": 5, "width": 3, "height": 4"#,
        MediaRecord(kind: .photo, path: "p.jpg", size: 5, width: 3, height: 4)
      ),
      (
        #""file": "s.webp", "media_type": "sticker", "sticker_emoji": "🙂", "thumbnail": "t.jpg", "thumbnail_file_size": 1"#,
        MediaRecord(kind: .sticker, path: "s.webp", thumbnailPath: "t.jpg", note: "🙂")
      ),
      (
        #""file": "a.mp3", "file_name": "A", "file_size": 9, "media_type": "audio_file", "performer": "P", "title": "T", "mime_type": "audio/mpeg", "duration_seconds": 210"#,
        MediaRecord(
          kind: .audio, path: "a.mp3", mimeType: "audio/mpeg", fileName: "A", size: 9,
          duration: 210, note: "P – T")
      ),
      (
        #""file": "v.ogg", "media_type": "voice_message""#, MediaRecord(kind: .voice, path: "v.ogg")
      ),
      (
        #""file": "v.mp4", "media_type": "video_message""#,
        MediaRecord(kind: .videoMessage, path: "v.mp4")
      ),
      (
        #""file": "a.mp4", "media_type": "animation""#, MediaRecord(kind: .animation, path: "a.mp4")
      ),
      (
        #""file": "files/d.pdf""#,
        MediaRecord(kind: .file, path: "files/d.pdf", fileName: "d.pdf")
      ),
      (
        #""file": "files/d (1).pdf", "file_name": "d.pdf""#,
        MediaRecord(kind: .file, path: "files/d (1).pdf", fileName: "d.pdf")
      ),
      (
        #""contact_information": {"first_name": "Bob", "last_name": "", "phone_number": "+1"}, "contact_vcard": "b.vcf", "contact_vcard_file_size": 7"#,
        MediaRecord(kind: .contact, path: "b.vcf", size: 7, note: "Bob, +1")
      ),
      (
        #""place_name": "Bar", "address": "Main St", "location_information": {"latitude": 50.45, "longitude": -30.5}, "live_location_period_seconds": 900"#,
        MediaRecord(kind: .location, note: "Bar, Main St\n50.45, -30.5\nlive for 15 minutes")
      ),
      (#""location_information": null"#, MediaRecord(kind: .location)),
      (
        #""poll": {"question": "Q?", "closed": true, "total_voters": 3, "answers": [{"text": "A", "voters": "2", "chosen": "true"}, {"text": "B", "voters": 1, "chosen": false}]}"#,
        MediaRecord(kind: .poll, note: "Q?\n• A: 2 votes ✓\n• B: 1 vote\n(3 voters, closed)")
      ),
    ])
  func media(fields: String, expected: MediaRecord) throws {
    let record = try message(fields)
    #expect(record.media == [expected])
    #expect(record.unknownFields == nil)
  }

  @Test(
    "Games, invoices, lists and giveaways are the message's words, beside a text as beside none",
    arguments: [
      (
        #""game_title": "G", "game_description": "D", "game_link": "L""#, "Game: G\nD\nL"
      ),
      (
        #""invoice_information": {"title": "I", "amount": 499, "currency": "USD"}"#,
        "Invoice: I\n4.99 USD"
      ),
      (
        #""todo_list": {"title": "L", "answers": [{"text": "a", "id": 1}]}"#, "List: L\n• a"
      ),
      (
        #""giveaway_information": {"quantity": 2, "months": 3}"#,
        "Giveaway: 2 winners, 3 months of Premium"
      ),
    ])
  func words(fields: String, words: String) throws {
    let alone = try message(fields)
    #expect(alone.text.string == words && alone.media.isEmpty)
    let beside = try message(#""text": "Look", "# + fields)
    #expect(beside.text.string == "Look" && beside.media == [.words(words)])
  }

  @Test("Unknown fields and kinds are kept as they were")
  func unknown() throws {
    let json =
      #"{"id": 1, "type": "hologram", "date_unixtime": 5, "text": "t", "new": {"a": [1, 2.50, "ü\n"]}, "performer": "P"}"#
    let record = try read(json)
    #expect(record.kind == .message)
    #expect(
      record.unknownFields == #"{"type":"hologram","performer":"P","new":{"a":[1,2.50,"ü\n"]}}"#)
  }

  @Test("Messages without an id keep apart, and find themselves again")
  func derivedKeys() throws {
    func keys() throws -> [String] {
      let messages = ["a", "a", "b"].map {
        "{\"type\": \"message\", \"date_unixtime\": \"5\", \"from\": \"A\", \"text\": \"\($0)\"}"
      }
      let sink = CollectingSink()
      let json = TelegramExport.chat(messages)
      try TelegramReader.read(MemoryByteSource(Array(json.utf8), name: "r.json"), into: sink)
      return sink.messages.map(\.sourceKey)
    }
    #expect(Set(try keys()).count == 3)
    #expect(try keys() == keys())
  }
}
