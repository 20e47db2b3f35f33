import LugeCore
import LugeText
import Testing

@Suite("Hit-testing")
struct HitTestingTests {
  let text = PangoText()

  @Test("The middle of a character's rectangle hits the character")
  func roundTrip() {
    let strings = [
      "Hello world, this wraps around a few times.", "שלום עולם with English 42",
      "我能吞下玻璃而不伤身体", "a\u{0}b\nсъешь ещё\n\nx",
    ]
    for string in strings {
      for alignment in [TextRequest.Alignment.natural, .center] {
        let layout = text.layout(
          TextSamples.request(string, width: 120, alignment: alignment))
        var offset = 0
        for scalar in string.unicodeScalars {
          let next = offset + scalar.utf8.count
          for rect in text.rectangles(for: offset..<next, in: layout) where rect.width >= 1 {
            let middle = Point(x: rect.midX, y: rect.midY)
            #expect(text.offset(at: middle, in: layout) == offset, "\(scalar) in \(string)")
          }
          offset = next
        }
      }
    }
  }

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
    let height = Double(layout.size.height)
    for point in [
      Point(x: -1, y: 3), Point(x: 3, y: -1), Point(x: 3, y: height), Point(x: 4000, y: 3),
      Point(x: .nan, y: 3), Point(x: 3, y: .infinity),
      // Right of the first, shorter line.
      Point(x: Double(layout.size.width) - 1, y: 3),
    ] {
      #expect(text.offset(at: point, in: layout) == nil)
    }
    #expect(text.rectangles(for: 100..<200, in: layout).isEmpty)
    #expect(text.rectangles(for: 2..<2, in: layout).isEmpty)
    #expect(text.rectangles(for: -5..<1000, in: layout).count == 2)
  }

  @Test("What an ellipsis hides cannot be hit")
  func elided() throws {
    let string = String(repeating: "word ", count: 100)
    let layout = text.layout(TextSamples.request(string, width: 200, maxLines: 1))
    let visible = try #require(layout.lines.first).range
    #expect(visible.count < 60)
    for x in 0..<layout.size.width {
      if let offset = text.offset(at: Point(x: Double(x), y: 5), in: layout) {
        #expect(visible.contains(offset))
      }
    }
    #expect(text.rectangles(for: visible.upperBound..<string.utf8.count, in: layout).isEmpty)
  }
}
