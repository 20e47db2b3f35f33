import Foundation
import LugeCore
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Export")
struct ExportTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private final class Text {
    var string = ""
    func write(_ text: String) { string += text }
  }

  private func make(_ name: String, _ read: @escaping @Sendable (any ImportSink) throws -> Void)
    throws
    -> Archive
  {
    let path = folder.path + "/\(name).luge"
    _ = try ArchiveImporter(into: path).run(
      ImportInput(path: name, parts: [.init(name: name, read: read)]))
    return try Archive(opening: path)
  }

  @Test("What a reply tells of a file, a poll or a contact is short, whatever its note")
  func answeredNote() throws {
    var original = MessageRecord.plain(1, "")
    original.media = [
      MediaRecord(kind: .poll, note: "question " + String(repeating: "words ", count: 100_000))
    ]
    var answer = MessageRecord.plain(2, "yes")
    answer.replyTo = ReplyRecord(sourceKey: "1")
    let messages = [original, answer]
    let archive = try make("notes") { sink in
      try sink.begin(ConversationRecord(key: "a", name: "A", kind: .group))
      for message in messages { try sink.add(message) }
    }
    for format in [ExportFormat.markdown, .text, .html] {
      var data = Data()
      _ = try archive.export(ExportSelection(), as: format, title: "t", to: { data += $0 })
      #expect(String(decoding: data, as: UTF8.self).contains("question words"))
      #expect(data.count < 1_000_000, "\(format)")
    }
  }

  /// Everything that a message and its conversation can have.
  private static let rich: [MessageRecord] = {
    let ann = AuthorRecord(key: "u1", name: "Ann \"A\"")
    var post = PostRecord(handle: "@ann")
    post.likes = 3
    post.poll = .init(answers: [.init(text: "yes", votes: 2)], closes: 5)
    return [
      MessageRecord(
        sourceKey: "1", author: ann, time: Timestamp(seconds: 1_700_000_000, certainty: .exact),
        text: StyledText(
          "a é😀\n<b> & \"q\"",
          spans: [.init(0..<1, .bold), .init(2..<4, .link(target: "https://a.b/?x=1&y"))]),
        forwardedFrom: "News", edited: Timestamp(seconds: 1_700_000_100, certainty: .zoneUnknown),
        reactions: [ReactionRecord(emoji: "👍", count: 2, authors: ["Bob"])],
        media: [
          MediaRecord(
            kind: .photo, path: "p/1.jpg", mimeType: "image/jpeg", fileName: "1.jpg", size: 5,
            width: 2, height: 3, duration: 1.5, note: "n")
        ], unknownFields: #"{"x": [1, 2.50]}"#),
      MessageRecord(
        sourceKey: "k-2", time: Timestamp(seconds: 1_700_000_000, certainty: .minuteZoneUnknown),
        text: StyledText("Ann joined"), kind: .service(action: "join")),
      MessageRecord(
        sourceKey: "3", author: ann, time: Timestamp(seconds: -5, certainty: .zoneUnknown),
        kind: .deleted, replyTo: ReplyRecord(sourceKey: "1", conversationKey: "x:other"),
        isEdited: true),
      MessageRecord(
        sourceKey: "4", author: AuthorRecord(key: "u2", name: "=Bob"),
        time: Timestamp(seconds: 1_700_090_000, certainty: .exact), text: StyledText("=1+1"),
        replyTo: ReplyRecord(sourceKey: "1"), post: post),
    ]
  }()

  private func richArchive() throws -> Archive {
    try make("rich") { sink in
      try sink.begin(
        ConversationRecord(
          key: "t:1", name: "Garden <1>", kind: .group, ownAuthorKey: "u1", about: "me"))
      for message in Self.rich { try sink.add(message) }
      try sink.begin(ConversationRecord(key: "t:2", name: "Other", kind: .personal))
      try sink.add(
        MessageRecord(
          sourceKey: "1", time: Timestamp(seconds: 7, certainty: .exact), text: StyledText("other"))
      )
    }
  }

  private func expectEqual(_ one: Archive, _ two: Archive) throws {
    let (first, second) = (try one.conversations(), try two.conversations())
    #expect(first.map(\.key) == second.map(\.key))
    for (a, b) in zip(first, second) {
      #expect(a.name == b.name)
      #expect(a.kind == b.kind)
      #expect(a.count == b.count)
      #expect(
        try a.ownAuthorID.flatMap { try one.key(of: $0) }
          == b.ownAuthorID.flatMap { try two.key(of: $0) })
      #expect(
        try a.ownAuthorID.flatMap { try one.about($0) }
          == b.ownAuthorID.flatMap { try two.about($0) })
      let records = (
        try one.records(in: a.id, at: 0..<a.count).map(\.record),
        try two.records(in: b.id, at: 0..<b.count).map(\.record)
      )
      #expect(records.0 == records.1)
    }
  }

  private func roundTrip(_ archive: Archive, name: String) throws -> Archive {
    let text = Text()
    try archive.export(ExportSelection(), to: LinesExport(text.write))
    let lines = try folder.write(text.string, as: "\(name).jsonl")
    #expect(
      try ExportOpener().open(path: lines).items.map { $0.reader.formatName } == ["Luge JSON Lines"]
    )
    let path = folder.path + "/\(name)-again.luge"
    let report = try ArchiveImporter(into: path).run(ImportInput(opening: lines))
    #expect(report.skippedCount == 0)
    // A second time adds nothing.
    #expect(try ArchiveImporter(into: path).run(ImportInput(opening: lines)).added == 0)
    return try Archive(opening: path)
  }

  @Test("JSON Lines hold everything: what comes back is the same")
  func lossless() throws {
    let archive = try richArchive()
    try expectEqual(archive, roundTrip(archive, name: "rich"))
  }

  @Test(
    "Every format's sample comes back the same",
    arguments: [
      "telegram", "whatsapp", "irc", "discord", "slack", "messenger", "html", "signal", "imazing",
      "mattermost", "line", "kakaotalk",
    ])
  func samples(format: String) throws {
    let archive = try make(format) { try FormatSamples.read(format, into: $0) }
    try expectEqual(archive, roundTrip(archive, name: format))
  }

  /// Of the real exports: files that a reader knows, and the folder of logs as a whole.
  private static let fixtures: [String] = {
    let all = FileManager.default.subpaths(atPath: Fixtures.folder) ?? []
    let files = all.filter { !$0.hasPrefix("images/") && !$0.hasPrefix("irc/") }
      .filter { [".txt", ".json", ".zip"].contains(where: $0.hasSuffix) }
      // What others expect of these.
      .filter { !$0.hasSuffix("EXPECTED.json") }
    return (files + ["irc"]).sorted().filter {
      (try? ImportInput(opening: Fixtures.folder + "/" + $0)) != nil
    }
  }()

  @Test(
    "What real exports hold comes back the same",
    .enabled(if: Fixtures.exist, "set LUGE_FIXTURES to the folder of fixtures to run this"),
    arguments: Fixtures.exist ? fixtures : [])
  func realExports(name: String) throws {
    let path = folder.path + "/real.luge"
    let report = try ArchiveImporter(into: path).run(
      ImportInput(opening: Fixtures.folder + "/" + name))
    let archive = try Archive(opening: path)
    #expect(report.added > 0)
    try expectEqual(archive, roundTrip(archive, name: "real"))
  }

  @Test("A name of any length does not stand whole before each message, but is kept")
  func longNames() throws {
    let long = String(repeating: "Nn ", count: 30_000)
    // What is no name is not cut.
    let (quoted, noted) = (String(repeating: "q", count: 5000), String(repeating: "p", count: 5000))
    let count = 50
    let archive = try make("long") { sink in
      try sink.begin(ConversationRecord(key: "t:1", name: long, kind: .group))
      for number in 1...count {
        try sink.add(
          MessageRecord(
            sourceKey: "\(number)", author: AuthorRecord(key: "u1", name: long),
            time: Timestamp(seconds: 1_700_000_000, certainty: .exact), text: StyledText("hello"),
            forwardedFrom: long))
      }
      let person = PostRecord.Person(key: "u2", name: long)
      var post = PostRecord(handle: "@u2")
      post.boostedBy = person
      post.quote = .init(author: person, text: StyledText(quoted))
      try sink.add(
        MessageRecord(
          sourceKey: "post", author: AuthorRecord(key: "u1", name: long),
          time: Timestamp(seconds: 1_700_000_000, certainty: .exact), text: StyledText("x"),
          media: [MediaRecord(kind: .other, note: noted)], post: post))
    }
    try expectEqual(archive, roundTrip(archive, name: "long"))
    for format in ExportFormat.allCases where format != .jsonl {
      let text = Text()
      _ = try archive.export(
        ExportSelection(), as: format, title: long,
        to: {
          text.string += String(decoding: $0, as: UTF8.self)
        })
      let size = text.string.utf8.count
      #expect(size < 20_000 + count * 1000 + 2 * long.utf8.count, "\(format): \(size)")
      #expect(text.string.components(separatedBy: "hello").count == count + 1)
      #expect(text.string.contains(quoted) && text.string.contains(noted), "\(format)")
    }
  }

  @Test("Bad lines are left out with their number, a newer version is refused")
  func badLines() throws {
    let head = #"{"luge":"archive","version":1}"#
    let sink = try FormatSupport.read(
      """
      \(head)
      {"type":"message","key":"1","time":1,"text":"early"}
      {"type":"conversation","key":"a:b","name":"B","kind":"group"}
      nonsense
      {"type":"message","key":"1"}
      {"type":"message","key":"2","time":2,"text":"ok"}
      """, as: LugeLinesReader.self, name: "x.jsonl")
    #expect(sink.texts == ["early", "ok"])
    #expect(sink.skipped.map(\.place) == ["line 4", "line 5"])
    #expect(throws: ArchiveError.newerVersion(path: "x.jsonl")) {
      try FormatSupport.read(
        #"{"luge":"archive","version":99}"#, as: LugeLinesReader.self, name: "x.jsonl")
    }
  }

  @Test("By conversation, person, span of time and words")
  func selection() throws {
    let archive = try richArchive()
    func keys(_ change: (inout ExportSelection) throws -> Void) throws -> [String] {
      var selection = ExportSelection()
      try change(&selection)
      let collector = Collector()
      let count = try archive.export(selection, to: collector)
      // Service entries are written, and not counted.
      #expect(count == collector.messages)
      return collector.keys
    }
    #expect(try keys { _ in } == ["t:1", "3", "1", "k-2", "4", "t:2", "1"])
    #expect(
      try keys { $0.conversation = try archive.conversation(named: "Other").id } == ["t:2", "1"])
    #expect(try keys { $0.person = "ann \"a\"" } == ["t:1", "3", "1"])
    #expect(try keys { $0.since = 1_700_000_000 } == ["t:1", "1", "k-2", "4"])
    #expect(try keys { $0.until = 1_700_000_000 } == ["t:1", "3", "t:2", "1"])
    #expect(try keys { $0.words = "joined" } == ["t:1", "k-2"])
    #expect(try keys { $0.words = "nowhere" } == [])
  }

  private final class Collector: ExportWriting {
    var keys: [String] = []
    var messages = 0
    func begin(_ conversation: ExportedConversation) { keys.append(conversation.record.key) }
    let tellsAnswered = false
    func add(_ message: ExportedMessage) {
      keys.append(message.record.sourceKey)
      if case .service = message.record.kind { return }
      messages += 1
    }
    func finish() {}
  }

  private func text(_ make: (@escaping ExportOutput) -> any ExportWriting) throws -> String {
    let text = Text()
    try richArchive().export(ExportSelection(), to: make(text.write))
    return text.string
  }

  @Test("Plain text")
  func plain() throws {
    #expect(
      try text({ PlainTextExport($0) }) == """
        === Garden <1> ===
        Times are those of UTC where their zone is known, and as they were written elsewhere.
        [1969-12-31 23:59:55] Ann "A": ↩ a message that is not here (edited)
        [2023-11-14 22:13:20] Ann "A": Forwarded from News
            a é😀
            <b> & "q"
            [photo: p/1.jpg]
            (👍 2) (edited)
        [2023-11-14 22:13] * Ann joined
        [2023-11-15 23:13:20] =Bob: ↩ Ann "A": a é😀 <b> & "q"
            =1+1
            - yes: 2

        === Other ===
        [1970-01-01 00:00:07] Unknown: other

        """)
  }

  @Test("Days and times are those of a zone, which the file names; wall clocks stay as they are")
  func zone() throws {
    let berlin = ExportZone(try #require(TimeZone(identifier: "Europe/Berlin")))
    let archive = try make("zone") { sink in
      try sink.begin(ConversationRecord(key: "t:1", name: "Night", kind: .personal))
      // 23:30 and 0:30 of Berlin's summer, and a wall clock's 0:15 of 2 July.
      for (key, seconds, certainty) in [
        ("late", 1_719_869_400, .exact), ("wall", 1_719_879_300, .zoneUnknown),
        ("early", 1_719_873_000, .exact),
      ] as [(String, Int64, Timestamp.Certainty)] {
        try sink.add(
          MessageRecord(
            sourceKey: key, author: AuthorRecord(key: "u", name: "Ann"),
            time: Timestamp(seconds: seconds, certainty: certainty), text: StyledText(key)))
      }
    }
    var selection = ExportSelection()
    selection.zone = berlin
    func text(_ format: ExportFormat) throws -> String {
      let text = Text()
      _ = try archive.export(
        selection, as: format, title: "t", to: { text.write(String(decoding: $0, as: UTF8.self)) })
      return text.string
    }
    let plain = try text(.text)
    #expect(plain.contains("Times are those of Europe/Berlin where their zone is known"))
    #expect(plain.contains("[2024-07-01 23:30:00] Ann: late"))
    #expect(plain.contains("[2024-07-02 00:30:00] Ann: early"))
    #expect(plain.contains("[2024-07-02 00:15:00] Ann: wall"))
    let markdown = try text(.markdown)
    #expect(markdown.contains("Times are those of Europe/Berlin where their zone is known"))
    #expect(markdown.contains("## 2024-07-02\n"))
    let page = try text(.html)
    #expect(page.contains("Times are those of Europe/Berlin where their zone is known"))
    #expect(page.contains("<h2>2024-07-02</h2>"))
    #expect(page.contains("datetime=\"2024-07-02T00:30:00+02:00\""))
    let table = try text(.csv)
    #expect(table.contains("2024-07-01T23:30:00+02:00") && table.contains("2024-07-02T00:15:00,"))
    selection.since = Int64(CivilDate.day(year: 2024, month: 7, day: 2)) * 86_400
    #expect(try text(.text).contains("early"))
    #expect(try !text(.text).contains("late"))
    selection.until = selection.since
    selection.since = nil
    #expect(try text(.text).contains("late"))
    #expect(try !text(.text).contains("early"))
  }

  @Test("Control characters are not raw in lines, and come back from them")
  func controls() throws {
    let words = "a\u{9B}31m\u{7F}\u{1B}[0m\u{2067}é\u{A9}"
    let lines = try output(StyledText(words)) { LinesExport($0) }
    #expect(lines.contains("a\\u009b31m\\u007f\\u001B[0m\\u2067é\u{A9}"))
    let sink = try FormatSupport.read(lines, as: LugeLinesReader.self, name: "a.jsonl")
    #expect(sink.texts == [words])
  }

  @Test("What turns text around is shown in a page's links, and not raw in lines and tables")
  func turns() throws {
    let text = StyledText(
      "see https://\u{202E}moc.elgoog",
      spans: [.init(4..<25, .link(target: "https://evil.example/\u{202E}moc.knab"))])
    let page = try output(text) { HTMLExport(title: "t", $0) }
    #expect(!page.contains("\u{202E}"))
    #expect(page.contains("title=\"https://evil.example/&lt;U+202E&gt;moc.knab\""))
    #expect(page.contains("href=\"https://evil.example/%E2%80%AEmoc.knab\""))
    #expect(page.contains(">https://moc.elgoog</a>"))
    let lines = try output(text) { LinesExport($0) }
    #expect(!lines.contains("\u{202E}") && lines.contains("\\u202emoc.elgoog"))
    let sink = try FormatSupport.read(lines, as: LugeLinesReader.self, name: "x.jsonl")
    #expect(sink.messages.map(\.text) == [text])
    #expect(try !output(text) { CSVExport($0) }.contains("\u{202E}"))
  }

  @Test("CSV: quotation marks doubled, formulas kept from spreadsheets")
  func csv() throws {
    let text = try text({ CSVExport($0) })
    let table = CSVReader(MemoryByteSource(Array(text.utf8), name: "x.csv"))
    var rows: [[String]] = []
    while let row = try table.next() { rows.append(row.fields) }
    #expect(rows.count == 6)
    #expect(rows[2][4] == "a é😀\n<b> & \"q\"")
    #expect(rows[2][1] == "2023-11-14T22:13:20Z")
    #expect(rows[4][2] == "'=Bob")
    #expect(rows[4][4] == "'=1+1")
  }

  @Test(
    "CSV: no formula, wherever a program splits the line and whatever it takes for a cell's mark",
    arguments: [
      "x;\"=1+1;y", "\n\"=1+1;x", "x\t\"=1+1\ty", "x;\"\"=cmd|' /C'!A0", "＝1+1", "x;＋1", "＠SUM(1)",
    ])
  func formulas(words: String) throws {
    let line = try output(StyledText(words), { CSVExport($0) })
    for cell in line.unicodeScalars.split(whereSeparator: { ";,\t\r\n".unicodeScalars.contains($0) }
    ) {
      let first = cell.first { $0 != "\"" }
      #expect(!"=+-@＝＋－＠".unicodeScalars.contains(first ?? "a"), "\(line)")
    }
  }

  @Test("Markdown")
  func markdown() throws {
    let text = try text({ MarkdownExport($0) })
    #expect(text.contains("# Garden \\<1\\>\n"))
    #expect(text.contains("## 2023-11-14\n"))
    #expect(
      text.contains(
        "**Ann \"A\"** 22:13:20 (edited)  \n*Forwarded from News*  \n**a** [é](https://a.b/?x=1&y)😀  \n\\<b\\>"
      ))
    #expect(text.contains("\\[photo: p/1.jpg\\]"), "the file is not there")
    #expect(text.contains("*Forwarded from News*"))
    #expect(text.contains("(👍 2)"))
    #expect(text.contains("↩ *Ann \"A\": a é😀"))
    #expect(text.contains("yes: 2"))
    #expect(text.contains("*22:13 Ann joined*"))
  }

  @Test("A page: nothing runs, nothing is fetched, pictures are in it and only those of the folder")
  func page() throws {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 1, 2, 3]
    try folder.write(png, as: "media/in.png")
    try folder.write(png, as: "secret.png")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/media/link.png", withDestinationPath: folder.path + "/secret.png")
    let text = Text()
    let page = HTMLExport(title: "<t>", text.write)
    try page.begin(
      ExportedConversation(
        record: ConversationRecord(key: "a:b", name: "<script>", kind: .group, ownAuthorKey: "me"),
        mediaFolders: MediaFolders(root: folder.path + "/media")))
    for path in ["in.png", "../secret.png", "link.png", folder.path + "/secret.png"] {
      try page.add(
        ExportedMessage(
          id: 1,
          record: MessageRecord(
            sourceKey: path, author: AuthorRecord(key: "me", name: "Me"),
            time: Timestamp(seconds: 5, certainty: .exact),
            text: StyledText(
              "<img src=x> x", spans: [.init(12..<13, .link(target: "javascript:alert(1)"))]),
            media: [MediaRecord(kind: .photo, path: path)])))
    }
    try page.finish()
    let html = text.string
    #expect(html.contains("default-src 'none'"))
    #expect(html.contains("content-visibility:auto"))
    #expect(html.components(separatedBy: "src=\"data:image/png;base64,").count == 2)
    #expect(html.components(separatedBy: "[photo: ").count == 4)
    #expect(!html.contains("<script"))
    #expect(!html.contains("<img src=x"))
    #expect(!html.contains("javascript:"))
    #expect(html.hasSuffix("</main></body></html>\n"))
  }

  private func output(
    _ text: StyledText, media: [MediaRecord] = [], author: String = "Ann",
    beneath root: String? = nil, _ make: (@escaping ExportOutput) -> any ExportWriting
  ) throws -> String {
    let result = Text()
    let writer = make(result.write)
    try writer.begin(
      ExportedConversation(
        record: ConversationRecord(key: "a:b", name: author, kind: .group),
        mediaFolders: MediaFolders(root: root)))
    try writer.add(
      ExportedMessage(
        id: 1,
        record: MessageRecord(
          sourceKey: "1", author: AuthorRecord(key: "u", name: author),
          time: Timestamp(seconds: 5, certainty: .exact), text: text, media: media)))
    try writer.finish()
    return result.string
  }

  @Test("Paths of files count from the export's folder; web addresses stay as they are")
  func addresses() {
    var paths = ExportedPaths(from: "/home/out")
    paths.folders = MediaFolders(root: "/home/in")
    #expect(paths.path("p/1.jpg") == "../in/p/1.jpg")
    #expect(paths.path("https://a.b/p/1.jpg?x=1") == "https://a.b/p/1.jpg?x=1")
  }

  @Test(
    "CSV: what combines with a sign does not hide it",
    arguments: [
      "a\"\u{301},=1+1", "=\u{301}1+1", "a,\u{301}b", "\r\n=1+1", "\n=1", "\"\u{200D}",
      "a\u{2028}b", "hi;=HYPERLINK(A1)", "hi\t=1+1", "a\n-1", "a;;@x",
    ])
  func csvCombining(words: String) throws {
    let text = try output(StyledText(words), { CSVExport($0) })
    // Read as programs read tables, scalar by scalar.
    var rows: [[String]] = [[]]
    var field = String.UnicodeScalarView()
    var isQuoted = false
    var before: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if scalar == "\"" {
        if !isQuoted, before == "\"" { field.append(scalar) }
        isQuoted.toggle()
      } else if !isQuoted, scalar == "," || scalar == "\n" {
        rows[rows.count - 1].append(String(field))
        field = .init()
        if scalar == "\n" { rows.append([]) }
      } else if isQuoted || scalar != "\r" {
        field.append(scalar)
      }
      before = scalar
    }
    #expect(rows.count == 3)
    #expect(rows[1].count == 13)
    let cell = try #require(rows[1].count == 13 ? rows[1][4] : nil)
    // Whatever it is split at.
    for separator in [";", "\t", "\n"] {
      for sign in ["=", "+", "-", "@"] { #expect(!text.contains(separator + sign)) }
    }
    #expect(String(String.UnicodeScalarView(cell.unicodeScalars.filter { $0 != "'" })) == words)
    #expect(!"=+-@\r\n".unicodeScalars.contains(try #require(cell.unicodeScalars.first)))
  }

  @Test("A table holds nothing that a terminal would take for commands")
  func csvControls() throws {
    let text = try output(
      StyledText("a\u{1B}[31m\u{9B}b\u{7F}"), author: "\u{1B}]0;x\u{7}", { CSVExport($0) })
    #expect(
      !text.unicodeScalars.contains {
        $0.value < 0x20 && $0 != "\r" && $0 != "\n" || (0x7F...0x9F).contains($0.value)
      })
  }

  @Test(
    "Markdown asks no network, and leads to nothing outside of the export",
    arguments: [
      "https://evil.example/x.png", "//evil.example/x.png", "javascript:alert(1)",
      "file:///etc/passwd", "/etc/passwd", "HTTP:x", "../x.png", "photos/../../x.png",
      "./a/./../../x.png", "~/x.png", "../\u{301}/x.png", "/\u{301}x.png",
    ])
  func markdownTargets(path: String) throws {
    // Some of them could be files as well.
    for name in ["https:/evil.example/x.png", "javascript:alert(1)", "HTTP:x", "~/x.png"] {
      try folder.write("x", as: "media/\(name)")
    }
    let text = try markdownText(path)
    #expect(!text.contains("]("), "\(text)")
  }

  /// The Markdown of a message with a picture in the folder `media`.
  private func markdownText(_ path: String, text: String = "x") throws -> String {
    let root = folder.path + "/media"
    return try output(
      StyledText(text), media: [MediaRecord(kind: .photo, path: path)], beneath: root,
      { MarkdownExport(in: root, $0) })
  }

  @Test("Markdown links to files of the export alone: none that is missing, or reached by a link")
  func markdownFiles() throws {
    try folder.write("x", as: "media/a/in.png")
    try folder.write("x", as: "secret.png")
    #expect(mkfifo(folder.path + "/media/pipe.png", 0o600) == 0)
    for (name, target) in [
      ("out.png", folder.path + "/secret.png"), ("up.png", "../secret.png"),
      ("own.png", "a/in.png"), ("folder", folder.path), ("b", "a"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/media/\(name)", withDestinationPath: target)
    }
    #expect(try markdownText("a/in.png").contains("![a/in.png](a/in.png)"))
    #expect(try markdownText("./a//in.png").contains("(a/in.png)"))
    for path in [
      "out.png", "up.png", "own.png", "folder/secret.png", "b/in.png", "pipe.png", "none.png", "a",
    ] {
      let text = try markdownText(path)
      #expect(!text.contains("](") && text.contains("\\[photo: \(path)\\]"), "\(text)")
    }
    // An archive whose folder may not be read.
    let text = try output(
      StyledText("x"), media: [MediaRecord(kind: .photo, path: "a/in.png")]
    ) { MarkdownExport(in: folder.path + "/media", $0) }
    #expect(text.contains("\\[photo: a/in.png\\]"))
  }

  @Test("Characters that turn text around or that terminals execute stand in no target or line")
  func hidden() throws {
    let path = "files/x\u{202E}\u{2066}\u{9B}31m\u{7F}gnp.exe"
    try folder.write("x", as: "media/\(path)")
    let root = folder.path + "/media"
    let markdown = try output(
      StyledText("x", spans: [.init(0..<1, .link(target: "https://a.example/\u{202E}\u{9B}b"))]),
      media: [MediaRecord(kind: .photo, path: path)], beneath: root,
      { MarkdownExport(in: root, $0) })
    #expect(markdown.contains("(files/x%E2%80%AE%E2%81%A6%C2%9B31m%7Fgnp.exe)"), "\(markdown)")
    let archive = try make("service") { sink in
      try sink.begin(ConversationRecord(key: "a", name: "A", kind: .group))
      var joined = MessageRecord.plain(1, "x\u{202E}gnp\u{9B}.exe joined")
      joined.kind = .service(action: "join")
      try sink.add(joined)
    }
    for format in [ExportFormat.markdown, .text, .html] {
      var data = Data()
      _ = try archive.export(ExportSelection(), as: format, title: "t", to: { data += $0 })
      let text = String(decoding: data, as: UTF8.self)
      #expect(text.contains(".exe joined"))
      for text in [text, markdown] {
        #expect(
          !text.unicodeScalars.contains {
            ForeignText.turnsText($0.value) || (0x7F...0x9F).contains($0.value)
          }, "\(format)")
      }
    }
  }

  @Test("Markdown: a name that combines ends no address, and signs stay signs")
  func markdownCombining() throws {
    try folder.write("x", as: "media/a)\u{301}[x](b.c)")
    try folder.write("x", as: "media/%2e%2e/x")
    let text = try markdownText("a)\u{301}[x](b.c)", text: "[\u{301}a]\u{301}(b)")
    #expect(text.contains("\\[\u{301}a\\]\u{301}"))
    #expect(text.contains("(a%29\u{301}%5Bx%5D%28b.c%29)"))
    #expect(try markdownText("%2e%2e/x").contains("(%252e%252e/x)"))
  }

  @Test(
    "Markdown: entities lead nowhere, addresses are whole, lines begin no heading, list or code")
  func markdownBlocks() throws {
    for name in ["&period;&#46;/&sol;x", "a?b#c.png"] {
      try folder.write("x", as: "media/\(name)")
    }
    let entities = try markdownText("&period;&#46;/&sol;x")
    #expect(entities.contains("(%26period%3B%26%2346%3B/%26sol%3Bx)"))
    #expect(try markdownText("a?b#c.png").contains("(a%3Fb%23c.png)"))
    let link = "https://a.b/c%20d?x=1&copy=2&lt;"
    let text = try output(
      StyledText(
        "link\n---\n===\n- a\n+ b\n1. c\n2) d\n    e\n&lt;\n1.5 f",
        spans: [.init(0..<4, .link(target: link))])
    ) { MarkdownExport($0) }
    #expect(text.contains("[link](https://a.b/c%20d?x=1&copy=2&amp;lt;)"), "\(text)")
    for line in [
      "\\---", "\\===", "\\- a", "\\+ b", "1\\. c", "2\\) d",
      "\u{A0}\u{A0}\u{A0}\u{A0}e", "\\&lt;", "1.5 f",
    ] {
      #expect(text.contains("  \n\(line)"), "\(line) in \(text)")
    }
  }

  @Test("A page shows what would turn a name, and where a link leads")
  func pageNames() throws {
    let text = try output(
      StyledText("a.b", spans: [.init(0..<3, .link(target: "https://evil.example/"))]),
      media: [MediaRecord(kind: .file, fileName: "fdp.\u{202E}exe")], author: "a\u{202E}b"
    ) { HTMLExport(title: "t", $0) }
    #expect(!text.contains("\u{202E}"))
    #expect(text.contains("a&lt;U+202E&gt;b"))
    #expect(text.contains(#"title="https://evil.example/""#))
  }

  @Test("No sign in a link or its words turns them around on a page")
  func pageLinks() throws {
    let words = "see https://\u{202E}moc.elgoog"
    let text = try output(
      StyledText(
        words,
        spans: [
          .init(4..<words.utf8.count, .link(target: "http://google.com@evil.example/\u{2066}a"))
        ]), media: [], author: "a"
    ) { HTMLExport(title: "t", $0) }
    #expect(!text.unicodeScalars.contains { ForeignText.turnsText($0.value) })
    #expect(text.contains(#"title="http://google.com@evil.example/&lt;U+2066&gt;a""#))
    #expect(text.contains(#"href="http://google.com@evil.example/%E2%81%A6a""#))
  }

  @Test("A page leads from an answer to what it answers; polls, warnings and reactions are told")
  func pageFacts() throws {
    let html = try text { HTMLExport(title: "t", $0) }
    let answered = try #require(html.firstMatch(of: /id="(m[0-9]+)"[^\n]*Forwarded from News/)).1
    #expect(html.contains("<a class=\"r\" href=\"#\(answered)\">Ann &quot;A&quot;: a é😀"))
    #expect(html.contains("👍 2") && html.contains("<em>- yes: 2</em>"))
    var record = MessageRecord(
      sourceKey: "1", time: Timestamp(seconds: 5, certainty: .exact), text: StyledText("hidden"),
      reactions: [
        ReactionRecord(emoji: "stickers/wave.tgs", count: 1),
        ReactionRecord(emoji: ":wave:", count: 2), ReactionRecord(emoji: "👍", count: 3),
      ])
    var post = PostRecord(handle: "@ann")
    post.warning = "spiders <b>"
    post.boostedBy = .init(key: "u2", name: "Bob")
    post.link = .init(url: "https://a.b/c", title: "A page")
    record.post = post
    let result = Text()
    let page = HTMLExport(title: "t", result.write)
    try page.begin(
      ExportedConversation(
        record: ConversationRecord(key: "a:b", name: "B", kind: .timeline),
        mediaFolders: MediaFolders(root: nil)))
    try page.add(ExportedMessage(id: 1, record: record))
    try page.finish()
    #expect(result.string.contains("<i>Passed on by Bob</i>"))
    #expect(result.string.contains("Content warning: spiders &lt;b&gt;"))
    #expect(result.string.contains("<summary>Show</summary><span>hidden</span>"))
    #expect(result.string.contains("A page https://a.b/c"))
    #expect(result.string.contains("<small>✦ 1 · :wave: 2 · 👍 3</small>"))
  }

  @Test("Pictures that browsers do not show are counted; AVIF and BMP are in the page")
  func pageKinds() throws {
    func box(_ brand: String) -> [UInt8] { [0, 0, 0, 24] + Array("ftyp\(brand)0000".utf8) }
    try folder.write(box("heic"), as: "a.heic")
    try folder.write(box("avif"), as: "b.avif")
    try folder.write([0x49, 0x49, 0x2A, 0, 8, 0, 0, 0], as: "c.tif")
    try folder.write(Array("BM123456".utf8), as: "d.bmp")
    try folder.write(Array("not a picture at all".utf8), as: "e.txt")
    let (html, leftOut) = try page(
      of: ["a.heic", "b.avif", "c.tif", "d.bmp", "e.txt"].map {
        MediaRecord(kind: .photo, path: $0)
      })
    #expect(leftOut == 2)
    #expect(html.contains("data:image/avif;") && html.contains("data:image/bmp;"))
    #expect(html.contains("[photo: a.heic]"))
  }

  /// Returns the page of messages with one medium each, and the number of pictures left out.
  private func page(of media: [MediaRecord]) throws -> (html: String, leftOut: Int) {
    let result = Text()
    let page = HTMLExport(title: "t", result.write)
    try page.begin(
      ExportedConversation(
        record: ConversationRecord(key: "a:b", name: "B", kind: .group),
        mediaFolders: MediaFolders(root: folder.path)))
    for (id, medium) in media.enumerated() {
      try page.add(
        ExportedMessage(
          id: Int64(id),
          record: MessageRecord(
            sourceKey: "\(id)", time: Timestamp(seconds: 5, certainty: .exact), media: [medium])))
    }
    try page.finish()
    return (result.string, page.leftOut)
  }

  @Test("A picture that comes again and again is in the page twice at most")
  func pageRepeats() throws {
    try folder.write([0xFF, 0xD8, 0xFF, 1], as: "a.jpg")
    try folder.write([0xFF, 0xD8, 0xFF, 2], as: "b.jpg")
    let (html, leftOut) = try page(
      of: ["a.jpg", "b.jpg", "a.jpg", "a.jpg", "a.jpg"].map {
        MediaRecord(kind: .photo, path: $0, fileName: "<n>", width: 4, height: 3)
      })
    let data = Data([0xFF, 0xD8, 0xFF, 1]).base64EncodedString()
    #expect(html.ranges(of: data).count == 2)
    let rule = ".p0{background-image:url(data:image/jpeg;base64,\(data))}"
    #expect(html.contains("<style>\(rule)</style>"))
    #expect(html.ranges(of: "<img ").count == 2)
    let again =
      #"<i class="p p0" style="width:4px;aspect-ratio:4/3" role="img" aria-label="&lt;n&gt;"></i>"#
    #expect(html.ranges(of: again).count == 3)
    #expect(leftOut == 0)
  }

  @Test("Pictures of iPhones and scanners are shown as JPEG, and the original is named")
  func pageConversion() throws {
    try folder.write([0, 0, 0, 24] + Array("ftypheic0000rest".utf8), as: "a.heic")
    try folder.write([0x49, 0x49, 0x2A, 0, 8, 0, 0, 0] + Array("rest".utf8), as: "c.tif")
    try folder.write([0x4D, 0x4D, 0, 0x2A] + Array("unreadable".utf8), as: "d.tiff")
    let result = Text()
    let page = HTMLExport(
      title: "t",
      showing: {
        String(decoding: $0, as: UTF8.self).hasSuffix("rest") ? [0xFF, 0xD8, 0xFF] : nil
      },
      result.write)
    try page.begin(
      ExportedConversation(
        record: ConversationRecord(key: "a:b", name: "B", kind: .group),
        mediaFolders: MediaFolders(root: folder.path)))
    for name in ["a.heic", "c.tif", "d.tiff"] {
      try page.add(
        ExportedMessage(
          id: 1,
          record: MessageRecord(
            sourceKey: name, time: Timestamp(seconds: 5, certainty: .exact),
            media: [MediaRecord(kind: .photo, path: name)])))
    }
    try page.finish()
    #expect(result.string.ranges(of: "data:image/jpeg;base64,/9j/\"").count == 2)
    #expect(result.string.contains("<em>a.heic, shown here as JPEG</em>"))
    #expect(result.string.contains("<em>c.tif, shown here as JPEG</em>"))
    #expect(page.leftOut == 1 && result.string.contains("[photo: d.tiff]"))
  }

  @Test("Media are found from where the file is written, and nothing outside of their folder is")
  func mediaPaths() {
    var paths = ExportedPaths(from: "/home/ann/out")
    paths.folders = MediaFolders(root: "/home/ann/exports/chat")
    #expect(paths.path("photos/1 a.jpg") == "../exports/chat/photos/1 a.jpg")
    #expect(paths.path("../../x.jpg") == "../../x.jpg")
    #expect(paths.path("/etc/passwd") == "/etc/passwd")
    paths = ExportedPaths(from: nil)
    paths.folders = MediaFolders(root: "/home/ann/exports/chat")
    #expect(paths.path("1.jpg") == "/home/ann/exports/chat/1.jpg")
    paths.folders = MediaFolders(root: nil)
    #expect(paths.path("1.jpg") == "1.jpg")
    paths = ExportedPaths(from: "/srv/out")
    paths.folders = MediaFolders(root: "/home/ann/chat")
    #expect(paths.path("1.jpg") == "/home/ann/chat/1.jpg")
    paths.folders = MediaFolders(root: "/srv/out")
    #expect(paths.path("1.jpg") == "1.jpg")
  }

  @Test("A pipe in the folder is not waited for", .timeLimit(.minutes(1)))
  func pagePipe() throws {
    #expect(mkfifo(folder.path + "/pipe.png", 0o600) == 0)
    let text = Text()
    let page = HTMLExport(title: "t", text.write)
    try page.begin(
      ExportedConversation(
        record: ConversationRecord(key: "a:b", name: "B", kind: .group),
        mediaFolders: MediaFolders(root: folder.path)))
    try page.add(
      ExportedMessage(
        id: 1,
        record: MessageRecord(
          sourceKey: "1", time: Timestamp(seconds: 5, certainty: .exact),
          media: [MediaRecord(kind: .photo, path: "pipe.png")])))
    try page.finish()
    #expect(text.string.contains("[photo: pipe.png]"))
  }

  @Test("Marks within marks make no more of a text than a small multiple of it")
  func nestedMarks() throws {
    let count = 4000
    let target = "https://a.b/" + String(repeating: "c", count: 2000)
    let text = StyledText(
      String(repeating: "a", count: count),
      spans: (0..<count).map { number in
        .init(
          0..<number + 1,
          [.bold, .italic, .link(target: target), .code, .spoiler, .strike][number % 6])
      })
    for make: (@escaping ExportOutput) -> any ExportWriting in [
      { HTMLExport(title: "t", $0) }, { MarkdownExport($0) },
    ] {
      let result = try output(text, make)
      #expect(result.utf8.count < 200 * count)
      #expect(result.contains(target))
    }
  }

  @Test("100,000 messages: a page in flat memory, in sections of a day")
  func large() throws {
    let sizes = Sizes()
    let page = HTMLExport(title: "t") { sizes.count += $0.utf8.count }
    try page.begin(
      ExportedConversation(
        record: ConversationRecord(key: "a:b", name: "B", kind: .group),
        mediaFolders: MediaFolders(root: nil)))
    for number in 0..<100_000 {
      try page.add(
        ExportedMessage(
          id: 1,
          record: MessageRecord(
            sourceKey: "\(number)", author: AuthorRecord(key: "u", name: "U"),
            time: Timestamp(seconds: Int64(number) * 60, certainty: .exact),
            text: StyledText("hello")
          )))
    }
    try page.finish()
    #expect(sizes.count < 20 << 20)
  }

  private final class Sizes { var count = 0 }
}
