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
      ("<!DOCTYPE html><p>x", "a.html", "export as JSON instead"), ("  <html>", "b", "HTML"),
      ("{\"a\": 1}", "a.json", "It is JSON"),
      ("Grailbird.payload = {}", "payload_details.js", "import the whole folder"),
      ("hello\n", "kakaotalk.txt", "export it as text or CSV again"),
      ("!BDN\u{1}", "in.pst", "a mailbox of Outlook"),
      ("{\"a\": [1, ", "a.json", "ends in the middle"), ("[1, 2]", "a.json", "It is JSON"),
      ("{", "a", "ends in the middle"), ("[[[", "a", "ends in the middle"),
      ("[note] x", "a.txt", "lines do not begin"),
      ("SQLite format 3\u{0}x", "msgstore.db", "SQLite"),
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

  @Test("UTF-16 is named")
  func utf16() throws {
    let path = try folder.write([0xFF, 0xFE, 0x31, 0], as: "a.txt")
    #expect(try #require(hint(path)).contains("UTF-16"))
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
    #expect(export.passedOver == [folder.path + "/#ubuntu/LICENSE.md"])
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

  @Test("_chat.txt is the chat of its folder; what lies beside it are attachments")
  func soleChat() throws {
    for name in ["Fam/_chat.txt", "Fam/0001-other.txt", "Fam/sub/notes.txt", "Other/chat.txt"] {
      try folder.write(Self.whatsApp, as: name)
    }
    let export = try ExportOpener().open(path: folder.path)
    #expect(export.items.map(\.displayName) == ["Fam/_chat.txt", "Other/chat.txt"])
    #expect(export.items[0].mediaRoot == folder.path + "/Fam")
  }

  @Test("A folder without chats says what it holds")
  func emptyFolder() throws {
    #expect(try #require(hint(folder.path)).contains("no files"))
    try folder.write("<html>", as: "messages.html")
    #expect(try #require(hint(folder.path)).contains("JSON"))
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

  @Test("Links in a folder are not followed")
  func links() throws {
    let outside = try TemporaryFolder()
    try outside.write(Self.whatsApp, as: "secret.txt")
    try folder.write(Self.whatsApp, as: "a.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: outside.path)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/b.txt", withDestinationPath: outside.path + "/secret.txt")
    #expect(try ExportOpener().open(path: folder.path).items.map(\.displayName) == ["a.txt"])
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
