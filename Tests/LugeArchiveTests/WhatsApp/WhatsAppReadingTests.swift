import LugeCore
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("WhatsApp: whole exports")
struct WhatsAppReadingTests {
  private func read(_ text: String, name: String = "WhatsApp Chat with Ann.txt") throws
    -> (sink: CollectingSink, tally: LineTally)
  {
    let sink = CollectingSink()
    let reading = WhatsAppTextReading(
      source: MemoryByteSource(Array(text.utf8), name: name), sink: sink)
    let tally = try reading.run()
    return (sink, tally)
  }

  private static let lines = [
    "13/02/20, 10:00 - Messages are end-to-end encrypted.", "13/02/20, 10:00 - Ann: hello",
    "13/02/20, 10:01 - Bob: two", "lines", "", "[x] and more: really",
    "13/02/20, 10:02 - Ann: ", "14/02/20, 10:02 - Ann: <Media omitted>",
  ]

  @Test("All line ends give the same messages", arguments: ["\n", "\r\n", "\r"])
  func lineEnds(end: String) throws {
    let expected = try read(Self.lines.joined(separator: "\n")).sink.messages
    for tail in ["", end, end + end] {
      let (sink, tally) = try read(Self.lines.joined(separator: end) + tail)
      #expect(sink.messages == expected)
      #expect(tally.records == 5)
      #expect(
        sink.texts == [
          "Messages are end-to-end encrypted.", "hello", "two\nlines\n\n[x] and more: really", "",
          "",
        ])
      #expect(sink.authors == [nil, "Ann", "Bob", "Ann", "Ann"])
      #expect(sink.messages[0].kind == .service(action: "system"))
      #expect(sink.messages[3].kind == .message)
      #expect(sink.messages.map(\.time.certainty) == Array(repeating: .minuteZoneUnknown, count: 5))
    }
  }

  @Test("CR LF between messages and LF inside them")
  func mixedEnds() throws {
    let (sink, _) = try read("[13/02/20, 10:00:00] Ann: a\nb\r\n[13/02/20, 10:00:01] Ann: c\r\n")
    #expect(sink.texts == ["a\nb", "c"])
    #expect(sink.messages.map(\.time.certainty) == [.zoneUnknown, .zoneUnknown])
  }

  @Test("Messages out of order in time keep the order of the file")
  func outOfOrder() throws {
    let (sink, _) = try read(
      "13/02/20, 10:05 - Ann: a\n13/02/20, 10:04 - Bob: b\n13/02/20, 10:04 - Bob: c\n")
    #expect(sink.texts == ["a", "b", "c"])
    #expect(sink.messages[0].time.seconds - sink.messages[1].time.seconds == 60)
  }

  @Test("What comes before the first message is reported")
  func preamble() throws {
    let (sink, tally) = try read("hello\nthere\n\n13/02/20, 10:05 - Ann: a\n")
    #expect(sink.skipped.map(\.place) == ["lines 1 to 2"])
    #expect(tally == LineTally(lines: 4, records: 1, continuations: 0, skipped: 2, silent: 1))
  }

  @Test("No message at all is an error", arguments: ["", "\n\n", "hello\n", "\u{FEFF}"])
  func none(text: String) {
    #expect(throws: ArchiveError.self) { try read(text) }
  }

  @Test("A pasted piece of another export begins no messages")
  func pasted() throws {
    let own = (1...28).map { "[\($0 < 10 ? "0" : "")\($0)/01/2020, 10:00:00] Ann: m\($0)" }
    let (sink, _) = try read((own + ["look:", "1/2/19, 11:00 - Cid: hi"]).joined(separator: "\n"))
    #expect(sink.messages.count == 28)
    #expect(sink.texts.last == "m28\nlook:\n1/2/19, 11:00 - Cid: hi")
    #expect(sink.notes.map(\.place) == ["whole file", "line 30"])
  }

  @Test("Dates written otherwise in the middle of a file begin messages, and are named")
  func oddDates() throws {
    var lines = (10...22).map { "[2020-01-\($0), 10:00:00] Ann: m\($0)" }
    lines.insert("[2020.01.12, 11:00:00] Bob: dots", at: 3)
    lines.insert("[2020/01/15, 11:00:00] Bob: slashes", at: 7)
    lines.append("[23/01/2020, 11:00:00] Cid: last")
    let (sink, tally) = try read(lines.joined(separator: "\n"))
    #expect(tally.records == 16)
    #expect(tally.continuations == 0)
    #expect(
      sink.times.enumerated().filter { [3, 7, 15].contains($0.offset) }.map(\.element) == [
        "2020-01-12 11:00:00", "2020-01-15 11:00:00", "2020-01-23 11:00:00",
      ])
    #expect(sink.notes.map(\.place) == ["whole file", "line 4", "line 8", "line 16"])
  }

  @Test(
    "Years of other calendars",
    arguments: [
      // 23 Khordad 1397, 29 Ramadan 1439, and the Buddhist 2561, with and without its century
      ("۱۳۹۷/۳/۲۳،\u{200F} ۲۱:۲۵ - Ann: a\n", "2018-06-13 21:25:00"),
      ("١٤٣٩/٩/٢٩، ٢١:٢٥ - Ann: a\n", "2018-06-13 21:25:00"),
      ("13/6/2561 21:25 น. - Ann: a\n", "2018-06-13 21:25:00"),
      ("13/6/61 21:25 - Ann: a\n", "2018-06-13 21:25:00"),
      ("31/2/1397, 21:25 - Ann: a\n", "2018-05-21 21:25:00"),
      ("[6/13/2561 BE, 21:25:00] Ann: a\n", "2018-06-13 21:25:00"),
      ("[6/13/H30, 21:25:00] Ann: a\n", "2018-06-13 21:25:00"),
    ])
  func calendars(text: String, time: String) throws {
    #expect(try read(text).sink.times == [time])
  }

  @Test("A group's lines on iOS: what phones say is no message of anybody")
  func appleNotices() throws {
    let (sink, _) = try read(
      """
      [13.02.20, 10:00:00] Ann: hi
      [13.02.20, 10:00:01] Ann: \u{200E}Ann added Bob
      [13.02.20, 10:00:02] Bob: \u{200E}image omitted
      [13.02.20, 10:00:03] Bob: \u{200E}POLL:
      Lunch?
      \u{200E}OPTION: Yes (1 vote)
      [13.02.20, 10:00:04] Family: \u{200E}Ann changed this group's icon
      """, name: "WhatsApp Chat with Family.txt")
    #expect(
      sink.messages.map(\.kind) == [
        .message, .service(action: "system"), .message, .message, .service(action: "system"),
      ])
    #expect(sink.authors == ["Ann", nil, "Bob", "Bob", nil])
  }

  @Test("A language that is not known: files by the mark before their line")
  func appleMarks() throws {
    let (sink, _) = try read(
      """
      [13.02.20, 10:00:00] Ann: zdravo
      \u{200E}[13.02.20, 10:00:01] Ann: \u{200E}slika ni bila vključena sem
      [13.02.20, 10:00:02] Bob: \u{200E}To sporočilo je bilo izbrisano.
      \u{200E}[13.02.20, 10:00:03] Bob: a.pdf • \u{200E}2 strani \u{200E}dokument ni vključen
      """)
    #expect(sink.messages.map { $0.media.map(\.kind) } == [[], [.other], [], [.file]])
    #expect(sink.authors == ["Ann", "Ann", nil, "Bob"])
  }

  @Test("Two exports joined into one file give the messages of both")
  func joined() throws {
    let first = (1...9).map { "[0\($0)/01/2020, 10:00:00] Ann: a\($0)" }
    let second = (13...20).map { "\($0)/02/20, 10:00 - Ann: b\($0)" }
    let (sink, _) = try read((first + second).joined(separator: "\n"))
    #expect(sink.messages.count == 17)
  }

  @Test("Keys: the same in a second and in a longer export, and never twice")
  func keys() throws {
    let lines = (0..<300).map {
      "13/02/20, 10:0\($0 / 100) - Ann: \($0 % 3 == 0 ? "ok" : "m\($0)")"
    }
    let whole = try read(lines.joined(separator: "\n")).sink.messages.map(\.sourceKey)
    let again = try read(lines.joined(separator: "\r\n")).sink.messages.map(\.sourceKey)
    let shorter = try read(lines[..<200].joined(separator: "\n")).sink.messages.map(\.sourceKey)
    #expect(Set(whole).count == 300)
    #expect(whole == again)
    #expect(Array(whole[..<200]) == shorter)
  }

  @Test("Keys stay when a longer export shows that day and month were swapped")
  func keysAndOrder() throws {
    let short = "03/04/20, 10:00 - Ann: a\n"
    let (first, _) = try read(short)
    let (second, _) = try read(short + "03/14/20, 10:00 - Ann: b\n")
    #expect(first.times == ["2020-04-03 10:00:00"])
    #expect(second.times == ["2020-03-04 10:00:00", "2020-03-14 10:00:00"])
    #expect(first.messages[0].sourceKey == second.messages[0].sourceKey)
  }

  @Test("A known digest: keys do not change between versions")
  func digest() {
    var hash = StableHash()
    #expect(hash.hexadecimal == "6c62272e07bb014262b821756295c58d")
    hash.combine(Array("a".utf8))
    #expect(hash.hexadecimal == "d228cb696f1a8caf78912b704e4a8964")
    hash = StableHash()
    hash.combine(Array("foobar".utf8))
    #expect(hash.hexadecimal == "343e1662793c64bf6f0d3597ba446f18")
  }

  @Test("Repetitions are counted in flat memory")
  func repetitions() {
    var counter = RepetitionCounter()
    func digest(_ number: Int64) -> StableHash {
      var hash = StableHash()
      hash.combine(number)
      return hash
    }
    #expect((0..<5).map { _ in counter.count(digest(-1)) } == [0, 1, 2, 3, 4])
    for number in 0..<32_000 { _ = counter.count(digest(Int64(number))) }
    #expect(counter.count(digest(-1)) == 5)
    for number in 0..<80_000 { _ = counter.count(digest(Int64(100_000 + number))) }
    #expect(counter.count(digest(-1)) == 0)
  }

  @Test("Bytes that are not UTF-8 are repaired; the rest of the message stays")
  func invalid() throws {
    let sink = CollectingSink()
    let bytes = Array("13/02/20, 10:05 - Ann: a".utf8) + [0xFF, 0xC3] + Array("*b* c".utf8)
    try WhatsAppTextReader.read(MemoryByteSource(bytes, name: "t.txt"), into: sink)
    #expect(sink.texts == ["a\u{FFFD}\u{FFFD}*b* c"] || sink.texts == ["a\u{FFFD}\u{FFFD}b c"])
    #expect(sink.notes.map(\.place) == ["whole file", "line 1"])
    #expect(sink.notes.last?.reason == "invalid UTF-8 was replaced")
    for span in sink.messages[0].text.spans {
      #expect(sink.messages[0].text.normalized().spans.contains(span))
    }
  }

  @Test("Three speakers make a group, two do not")
  func kind() throws {
    let two = "13/02/20, 10:05 - Ann: a\n13/02/20, 10:05 - Bob: b\n"
    let (pair, _) = try read(two)
    #expect(pair.amended.isEmpty)
    #expect(pair.conversations.map(\.kind) == [.personal])
    let (group, _) = try read(two + "13/02/20, 10:05 - Cid: b\n")
    #expect(group.amended.map(\.kind) == [.group])
    #expect(group.amended.map(\.key) == group.conversations.map(\.key))
  }

  @Test(
    "Names of conversations",
    arguments: [
      ("WhatsApp Chat with Ann Lee.txt", nil, "Ann Lee"),
      ("/x/y/WhatsApp-Chat mit Müllers.txt", nil, "Müllers"),
      ("Chat de WhatsApp con Ana.txt", "Downloads", "Ana"),
      ("Chat WhatsApp s uživatelem Jana.txt", nil, "Jana"),
      ("Cuộc trò chuyện WhatsApp với Lan Anh.txt", nil, "Lan Anh"),
      ("_chat.txt", "WhatsApp Chat - Family.zip", "Family"),
      ("_chat.txt", "WhatsApp Chat - Family (2).zip", "Family"),
      ("_chat.txt", "WhatsApp Chat - Family (2)", "Family"), ("_chat.txt", "Holiday", "Holiday"),
      ("_chat.txt", "WhatsApp Chat - Family (2).tar.gz", "Family"),
      ("_chat.txt", "Dr. Lee.tgz", "Dr. Lee"),
      ("_chat.txt", nil, "_chat"), ("family.txt", "x", "family"),
      ("WhatsApp Chat with Room (a).txt", nil, "Room (a)"),
    ] as [(String, String?, String)])
  func names(file: String, container: String?, expected: String) {
    let fileName = file.split(separator: "/").last.map(String.init) ?? file
    #expect(
      WhatsAppConversationName.name(fileName: fileName, containerName: container) == expected)
  }

  @Test("A chat in a tar continues the one that earlier versions called by its ending, too")
  func packedName() throws {
    for (container, former) in [
      ("WhatsApp Chat - Ann.tar.gz", "whatsapp:Ann.tar.gz"),
      ("WhatsApp Chat - Ann.tar", "whatsapp:Ann.tar"), ("WhatsApp Chat - Ann.zip", nil),
      ("WhatsApp Chat - Ann", nil),
    ] as [(String, String?)] {
      let sink = try FormatSupport.read(
        "[31/12/23, 10:00:00] Ann: hello\n", as: WhatsAppTextReader.self, name: "_chat.txt",
        container: container)
      #expect(sink.conversations.map(\.key) == ["whatsapp:Ann"])
      #expect(sink.conversations.map(\.formerKey) == [former])
    }
  }

  @Test("A message over the limit is left out, with its line, and all others are kept")
  func tooLarge() throws {
    let long = [UInt8](repeating: 0x61, count: LineReader.defaultLimit + 1)
    func text(_ words: String) -> [UInt8] { Array(words.utf8) }
    let inHeader = text("13/02/20, 10:07 - Ann: ") + long + text("\nmore of it\n")
    let inBody = text("13/02/20, 10:08 - Ann: c\n") + long + text("\nmore of it\n")
    let lines = Array(repeating: long.prefix(1 << 20) + [0x0A], count: 17).flatMap { $0 }
    let ofManyLines = text("13/02/20, 10:09 - Ann: d\n") + lines
    for huge in [inHeader, inBody, ofManyLines] {
      let bytes =
        text("13/02/20, 10:05 - Ann: a\n13/02/20, 10:06 - Ann: b\n") + huge
        + text("13/02/20, 10:10 - Ann: e\nand more\n")
      let sink = CollectingSink()
      try WhatsAppTextReader.read(MemoryByteSource(bytes, name: "t"), into: sink)
      #expect(sink.texts == ["a", "b", "e\nand more"])
      #expect(sink.skipped.map(\.place) == ["line 3"])
      #expect(sink.skipped.map(\.reason) == ["the message is larger than 16 MB"])
    }
  }

  @Test("A text of some hundred kilobytes tells in small steps how far it was read")
  func progress() throws {
    final class Telling: ImportSink {
      var told: [Int64] = []
      func begin(_ conversation: ConversationRecord) {}
      func amend(_ conversation: ConversationRecord) {}
      func add(_ message: MessageRecord) {}
      func skip(_ record: SkippedRecord) {}
      func progress(bytes: Int64) { told.append(bytes) }
    }
    let bytes = Array(String(repeating: "13/02/20, 10:05 - Ann: abc\n", count: 20_000).utf8)
    let sink = Telling()
    try WhatsAppTextReader.read(MemoryByteSource(bytes, name: "t"), into: sink)
    #expect(sink.told.last == Int64(bytes.count))
    let rising = sink.told.filter { $0 > 0 }
    #expect(rising.count >= 8)
    #expect(zip(rising, rising.dropFirst()).allSatisfy { $1 - $0 <= 100_000 })
  }

  @Test("An import that is cancelled stops in the first pass already")
  func cancelled() throws {
    final class Cancelling: ImportSink {
      func begin(_ conversation: ConversationRecord) {}
      func amend(_ conversation: ConversationRecord) {}
      func add(_ message: MessageRecord) { Issue.record("not reached") }
      func skip(_ record: SkippedRecord) {}
      func progress(bytes: Int64) throws { throw ArchiveError.cancelled }
    }
    let bytes = Array(String(repeating: "13/02/20, 10:05 - Ann: abc\n", count: 50_000).utf8)
    for reader in [WhatsAppTextReader.self, IRCLogReader.self] as [any ExportReader.Type] {
      #expect(throws: ArchiveError.cancelled) {
        try reader.read(MemoryByteSource(bytes, name: "t"), into: Cancelling())
      }
    }
  }

  @Test(
    "A group of two writers is a group",
    arguments: [
      "01/03/2024, 10:00 - Anna created group \"Trip: to Rome\"\n",
      "01/03/2024, 10:00 - Ben joined using this group's invite link\n",
      "[01/03/2024, 10:00:00] Book Club: \u{200E}Anna created this group\n",
      "[01/03/2024, 10:00:00] Book Club: \u{200E}Messages and calls are end-to-end encrypted.\n",
    ])
  func smallGroup(first: String) throws {
    let lines =
      first.hasPrefix("[")
      ? "[01/03/2024, 10:01:00] Anna: hi\n[01/03/2024, 10:02:00] Ben: ho\n"
      : "01/03/2024, 10:01 - Anna: hi\n01/03/2024, 10:02 - Ben: ho\n"
    let sink = try FormatSupport.read(
      first + lines, as: WhatsAppTextReader.self, name: "_chat.txt", container: "Book Club")
    #expect(sink.amended.last?.kind == .group)
    let personal = try FormatSupport.read(
      lines.replacing("hi", with: "this group's icon"), as: WhatsAppTextReader.self,
      name: "_chat.txt", container: "x")
    #expect(personal.amended.isEmpty)
  }

  @Test(
    "A colon inside a quotation ends no name, in any language's marks",
    arguments: [
      "Anna hat die Gruppe „Reise: Rom“ erstellt", "Anna a créé le groupe « Voyage : Rome »",
      "Анна создала группу «Поездка: Рим»", "Anna heeft groep ‘Reis: Rome’ gemaakt",
      "Anna created group “Trip: Rome”", "Anna hat den Betreff von „A: b“ zu „C: d“ geändert",
    ])
  func quotedColon(sentence: String) throws {
    let sink = try FormatSupport.read(
      "13.06.18, 21:25 - \(sentence)\n13.06.18, 21:26 - O’Brien: „hi: x“\n",
      as: WhatsAppTextReader.self, name: "x.txt", container: "x")
    #expect(sink.authors == [nil, "O’Brien"])
    #expect(sink.texts == [sentence, "„hi: x“"])
  }
}
