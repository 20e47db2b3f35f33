import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Store: finding in a conversation")
struct FindTests {
  private func archive(
    _ texts: [String], _ folder: TemporaryFolder
  ) throws -> (archive: Archive, conversation: ConversationID) {
    let path = folder.path + "/a.luge"
    let messages = texts.enumerated().map { MessageRecord.plain($0.offset, $0.element) }
    _ = try ArchiveImporter(into: path).run(.messages(messages))
    let archive = try Archive(opening: path)
    return (archive, try #require(archive.conversations().first).id)
  }

  private static let vocabulary = [
    "Café", "cafeteria", "door", "Door", "open", "opening", "日本語", "新日本語です", "👍", "c++", "c",
    "don't", "naïve", "ภาษาไทย", "Straße", "strasse", "Flußsand",
  ]

  @Test("The places are those of the messages that match, whatever is asked", arguments: 0..<4)
  func asLookedAtOneByOne(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let texts = (0..<300).map { _ in
      (0..<Int.random(in: 1...6, using: &random)).map { _ in
        Self.vocabulary.randomElement(using: &random) ?? ""
      }.joined(separator: " ")
    }
    let folder = try TemporaryFolder()
    let (archive, conversation) = try archive(texts, folder)
    for words in [
      "cafe", "door", "Door open", "日本", "👍", "c++", "don't 👍", "ไทย", "\"open door\"", "x",
      "strasse", "STRASS", "straße door", "flusssand",
    ] {
      for options in [[], .matchesCase, .wholeWords, [.matchesCase, .wholeWords]]
        as [TextQuery.Options]
      {
        let query = TextQuery(words, options: options)
        let expected = texts.indices.filter { query.matches(texts[$0]) }
        let found = try await archive.findPositions(of: query, in: conversation)
        #expect(found == expected, "\(words) \(options)")
        let place = Int.random(in: 0..<300, using: &random)
        let last = try await archive.findLast(of: query, in: conversation, atOrBefore: place)
        #expect(last == expected.last { $0 <= place }, "\(words) \(options) ≤ \(place)")
      }
    }
  }

  @Test(
    "No input is an error",
    arguments: ["", " ", "\"", "*", "AND", "NOT x", "(", "^", "\u{0}", "a\"b"])
  func hostile(words: String) async throws {
    let folder = try TemporaryFolder()
    let (archive, conversation) = try archive(["door"], folder)
    #expect(try await archive.findPositions(of: TextQuery(words), in: conversation).isEmpty)
  }

  @Test("Who is cancelled is told so")
  func cancelling() async throws {
    let folder = try TemporaryFolder()
    let (archive, conversation) = try archive(Array(repeating: "door", count: 2000), folder)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await archive.findPositions(of: TextQuery("door"), in: conversation)
    }
    await #expect(throws: ArchiveError.cancelled) { try await task.value }
  }
}
