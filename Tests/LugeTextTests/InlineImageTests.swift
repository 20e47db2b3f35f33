import LugeCore
import LugeEngine
import LugeTestSupport
import Testing

@testable import LugeText

/// Pictures in a line, and different sizes in one paragraph.
@Suite("Pictures and sizes within a text")
struct InlineImageTests {
  private let text = PangoText()
  private let image = InlineImage(ImageKey("a.webp"), width: 2, height: 1, descent: 0.25)

  /// Words around a picture that stands for `covered`.
  private func sample(_ covered: String) -> StyledText {
    StyledText(
      "ab \(covered) cd", spans: [.init(3..<3 + covered.utf8.count, .image(image))])
  }

  private func context(_ text: any TextMeasuring) -> LayoutContext {
    LayoutContext(environment: LayoutEnvironment(width: 400, scale: 1), text: text)
  }

  @Test(
    "A picture is as wide as it is, whatever it stands for",
    arguments: ["x", "🙂", "👩‍👩‍👧", ":party:", "two words", "שלום"])
  func width(covered: String) throws {
    let layout = text.layout(
      TextRequest(
        sample(covered), font: FontSpec(family: "Noto Sans", pixelSize: 20), maxWidth: 400))
    let around = text.layout(TextSamples.request("ab  cd", width: 400, size: 20))
    #expect(layout.size.width == around.size.width + 40)
    let commands = context(text).inlineImages(
      of: layout, at: Point(x: 5, y: 7), placeholder: ThemeColor(0, dark: 0))
    guard case .image(let key, let rect, _, _) = try #require(commands.first) else {
      Issue.record("no picture")
      return
    }
    let line = try #require(layout.lines.first)
    #expect(key == ImageKey("a.webp") && commands.count == 1)
    #expect(rect.width == 40 && rect.height == 20)
    #expect(rect.y == 7 + Double(line.baseline) - 15)
    let before = text.layout(TextSamples.request("ab ", width: 400, size: 20))
    #expect(abs(rect.x - 5 - Double(before.size.width)) <= 1)
    let geometry = text.geometry(of: layout)
    let cells = geometry.cells.filter { (3..<3 + covered.utf8.count).contains(Int($0.offset)) }
    #expect(abs(cells.reduce(0) { $0 + $1.width } - 40) < 0.1)
  }

  @Test("A tall picture makes its line higher, and only its line")
  func height() {
    var tall = image
    tall.height = 4
    let styled = StyledText("one\n🙂\nthree", spans: [.init(4..<8, .image(tall))])
    let layout = text.layout(
      TextRequest(styled, font: FontSpec(family: "Noto Sans", pixelSize: 10), maxWidth: 400))
    let heights = layout.lines.map(\.height)
    #expect(heights.count == 3 && heights[1] >= 40 && heights[0] < 20 && heights[0] == heights[2])
  }

  @Test("A line break never falls into what a picture stands for")
  func breaks() {
    let covered = "two words"
    for width in 30...160 {
      let layout = text.layout(
        TextRequest(
          sample(covered), font: FontSpec(family: "Noto Sans", pixelSize: 20), maxWidth: width))
      for line in layout.lines { #expect(!(4..<12).contains(line.range.lowerBound)) }
    }
  }

  @Test("Nothing is drawn under a spoiler or behind an ellipsis")
  func hidden() {
    var styled = sample("🙂")
    styled.spans.append(.init(0..<5, .spoiler))
    let font = FontSpec(family: "Noto Sans", pixelSize: 20)
    let concealed = text.layout(TextRequest(styled, font: font, maxWidth: 400))
    let color = ThemeColor(0, dark: 0)
    #expect(context(text).inlineImages(of: concealed, placeholder: color).isEmpty)
    let words = String(repeating: "word ", count: 30)
    let long = StyledText(words + "🙂", spans: [.init(150..<154, .image(image))])
    let cut = text.layout(TextRequest(long, font: font, maxWidth: 200, maxLines: 2))
    #expect(context(text).inlineImages(of: cut, placeholder: color).isEmpty)
    let whole = text.layout(TextRequest(long, font: font, maxWidth: 200))
    #expect(context(text).inlineImages(of: whole, placeholder: color).count == 1)
  }

  @Test("What cannot be a picture stays text")
  func occurrences() {
    func count(_ string: String, _ ranges: Range<Int>...) -> Int {
      StyledText(string, spans: ranges.map { .init($0, .image(image)) }).imageOccurrences.count
    }
    #expect(count("a\nb", 0..<3) == 0)
    #expect(count("a\u{2028}b", 0..<5) == 0)
    #expect(count("é", 0..<1) == 0 && count("é", 1..<2) == 0 && count("é", 0..<2) == 1)
    #expect(count("abcdef", 0..<3, 2..<5, 3..<6) == 2)
    #expect(count("abc", 1..<9) == 0 && count("abc", -2..<1) == 0 && count("abc", 1..<1) == 0)
    #expect(count(String(repeating: "a", count: 200), 0..<129) == 0)
  }

  @Test("Sizes and pictures that make no sense do no harm")
  func senseless() {
    let values = [0, -3, 1e300, .infinity, .nan, 0.001]
    for value in values {
      let broken = InlineImage(ImageKey(""), width: value, height: value, descent: value)
      let layout = text.layout(
        TextRequest(
          StyledText(
            "abc def", spans: [.init(0..<3, .image(broken)), .init(2..<7, .size(value))]),
          font: FontSpec(family: "", pixelSize: 15), maxWidth: 100))
      #expect(layout.lines.last?.range.upperBound == 7)
      #expect(layout.size.height > 0 && layout.size.height < 20_000)
    }
  }

  @Test("Larger words take the room of larger words")
  func sizes() throws {
    let string = "small LARGE small"
    let styled = StyledText(string, spans: [.init(6..<11, .size(2))])
    let font = FontSpec(family: "Noto Sans", pixelSize: 15)
    let layout = text.layout(TextRequest(styled, font: font, maxWidth: 1000))
    let large = text.layout(TextSamples.request("LARGE", width: 1000, size: 30))
    let rects = text.rectangles(for: 6..<11, in: layout)
    #expect(abs((rects.first?.width ?? 0) - Double(large.size.width)) <= 1)
    #expect(abs((layout.lines.first?.height ?? 0) - (large.lines.first?.height ?? 0)) <= 1)
    var bytes = string
    let nested = StyledText(string, spans: [.init(0..<9, .size(2)), .init(3..<9, .size(0.75))])
    let runs = bytes.withUTF8 { nested.styleRuns(in: 0..<$0.count, bytes: $0) }
    #expect(runs.map(\.scale) == [2, 1.5])
  }

  @Test("With and without remembered words the same lines, and what is drawn is what was measured")
  func differential() {
    let slow = PangoText(usesFastPath: false)
    let drawing = PangoText()
    var random = SeededGenerator(seed: 31)
    for _ in 0..<400 {
      let styled = Self.random(&random)
      let request = TextRequest(
        styled,
        font: FontSpec(
          family: "Noto Sans", pixelSize: [13, 15, 22.5].randomElement(using: &random) ?? 15),
        maxWidth: .random(in: 40...500, using: &random),
        maxLines: Int.random(in: 0...5, using: &random) == 0 ? 2 : nil)
      let layout = text.layout(request)
      let expected = slow.layout(request)
      #expect(layout.lines == expected.lines, "\(styled) at \(request.maxWidth)")
      #expect(layout.size == expected.size)
      #expect(text.measure(request).size == expected.size)
      _ = InkProbe(layout, with: drawing, margin: 10)
    }
    #expect(drawing.statistics.disagreements == 0)
  }

  private static func random(_ random: inout SeededGenerator) -> StyledText {
    let parts = [
      "Hello", "world,", "ffi", "привет", "שלום", "مرحبا", "你好", "👍🏽", "👩‍👩‍👧", "\n", "\n\n", " ", "\t",
      "e\u{301}", "nowhere-else", "\u{AD}",
    ]
    var styled = StyledText("")
    for _ in 0..<Int.random(in: 1...14, using: &random) {
      let start = styled.string.utf8.count
      styled.string += parts.randomElement(using: &random) ?? ""
      let range = start..<styled.string.utf8.count
      switch Int.random(in: 0...7, using: &random) {
      case 0:
        styled.spans.append(
          .init(
            range,
            .image(
              InlineImage(
                ImageKey("x"), width: .random(in: 0.2...4, using: &random),
                height: .random(in: 0.2...3, using: &random),
                descent: .random(in: -0.2...1, using: &random)))))
      case 1: styled.spans.append(.init(range, .size(.random(in: 0.4...3.5, using: &random))))
      case 2:
        styled.spans.append(
          .init(Int.random(in: 0...start, using: &random)..<range.upperBound, .size(1.5)))
      case 3: styled.spans.append(.init(range, .bold))
      default: break
      }
      styled.string += Bool.random(using: &random) ? " " : ""
    }
    return styled.normalized()
  }
}
