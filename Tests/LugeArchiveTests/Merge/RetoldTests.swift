import Foundation
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

/// Exports of one WhatsApp chat that tell the same messages differently.
@Suite("One chat told twice") struct RetoldTests {
  private static let mark = "\u{200E}"

  private static let withoutMedia = """
    11/3/20, 10:00 - Messages and calls are end-to-end encrypted. No one outside of this chat can read them.
    11/3/20, 10:01 - Ann: Hello Bob, how are you doing?
    11/3/20, 10:01 - Bob: <Media omitted>
    11/3/20, 10:01 - Bob: <Media omitted>
    11/3/20, 10:02 - Ann: ok
    11/3/20, 10:02 - Ann: ok
    13/3/20, 10:03 - Bob: <Media omitted>
    with a caption
    13/3/20, 10:04 - Ann: <Media omitted>
    13/3/20, 10:05 - Ann: goodbye for today, see you

    """

  private static let withMedia = """
    11/3/20, 10:00 - Messages and calls are end-to-end encrypted. No one outside of this chat can read them.
    11/3/20, 10:01 - Ann: Hello Bob, how are you doing?
    11/3/20, 10:01 - Bob: \(mark)IMG-20200311-WA0001.jpg (file attached)
    11/3/20, 10:01 - Bob: \(mark)IMG-20200311-WA0002.jpg (file attached)
    11/3/20, 10:02 - Ann: ok
    11/3/20, 10:02 - Ann: ok
    13/3/20, 10:03 - Bob: \(mark)IMG-20200313-WA0003.jpg (file attached)
    with a caption
    13/3/20, 10:04 - Ann: \(mark)PTT-20200313-WA0004.opus (file attached)
    a caption that the other lacks
    13/3/20, 10:05 - Ann: goodbye for today, see you

    """

  /// Of Bob's telephone, where Ann is "Annie".
  private static let iPhone = """
    [11/3/20, 10:00:03] Annie: \(mark)Messages and calls are end-to-end encrypted. Only people in this chat can read, listen to, or share them.
    [11/3/20, 10:01:05] Annie: Hello Bob, \(mark)how are you doing?
    \(mark)[11/3/20, 10:01:21] Robert: \(mark)<attached: 00000003-PHOTO-2020-03-11-10-01-21.jpg>
    \(mark)[11/3/20, 10:01:50] Robert: \(mark)image omitted
    [11/3/20, 10:02:01] Annie: ok
    [11/3/20, 10:02:40] Annie: ok
    \(mark)[13/3/20, 10:03:07] Robert: with a caption \(mark)image omitted
    \(mark)[13/3/20, 10:04:33] Annie: a caption that the other lacks \(mark)audio omitted
    [13/3/20, 10:04:50] Robert: only on the telephone
    [13/3/20, 10:05:11] Annie: goodbye for today, see you

    """

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @discardableResult
  private func bring(_ text: String, into name: String, chat: String = "Bob") throws -> ImportReport
  {
    let file = "WhatsApp Chat with \(chat).txt"
    let part = ImportInput.Part(name: file) {
      try WhatsAppTextReader.read(MemoryByteSource(Array(text.utf8), name: file), into: $0)
    }
    return try ArchiveImporter(into: path(name)).run(ImportInput(path: name, parts: [part]))
  }

  private func path(_ name: String) -> String { "\(folder.path)/\(name).luge" }

  private func records(_ name: String) throws -> [MessageRecord] {
    let archive = try Archive(opening: path(name))
    #expect(try archive.conversations().count == 1)
    let conversation = try #require(try archive.conversations().first)
    return try archive.records(in: conversation.id, at: 0..<conversation.count).map(\.record)
  }

  private func merge(_ one: String, _ two: String, into name: String) throws {
    let merge = try ArchiveMerge(
      Archive(opening: path(one)), Archive(opening: path(two)))
    _ = try ArchiveImporter(into: path(name)).run(merge.input(name: name))
  }

  private func files(_ records: [MessageRecord]) -> [String] {
    records.flatMap { $0.media.compactMap(\.path) }
  }

  private static func poll(_ question: String, yes: Int, later: String = "") -> String {
    """
    11/3/20, 10:00 - Ann: Hello Bob, how are you doing?
    11/3/20, 10:01 - Ann: POLL:
    \(question)
    OPTION: Yes (\(yes) votes)
    OPTION: No (3 votes)

    13/3/20, 10:05 - Ann: goodbye for today, see you
    13/3/20, 10:07 - Bob: yes, and greetings to all of them
    \(later)
    """
  }

  @Test(
    "A poll has the later votes, in whichever order the exports come", arguments: [true, false])
  func pollVotes(isNewerLast: Bool) throws {
    let texts = [
      Self.poll("Lunch?", yes: 1),
      Self.poll("Lunch?", yes: 2, later: "13/3/20, 10:09 - Ann: see you there\n"),
    ]
    for text in isNewerLast ? texts : texts.reversed() { try bring(text, into: "a") }
    let polls = try records("a").flatMap(\.media)
    #expect(polls.map(\.note) == ["Lunch?\n• Yes (2 votes)\n• No (3 votes)"])
    #expect(try records("a").count == 5)
    let again = try bring(texts[1], into: "a")
    #expect(again.added == 0 && again.updated == 0)
  }

  @Test("Two polls of one minute stay two, imported or merged")
  func pollsOfOneMinute() throws {
    try bring(Self.poll("Lunch?", yes: 1), into: "a")
    try bring(Self.poll("Dinner?", yes: 1), into: "b")
    try merge("a", "b", into: "both")
    try bring(Self.poll("Dinner?", yes: 1), into: "a")
    for name in ["a", "both"] {
      let notes = try records(name).flatMap(\.media).compactMap(\.note)
      #expect(Set(notes.map { $0.prefix(6) }) == ["Lunch?", "Dinner"], "\(name)")
      #expect(try records(name).count == 5)
    }
  }

  @Test(
    "Two files of one minute stay two, imported or merged",
    arguments: [
      ("X.vcf", "Y.vcf"), ("a.pdf", "b.docx"),
      ("PTT-20200311-WA0001.opus", "PTT-20200311-WA0002.opus"),
      ("IMG-20200311-WA0001.jpg", "IMG-20200311-WA0002.jpg"),
    ])
  func filesOfOneMinute(one: String, other: String) throws {
    let shared = "11/3/20, 10:30 - Bob: shared by both of them\n11/3/20, 11:00 - Ann: "
    let texts = [
      "11/3/20, 10:00 - Ann: hello one\n\(shared)\(one) (file attached)\n",
      "\(shared)\(other) (file attached)\n13/3/20, 12:00 - Bob: end\n",
    ]
    for (number, text) in texts.enumerated() {
      try bring(text, into: "\(number)")
      try bring(text, into: "imported")
    }
    try merge("0", "1", into: "merged")
    for name in ["imported", "merged"] {
      let found = try records(name)
      // Which of the two came first, neither says.
      #expect(Set(files(found)) == [one, other] && found.count == 5, "\(name)")
    }
    // Where one does not say what it was, both may be one.
    let omitted = texts[1].replacing("\(other) (file attached)", with: "<Media omitted>")
    try bring(texts[0], into: "one")
    #expect(try bring(omitted, into: "one").added == 1)
    #expect(files(try records("one")) == [one])
  }

  @Test("Two phones of a group give the same files other names")
  func otherNamesOfFiles() throws {
    func text(_ numbers: Range<Int>) -> String {
      numbers.enumerated().map { index, number in
        """
        13/3/20, 10:0\(index) - Ann: \(Self.mark)IMG-20200313-WA00\(number).jpg (file attached)
        13/3/20, 10:0\(index) - Bob: what was said of picture number \(index)

        """
      }.joined()
    }
    try bring(text(10..<19), into: "a")
    try bring(text(40..<49), into: "b")
    try merge("a", "b", into: "both")
    #expect(try records("both").count == 18)
    // Until the second one, it may be another picture.
    #expect(try bring(text(40..<49), into: "a").added <= 1)
    for _ in 0..<3 { #expect(try bring(text(40..<49), into: "a").added == 0, "again") }
  }

  /// A group of one person, as someone's Telegram exports it.
  private func telegram(_ attachment: String, at seconds: Int, isSecond: Bool) throws -> Archive {
    let said = [
      "\"text\": \"hello one\"", "\"text\": \"shared by both\"", "\"text\": \"\", \(attachment)",
    ]
    let messages = zip(said, [0, 1000, seconds]).enumerated().map { index, message in
      """
      {"id": \((isSecond ? 501 : 1) + index), "type": "message", "date": "2023-11-14T22:13:20",
       "date_unixtime": "\(1_700_000_000 + message.1)", "from": "Ann", "from_id": "user1",
       \(message.0)}
      """
    }
    let text = """
      {"name": "G", "type": "private_group", "id": \(isSecond ? 2 : 1),
       "messages": [\(messages.joined(separator: ","))]}
      """
    let name = isSecond ? "second" : "first"
    try? FileManager.default.removeItem(atPath: path(name))
    let part = ImportInput.Part(name: "result.json") {
      try TelegramReader.read(MemoryByteSource(Array(text.utf8), name: "result.json"), into: $0)
    }
    _ = try ArchiveImporter(into: path(name)).run(ImportInput(path: name, parts: [part]))
    return try Archive(opening: path(name))
  }

  @Test(
    "What messages without a text hold tells them apart in a merge",
    arguments: [
      (
        #""photo": "a.jpg", "width": 100, "height": 100"#,
        #""photo": "b.jpg", "width": 640, "height": 480"#
      ),
      (
        #""file": "f/a.pdf", "file_name": "a.pdf", "mime_type": "application/pdf""#,
        #""file": "f/b.docx", "file_name": "b.docx", "mime_type": "application/msword""#
      ),
      (
        #""file": "f/a.ogg", "media_type": "voice_message", "duration_seconds": 3"#,
        #""file": "f/b.ogg", "media_type": "voice_message", "duration_seconds": 70"#
      ),
      (
        #""location_information": {"latitude": 1.0, "longitude": 2.0}"#,
        #""location_information": {"latitude": 50.0, "longitude": 9.0}"#
      ),
      (
        #""contact_information": {"first_name": "X", "last_name": "", "phone_number": "1"}"#,
        #""contact_information": {"first_name": "Y", "last_name": "", "phone_number": "2"}"#
      ),
      (
        #""file": "s/a.webp", "media_type": "sticker", "sticker_emoji": "😀""#,
        #""file": "s/b.webp", "media_type": "sticker", "sticker_emoji": "😡""#
      ),
    ])
  func contents(one: String, other: String) throws {
    for (second, same) in [(other, 2), (one, 3)] {
      let merge = try ArchiveMerge(
        telegram(one, at: 2000, isSecond: false), telegram(second, at: 2040, isSecond: true))
      #expect(merge.plans.map(\.sameCount) == [same], "\(second)")
    }
  }

  @Test(
    "Where days and months are only guessed, what the archive has tells their order",
    arguments: [false, true])
  func guessedDays(isOneInput: Bool) throws {
    let certain = """
      2/27/24, 10:00 - Ann: one
      2/28/24, 10:00 - Ben: two
      3/1/24, 02:10 - Ann: three
      3/1/24, 02:11 - Ben: four

      """
    let guessed = """
      3/1/24, 02:09 - Ann: only later
      3/1/24, 02:10 - Ann: three
      3/1/24, 02:11 - Ben: four
      3/2/24, 02:12 - Ann: five

      """
    if isOneInput {
      let parts = [certain, guessed].map { text in
        let file = "WhatsApp Chat with Bob.txt"
        return ImportInput.Part(name: file) {
          try WhatsAppTextReader.read(MemoryByteSource(Array(text.utf8), name: file), into: $0)
        }
      }
      _ = try ArchiveImporter(into: path("a")).run(ImportInput(path: "a", parts: parts))
    } else {
      try bring(certain, into: "a")
      let report = try bring(guessed, into: "a")
      #expect(report.added == 2 && report.updated == 0 && report.unchanged == 2)
    }
    func expectRight() throws {
      let records = try records("a")
      #expect(
        records.map(\.text.string) == ["one", "two", "only later", "three", "four", "five"])
      let days = records.map { CivilDate(daysSince1970: Int($0.time.seconds / 86_400)) }
      #expect(days.map(\.month) == [2, 2, 3, 3, 3, 3])
      #expect(days.map(\.day) == [27, 28, 1, 1, 1, 2])
    }
    try expectRight()
    let again = try bring(guessed, into: "a")
    #expect(again.added == 0 && again.updated == 0)
    try expectRight()
  }

  @Test("A certain order of days and months mends what was only guessed")
  func mendedDays() throws {
    try bring("3/1/24, 02:10 - Ann: three\n3/1/24, 02:11 - Ben: four\n", into: "a")
    let report = try bring(
      "2/27/24, 10:00 - Ann: one\n3/1/24, 02:10 - Ann: three\n3/1/24, 02:11 - Ben: four\n",
      into: "a")
    #expect(report.added == 1 && report.updated == 2)
    let days = try records("a").map { CivilDate(daysSince1970: Int($0.time.seconds / 86_400)) }
    #expect(days.map(\.month) == [2, 3, 3])
  }

  @Test("An export with media after one without, and the other way round, adds no doubles")
  func media() throws {
    let names = [
      "IMG-20200311-WA0001.jpg", "IMG-20200311-WA0002.jpg", "IMG-20200313-WA0003.jpg",
      "PTT-20200313-WA0004.opus",
    ]
    try bring(Self.withoutMedia, into: "poor first")
    try bring(Self.withMedia, into: "poor first")
    try bring(Self.withMedia, into: "rich first")
    let again = try bring(Self.withoutMedia, into: "rich first")
    #expect(again.added == 0 && again.updated == 0)
    for name in ["poor first", "rich first"] {
      let found = try records(name)
      #expect(found.count == 9, "\(name)")
      #expect(files(found) == names, "\(name)")
      #expect(found[6].text.string == "with a caption")
      #expect(found[7].text.string == "a caption that the other lacks")
    }
    for text in [Self.withMedia, Self.withoutMedia] {
      let report = try bring(text, into: "poor first")
      #expect(report.added == 0 && report.updated == 0)
    }
    #expect(files(try records("poor first")) == names)
  }

  @Test("Archives of an export with media and of one without merge without doubles")
  func mergedMedia() throws {
    try bring(Self.withoutMedia, into: "poor")
    try bring(Self.withMedia, into: "rich")
    for (one, two) in [("poor", "rich"), ("rich", "poor")] {
      try merge(one, two, into: "\(one) and \(two)")
      let found = try records("\(one) and \(two)")
      #expect(found.count == 9)
      #expect(files(found).count == 4)
    }
  }

  @Test("The same chat from an iPhone and from Android merges without doubles")
  func telephones() throws {
    try bring(Self.iPhone, into: "iPhone", chat: "Annie")
    try bring(Self.withMedia, into: "Android")
    for (one, two) in [("iPhone", "Android"), ("Android", "iPhone")] {
      try merge(one, two, into: "\(one) first")
      let found = try records("\(one) first")
      #expect(found.count == 10)
      #expect(files(found).count == 4)
      #expect(Set(found.compactMap { $0.author?.name }).count == 2)
      // In each side's own order.
      #expect(
        found.map(\.text.string).suffix(8) == [
          "", "", "ok", "ok", "with a caption", "a caption that the other lacks",
          "only on the telephone", "goodbye for today, see you",
        ])
    }
  }

  @Test("Within a minute the order of either side survives a merge")
  func order() throws {
    let one = """
      11/3/20, 10:01 - Ann: one is the first of these
      11/3/20, 10:01 - Bob: two is only on Android
      11/3/20, 10:01 - Ann: three is again on both
      11/3/20, 10:01 - Bob: five is only on Android
      11/3/20, 10:01 - Ann: six ends it on both sides

      """
    let two = """
      [11/3/20, 10:01:07] Ann: one is the first of these
      [11/3/20, 10:01:20] Ann: three is again on both
      [11/3/20, 10:01:30] Bob: four is only on the iPhone
      [11/3/20, 10:01:44] Ann: six ends it on both sides
      [13/3/20, 10:01:44] Ann: a thirteenth day

      """
    try bring(one, into: "Android")
    try bring(two, into: "iPhone")
    for (first, second) in [("iPhone", "Android"), ("Android", "iPhone")] {
      try merge(first, second, into: "\(first) first")
      let words = try records("\(first) first").compactMap {
        $0.text.string.split(separator: " ").first.map(String.init)
      }
      #expect(words.filter { $0 != "two" && $0 != "five" } == ["one", "three", "four", "six", "a"])
      #expect(words.filter { $0 != "four" } == ["one", "two", "three", "five", "six", "a"])
    }
  }

  @Test("A merged archive adds only what is new of a later export of either side")
  func later() throws {
    try bring(Self.iPhone, into: "iPhone", chat: "Annie")
    try bring(Self.withMedia, into: "Android")
    for (one, two) in [("iPhone", "Android"), ("Android", "iPhone")] {
      let name = "\(one) first"
      try merge(one, two, into: name)
      let before = try records(name)
      for (text, chat) in [
        (Self.withMedia, "Bob"), (Self.iPhone, "Annie"), (Self.withoutMedia, "Bob"),
      ] {
        let report = try bring(text, into: name, chat: chat)
        #expect(report.added == 0 && report.updated == 0, "\(chat) into \(name)")
      }
      #expect(try records(name) == before)
      let android = try bring(
        Self.withMedia + "13/3/20, 10:07 - Bob: the newest of all\n", into: name)
      #expect(android.added == 1)
      // And the other telephone has it as well.
      let iPhone = try bring(
        Self.iPhone + "[13/3/20, 10:07:31] Robert: the newest of all\n", into: name, chat: "Annie")
      #expect(iPhone.added == 0)
      let found = try records(name)
      #expect(found.count == 11)
      #expect(Set(found.compactMap { $0.author?.key }).count == 2)
    }
  }

  @Test("A merged chat that was written as JSON Lines and read again knows both exports")
  func lines() throws {
    try bring(Self.iPhone, into: "iPhone", chat: "Annie")
    try bring(Self.withMedia, into: "Android")
    for (one, two) in [("iPhone", "Android"), ("Android", "iPhone")] {
      try merge(one, two, into: "\(one) first")
      let text = try lines(of: "\(one) first")
      let back = "\(one) back"
      let file = try folder.write(text, as: "\(one).jsonl")
      _ = try ArchiveImporter(into: path(back)).run(ImportInput(opening: file))
      #expect(try records(back) == records("\(one) first"))
      #expect(try lines(of: back) == text)
      for (export, chat) in [(Self.withMedia, "Bob"), (Self.iPhone, "Annie")] {
        let report = try bring(export, into: back, chat: chat)
        #expect(report.added == 0 && report.updated == 0, "\(chat) into \(back)")
      }
      // The export has no folder here: the files that are known stay where they were.
      #expect(try records(back) == records("\(one) first"))
      let new = Self.withMedia + "13/3/20, 10:07 - Bob: the newest of all\n"
      #expect(try bring(new, into: back).added == 1)
      #expect(try ArchiveImporter(into: path(back)).run(ImportInput(opening: file)).added == 0)
    }
  }

  private func lines(of name: String) throws -> String {
    var text = ""
    try Archive(opening: path(name)).export(ExportSelection(), to: LinesExport { text += $0 })
    return text
  }

  @Test("A chat merged of three is known by each of their names")
  func three() throws {
    try bring(Self.iPhone, into: "iPhone", chat: "Annie")
    try bring(Self.withMedia, into: "Android")
    try bring(Self.withoutMedia, into: "tablet", chat: "Bobby")
    try merge("iPhone", "Android", into: "two")
    try merge("tablet", "two", into: "three")
    let count = try records("three").count
    #expect(count == 10)
    for (text, chat) in [
      (Self.withMedia, "Bob"), (Self.iPhone, "Annie"), (Self.withoutMedia, "Bobby"),
    ] {
      #expect(try bring(text, into: "three", chat: chat).added == 0, "\(chat)")
    }
    #expect(try records("three").count == count)
  }

  private func part(_ text: String, chat: String = "Bob") -> ImportInput.Part {
    let file = "WhatsApp Chat with \(chat).txt"
    return ImportInput.Part(name: file) {
      try WhatsAppTextReader.read(MemoryByteSource(Array(text.utf8), name: file), into: $0)
    }
  }

  @Test("Two exports in one folder become what two imports would make")
  func together() throws {
    let newer = Self.withMedia + "13/3/20, 10:07 - Bob: the newest of all\n"
    let pairs = [
      (Self.withoutMedia, Self.withMedia), (Self.withMedia, Self.withoutMedia),
      (Self.iPhone, Self.withoutMedia), (Self.withoutMedia, newer), (newer, Self.withoutMedia),
      (newer, newer),
    ]
    for (number, (one, two)) in pairs.enumerated() {
      try bring(one, into: "apart \(number)")
      try bring(two, into: "apart \(number)")
      // The second time into an archive that has the chat already.
      for round in 0..<2 {
        let name = "together \(number)"
        let report = try ArchiveImporter(into: path(name)).run(
          ImportInput(path: name, parts: [part(one), part(two)]))
        #expect(round == 0 || report.added == 0, "\(name)")
        #expect(try records(name) == records("apart \(number)"), "\(name)")
      }
    }
    #expect(try records("together 0").count == 9)
    #expect(try records("together 3").count == 10)
  }

  @Test("A file _chat.txt has the name of the export beside it that has one")
  func named() throws {
    let exports = try TemporaryFolder()
    let iPhone = Self.iPhone.replacing("Annie", with: "Ann").replacing("Robert", with: "Bob")
    try exports.write(iPhone, as: "_chat.txt")
    try exports.write(Self.withMedia, as: "WhatsApp Chat with Ann.txt")
    let report = try ArchiveImporter(into: path("folder")).run(ImportInput(opening: exports.path))
    #expect(Set(report.conversations.map(\.key)) == ["whatsapp:Ann"])
    let found = try records("folder")
    #expect(found.count { $0.author != nil } == 9)
    #expect(files(found).count == 4)
    // Nobody's name is guessed.
    try exports.write(Self.withMedia, as: "more/WhatsApp Chat with Bob.txt")
    try exports.write(iPhone, as: "more/_chat.txt")
    let other = try ArchiveImporter(into: path("other")).run(
      ImportInput(opening: exports.path + "/more"))
    #expect(Set(other.conversations.map(\.key)) == ["whatsapp:Bob", "whatsapp:more"])
  }

  @Test("Two exports in one folder that both have what the archive has not")
  func togetherLater() throws {
    try bring(Self.withoutMedia, into: "archive")
    let new = "13/3/20, 10:07 - Bob: the newest of all\n13/3/20, 10:08 - Bob: "
    let one = Self.withoutMedia + new + "<Media omitted>\n"
    let two = Self.withMedia + new + "\(Self.mark)IMG-20200313-WA0005.jpg (file attached)\n"
    let report = try ArchiveImporter(into: path("archive")).run(
      ImportInput(path: "both", parts: [part(one), part(two)]))
    #expect(report.added == 2)
    let found = try records("archive")
    #expect(found.count == 11)
    #expect(files(found).count == 5)
  }

  @Test("Of a merged chat, both exports in one folder add what is new once")
  func togetherMerged() throws {
    try bring(Self.iPhone, into: "iPhone", chat: "Annie")
    try bring(Self.withMedia, into: "Android")
    try merge("iPhone", "Android", into: "merged")
    let android = Self.withMedia + "13/3/20, 10:07 - Bob: the newest of all\n"
    let iPhone = Self.iPhone + "[13/3/20, 10:07:31] Robert: the newest of all\n"
    let report = try ArchiveImporter(into: path("merged")).run(
      ImportInput(path: "both", parts: [part(android), part(iPhone, chat: "Annie")]))
    #expect(report.added == 1)
    #expect(try records("merged").count == 11)
  }

  @Test("What was said twice in a minute stays twice")
  func twice() throws {
    try bring(Self.withoutMedia, into: "archive")
    let more = Self.withoutMedia.replacing(
      "11/3/20, 10:02 - Ann: ok\n", with: "11/3/20, 10:02 - Ann: ok\n11/3/20, 10:02 - Ann: ok\n")
    #expect(try bring(more, into: "archive").added == 2)
  }
}
