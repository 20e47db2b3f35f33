import Foundation
import LugeArchive
import LugeTestSupport
import Testing

@testable import LugeImporters

@Suite("Import: sizes that a file says it has")
struct DeclaredSizeTests {
  @Test("Sizes that no number can add up")
  func sums() throws {
    let folder = try TemporaryFolder()
    func part(_ number: Int) -> ImportInput.Part {
      .init(name: "\(number)", size: .max) { sink in
        try sink.begin(.test)
        try sink.add(.plain(number))
        try sink.progress(bytes: .max)
      }
    }
    let input = ImportInput(path: "made", parts: [part(1), part(2), part(3)])
    #expect(input.size == .max)
    let report = try ArchiveImporter(into: folder.path + "/a.luge").run(input)
    #expect(report.added == 3)
    let progress = PartialProgressSink(CollectingSink())
    for _ in 0..<3 {
      try progress.progress(bytes: .max)
      progress.next()
    }
  }
}

@Suite("Import: media of an import that fails")
struct FailedMediaTests {
  @Test("Neither an archive nor a folder for its media is left", arguments: [false, true])
  func left(isCancelled: Bool) throws {
    let folder = try TemporaryFolder()
    let (path, media) = (folder.path + "/a.luge", folder.path + "/a.media")
    var input = ImportInput(
      path: "made.zip",
      parts: [
        .init(name: "a") { sink in
          try sink.begin(.test)
          throw isCancelled
            ? ArchiveError.cancelled : .truncated(path: "made.zip", place: "byte 5")
        }
      ])
    input.media = .init(folder: media) { _, _ in [] }
    #expect(throws: ArchiveError.self) { try ArchiveImporter(into: path).runWithMedia(input) }
    let rest = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(rest == (isCancelled ? ["a.luge", "a.media"] : []))
  }
}

@Suite("Import: broken input")
struct BrokenInputTests {
  @Test("Cut anywhere: an error, and nothing is left; with partial, all complete messages are")
  func cut() throws {
    let folder = try TemporaryFolder()
    let whole = Array(
      TelegramExport.chat((1...5).map { TelegramExport.message($0, "ü\($0)") }).utf8)
    let kept = folder.path + "/kept.luge"
    _ = try ArchiveImporter(into: kept).run(.messages([.plain(1, "was there")]))
    let before = try Archive(opening: kept).contents()
    for length in stride(from: 0, to: whole.count - 1, by: 9) {
      let export = ImportInput.telegram(Array(whole[..<length]))
      let fresh = folder.path + "/fresh.luge"
      #expect(throws: ArchiveError.self) { try ArchiveImporter(into: fresh).run(export) }
      #expect(!FileManager.default.fileExists(atPath: fresh))
      #expect(throws: ArchiveError.self) { try ArchiveImporter(into: kept).run(export) }
      #expect(try Archive(opening: kept).contents() == before)

      let partial = folder.path + "/partial.luge"
      let options = ImportOptions(keepsPartialInput: true)
      let report = try ArchiveImporter(into: partial, options: options).run(export)
      #expect(report.inputError != nil)
      // A message is complete when its closing brace is there.
      let complete = String(decoding: whole[..<length], as: UTF8.self)
        .split(separator: "\n").filter { $0.hasSuffix("}") || $0.hasSuffix("},") }.count
      #expect(report.added == complete)
      #expect(try Archive(opening: partial).conversations().reduce(0) { $0 + $1.count } == complete)
      try FileManager.default.removeItem(atPath: partial)
    }
  }

  @Test("An update from a broken export is taken back, too")
  func updates() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    _ = try ArchiveImporter(into: path).run(.messages([.plain(1, "old")]))
    let input = ImportInput.made { sink in
      try sink.begin(.test)
      try sink.add(.plain(1, "new"))
      try sink.add(.plain(2, "new", by: "Zoe"))
      throw ArchiveError.truncated(path: "made", place: "byte 1")
    }
    #expect(throws: ArchiveError.truncated(path: "made", place: "byte 1")) {
      try ArchiveImporter(into: path, options: .init(messagesPerCommit: 1)).run(input)
    }
    let archive = try Archive(opening: path)
    #expect(try archive.texts() == ["old"])
    #expect(try archive.search("new").isEmpty)
    #expect(try archive.imports().map(\.state) == [.complete, .failed])
    #expect(try ArchiveImporter(into: path).run(.messages([.plain(1, "new")])).updated == 1)
    #expect(try Archive(opening: path).texts() == ["new"])
  }

  @Test("One broken part of several: the others are kept, and what it has itself with partial")
  func parts() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    var input = ImportInput.messages([.plain(1, "one")])
    input.parts.append(
      .init(name: "broken") { sink in
        try sink.begin(.test)
        try sink.add(.plain(2, "two"))
        throw ArchiveError.malformed(path: "broken", place: "line 2", reason: "no")
      })
    input.parts += ImportInput.messages([.plain(3, "three")]).parts
    let whole = input
    let rest = try ArchiveImporter(into: path).run(whole)
    #expect(rest.unreadable.map(\.file) == ["broken"])
    #expect(rest.unreadable.first?.reason == "line 2: no")
    #expect(rest.inputError == nil)
    #expect(try Archive(opening: path).texts() == ["one", "three"])
    let kept = folder.path + "/kept.luge"
    _ = try ArchiveImporter(into: kept).run(.messages([.plain(7, "before")]))
    #expect(try ArchiveImporter(into: kept).run(whole).added == 2)
    #expect(try Archive(opening: kept).texts() == ["one", "three", "before"])
    var broken = whole
    broken.parts = [whole.parts[1], whole.parts[1]]
    let none = folder.path + "/none.luge"
    #expect(throws: ArchiveError.self) { try ArchiveImporter(into: none).run(broken) }
    #expect(!FileManager.default.fileExists(atPath: none))
    let options = ImportOptions(keepsPartialInput: true)
    let report = try ArchiveImporter(into: path, options: options).run(whole)
    #expect(report.inputError == .malformed(path: "broken", place: "line 2", reason: "no"))
    #expect(try Archive(opening: path).texts() == ["one", "two", "three"])
    #expect(try Archive(opening: path).imports().last?.state == .partial)
  }

  @Test("Skipped records are counted, and the first ones are kept")
  func skipped() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let importer = ArchiveImporter(into: path)
    var seen = 0
    importer.onSkip = { _ in seen += 1 }
    let report = try importer.run(
      .made { sink in
        try sink.begin(.test)
        for index in 0..<1500 {
          try sink.skip(SkippedRecord(file: "f", place: "line \(index)", reason: "no"))
        }
      })
    #expect(report.skippedCount == 1500)
    #expect(report.skipped.count == ImportReport.recordLimit)
    #expect(report.skipped.first?.place == "line 0")
    #expect(seen == 1500)
    #expect(try Archive(opening: path).imports().first?.skipped == 1500)
  }
}
