import LugeCore
import LugeText
import Testing

@Suite("Elision")
struct ElisionTests {
  let text = PangoText()
  private let long = String(repeating: "the quick brown fox jumps over the lazy dog ", count: 40)

  @Test("At most so many lines, in all paragraphs together", arguments: 1...5)
  func limit(lines: Int) {
    for string in [long, "a\nb\nc\nd\ne\nf\ng", "one\n" + long + "\ntwo", long + "\n\n\n"] {
      let full = text.layout(TextSamples.request(string, width: 200))
      let layout = text.layout(TextSamples.request(string, width: 200, maxLines: lines))
      #expect(layout.lines.count == lines)
      #expect(Array(layout.lines.dropLast()) == Array(full.lines.prefix(lines - 1)))
      #expect(layout.lines.last?.range.lowerBound == full.lines[lines - 1].range.lowerBound)
      #expect(layout.size.width <= 200)
      #expect((layout.lines.last?.range.upperBound ?? .max) < string.utf8.count)
    }
  }

  @Test("A text that fits is left alone")
  func fits() {
    for string in ["", "short", "two\nlines", "שלום"] {
      let free = text.layout(TextSamples.request(string))
      let limited = text.layout(TextSamples.request(string, maxLines: 2))
      #expect(free.lines == limited.lines && free.size == limited.size)
      #expect(limited.pieces.isEmpty)
    }
  }

  @Test("What lies in later paragraphs is announced by an ellipsis too")
  func laterParagraphs() {
    let plain = text.layout(TextSamples.request("first"))
    let elided = text.layout(TextSamples.request("first\nsecond", maxLines: 1))
    let spelled = text.layout(TextSamples.request("first…"))
    #expect(elided.size == spelled.size && elided.size.width > plain.size.width)
    #expect(elided.lines.map(\.range) == [0..<5])
    let drawing = PangoText()
    #expect(
      InkProbe(elided, with: drawing, margin: 2).pixels
        == InkProbe(spelled, with: drawing, margin: 2).pixels)
  }

  @Test("An elided right-to-left line keeps its side")
  func rightToLeft() throws {
    let string = String(repeating: "שלום עולם ", count: 30)
    let layout = text.layout(TextSamples.request(string, width: 200, maxLines: 2))
    #expect(layout.lines.count == 2)
    let ink = try #require(InkProbe(layout, with: PangoText(), margin: 8).bounds)
    #expect(layout.size.width - ink.x.upperBound <= 3)
  }

  @Test("A preview of a long text shapes little of it")
  func cheap() {
    let fresh = PangoText()
    let huge = String(repeating: long, count: 500)
    _ = fresh.layout(TextSamples.request(huge, width: 300, maxLines: 2))
    #expect(fresh.statistics.shapedBytes < 8192)
    #expect(huge.utf8.count > 800_000)
  }
}
