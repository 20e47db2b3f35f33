import Foundation
import LugeCore
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Opening a path")
struct ExportOpenerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let whatsApp = "13/02/20, 10:00 - Ann: a\n14/02/20, 10:00 - Bob: b\n"
  private static let irc = "[10:00] <ann> hi\n[10:01] <bob> ho\n=== ann is now known as eve\n"

  private func hint(_ path: String) -> String? {
    do {
      _ = try ExportOpener().open(path: path)
      return nil
    } catch { return "\(error)" }
  }

  @Test("By content, whatever the name")
  func byContent() throws {
    for (text, name, format) in [
      (Self.whatsApp, "a.txt", "WhatsApp text"), (Self.whatsApp, "b", "WhatsApp text"),
      (Self.irc, "#x_20200101.log", "IRC log"), (Self.irc, "c.bin", "IRC log"),
    ] {
      let export = try ExportOpener().open(path: folder.write(text, as: name))
      #expect(export.items.map { $0.reader.formatName } == [format])
      #expect(export.items.map(\.displayName) == [name])
      #expect(export.items.map(\.size) == [Int64(text.utf8.count)])
      #expect(export.items.map(\.mediaRoot) == [folder.path])
    }
  }

  @Test("Errors of files")
  func errors() throws {
    #expect(throws: ArchiveError.notFound(path: "/no/such/file")) {
      try ExportOpener().open(path: "/no/such/file")
    }
    let empty = try folder.write("", as: "empty.txt")
    #expect(throws: ArchiveError.empty(path: empty)) { try ExportOpener().open(path: empty) }
    #expect(throws: ArchiveError.notReadable(path: folder.path, reason: "it is a folder")) {
      try FileByteSource(path: folder.path)
    }
    // Nobody writes into it: opening it would wait for ever.
    let pipe = folder.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(hint(pipe)?.contains("it is a pipe") == true)
  }

  @Test(
    "Unknown files: what they look like and what is known",
    arguments: [
      ("<!DOCTYPE html><p>x", "a.html", "JSON or text instead"),
      (#"{"ok": true, "messages": [{"ts": "1.2", "user": "U1"}]}"#, "a.json", "Slack"),
      ("  <html>", "b", "HTML"),
      ("<?xml version='1.0'?><smses count=\"1\"><sms/></smses>", "sms-1.xml", "SMS Backup+"),
      ("hello", "matrix - Room - Chat Export - 2024.txt", "plain text of Element"),
      ("{\"a\": 1}", "a.json", "It is JSON"),
      ("Grailbird.payload = {}", "payload_details.js", "import the whole folder"),
      ("hello\n", "kakaotalk.txt", "export it again as text or CSV"),
      ("!BDN\u{1}", "in.pst", "a mailbox of Outlook"),
      ("{\"a\": [1, ", "a.json", "ends in the middle"), ("[1, 2]", "a.json", "It is JSON"),
      ("{", "a", "ends in the middle"), ("[[[", "a", "ends in the middle"),
      ("[note] x", "a.txt", "lines do not begin"),
      ("[ 12 May 10:11 ] Ann: hi", "a.txt", "lines do not begin"), ("[12 ]", "a", "It is JSON"),
      ("SQLite format 3\u{0}x", "msgstore.db", "SQLite"),
      (
        #"[{"attachments": [], "favorited_by": [], "group_id": "1", "source_guid": "a"}]"#,
        "message.json", "export of GroupMe"
      ),
      (
        #"[{"title": "Hi", "create_time": 1.5, "update_time": 2, "mapping": {}}]"#,
        "conversations.json", "export of ChatGPT"
      ),
      (
        #"{"ann": [{"From": "ann", "Media Type": "TEXT", "Created": "2024-03-01 10:00:00 UTC"}]}"#,
        "a.json", "export of Snapchat"
      ),
      (
        "CONVERSATION ID,CONVERSATION TITLE,FROM,SENDER PROFILE URL,TO\n1,,Ann,x,Ben\n",
        "messages.csv", "export of LinkedIn"
      ),
      (
        #"{"Direct Messages": {"Chat History": {"ChatHistory": {"Chat History with ann:": []}}}}"#,
        "user_data.json", "export of TikTok"
      ),
      (
        #"{"Usage": {"app_opens": {"2024-03-01": 3}}, "Messages": []}"#, "data.json",
        "export of Tinder"
      ),
      (
        "localId,TalkerId,Type,SubType,IsSender,CreateTime,Status,StrContent\n1,2,1,0,0,1,0,hi\n",
        "messages.csv", "export of WeChat"
      ),
      ("%PDF-1.4", "a.pdf", "PDF"), ("hello\nworld\n", "a.txt", "lines do not begin"),
      ("xyz", "msgstore.db.crypt14", "Export chat"), ("a\u{0}b", "a", "not text"),
    ])
  func unknown(content: String, name: String, expected: String) throws {
    let path = try folder.write(content, as: name)
    let hint = try #require(self.hint(path))
    #expect(hint.contains(expected))
    #expect(hint.contains("IRC log"))
    #expect(hint.hasPrefix(path))
  }

  @Test("UTF-16 that is no chat is not blamed for being UTF-16")
  func utf16() throws {
    let path = try folder.write([0xFF, 0xFE, 0x31, 0], as: "a.txt")
    #expect(try !#require(hint(path)).contains("UTF-16"))
  }

  @Test("A folder of day files is one conversation, in order of the days")
  func dayFiles() throws {
    for name in ["2007-01-12.log", "2006-12-31.log", "2007-01-02_10.log"] {
      try folder.write(Self.irc, as: "#ubuntu/\(name)")
    }
    try folder.write("some licence\n", as: "#ubuntu/LICENSE.md")
    try folder.write([0, 1, 2], as: "#ubuntu/x.bin")
    try folder.write("", as: "#ubuntu/2008-01-01.log")
    let export = try ExportOpener().open(path: folder.path + "/#ubuntu/")
    #expect(
      export.items.map(\.displayName) == ["2006-12-31.log", "2007-01-02_10.log", "2007-01-12.log"])
    #expect(
      export.passedOver == [
        PassedOverFile(path: folder.path + "/#ubuntu/LICENSE.md", reason: .unknown),
        PassedOverFile(path: folder.path + "/#ubuntu/2008-01-01.log", reason: .empty),
      ])
    let sink = CollectingSink()
    for item in export.items { try item.read(into: sink) }
    #expect(Set(sink.conversations.map(\.key)) == ["irc:#ubuntu"])
    #expect(sink.messages.count == 9)
    #expect(sink.times.first == "2006-12-31 10:00:00")
    #expect(sink.times == sink.times.sorted())
    let above = try ExportOpener().open(path: folder.path)
    #expect(above.items.map(\.displayName) == export.items.map { "#ubuntu/" + $0.displayName })
    let file = try ExportOpener().open(path: folder.path + "/#ubuntu/2007-01-12.log")
    let single = CollectingSink()
    try file.items[0].read(into: single)
    #expect(single.conversations.map(\.key) == ["irc:#ubuntu"])
  }

  private static func telegram(_ id: Int) -> String {
    """
    {"name": "Chat \(id)", "type": "personal_chat", "id": \(id), "messages": [{"id": 1,
    "type": "message", "date": "2020-01-01T10:00:00", "from": "Ann", "from_id": "user1",
    "text": "hi"}]}
    """
  }

  private func open() throws -> (names: [String], export: OpenedExport) {
    let export = try ExportOpener().open(path: folder.path)
    return (export.items.map(\.displayName), export)
  }

  @Test("What an export keeps as attachments is no chat of its own, and said; all else is read")
  func soleChat() throws {
    for name in [
      "Fam/_chat.txt", "Fam/00000001-other.txt", "Fam/sub/notes.txt", "Fam/Ben.txt",
      "Other/chat.txt", "sub/_chat.txt",
    ] {
      try folder.write(Self.whatsApp, as: name)
    }
    let (names, export) = try open()
    #expect(
      Set(names) == [
        "Fam/_chat.txt", "Fam/Ben.txt", "Fam/sub/notes.txt", "Other/chat.txt", "sub/_chat.txt",
      ])
    #expect(
      export.items.first { $0.displayName == "Fam/_chat.txt" }?.mediaRoot == folder.path + "/Fam")
    #expect(
      export.passedOver == [
        PassedOverFile(
          path: folder.path + "/Fam/00000001-other.txt",
          reason: .attachment(format: WhatsAppTextReader.formatName))
      ])
  }

  @Test("Telegram chats beside a result.json are read, what was sent in the chat is not")
  func besideTelegram() throws {
    try folder.write(Self.telegram(1), as: "result.json")
    try folder.write(Self.telegram(2), as: "ben.json")
    try folder.write(Self.telegram(3), as: "result (1).json")
    try folder.write(Self.telegram(4), as: "more/result.json")
    try folder.write(Self.telegram(5), as: "files/sent.json")
    try folder.write(Self.whatsApp, as: "phone/_chat.txt")
    try folder.write("<html><p>css</p>", as: "messages.html")
    let (names, export) = try open()
    #expect(
      Set(names) == [
        "result.json", "ben.json", "result (1).json", "more/result.json", "phone/_chat.txt",
      ])
    #expect(
      export.passedOver.map(\.reason) == [.attachment(format: TelegramReader.formatName)])
    let sink = CollectingSink()
    for item in export.items { try item.read(into: sink) }
    #expect(sink.messages.count == 4 + 2)
  }

  private static func page(_ chat: String) -> String {
    """
    <html><body><div class="page_wrap"><div class="page_header"><div class="text bold">
    \(chat)
    </div></div><div class="history">
    <div class="message default clearfix" id="message1">
    <div class="pull_right date details" title="15.01.2024 10:30:00 UTC+01:00">10:30</div>
    <div class="from_name">Ann</div><div class="text">hello</div></div></div></div></body></html>

    """
  }

  @Test(
    "Telegram's pages beside its JSON of the same chat are left out, and said",
    arguments: [true, false])
  func bothOfTelegram(isZip: Bool) throws {
    let json = """
      {"name": "Garden \\u0026 friends", "type": "private_group", "id": 7, "messages": [
      {"id": 1, "type": "message", "date_unixtime": "5", "from": "Ann", "from_id": "user1", "text": "hello"}]}
      """
    let files = [
      ("a/result.json", json), ("a/messages.html", Self.page("Garden &amp; friends")),
      ("a/messages2.html", Self.page("Garden &amp; friends")),
      ("b/result.json", json), ("b/messages.html", Self.page("Kitchen")),
    ]
    let path = folder.path + (isZip ? "/all.zip" : "/all")
    if isZip {
      try folder.write(ZipBuilder(files).bytes, as: "all.zip")
    } else {
      for (name, text) in files { try folder.write(text, as: "all/\(name)") }
    }
    let input = try ImportInput(opening: path)
    let left = input.passedOver.filter { $0.reason == .sameExport(as: "result.json") }
    #expect(left.map { String($0.path.suffix(15)) } == ["a/messages.html", "/messages2.html"])
    #expect(input.passedOver.count == 2)
    let report = try ArchiveImporter(into: folder.path + "/a.luge").run(input)
    #expect(Set(report.conversations.map(\.name)) == ["Garden & friends", "Kitchen"])
    #expect(report.added == 2)
    let explained = try ExportOpener().explain(path: path)
    #expect(explained.count { $0.fate == .read } == 3)
    #expect(explained.count { $0.reason.contains("what result.json tells") } == 2)
  }

  @Test("The same in a zip")
  func insideZip() throws {
    try folder.write(
      ZipBuilder([
        ("result.json", Self.telegram(1)), ("ben.json", Self.telegram(2)),
        ("files/sent.json", Self.telegram(5)), ("notes.txt", "milk\n"),
      ]).bytes, as: "all.zip")
    let export = try ExportOpener().open(path: folder.path + "/all.zip")
    #expect(Set(export.items.map(\.displayName)) == ["all.zip/result.json", "all.zip/ben.json"])
    #expect(
      export.passedOver == [
        PassedOverFile(path: "notes.txt", reason: .unknown),
        PassedOverFile(
          path: "files/sent.json", reason: .attachment(format: TelegramReader.formatName)),
      ])
  }

  @Test("Zips in a folder are read, each with its media in a folder of its own")
  func zipsInside() throws {
    for name in ["Ann", "Ben"] {
      try folder.write(
        ZipBuilder([("_chat.txt", Self.whatsApp), ("p.jpg", name)]).bytes,
        as: "in/WhatsApp Chat - \(name).zip")
    }
    try folder.write(ZipBuilder([("a.jpg", "x"), ("b.txt", "hello")]).bytes, as: "in/other.zip")
    try folder.write([0x50, 0x4B, 0x03, 0x04, 1], as: "in/broken.zip")
    try folder.write(Self.irc, as: "in/#x.log")
    let media = folder.path + "/media"
    let input = try ImportInput(opening: folder.path + "/in", mediaFolder: media)
    #expect(
      input.passedOver == [
        PassedOverFile(path: folder.path + "/in/other.zip", reason: .noChatInside)
      ])
    #expect(input.unreadable.map(\.file) == [folder.path + "/in/broken.zip"])
    let archive = folder.path + "/a.luge"
    let (report, problem) = try ArchiveImporter(into: archive).runWithMedia(input)
    #expect(problem == nil)
    #expect(Set(report.conversations.map(\.name)) == ["Ann", "Ben", "#x"])
    for name in ["Ann", "Ben"] {
      let path = "\(media)/WhatsApp Chat - \(name).zip/p.jpg"
      #expect(try String(contentsOfFile: path, encoding: .utf8) == name)
    }
    let again = try ArchiveImporter(into: archive).run(input)
    #expect(again.added == 0)
    let explained = try ExportOpener().explain(path: folder.path + "/in")
    #expect(explained.count { $0.fate == .read } == 3)
  }

  @Test("Zips with chats within a zip that has another chat are said, attached ones are not")
  func zipsWithinZip() throws {
    func member(_ name: String, _ inner: [(String, String)]) -> ZipBuilder.Member {
      ZipBuilder.Member(name: name, content: ZipBuilder(inner).bytes)
    }
    let chat = Array(Self.telegram(1).utf8)
    try folder.write(
      ZipBuilder([
        ZipBuilder.Member(name: "result.json", content: chat),
        member("WhatsApp Chat - Ann.zip", [("_chat.txt", Self.whatsApp)]),
        member("other.zip", [("p.jpg", "x"), ("in/result.json", Self.telegram(2))]),
        member("photos.zip", [("p.jpg", "x")]),
        member("files/sent.zip", [("result.json", Self.telegram(3))]),
        ZipBuilder.Member(name: "short.zip", content: [0x50, 0x4B, 0x03, 0x04, 1]),
      ]).bytes, as: "all.zip")
    let input = try ImportInput(opening: folder.path + "/all.zip")
    #expect(
      input.passedOver == [
        PassedOverFile(path: "WhatsApp Chat - Ann.zip", reason: .packed),
        PassedOverFile(path: "other.zip", reason: .packed),
      ])
  }

  @Test("Files that belong to an export are not among those that are no chats")
  func accompanying() throws {
    let message =
      #"[{"ID": 123456789012345678, "Timestamp": "2024-03-01 10:01:00", "Contents": "hi", "Attachments": ""}]"#
    for channel in ["c500", "c600"] {
      try folder.write(message, as: "messages/\(channel)/messages.json")
      try folder.write(#"{"id": "500"}"#, as: "messages/\(channel)/channel.json")
    }
    try folder.write(#"{"500": "x"}"#, as: "messages/index.json")
    try folder.write(#"{"id": "1"}"#, as: "account/user.json")
    #expect(try open().export.passedOver.isEmpty)
    try folder.write("milk\n", as: "list.txt")
    #expect(try open().export.passedOver.map(\.reason) == [.unknown])
  }

  @Test("A file of which there is too little says of which format")
  func unsure() throws {
    try folder.write(Self.telegram(1), as: "result.json")
    try folder.write("<ann> hi\n<bob> ho\n", as: "quotes.txt")
    #expect(
      try open().export.passedOver.map(\.reason) == [.unsure(format: IRCLogReader.formatName)])
  }

  @Test("Photos of a few bytes are no text files")
  func tinyPhotos() throws {
    try folder.write(Self.telegram(1), as: "result.json")
    for (name, bytes) in [("a.jpg", "x"), ("b.png", "ab"), ("c.mp4", "abc")] {
      try folder.write(bytes, as: "photos/\(name)")
    }
    let export = try open().export
    #expect(export.passedOver.isEmpty)
    #expect(export.otherFiles == 3)
  }

  @Test("A folder without chats says what it holds")
  func emptyFolder() throws {
    #expect(try #require(hint(folder.path)).contains("no files"))
    try folder.write(Self.irc, as: ".purple/#x.log")
    #expect(try #require(hint(folder.path)).contains("import '.purple'"))
    try folder.write("<html>", as: "messages.html")
    #expect(try #require(hint(folder.path)).contains("JSON"))
  }

  @Test(
    "Exports that are known and not read are named in folders and zips as well",
    arguments: [
      (
        "messages/inbox/ann_1/message_1.html", "<html><base href=\"https://www.facebook.com\">",
        "Facebook's pages"
      ),
      ("a/signal-2024.backup", "x", "backup of Signal"),
      (
        "Room.csv", "AuthorID,Author,Date,Content,Attachments,Reactions\n",
        "a table of DiscordChatExporter"
      ),
      ("Room.txt", "==============\nGuild: S\n", "text of DiscordChatExporter"),
      ("export.html", "<html><body class=\"mx_RoomView\">", "pages of Element"),
    ])
  func namedInside(name: String, content: String, expected: String) throws {
    try folder.write(content, as: "in/\(name)")
    try folder.write("hello\n", as: "in/0.txt")
    #expect(try #require(hint(folder.path + "/in")).contains(expected))
    let zip = try folder.write(ZipBuilder([(name, content)]).bytes, as: "a.zip")
    #expect(try #require(hint(zip)).contains(expected))
  }

  @Test("A format is added by its type alone")
  func registry() throws {
    enum Fake: ExportReader {
      static let formatName = "Fake"
      static func confidence(prefix: [UInt8], fileName: String) -> Int {
        prefix.starts(with: Array("{\"fake\"".utf8)) ? 100 : 0
      }
      static func read(_ source: any ByteSource, into sink: any ImportSink) throws {}
    }
    let path = try folder.write("{\"fake\": 1}", as: "result.json")
    try folder.write(Self.whatsApp, as: "chats/file.txt")
    let opener = ExportOpener(readers: ExportOpener.registry + [Fake.self])
    #expect(try opener.open(path: path).items.map { $0.reader.formatName } == ["Fake"])
    #expect(try opener.open(path: folder.path).items.map(\.displayName) == ["result.json"])
  }

  @Test("Links in a folder are not followed, and named")
  func links() throws {
    let outside = try TemporaryFolder()
    try outside.write(Self.whatsApp, as: "secret.txt")
    try folder.write(Self.whatsApp, as: "a.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: outside.path)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/b.txt", withDestinationPath: outside.path + "/secret.txt")
    let export = try ExportOpener().open(path: folder.path)
    #expect(export.items.map(\.displayName) == ["a.txt"])
    #expect(
      export.passedOver
        == ["b.txt", "link"].map {
          PassedOverFile(path: "\(folder.path)/\($0)", reason: .link)
        })
  }

  @Test("A chat file that a zip's list names often is compared once")
  func namedOften() {
    var places = AttachmentPlaces()
    for _ in 0..<1000 { places.note("zip/result.json") }
    places.note("zip/_chat.txt")
    #expect(places.chats == ["zip": ["result.json", "_chat.txt"]])
    #expect(places.contains("zip/photos/a.txt") && !places.contains("zip/a.txt"))
  }

  @Test("A file can be read twice, and is closed at its end")
  func reopened() throws {
    let path = try folder.write("abc", as: "x")
    let source = try FileByteSource(path: path)
    #expect(try source.prefix(10) == Array("abc".utf8))
    #expect(try source.prefix(10).isEmpty)
    #expect(try source.reopened()?.prefix(2) == Array("ab".utf8))
  }
}
