import LugeCore
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Matrix: Element's plain text") struct ElementTextTests {
  private static let file = "matrix - Garden - Chat Export - 2024-02-01T10-00-00.000Z.txt"

  /// The same messages behind days as the versions of Element write them.
  private static func text(_ days: (Int, String) -> String) -> String {
    let lines = [
      (30, "14:05:11", "Ann Lee created and configured the room."),
      (
        30, "14:05:12",
        "@bob:example.org: Hello, world: how are you on this very day?\nsecond - line"
      ),
      (
        30, "14:06:00",
        "Ann Lee: <@bob:example.org \"Hello, world: how are you on thi...\"> fine, \"thanks\""
      ),
      (30, "14:07:00", "* Ann Lee waves"),
      (30, "14:08:00", "Ann Lee sent an image. (File Attached)"),
      (30, "14:09:00", "@bob:example.org: report.pdf (Media omitted)"),
      (30, "14:10:00", "Ann Lee: Message deleted"),
      (31, "14:11:00", "Ann Lee changed the topic to \"x: y\"."),
      (31, "14:12:00", "@bob:example.org: <Ann Lee \"nothing here\"> what"),
      (31, "14:13:00", "Ann Lee removed Carl: rude"),
    ]
    return lines.map { "\(days($0.0, $0.1)) - \($0.2)\n" }.joined()
  }

  static let layouts: [String] = [
    text { day, clock in "\(day == 30 ? "Tue" : "Wed"), Jan \(day), 2024, \(clock)" },
    text { day, clock in
      "\(day == 30 ? "Tue" : "Wed"), Jan \(day), 2024, 2:\(clock.dropFirst(3)) PM"
    },
    text { day, clock in "\(day == 30 ? "Di." : "Mi."), \(day). Jan. 2024, \(clock)" },
    text { day, clock in "1/\(day)/2024, 2:\(clock.dropFirst(3)) PM" },
    text { day, clock in "\(day)/01/2024, \(clock)" },
    text { day, clock in "\(day).1.2024, \(clock)" },
  ]

  @Test("Messages, answers, files and events, however the day is written", arguments: layouts)
  func messages(text: String) throws {
    for name in [Self.file, "export.txt"] {
      #expect(FormatSupport.format(text, name: name) == ElementTextReader.formatName)
    }
    let sink = try FormatSupport.read(text, as: ElementTextReader.self, name: Self.file)
    #expect(sink.conversations.map(\.name) == ["Garden"])
    #expect(
      sink.texts == [
        "Ann Lee created and configured the room.",
        "Hello, world: how are you on this very day?\nsecond - line", "fine, \"thanks\"", "waves",
        "", "", "This message was deleted", "Ann Lee changed the topic to \"x: y\".",
        "nothing here\nwhat", "Ann Lee removed Carl: rude",
      ])
    let bob = "@bob:example.org"
    #expect(
      sink.authors == [
        nil, bob, "Ann Lee", "Ann Lee", "Ann Lee", bob, "Ann Lee", nil, bob, nil,
      ])
    #expect(sink.times.first == "2024-01-30 14:05:11")
    #expect(sink.times.last == "2024-01-31 14:13:00")
    #expect(sink.messages[2].replyTo?.sourceKey == sink.messages[1].sourceKey)
    #expect(sink.messages[3].text.spans.map(\.attribute) == [.italic])
    #expect(sink.messages[4].media.map(\.kind) == [.photo])
    #expect(sink.messages[5].media.map(\.fileName) == ["report.pdf"])
    #expect(sink.messages[6].kind == .deleted)
    #expect(sink.messages[7].kind == .service(action: "event"))
    #expect(sink.messages[8].text.spans.map(\.attribute) == [.blockquote])
    #expect(sink.skipped.isEmpty)
  }

  @Test("The room's name is that of the zip or folder around the file")
  func name() throws {
    let sink = try FormatSupport.read(
      Self.layouts[0], as: ElementTextReader.self, name: "export.txt",
      container: "matrix - Garden - Chat Export - 2024-02-01T10-00-00.000Z.zip")
    #expect(sink.conversations.map(\.name) == ["Garden"])
  }

  @Test(
    "WhatsApp's exports are none of Element's",
    arguments: [
      "30/01/2024, 14:05 - Ann: hi\n31/01/2024, 14:06 - Bob: <Media omitted>\n",
      "30.1.2024 klo 14.05.11 - Ann: moi\n31.1.2024 klo 14.06.11 - Bob: hei\n",
      "30/01/2024, 14:05:11 - Ann: hi\n31/01/2024, 14:06:11 - Bob: you\n",
    ])
  func whatsApp(text: String) {
    #expect(FormatSupport.format(text, name: "chat.txt") == WhatsAppTextReader.formatName)
  }

  @Test("What comes before the first message, and bytes that are no text, are said")
  func broken() throws {
    let text = "hello\nTue, Jan 30, 2024, 14:05:11 - Ann: hi\n\nthere\n\n"
    let sink = try FormatSupport.read(text, as: ElementTextReader.self, name: Self.file)
    #expect(sink.texts == ["hi\n\nthere"])
    #expect(sink.skipped.map(\.place) == ["line 1"])
    let bad = CollectingSink()
    try ElementTextReader.read(
      MemoryByteSource(
        Array("Tue, Jan 30, 2024, 14:05:11 - Ann: h".utf8) + [0xFF, 0x0A], name: Self.file),
      into: bad)
    #expect(bad.texts == ["h\u{FFFD}"])
    #expect(bad.notes.map(\.place) == ["line 1"])
  }
}
