import LugeCore
import Testing

@Suite("Styled text") struct StyledTextTests {
  @Test("Spans from outside are clamped, aligned to characters and sorted")
  func normalising() {
    let text = StyledText(
      "aé😀z",
      spans: [
        .init(4..<99, .bold), .init(2..<5, .italic), .init(-3..<1, .code), .init(8..<8, .strike),
      ])
    #expect(
      text.normalized().spans == [
        .init(0..<1, .code), .init(1..<3, .italic), .init(3..<8, .bold),
      ])
  }

  @Test("What a spoiler covers is not told where marks are not shown")
  func concealing() {
    #expect(StyledText("plain", spans: [.init(0..<5, .bold)]).concealed == "plain")
    // "é" as two scalars, of which the span covers the second.
    let text = StyledText(
      "It was the cat, e\u{301}😀.", spans: [.init(7..<14, .spoiler), .init(17..<19, .spoiler)])
    #expect(text.concealed == "It was ••• •••, •😀.")
  }
}
