import LugeCore
import LugeTestSupport
import Testing

@testable import LugeText

@Suite("Long texts")
struct LongTextTests {
  @Test(
    "A megabyte is shaped about once",
    arguments: ["lorem ipsum dolor sit amet, ", "short\n", "我能吞下玻璃", "مرحبا بالعالم "])
  func linear(unit: String) {
    for size in [60_000, 1_000_000] {
      let string = String(repeating: unit, count: size / unit.utf8.count)
      let text = PangoText()
      let layout = text.layout(TextSamples.request(string, width: 600))
      #expect(Double(text.statistics.shapedBytes) < 1.3 * Double(size))
      #expect(text.statistics.shapedPieces < size / 256)
      #expect(layout.lines.last?.range.upperBound == string.utf8.count)
      #expect(layout.pieces.last?.lines.upperBound == layout.lines.count)
    }
  }

  @Test("Lines break as if the text had been shaped as a whole", arguments: [120, 300, 900])
  func cutsDoNotShow(width: Int) {
    var random = SeededGenerator(seed: UInt64(width))
    for _ in 0..<4 {
      let pools = [TextSamples.upright, TextSamples.ornate].randomElement(using: &random) ?? []
      var string = ""
      // Paragraphs longer than a piece, and short ones between them.
      for _ in 0..<3 {
        string += TextSamples.text(pools, words: 900, using: &random)
          .replacing("\n", with: " ")
        string += "\n" + TextSamples.text(pools, words: 3, using: &random) + "\r\n"
      }
      let text = PangoText()
      let request = TextSamples.request(string, width: width)
      let layout = text.layout(request)
      #expect(layout.pieces.count > 3)

      var whole: [Range<Int>] = []
      ShapedPiece(request, .init(range: 0..<string.utf8.count, lines: 0..<0), fonts: text.fonts)
        .forEachLine {
          whole.append($0.range)
          return true
        }
      #expect(layout.lines.map(\.range) == whole)
    }
  }

  @Test("Words without end are cut, at scalars")
  func withoutBreaks() {
    let text = PangoText()
    for unit in ["abcdefghij", "é", "👩‍👩‍👧‍👦", " ", "a\u{301}\u{302}"] {
      let string = String(repeating: unit, count: 12_000 / unit.utf8.count)
      let layout = text.layout(TextSamples.request(string, width: 300))
      #expect(layout.lines.count > 3)
      var end = 0
      for line in layout.lines {
        #expect(line.range.lowerBound == end)
        end = line.range.upperBound
      }
      #expect(end == string.utf8.count)
      for line in layout.lines {
        let index = string.utf8.index(string.startIndex, offsetBy: line.range.lowerBound)
        #expect(index.samePosition(in: string.unicodeScalars) != nil)
      }
    }
  }

  @Test("Drawing a part of a long text shapes only that part")
  func drawingAPart() {
    let string = String(repeating: "lorem ipsum dolor ", count: 20_000)
    let layout = PangoText().layout(TextSamples.request(string))
    let text = PangoText()
    let middle = layout.size.height / 2
    var short = layout
    // A probe as high as the slice, not as the text.
    short = TextLayout(
      request: layout.request, size: PixelSize(width: layout.size.width, height: 400),
      lines: layout.lines, pieces: layout.pieces)
    _ = InkProbe(short, with: text, margin: 0, clip: middle..<middle + 400)
    #expect(text.statistics.shapedPieces > 0)
    #expect(text.statistics.shapedBytes < 3 * PangoText.pieceLimit)
    #expect(text.statistics.disagreements == 0)
  }
}
