import Testing

@testable import LugeArchive

@Suite("Store: search")
struct SearchTests {
  private func archive(_ texts: [String], _ folder: TemporaryFolder) throws -> Archive {
    let path = folder.path + "/a.luge"
    let messages = texts.enumerated().map { MessageRecord.plain($0.offset, $0.element) }
    _ = try ArchiveImporter(into: path).run(.messages(messages))
    return try Archive(opening: path)
  }

  @Test("Words, accents, prefixes, phrases")
  func matching() throws {
    let folder = try TemporaryFolder()
    let archive = try archive(
      ["Das Café ist zu", "the cafeteria", "open the door", "door open", "日本語 text", ""], folder)
    func found(_ words: String) throws -> Set<Int> {
      Set(try archive.search(words).map(\.position))
    }
    #expect(try found("cafe") == [0])
    #expect(try found("CAFÉ") == [0])
    #expect(try found("caf*") == [0, 1])
    #expect(try found("open door") == [2, 3])
    #expect(try found("\"door open\"") == [3])
    #expect(try found("日本語") == [4])
    #expect(try found("nowhere").isEmpty)
  }

  @Test(
    "No input is an error",
    arguments: [
      "", " ", "\"", "\"\"", "*", "AND", "NOT x", "a AND", "(", "text:", "-", "^", "NEAR(a b)",
      "a\"b", "👍", "🙂 door", "'; DROP TABLE messages;--", "\u{0}", "{}", "a + b",
    ])
  func hostile(words: String) throws {
    let folder = try TemporaryFolder()
    let archive = try archive(["door"], folder)
    let hits = try archive.search(words)
    #expect(hits.count == (words == "🙂 door" ? 1 : 0))
  }

  @Test("A hit names its place, and its marks cover the words")
  func hits() throws {
    let folder = try TemporaryFolder()
    let long = Array(repeating: "padding", count: 100).joined(separator: " ")
    let archive = try archive(["\(long) Größe GRÖSSE größe \(long)", "nothing"], folder)
    let hit = try #require(try archive.search("größe").first)
    #expect(hit.author?.name == "Anna")
    #expect(hit.position == 0)
    #expect(hit.snippet.utf8.count < 400)
    let bytes = Array(hit.snippet.utf8)
    let words = hit.matches.map { String(decoding: bytes[$0], as: UTF8.self).lowercased() }
    #expect(!words.isEmpty)
    #expect(words.allSatisfy { $0.contains("größe") })
  }

  @Test("The best match is first, and a limit keeps it")
  func ranking() throws {
    let folder = try TemporaryFolder()
    let archive = try archive(
      ["door and many other words that make this one less about it", "door door"], folder)
    #expect(try archive.search("door", limit: 1).map(\.position) == [1])
    #expect(try archive.search("door", limit: 0).isEmpty)
    let ranks = try archive.search("door").map(\.rank)
    #expect(ranks == ranks.sorted())
  }

  @Test("Of very many, the newest are ranked")
  func candidates() throws {
    let folder = try TemporaryFolder()
    let archive = try archive((0..<50).map { "door \($0 == 5 ? "door" : "\($0)")" }, folder)
    #expect(try archive.search("door", limit: 1).map(\.position) == [5])
    let hits = try archive.search("door", in: nil, limit: 20, candidates: 10)
    #expect(Set(hits.map(\.position)) == Set(40..<50))
  }

  @Test("Only in one conversation")
  func scoped() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let other = ConversationRecord(key: "test:2", name: "Other", kind: .group)
    _ = try ArchiveImporter(into: path).run(.messages([.plain(1, "door")]))
    _ = try ArchiveImporter(into: path).run(.messages([.plain(1, "door")], in: other))
    let archive = try Archive(opening: path)
    let id = try archive.conversation(named: "oth").id
    #expect(try archive.search("door", in: id).map(\.conversation) == [id])
    #expect(try archive.search("door").count == 2)
  }

  @Test("An edited message is found by its new words only")
  func edited() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    _ = try ArchiveImporter(into: path).run(.messages([.plain(1, "before"), .plain(2, "")]))
    _ = try ArchiveImporter(into: path).run(.messages([.plain(1, ""), .plain(2, "after")]))
    let archive = try Archive(opening: path)
    #expect(try archive.search("before").isEmpty)
    #expect(try archive.search("after").count == 1)
  }
}
