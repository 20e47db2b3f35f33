import LugeCore
import Testing

@Suite("Words found in a text") struct TextQueryTests {
  private func found(_ words: String, _ text: String) -> [String] {
    let utf8 = Array(text.utf8)
    return TextQuery(words).ranges(in: text).map { String(decoding: utf8[$0], as: UTF8.self) }
  }

  @Test("Case does not matter; words are found where one begins")
  func words() {
    #expect(found("row", "Row, rows and arrows; ROW") == ["Row", "row", "ROW"])
    #expect(found("größe x", "GRÖSSE Größe x") == ["Größe", "x"])
    #expect(found("#tag", "a #Tag b#tag #tags") == ["#Tag", "#tag", "#tag"])
    #expect(found("", "text") == [])
    #expect(found("long", "lo") == [])
    #expect(found("日本", "新日本語") == [])
    #expect(found("👍", "ok👍👍") == ["👍", "👍"])
  }
}
