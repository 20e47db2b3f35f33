import LugeCore
import LugeTestSupport
import Testing

@testable import LugeText

@Suite("Hostile texts")
struct HostileTextTests {
  @Test("A hundred thousand combining marks cost what as much text does")
  func marks() {
    for (unit, count) in [("\u{301}", 100_000), ("\u{64B}", 50_000), ("\u{200D}", 50_000)] {
      let string = "a" + String(repeating: unit, count: count)
      let text = PangoText()
      let layout = text.layout(TextSamples.request(string, width: 300))
      #expect(layout.lines.last?.range.upperBound == string.utf8.count)
      #expect(Double(text.statistics.shapedBytes) < 1.3 * Double(string.utf8.count))
      #expect(layout.pieces.allSatisfy { $0.range.count <= PangoText.pieceLimit })
    }
  }

  @Test("Words that never come again are shaped once each, within the cache's limit")
  func differentWords() throws {
    let text = PangoText()
    let cache = try #require(text.fast).cache
    // Loads the fonts.
    _ = text.measure(TextSamples.request("x"))
    let before = text.statistics.shapedSegments
    for index in 0..<400 {
      let words = (0..<10).map { "w\(String(index * 10 + $0, radix: 36))" }
      _ = text.measure(TextSamples.request(words.joined(separator: " "), width: 2000))
    }
    #expect(text.statistics.shapedSegments - before == 4000)
    #expect(cache.byteCount <= cache.byteLimit)
    // No word takes more than a kilobyte, so a million of them turn generations over, not memory.
    #expect(cache.byteCount < 4100 << 10)
  }

  @Test(
    "Twice the text takes twice the work, and pieces of limited size",
    arguments: ["ab", "אב ", "한글 "])
  func linear(unit: String) {
    let work = [100_000, 200_000].map { size in
      let text = PangoText()
      let string = String(repeating: unit, count: size / unit.utf8.count)
      _ = text.layout(TextSamples.request(string, width: 600))
      return text.statistics.shapedBytes
    }
    #expect(work[1] <= work[0] * 2 + PangoText.pieceLimit)
  }
}
