import LugeCore
import Testing

@testable import LugeText

@Suite("Tabs") struct TabTests {
  /// Where characters begin, pixels from the left.
  private func edges(
    _ text: PangoText, _ string: String, _ spans: [StyledText.Span], size: Double, of marks: String
  ) -> [Double] {
    let request = TextRequest(
      StyledText(string, spans: spans), font: FontSpec(family: "", pixelSize: size),
      maxWidth: 2000)
    let geometry = text.geometry(of: text.layout(request))
    let bytes = Array(string.utf8)
    return marks.utf8.map { mark in
      let offset = bytes.firstIndex(of: mark) ?? 0
      return geometry.rectangles(for: offset..<offset + 1).first?.x ?? -1
    }
  }

  @Test(
    "In code they stand every four columns at any size, whatever the text begins with",
    arguments: [12.0, 15, 22.5, 30, 37.5])
  func code(size: Double) {
    let text = PangoText()
    let string = "f {\n\tA\txyz\tB\n\t\tC\n0123D567E}"
    let alone = [StyledText.Span(0..<string.utf8.count, .preformatted(language: "swift"))]
    let lead = "Look at this:\n"
    let behind = [
      StyledText.Span(
        lead.utf8.count..<lead.utf8.count + string.utf8.count, .preformatted(language: "swift"))
    ]
    let first = edges(text, string, alone, size: size, of: "ABCDE")
    #expect(edges(text, lead + string, behind, size: size, of: "ABCDE") == first)
    let column = first[3]
    #expect(column > 0)
    #expect(first[0] == column, "A below D")
    #expect(first[4] == 2 * column && first[2] == 2 * column, "C below E")
    #expect(first[1] == 3 * column, "B two tabs further")
    #expect(text.statistics.disagreements == 0)
  }

  @Test("Lanes that remember words agree with those that do not")
  func differential() {
    let (fast, slow) = (PangoText(usesFastPath: true), PangoText(usesFastPath: false))
    for string in ["a\tb\n\tc d", "words\n\tcode\tmore\n", "x\t\t\ty z\n\n\t"] {
      for start in 0..<min(6, string.utf8.count) {
        for width in [20, 60, 300] {
          let request = TextRequest(
            StyledText(string, spans: [.init(start..<string.utf8.count, .code)]),
            font: FontSpec(family: "", pixelSize: 30), maxWidth: width)
          #expect(fast.layout(request).lines == slow.layout(request).lines)
        }
      }
    }
  }
}
