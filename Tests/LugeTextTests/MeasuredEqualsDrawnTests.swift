import LugeCore
import LugeTestSupport
import LugeText
import Testing

@Suite("Measured equals drawn")
struct MeasuredEqualsDrawnTests {
  /// One lane measures, another one draws.
  let measuring = PangoText()
  let drawing = PangoText()

  @Test("Upright scripts stay within the measured size", arguments: [1.0, 1.5, 2.0])
  func upright(scale: Double) throws {
    var random = SeededGenerator(seed: 1)
    for width in [40, 97, 150, 300, 555, 1000] {
      for _ in 0..<3 {
        let text = TextSamples.text(
          TextSamples.upright, words: .random(in: 1...30, using: &random), using: &random)
        let layout = measuring.layout(TextSamples.request(text, width: width, size: 15 * scale))
        let ink = try #require(InkProbe(layout, with: drawing, margin: 24).bounds)
        // A letter's side bearing may be negative ("j"), by less than a tenth of an em.
        let bearing = Int((1.5 * scale).rounded(.up))
        #expect(ink.x.lowerBound >= -bearing && ink.x.upperBound <= layout.size.width + bearing)
        #expect(ink.y.lowerBound >= 0 && ink.y.upperBound <= layout.size.height)
      }
    }
    #expect(drawing.statistics.disagreements == 0)
  }

  @Test("Every script overhangs by half an em at most", arguments: [1.0, 1.5, 2.0])
  func everyScript(scale: Double) throws {
    var random = SeededGenerator(seed: 2)
    for width in [40, 150, 300, 1000] {
      for _ in 0..<5 {
        let text = TextSamples.text(
          TextSamples.upright + TextSamples.ornate, words: .random(in: 1...24, using: &random),
          using: &random)
        let size = 15 * scale
        let layout = measuring.layout(TextSamples.request(text, width: width, size: size))
        let ink = try #require(InkProbe(layout, with: drawing, margin: 60).bounds)
        let overhang = Int(size / 2)
        #expect(ink.x.lowerBound >= -overhang && ink.x.upperBound <= layout.size.width + overhang)
        #expect(ink.y.lowerBound >= -overhang && ink.y.upperBound <= layout.size.height + overhang)
      }
    }
    #expect(drawing.statistics.disagreements == 0)
    #expect(drawing.statistics.shapedPieces > 0)
  }

  @Test("Towers of combining marks are cut off half an em above and below")
  func towers() throws {
    let marks = String(repeating: "\u{301}\u{323}", count: 40)
    let layout = measuring.layout(TextSamples.request("a\(marks)b", size: 20))
    let ink = try #require(InkProbe(layout, with: drawing, margin: 100).bounds)
    #expect(ink.y == -10..<layout.size.height + 10)
  }

  @Test("Lines stand one below the other on whole pixels, wide enough and within the room")
  func stacking() {
    var random = SeededGenerator(seed: 3)
    for width in stride(from: 40, through: 1000, by: 120) {
      let text = TextSamples.text(
        TextSamples.upright + TextSamples.ornate, words: 40, using: &random)
      let layout = measuring.layout(TextSamples.request(text, width: width))
      var top = 0
      for line in layout.lines {
        #expect(line.top == top)
        #expect((line.top...line.top + line.height).contains(line.baseline))
        top += line.height
      }
      #expect(layout.size.height == top)
      #expect(layout.size.width == layout.lines.map(\.width).max())
      #expect(width < 150 || layout.size.width <= width)
    }
  }

  @Test("Links take the link colour, code another font, spoilers hide their glyphs")
  func styles() {
    let plain = measuring.layout(TextSamples.request("iiii link iiii"))
    let spans = [StyledText.Span(5..<9, .link(target: "x"))]
    let linked = measuring.layout(TextSamples.request("iiii link iiii", spans: spans))
    #expect(linked.size == plain.size)
    #expect(InkProbe(linked, with: drawing, margin: 4).pixels.contains(0xFF00_00FF))
    #expect(!InkProbe(plain, with: drawing, margin: 4).pixels.contains(0xFF00_00FF))

    let code = measuring.layout(
      TextSamples.request("iiii link iiii", spans: [.init(0..<14, .code)]))
    #expect(code.size.width > plain.size.width)

    func hidden(_ text: String) -> InkProbe {
      let layout = measuring.layout(
        TextSamples.request(text, spans: [.init(0..<text.utf8.count, .spoiler)]))
      return InkProbe(layout, with: drawing, margin: 4)
    }
    // Two words of the same width.
    #expect(hidden("ab").size == hidden("ba").size && hidden("ab").pixels == hidden("ba").pixels)
  }
}
