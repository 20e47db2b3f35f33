import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

/// Keys that SQLite, which compares bytes, tells apart, and Swift's strings do not.
@Suite("Keys that differ only in their Unicode form") struct ExactKeyTests {
  private static let whole = "\u{E9}"
  private static let parts = "e\u{301}"

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { "\(folder.path)/\(name).luge" }

  private func bring(_ lines: [String], into name: String) throws {
    let head = #"{"luge":"archive","version":1}"#
    let file = try folder.write(
      ([head] + lines).joined(separator: "\n") + "\n", as: "\(name).jsonl")
    _ = try ArchiveImporter(into: path(name)).run(ImportInput(opening: file))
  }

  private func conversation(_ key: String) -> String {
    #"{"type":"conversation","key":"telegram:\#(key)","name":"C","kind":"group"}"#
  }

  private func message(_ key: String, _ author: String, _ text: String) -> String {
    """
    {"type":"message","key":"\(key)","time":1700000000,"author":"\(author)","name":"\(text)",\
    "text":"\(text)"}
    """
  }

  /// Returns the texts and the names of their authors, by conversation.
  private func texts(_ name: String) throws -> [[String]] {
    let archive = try Archive(opening: path(name))
    return try archive.conversations().map { conversation in
      try archive.records(in: conversation.id, at: 0..<conversation.count)
        .map { "\($0.record.text.string) \($0.record.author?.name ?? "")" }.sorted()
    }.sorted { $0.count < $1.count }
  }

  private func lines(of name: String) throws -> String {
    var text = ""
    try Archive(opening: path(name)).export(ExportSelection(), to: LinesExport { text += $0 })
    return text
  }

  @Test("Conversations, messages and people stay apart, also when they are exported and merged")
  func apart() throws {
    try bring(
      [
        conversation(Self.whole), message("1", "u", "one"),
        conversation(Self.parts), message("1", Self.whole, "two"),
        message(Self.whole, Self.parts, "three"), message(Self.parts, Self.parts, "three"),
        message("m", Self.whole, "two"),
      ], into: "a")
    let found = try texts("a")
    #expect(found == [["one one"], ["three three", "three three", "two two", "two two"]])
    let file = try folder.write(lines(of: "a"), as: "again.jsonl")
    _ = try ArchiveImporter(into: path("again")).run(ImportInput(opening: file))
    #expect(try texts("again") == found)
    #expect(try lines(of: "again") == lines(of: "a"))
    let merge = try ArchiveMerge(Archive(opening: path("a")), Archive(opening: path("again")))
    #expect(merge.plans.map(\.resultCount).sorted() == [1, 4])
    _ = try ArchiveImporter(into: path("merged")).run(merge.input(name: "m"))
    #expect(try texts("merged") == found)
  }

  @Test("A chat named by its file is one, in whichever form the file's name is", arguments: [0, 1])
  func fileNames(first: Int) throws {
    let texts = [
      "2/27/24, 10:00 - Ann: one\n", "2/27/24, 10:00 - Ann: one\n2/27/24, 10:01 - Ann: two\n",
    ]
    let parts = zip(texts, first == 0 ? [Self.whole, Self.parts] : [Self.parts, Self.whole]).map {
      text, letter in
      let file = "WhatsApp Chat with Ren\(letter).txt"
      return ImportInput.Part(name: file) {
        try WhatsAppTextReader.read(MemoryByteSource(Array(text.utf8), name: file), into: $0)
      }
    }
    for part in parts {
      _ = try ArchiveImporter(into: path("apart")).run(ImportInput(path: "x", parts: [part]))
    }
    _ = try ArchiveImporter(into: path("together")).run(ImportInput(path: "x", parts: parts))
    for name in ["apart", "together"] {
      #expect(try self.texts(name) == [["one Ann", "two Ann"]], "\(name)")
    }
  }
}
