import LugeCore
import LugeText
import Testing

@Suite("Rectangles of ranges")
struct RectangleTests {
  let text = PangoText()

  @Test("Rectangles of the whole text are its lines")
  func wholeText() {
    let string = "The quick brown fox\njumps over the lazy dog again and again"
    let layout = text.layout(TextSamples.request(string, width: 150))
    let rects = text.rectangles(for: 0..<string.utf8.count, in: layout)
    #expect(rects.count == layout.lines.count)
    for (rect, line) in zip(rects, layout.lines) {
      #expect(rect.y == Double(line.top) && rect.height == Double(line.height))
      #expect(rect.x == 0 && abs(rect.width - Double(line.width)) < 6)
    }
  }

  @Test("A range that the direction splits has two rectangles")
  func bidirectional() {
    let string = "abc שלום def"
    let layout = text.layout(TextSamples.request(string))
    let first = "abc של".utf8.count
    #expect(text.rectangles(for: 0..<first, in: layout).count == 2)
    #expect(text.rectangles(for: 0..<string.utf8.count, in: layout).count == 1)
  }

  @Test("Outside of the text there is nothing")
  func outside() {
    let layout = text.layout(TextSamples.request("two\nlines here"))
    #expect(text.rectangles(for: 100..<200, in: layout).isEmpty)
    #expect(text.rectangles(for: 2..<2, in: layout).isEmpty)
    #expect(text.rectangles(for: -5..<1000, in: layout).count == 2)
  }

  @Test("What an ellipsis hides has no rectangles")
  func elided() throws {
    let string = String(repeating: "word ", count: 100)
    let layout = text.layout(TextSamples.request(string, width: 200, maxLines: 1))
    let visible = try #require(layout.lines.first).range
    #expect(text.rectangles(for: visible.upperBound..<string.utf8.count, in: layout).isEmpty)
  }
}
