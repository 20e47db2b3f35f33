import LugeArchive
import Testing

@testable import LugeApp

@Suite("What is shown of a find in the side list") struct SnippetTests {
  private func shown(_ text: String, find: String) throws -> (text: String, mark: String) {
    let range = try #require(text.range(of: find))
    let lower = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
    let mark = lower..<lower + find.utf8.count
    let (words, marks) = Snippet.leading(text, marks: [mark])
    let found = try #require(marks.first)
    return (words, String(decoding: Array(words.utf8)[found], as: UTF8.self))
  }

  @Test("The find is among the first words, the text begins with a whole one")
  func leads() throws {
    let text = "We should see the doctor and book a week for us when we meet at the new flat again"
    let (words, mark) = try shown(text, find: "new flat")
    #expect(mark == "new flat")
    #expect(words == "…us when we meet at the new flat again")
  }

  @Test("A character of any number of parts is cut")
  func longCharacter() {
    let long = "e" + String(repeating: "\u{301}", count: 100_000)
    for shown in [
      Snippet.text(long, nil), Snippet.text("", .words(long)),
      Snippet.text("", MediaRecord(kind: .file, fileName: long)),
      Snippet.text("", MediaRecord(kind: .poll, note: long)),
    ] {
      #expect(shown.utf8.count < 5000)
    }
    #expect(Snippet.text(String(repeating: "ä", count: 200), nil).count == 120)
  }

  @Test("A find near the beginning leaves the text as it is")
  func near() throws {
    let (words, mark) = try shown("I saw the new flat", find: "new flat")
    #expect(words == "I saw the new flat")
    #expect(mark == "new flat")
  }

  @Test("Scripts without blanks are cut between characters")
  func unspaced() throws {
    let text = String(repeating: "한강이에요👩‍👩‍👧", count: 12) + "북경"
    let (words, mark) = try shown(text, find: "북경")
    #expect(mark == "북경")
    #expect(words.hasPrefix("…") && words.count == 24 + 1 + 2)
  }

  @Test(
    "A name that runs the other way does not turn the sentence around",
    arguments: ["איתן", "ليلى"])
  func service(name: String) throws {
    let text = "\(name) changed the group name to “Kitchen Table”"
    for find in ["the", name] {
      let range = try #require(text.range(of: find))
      let lower = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      let (shown, marks) = Snippet.sentence(
        text, marks: [lower..<lower + find.utf8.count], by: name, in: text)
      #expect(shown == "\u{200E}\u{2068}\(name)\u{2069}\(text.dropFirst(name.count))")
      let mark = try #require(marks.first)
      #expect(String(decoding: Array(shown.utf8)[mark], as: UTF8.self) == find)
    }
    // What is left of it once its beginning was cut.
    let cut = "…\(name.dropFirst()) changed"
    #expect(Snippet.sentence(cut, marks: [], by: name, in: text).0 == "\u{200E}" + cut)
    // A sentence of that script keeps its direction.
    let own = "\(name) הצטרף"
    #expect(Snippet.sentence(own, marks: [], by: name, in: own).0 == own)
  }

  @Test("Marks stay where they are in a text that writes the name with other bytes")
  func composed() throws {
    // One letter as two characters in the text, and as one in the name.
    let (name, written) = ("\u{0622}دم", "\u{0627}\u{0653}دم")
    #expect(name == written && name.utf8.count != written.utf8.count)
    let text = "\(written) changed the name"
    let lower = written.utf8.count + 1
    let (shown, marks) = Snippet.sentence(
      text, marks: [lower..<lower + 7], by: name, in: text)
    let mark = try #require(marks.first)
    #expect(String(decoding: Array(shown.utf8)[mark], as: UTF8.self) == "changed")
  }

  @Test("Marks that are out of place change nothing")
  func hostile() {
    for mark in [0..<0, 90..<99, 1..<2] {
      let (words, marks) = Snippet.leading("ä", marks: [mark])
      #expect(words == "ä")
      #expect(marks == [mark])
    }
    #expect(Snippet.leading("", marks: []).0 == "")
  }
}
