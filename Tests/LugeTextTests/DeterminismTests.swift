import LugeCore
import LugeTestSupport
import LugeText
import Testing

@Suite("Determinism")
struct DeterminismTests {
  private static func requests() -> [TextRequest] {
    var random = SeededGenerator(seed: 9)
    return (0..<120).map { index in
      let string = TextSamples.text(
        TextSamples.upright + TextSamples.ornate, words: 1 + index % 40, using: &random)
      return TextSamples.request(
        string, width: 60 + 7 * index, size: 12 + Double(index % 5) * 2.5,
        maxLines: index % 4 == 0 ? 2 : nil, spans: [.init(0..<string.utf8.count / 2, .bold)])
    }
  }

  @Test("Lanes on several threads measure the same at the same time")
  func threads() async {
    let here = PangoText()
    let expected = Self.requests().map { here.layout($0) }
    await withTaskGroup(of: [TextLayout].self) { group in
      for _ in 0..<4 {
        group.addTask {
          let lane = PangoText()
          return Self.requests().map { lane.layout($0) }
        }
      }
      for await layouts in group {
        for (layout, known) in zip(layouts, expected) {
          #expect(layout.lines == known.lines && layout.size == known.size)
          #expect(layout.pieces == known.pieces)
        }
      }
    }
  }

  /// By itself, Pango keeps wrong metrics when two threads load a font at the same time, and then
  /// breaks narrow lines of some scripts elsewhere; see `FontMetricsGuard`.
  @Test("Lanes that load their fonts at the same time break lines the same")
  func loadingTogether() async {
    let request = TextSamples.request("हिन्दी", width: 40, size: 30)
    let openers = ["Hello", "👩‍👩‍👧‍👦 ❤️", "שלום", "สวัสดีครับ", "தமிழ்", "বাংলা"]
    for _ in 0..<12 {
      await withTaskGroup(of: [TextLayout.Line].self) { group in
        for opener in openers {
          group.addTask {
            let lane = PangoText()
            _ = lane.layout(TextSamples.request(opener, width: 40))
            return lane.layout(request).lines
          }
        }
        var known: [TextLayout.Line]?
        for await lines in group {
          #expect(lines == known ?? lines)
          known = lines
        }
      }
    }
  }

  @Test("What is remembered equals what is made anew, whatever came between")
  func cache() {
    let text = PangoText()
    let first = Self.requests().map { text.layout($0) }
    for (request, known) in zip(Self.requests().reversed(), first.reversed()) {
      let again = text.layout(request)
      #expect(again.lines == known.lines && again.size == known.size)
    }
    // Pieces, or the words of paragraphs that need none.
    #expect(text.statistics.cacheHits + text.statistics.fastParagraphs > 0)
  }

  @Test("Texts that differ in the middle only are not mixed up")
  func middle() {
    let text = PangoText()
    let (a, b) = (
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaiiiii end", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaawwwww end"
    )
    #expect(text.layout(TextSamples.request(a)).size != text.layout(TextSamples.request(b)).size)
    let styled = TextSamples.request(a, spans: [.init(0..<20, .bold)])
    #expect(text.layout(TextSamples.request(a)).size != text.layout(styled).size)
  }
}
