import LugeCore
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Discord")
struct DiscordTests {
  private static func channel(
    _ messages: String, guild: String = "9", type: String = "\"GuildTextChat\""
  )
    -> String
  {
    """
    {"guild": {"id": "\(guild)", "name": "Garden"}, "channel": {"id": "77", "type": \(type),
    "categoryId": "1", "category": "Talk", "name": "plants", "topic": null},
    "dateRange": {"after": null, "before": null}, "exportedAt": "2024-01-02T00:00:00+00:00",
    "messages": [\(messages)], "messageCount": 3}
    """
  }

  private static let ann = #"{"id": "1", "name": "ann", "nickname": "Ann", "isBot": false}"#

  private static let messages = """
    {"id": "100", "type": "Default", "timestamp": "2024-01-01T10:00:00.123+01:00",
     "timestampEdited": "2024-01-01T09:05:00Z", "isPinned": false, "content": "**hi** <@2> `x_y`",
     "author": \(ann), "attachments": [{"id": "5", "url": "a [1].html_Files/leaf 1.png",
     "fileName": "leaf.png", "fileSizeBytes": 12}], "embeds": [], "stickers": [],
     "reactions": [{"emoji": {"id": "", "name": "🌱"}, "count": 2}], "mentions": []},
    {"id": "101", "type": "Reply", "timestamp": "2024-01-01T09:06:00Z", "content": "yes",
     "author": {"id": "2", "name": "bob"}, "reference": {"messageId": "100", "channelId": "77"}},
    {"id": "102", "type": "ChannelPinnedMessage", "timestamp": "2024-01-01T09:07:00Z",
     "content": "Pinned a message.", "author": \(ann)},
    {"id": "103", "type": "Default", "content": "no time", "author": \(ann)}
    """

  @Test("A channel: messages, answers, services, and what makes no sense with its place")
  func channel() throws {
    let sink = try FormatSupport.read(
      Self.channel(Self.messages), as: DiscordReader.self, name: "Garden - plants [77].json")
    #expect(sink.conversations.map(\.key) == ["discord:77"])
    #expect(sink.conversations.map(\.name) == ["#plants (Garden)"])
    #expect(sink.authors == ["Ann", "bob", "Ann"])
    let first = try #require(sink.messages.first)
    #expect(first.text.string == "hi @2 x_y")
    #expect(
      first.text.spans.map(\.attribute) == [.bold, .mention(id: "2"), .code])
    #expect(first.time == Timestamp(seconds: 1_704_099_600, certainty: .exact))
    #expect(first.edited?.seconds == 1_704_099_900)
    #expect(
      first.media == [
        MediaRecord(
          kind: .photo, path: "a [1].html_Files/leaf 1.png", fileName: "leaf.png", size: 12)
      ])
    #expect(first.reactions == [ReactionRecord(emoji: "🌱", count: 2)])
    #expect(first.unknownFields == nil)
    #expect(sink.messages[1].replyTo?.sourceKey == "100")
    #expect(sink.messages[2].kind == .service(action: "ChannelPinnedMessage"))
    #expect(sink.messages[2].text.string == "Ann pinned a message")
    #expect(sink.skipped.map { String($0.place.prefix(11)) } == ["message 103"])
    // The count disagrees with the list.
    #expect(sink.notes.map(\.reason) == ["it says that it has 3 messages, and has 4"])
  }

  @Test(
    "Kinds of channels are words, and were numbers once", arguments: ["\"DirectTextChat\"", "1"])
  func direct(type: String) throws {
    let sink = try FormatSupport.read(
      Self.channel("", guild: "0", type: type), as: DiscordReader.self, name: "x.json")
    #expect(sink.conversations.map(\.kind) == [.personal])
    #expect(sink.conversations.map(\.name) == ["plants"])
  }

  @Test("All that an embed says, and one that is a picture alone")
  func embeds() throws {
    let sink = try FormatSupport.read(
      Self.channel(
        """
        {"id": "1", "type": "Default", "timestamp": "2024-01-01T09:06:00Z", "content": "",
        "author": \(Self.ann), "embeds": [
          {"author": {"name": "Build"}, "title": "Done", "url": "", "description": "In 2 min",
           "fields": [{"name": "Tests", "value": "12"}, {"name": "", "value": "green"}],
           "footer": {"text": "Monday"}},
          {"title": "", "url": null, "description": "", "image": {"url": "x_Files/a.png"}},
          {"title": "", "fields": []}]}
        """), as: DiscordReader.self, name: "x.json")
    #expect(
      sink.messages.first?.media == [
        .words("Done\nBuild\nIn 2 min\nTests: 12\ngreen\nMonday"),
        MediaRecord(kind: .photo, path: "x_Files/a.png"),
      ])
  }

  @Test("Files of an export that was made on Windows")
  func windows() throws {
    let sink = try FormatSupport.read(
      Self.channel(
        #"""
        {"id": "1", "type": "Default", "timestamp": "2024-01-01T09:06:00Z", "content": "",
        "author": {"id": "1", "name": "ann"}, "attachments": [
        {"id": "5", "url": "x.json_Files\\leaf.png", "fileName": "leaf.png"},
        {"id": "6", "url": "https://cdn.example/a\\b.png", "fileName": "b.png"}]}
        """#), as: DiscordReader.self, name: "x.json")
    #expect(
      sink.messages.first?.media.map(\.path) == [
        "x.json_Files/leaf.png", "https://cdn.example/a\\b.png",
      ])
  }

  @Test("Forwarded messages, stickers and embeds")
  func attachments() throws {
    let sink = try FormatSupport.read(
      Self.channel(
        """
        {"id": "1", "type": "Default", "timestamp": "2024-01-01T09:06:00Z", "content": "",
        "author": \(Self.ann), "forwardedMessage": {"content": "words", "attachments": []},
        "stickers": [{"id": "1", "name": "Wave", "format": "PNG", "sourceUrl": "s.png"}],
        "embeds": [{"title": "T", "url": "https://a.b", "description": "D"}], "newField": {"a": 1}}
        """), as: DiscordReader.self, name: "x.json")
    let message = try #require(sink.messages.first)
    #expect(message.text.string == "words")
    // Whose message it was is not told.
    #expect(message.forwardedFrom == "")
    #expect(message.media.map(\.kind) == [.sticker, .other])
    #expect(message.media.last?.note == "T\nD\nhttps://a.b")
    #expect(message.unknownFields == #"{"newField":{"a":1}}"#)
  }

  @Test("Discord's own package: lists and tables, a folder a channel")
  func package() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"[{"ID": 11, "Timestamp": "2024-01-01 10:00:00", "Contents": "a", "Attachments": ""}]"#,
      as: "messages/c77/messages.json")
    try folder.write(
      #"{"id": "77", "type": "GUILD_TEXT", "name": "plants", "guild": {"id": "9", "name": "Garden"}}"#,
      as: "messages/c77/channel.json")
    try folder.write(
      "ID,Timestamp,Contents,Attachments\n12,2024-01-01 10:00:00+00:00,\"b, \"\"c\"\"\nd\",https://cdn.example.org/x.png?ex=1\n",
      as: "messages/c78/messages.csv")
    let (sink, formats) = try FormatSupport.open(folder)
    #expect(formats == ["Discord data package"])
    #expect(sink.conversations.map(\.name) == ["#plants (Garden)", "Discord 78"])
    #expect(sink.texts == ["a", "b, \"c\"\nd"])
    #expect(sink.messages.last?.media.map(\.fileName) == ["x.png"])
    #expect(sink.notes.count == 1)
  }

  @Test("Recognised, and told from Telegram's")
  func recognised() {
    #expect(
      FormatSupport.format(Self.channel(Self.messages), name: "a.json") == DiscordReader.formatName)
  }

  @Test("Cut off in the middle is an error, and what came before is kept")
  func cut() throws {
    let text = Self.channel(Self.messages)
    let sink = CollectingSink()
    #expect(throws: ArchiveError.self) {
      try DiscordReader.read(
        MemoryByteSource(Array(text.utf8.dropLast(300)), name: "x.json"), into: sink)
    }
    #expect(sink.messages.count == 2)
  }

  @Test(
    "Signs that enclose nothing, stand in a longer row, or behind a backslash are words",
    arguments: [
      "f*** you", "what the f***", "f*** you and f*** them", "**** off", "***", "****", "** x **",
      "2 ** 3 ** 4", "5 * 3 * 2 = 30", "____", "~~~~", "||||", "``", "````", "*", "**", "__", "_",
      "snake_case_name", "http://a_b_c.d/e_f_ x", "\\", "C:\\dir",
    ])
  func plainSigns(text: String) {
    #expect(DiscordText.styled(text) == StyledText(text))
    #expect(MarkdownText.styled(text) == StyledText(text))
  }

  @Test(
    "Backslashes, and signs of three",
    arguments: [
      (#"\*x\*"#, "*x*", 0), (#"¯\_(ツ)_/¯"#, "¯_(ツ)_/¯", 0), ("***x***", "x", 2),
      ("**a *b* c**", "a b c", 2), ("``a`b``", "a`b", 1), ("*a* and *b*", "a and b", 2),
      (#"*a\* b*"#, "a* b", 1),
    ])
  func signs(text: String, shown: String, spans: Int) {
    let styled = DiscordText.styled(text)
    #expect(styled.string == shown && styled.spans.count == spans)
  }

  @Test("Where a backslash is a word, a sign behind it is one, too")
  func arms() {
    let shrug = #"¯\_(ツ)_/¯"#
    #expect(SlackText(people: [:], channels: [:]).styled(shrug) == StyledText(shrug))
    let whatsApp = Array(shrug.utf8).withUnsafeBufferPointer { WhatsAppFormatting.styled($0) }
    #expect(whatsApp == StyledText(shrug))
  }

  @Test(
    "Moments and headings of Discord's Markdown",
    arguments: [
      ("at <t:1700000000:R>", "at 2023-11-14 22:13 UTC", 0),
      ("<t:1700000000>", "2023-11-14 22:13 UTC", 0),
      (
        "<t:1700000000:t> <t:1700000000:T> <t:1700000000:D>", "22:13 UTC 22:13:20 UTC 2023-11-14", 0
      ),
      ("<t:1700000000:x> <t:a>", "<t:1700000000:x> <t:a>", 0),
      ("<t:-1:f>", "1969-12-31 23:59 UTC", 0),
      ("# Head", "Head", 1), ("a\n## Head\nb", "a\nHead\nb", 1), ("#### x", "#### x", 0),
      ("#tag", "#tag", 0), ("# ", "# ", 0), ("# a\n# b", "a\nb", 2), ("a # b", "a # b", 0),
      ("# a\n> q", "a\nq", 2),
    ])
  func moments(text: String, expected: String, spans: Int) {
    let styled = DiscordText.styled(text)
    #expect(styled.string == expected && styled.spans.count == spans)
    for span in styled.spans where span.attribute == .bold {
      let bytes = Array(styled.string.utf8)[span.range]
      #expect(!bytes.contains(0x0A), "the line alone")
    }
  }
}
