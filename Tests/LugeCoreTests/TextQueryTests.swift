import LugeCore
import LugeTestSupport
import Testing

@Suite("Words found in a text") struct TextQueryTests {
  private func found(
    _ words: String, _ text: String, _ options: TextQuery.Options = []
  ) -> [String] {
    let utf8 = Array(text.utf8)
    return TextQuery(words, options: options).ranges(in: text).map {
      String(decoding: utf8[$0], as: UTF8.self)
    }
  }

  @Test("Case does not matter; words are found where one begins")
  func words() {
    #expect(found("row", "Row, rows and arrows; ROW") == ["Row", "row", "ROW"])
    #expect(found("größe x", "GRÖSSE Größe x") == ["GRÖSSE", "Größe", "x"])
    #expect(found("#tag", "a #Tag b#tag #tags") == ["#Tag", "#tag", "#tag"])
    #expect(found("", "text") == [])
    #expect(found("long", "lo") == [])
    #expect(found("日本", "新日本語") == ["日本"])
    #expect(found("👍", "ok👍👍") == ["👍", "👍"])
  }

  @Test("Accents do not matter, phrases keep their blanks, a star is left out")
  func forms() {
    #expect(found("cafe", "Café, cafeteria") == ["Café", "cafe"])
    #expect(found("Ångström", "angstrom ÅNGSTRÖM") == ["angstrom", "ÅNGSTRÖM"])
    #expect(found("\"open the\" door", "Open the door; the open") == ["Open the", "door"])
    #expect(found("caf*", "Cafeteria") == ["Caf"])
  }

  @Test("Case and whole words, when they are asked for")
  func options() {
    #expect(found("Row", "row Row rows", .matchesCase) == ["Row"])
    #expect(found("row", "row Row rows", .wholeWords) == ["row", "Row"])
    #expect(found("Cafe", "Café Cafe", .matchesCase) == ["Cafe"])
    #expect(found("c++", "c++ c+++ c", .wholeWords) == ["c++", "c++"])
  }

  @Test("ß and ss are one, whichever is typed; half a letter is no find")
  func sharpS() {
    #expect(found("strasse", "Straße, STRASSE; Strassen") == ["Straße", "STRASSE", "Strasse"])
    #expect(found("straße", "strasse STRAẞE") == ["strasse", "STRAẞE"])
    #expect(found("strass", "die Straße") == ["Straß"])
    #expect(found("stras", "Straße Strasse") == ["Stras"])
    #expect(found("strasse", "Straße", .matchesCase) == [])
    #expect(found("gross", "groß größer", .wholeWords) == ["groß"])
    #expect(TextQuery("Fluss").spellings(of: "fluss") == ["fluss", "fluß"])
    #expect(
      Set(TextQuery.spellings(of: "Flusssand")) == ["flusssand", "flußsand", "flusßand"])
    #expect(TextQuery.spellings(of: "Haus") == ["Haus"])
    #expect(TextQuery.spellings(of: String(repeating: "ss", count: 40)).count <= 32)
  }

  @Test("Characters of several bytes, line ends and marks count as in a whole text")
  func characters() {
    #expect(found("e", "e\u{301} e") == ["e\u{301}", "e"])
    #expect(found("1", "1\u{FE0F}\u{20E3} 1") == ["1"])
    #expect(found("b", "a\r\nb\rb\nb") == ["b", "b", "b"])
    #expect(found("x", "\u{600}x x") == ["x"])
    #expect(found("é", "E caf e\u{301}t\u{E9}").map(\.utf8.count) == [1, 3])
    #expect(found("ガ", "ｶﾞｶ ガ") == ["ｶﾞ", "ガ"])
    #expect(found("日", "a日b 日") == ["日", "日"])
    #expect(found("z", String(repeating: "日本é ", count: 3000) + "z") == ["z"])
    #expect(found("a", "") == [] && found("", "a") == [])
  }

  @Test("A reader stops at each find, and at the shortest stretch with all words")
  func stops() {
    func stops(_ words: String, _ text: String) -> [String] {
      let utf8 = Array(text.utf8)
      return TextQuery(words).stops(in: text).map { String(decoding: utf8[$0], as: UTF8.self) }
    }
    func stretch(_ words: String, _ text: String) -> String? {
      stops(words, text).min { $0.utf8.count < $1.utf8.count }
    }
    #expect(stops("row", "row and Row, rows") == ["row", "Row", "row"])
    #expect(stops("日日", "日日日日日") == ["日日", "日日"])
    #expect(stops("a b", "a b, b x a x b a") == ["a b", "b x a", "b a"])
    let lines = (0..<120).map { "Line \($0) of many" }.joined(separator: "\n")
    #expect(stretch("line 119", lines) == "Line 119")
    #expect(stretch("119 line", lines) == "Line 119")
    #expect(stretch("b a", "a x x b y a") == "b y a")
    #expect(stretch("größe", "die Größe") == "Größe")
    #expect(stretch("door open", "the door is shut") == nil)
    #expect(stops("", "text") == [])
    var random = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      let letters = (0..<Int.random(in: 1...30, using: &random)).map { _ in
        ["a", "b", "c", "x", "y"].randomElement(using: &random) ?? "x"
      }
      // All stretches of words, the shortest first.
      let naive = letters.indices.flatMap { low in
        (low..<letters.count).map { low...$0 }
      }.filter { Set(["a", "b", "c"]).isSubset(of: letters[$0]) }.map(\.count).min()
      let text = letters.joined(separator: " ")
      let found = stretch("a b c", text)
      #expect(found.map { $0.split(separator: " ").count } == naive)
      #expect(TextQuery("a").stops(in: text) == TextQuery("a").ranges(in: text))
      let all = TextQuery("a b c").stops(in: text)
      #expect(zip(all, all.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
    }
  }

  @Test("All words have to be there for a text to match")
  func matching() {
    #expect(TextQuery("open door").matches("The door is Open"))
    #expect(!TextQuery("open door").matches("The door is shut"))
    #expect(!TextQuery("oor").matches("The door"))
    #expect(TextQuery("open door").finds(in: StyledText("The door is open")))
    #expect(!TextQuery("that zebra").finds(in: StyledText("Yes, that works")))
    #expect(!TextQuery("").finds(in: StyledText("Yes, that works")))
  }

  @Test("Each word once, and no more than can be looked for")
  func limits() {
    #expect(TextQuery("Ab ab* \"AB\" c").words == ["ab", "c"])
    #expect(TextQuery("Ab ab", options: .matchesCase).words == ["Ab", "ab"])
    let many = (0..<1000).map { "w\($0)" }.joined(separator: " ")
    #expect(TextQuery(many).words.count == TextQuery.mostWords)
  }
}
