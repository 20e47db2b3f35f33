import LugeCore
import Testing

@testable import LugeText

@Suite("Style runs")
struct StyleRunsTests {
  private func runs(_ text: StyledText, in part: Range<Int>? = nil) -> [StyleRun] {
    var string = text.string
    return string.withUTF8 { text.styleRuns(in: part ?? 0..<$0.count, bytes: $0) }
  }

  @Test("Overlapping spans become disjoint runs")
  func overlap() {
    let text = StyledText(
      "0123456789", spans: [.init(0..<6, .bold), .init(3..<8, .italic), .init(4..<5, .bold)])
    #expect(
      runs(text) == [
        StyleRun(range: 0..<3, traits: .bold), StyleRun(range: 3..<6, traits: [.bold, .italic]),
        StyleRun(range: 6..<8, traits: .italic),
      ])
    #expect(
      runs(text, in: 2..<4) == [
        StyleRun(range: 2..<3, traits: .bold), StyleRun(range: 3..<4, traits: [.bold, .italic]),
      ])
  }

  @Test("Bounds out of the text or inside a character do no harm")
  func badBounds() {
    let text = StyledText(
      "aé€😀", spans: [.init(-5..<2, .bold), .init(4..<99, .code), .init(200..<300, .strike)])
    for run in runs(text) {
      for bound in [run.range.lowerBound, run.range.upperBound] {
        let index = text.string.utf8.index(text.string.startIndex, offsetBy: bound)
        #expect(index.samePosition(in: text.string.unicodeScalars) != nil)
      }
    }
    #expect(!runs(text).isEmpty)
    let layout = PangoText().layout(
      TextRequest(text, font: FontSpec(family: "", pixelSize: 15), maxWidth: 20))
    #expect(layout.lines.last?.range.upperBound == text.string.utf8.count)
  }

  @Test("A soft hyphen shows where a line breaks at it; a link that is cut has none")
  func hyphens() throws {
    let text = PangoText()
    let soft = "aaaaaaaa\u{AD}bbbbbbbb"
    let layout = text.layout(TextSamples.request(soft, width: 110))
    #expect(layout.lines.count == 2)
    let bare = text.layout(TextSamples.request("aaaaaaaa\nbbbbbbbb", width: 110))
    #expect(layout.lines[0].width > bare.lines[0].width)

    let word = String(repeating: "m", count: 40)
    let cut = text.layout(TextSamples.request(word, width: 110))
    let first = try #require(cut.lines.first)
    let part = String(repeating: "m", count: first.range.count)
    #expect(text.layout(TextSamples.request(part, width: 500)).size.width == first.width)
  }
}
