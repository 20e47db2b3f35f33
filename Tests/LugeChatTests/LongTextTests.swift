import LugeCore
import LugeEngine
import Testing

@testable import LugeChat

@Suite("Long texts") struct LongTextTests {
  static let texts: [String] = [
    String(repeating: "word ", count: 5_000),
    String(repeating: "A paragraph of some words.\n\n", count: 1_000),
    String(repeating: "x", count: 30_001),
    String(repeating: "ü", count: 20_000),
    String(repeating: "👩‍👩‍👧‍👦", count: 2_000),
    String(repeating: "\n", count: 5_000),
    String(repeating: "line\r\n", count: 3_000),
    "e" + String(repeating: "\u{301}", count: 20_000),
    String(repeating: "x", count: 8_192), String(repeating: "x", count: 8_193),
  ]

  @Test("Parts cover the text exactly and none is too long", arguments: texts)
  func cover(text: String) {
    let parts = TextSplitter.parts(of: StyledText(text))
    #expect(parts.map(\.text.string).joined().utf8.elementsEqual(text.utf8))
    var offset = 0
    for part in parts {
      #expect(part.offset == offset)
      #expect(part.text.string.utf8.count <= TextSplitter.byteLimit)
      #expect(!part.text.string.isEmpty)
      #expect(part.text.string.count { $0.isNewline } <= TextSplitter.breakLimit)
      offset += part.text.string.utf8.count
    }
  }

  @Test("Cuts lie behind paragraphs, lines or words, where there are any")
  func boundaries() {
    let words = TextSplitter.parts(of: StyledText(Self.texts[0]))
    #expect(words.count > 1 && words.allSatisfy { $0.text.string.hasSuffix(" ") })
    let families = TextSplitter.parts(of: StyledText(Self.texts[4]))
    #expect(families.count > 1)
    #expect(families.allSatisfy { $0.text.string.allSatisfy { $0 == "👩‍👩‍👧‍👦" } })
  }

  @Test("Spans are shared out without loss")
  func spans() {
    let text = String(repeating: "word ", count: 5_000)
    let spans = [
      StyledText.Span(0..<25_000, .bold), .init(8_000..<8_400, .link(target: "x")),
      .init(24_990..<25_000, .italic),
    ]
    let split = TextSplitter.parts(of: StyledText(text, spans: spans))
    for span in spans {
      let parts = split.flatMap { part in
        part.text.spans.filter { $0.attribute == span.attribute }.map {
          $0.range.lowerBound + part.offset..<$0.range.upperBound + part.offset
        }
      }
      #expect(parts.first?.lowerBound == span.range.lowerBound)
      #expect(parts.last?.upperBound == span.range.upperBound)
      for (a, b) in zip(parts, parts.dropFirst()) { #expect(a.upperBound == b.lowerBound) }
    }
  }

  @Test("A long message is several rows: the name on the first, the time on the last")
  func rowsOfLongMessage() throws {
    let text = String(repeating: "word ", count: 5_000)
    let bubbles = rows(message(1, text)).filter { $0.id.part >= ChatPart.bubble }
    #expect(bubbles.count >= 3)
    #expect(bubbles.map(\.id.part) == (0..<UInt32(bubbles.count)).map { ChatPart.bubble + $0 })
    let layouts = bubbles.map { $0.layout(in: context()) }
    #expect(layouts.compactMap(\.copyText).joined() == text)
    for (index, layout) in layouts.enumerated() {
      #expect(layout.drawList.texts.contains("Anna") == (index == 0))
      #expect(layout.drawList.texts.contains("14:05") == (index == layouts.count - 1))
    }
    // Nothing between the parts: they touch, equally wide.
    let bodies = layouts.map { $0.drawList.bubbleBody() }
    #expect(Set(bodies.map { $0?.width }).count == 1)
    // Beyond its row a bubble goes on unseen, so that no edge shows between parts.
    for (index, (body, layout)) in zip(bodies, layouts).enumerated() {
      let body = try #require(body)
      #expect(index == 0 ? body.y > 0 : body.y < 0)
      let isLast = index == layouts.count - 1
      #expect(isLast != (body.maxY > Double(layout.size.height)))
    }
    let keys = layouts.flatMap { $0.lines.map(\.key) }
    #expect(keys == keys.sorted() && Set(keys).count == keys.count)
  }
}
