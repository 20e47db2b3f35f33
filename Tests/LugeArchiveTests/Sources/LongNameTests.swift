import Foundation
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

/// A list of people may give a name of megabytes to an id of a few bytes.
@Suite("Names that are too long, named very often") struct LongNameTests {
  private static let long = String(repeating: "name ", count: 200_000)

  @Test("A person's name has a limit, whatever the format")
  func author() {
    let author = AuthorRecord(key: "a", name: Self.long)
    #expect(author.name.count == AuthorRecord.longestName + 1 && author.name.hasSuffix("…"))
    #expect(AuthorRecord(key: "a", name: author.name).name == author.name)
    #expect(AuthorRecord(key: "a", name: "Ann").name == "Ann")
  }

  private func slack(_ message: String) throws -> MessageRecord {
    let folder = try TemporaryFolder()
    try folder.write(
      #"[{"id": "U1", "name": "a", "profile": {"real_name": "\#(Self.long)"}}]"#, as: "users.json")
    try folder.write("[\(message)]", as: "general/2024-01-01.json")
    let (sink, _) = try FormatSupport.open(folder)
    return try #require(sink.messages.first)
  }

  @Test("A message that mentions somebody very often grows to a multiple of itself, no more")
  func mentions() throws {
    let count = 100_000
    let words = String(repeating: "<@U1>", count: count)
    let message = try slack(
      #"{"type": "message", "user": "U1", "ts": "1.0", "text": "\#(words)"}"#)
    let bytes = message.text.string.utf8.count
    #expect(bytes > 16 * words.utf8.count && bytes < 20 * words.utf8.count)
    #expect(message.text.string.hasSuffix("<@U1>"))
    #expect(message.author?.name.count == AuthorRecord.longestName + 1)
  }

  @Test("A text of megabytes is no date")
  func date() {
    let date = "Tuesday, October 15, 2019 at 9:12:34 AM UTC"
    #expect(ProseTime.parse(date) != nil)
    #expect(ProseTime.parse(date + String(repeating: " ", count: 5_000_000)) == nil)
  }

  @Test("Those who reacted are named up to a megabyte, and all counted")
  func reactions() throws {
    let users = Array(repeating: "\"U1\"", count: 10_000).joined(separator: ",")
    let message = try slack(
      #"""
      {"type": "message", "user": "U1", "ts": "1.0", "text": "x",
      "reactions": [{"name": "+1", "users": [\#(users)], "count": 10000}]}
      """#)
    #expect(message.reactions.map(\.count) == [10_000])
    let stored = try #require(RecordCoding.encode(message.reactions, with: JSONWriter()))
    #expect((1 << 19..<3 << 19).contains(stored.utf8.count))
    #expect(stored.contains("\"count\":10000"))
  }
}
