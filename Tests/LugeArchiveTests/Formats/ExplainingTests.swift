import Foundation
import LugeArchive
import LugeTestSupport
import Testing

@testable import LugeImporters

@Suite("Imports: what each file is taken for") struct ExplainingTests {
  @Test("A folder: what is read, what is not, how sure and why; the counts are the import's")
  func folder() throws {
    let folder = try TemporaryFolder()
    try folder.write("[10:00:00] <ann> hi\n[10:00:01] <bob> ho\n", as: "#luge.log")
    for name in ["a", "b", "c"] { try folder.write("Shopping list\nmilk\n", as: "\(name).txt") }
    try Data([0xFF, 0xD8, 0xFF, 0, 0]).write(to: URL(filePath: folder.path + "/p.jpg"))
    let files = try ExportOpener().explain(path: folder.path)
    let fates = Dictionary(
      uniqueKeysWithValues: files.map { (($0.path as NSString).lastPathComponent, $0.fate) })
    #expect(
      fates == [
        "#luge.log": .read, "a.txt": .ignored, "b.txt": .ignored, "c.txt": .ignored,
        "p.jpg": .other,
      ])
    let chat = try #require(files.first { $0.fate == .read })
    #expect(chat.format == IRCLogReader.formatName)
    #expect(chat.confidence >= chat.needed)
    #expect(chat.reason.contains(IRCLogReader.evidence))
    let text = try #require(files.first { $0.fate == .ignored })
    #expect(text.reason.contains("do not begin as those of a chat"))

    let input = try ImportInput(opening: folder.path)
    #expect(input.passedOver.count == 3)
    #expect(input.otherFiles == 1)
    #expect(input.chatFiles == 1)
    let report = try ArchiveImporter(into: folder.path + "/a.luge").run(input)
    #expect(report.isMostlyIgnored)
  }

  @Test("A file alone that is nothing is explained, not refused; what is missing is")
  func alone() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("Shopping list\n", as: "list.txt")
    let files = try ExportOpener().explain(path: path)
    #expect(files.map(\.fate) == [.ignored])
    #expect(throws: ArchiveError.notFound(path: folder.path + "/none")) {
      try ExportOpener().explain(path: folder.path + "/none")
    }
  }

  @Test("Files beside the one chat of an export are its attachments")
  func attachments() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "[01.05.20, 10:00:00] Ann: hi\n[01.05.20, 10:00:01] Bob: ho\n", as: "_chat.txt")
    try folder.write("[10:00:00] <ann> hi\n[10:00:01] <bob> ho\n", as: "00000001-luge.log")
    let files = try ExportOpener().explain(path: folder.path)
    #expect(files.filter { $0.fate == .read }.map(\.format) == [WhatsAppTextReader.formatName])
    #expect(
      files.first { $0.fate == .ignored }?.reason.contains("the export beside it keeps") == true)
  }

  @Test("Every format says by what it is recognised")
  func evidence() {
    let general = "a beginning as such files have it"
    #expect(ExportOpener.registry.filter { $0.evidence == general }.map { $0.formatName } == [])
  }
}
