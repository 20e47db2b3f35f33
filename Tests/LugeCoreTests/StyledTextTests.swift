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
}
