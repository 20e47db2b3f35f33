import LugeCore
import LugeTestSupport
import LugeText
import Testing

@Suite("Lines cover the text")
struct LineRangeTests {
  let text = PangoText()

  /// Whether lines follow each other with nothing but one paragraph separator between two.
  private func expectCovered(_ layout: TextLayout, _ comment: Comment? = nil) {
    let bytes = Array(layout.request.text.string.utf8)
    var end = 0
    for line in layout.lines {
      let gap = Array(bytes[end..<max(end, line.range.lowerBound)])
      #expect(
        gap.isEmpty || [[0x0A], [0x0D], [0x0D, 0x0A], [0xE2, 0x80, 0xA9]].contains(gap), comment)
      #expect(line.range.lowerBound >= end, comment)
      end = line.range.upperBound
    }
    #expect(end == bytes.count, comment)
  }

  @Test("Random texts of many scripts")
  func random() {
    var random = SeededGenerator(seed: 4)
    for width in [40, 80, 200, 640] {
      for _ in 0..<10 {
        let string = TextSamples.text(
          TextSamples.upright + TextSamples.ornate, words: 30, using: &random)
        expectCovered(text.layout(TextSamples.request(string, width: width)), "\(string)")
      }
    }
  }

  @Test(
    "Separators of every kind",
    arguments: [
      ("", 1), ("\n", 2), ("a\n", 2), ("\n\n\n", 4), ("a\rb", 2), ("a\r\nb", 2), ("a\n\rb", 3),
      ("a\u{2029}b", 2), ("a\u{2028}b", 2), ("\r\r\n\n", 4), ("a\u{0}b", 1), ("\u{0}", 1),
      ("\u{1B}[1m\u{7}\u{7F}", 1), ("a\u{85}b\u{9B}", 1), ("\u{200B}\u{FEFF}\u{AD}", 1),
    ])
  func separators(string: String, lines: Int) {
    let layout = text.layout(TextSamples.request(string))
    #expect(layout.lines.count == lines)
    expectCovered(layout)
  }

  @Test("An empty line is as high as a line of text")
  func emptyLines() {
    let one = text.layout(TextSamples.request("x")).size.height
    #expect(one > 15)
    #expect(text.layout(TextSamples.request("")).size == PixelSize(width: 0, height: one))
    #expect(text.layout(TextSamples.request("x\n\nx")).size.height == 3 * one)
  }

  @Test("A control character is a blank and nothing behind it is lost")
  func controlCharacters() {
    let nul = text.layout(TextSamples.request("before\u{0}after"))
    let blank = text.layout(TextSamples.request("before after"))
    #expect(nul.lines == blank.lines && nul.size == blank.size)
  }

  @Test("Blanks that hang over the end don't widen the layout")
  func hangingBlanks() {
    for string in [
      "word" + String(repeating: " ", count: 300), "שלום" + String(repeating: " ", count: 300),
    ] {
      let layout = text.layout(TextSamples.request(string, width: 200))
      #expect(layout.size.width <= 200)
      expectCovered(layout)
    }
  }

  @Test("Sizes without sense give a layout all the same")
  func senselessSizes() {
    for width in [Int.min, -1, 0, 1, Int.max] {
      for size in [-1, 0, 0.001, 12, 1e9, .nan, .infinity] {
        let layout = text.layout(TextSamples.request("ab\ncd", width: width, size: size))
        #expect(layout.lines.count >= 2 && layout.size.height > 0)
        expectCovered(layout)
      }
    }
  }
}
