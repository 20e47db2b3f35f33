import Foundation
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Snippets of finds") struct SearchSnippetTests {
  private func snippet(_ marked: String) -> SearchSnippet {
    SearchSnippet(
      marked: marked.replacingOccurrences(of: "<", with: "\u{2}")
        .replacingOccurrences(of: ">", with: "\u{3}"))
  }

  private func found(_ snippet: SearchSnippet) -> [String] {
    let bytes = Array(snippet.text.utf8)
    return snippet.matches.map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  @Test("A short text is its own snippet")
  func short() {
    let whole = snippet("Das <Café> ist <zu>")
    #expect(whole.text == "Das Café ist zu")
    #expect(found(whole) == ["Café", "zu"])
    #expect(snippet("").text == "" && snippet("").matches.isEmpty)
    #expect(snippet("nothing found").text == "nothing found")
  }

  @Test("Of a long text the words around its best finds, with dots where there is more")
  func long() {
    let padding = String(repeating: "padding ", count: 100)
    let one = snippet("\(padding)a <find> here \(padding)")
    #expect(one.text.hasPrefix("…padding") && one.text.hasSuffix("padding…"))
    #expect(found(one) == ["find"])
    #expect(one.text.split(separator: " ").count == 24)
    let two = snippet("\(padding)<one> \(padding)<one> and <two> \(padding)<one>")
    #expect(found(two) == ["one", "two"])
    let end = snippet("\(padding)the <end>")
    #expect(end.text.hasSuffix("padding the end") && end.text.split(separator: " ").count == 24)
    let start = snippet("<start> \(padding)")
    #expect(start.text.hasPrefix("start padding") && start.text.hasSuffix("…"))
  }

  @Test("A text without blanks is cut between characters")
  func unspaced() {
    let padding = String(repeating: "日本語", count: 300)
    for marked in ["\(padding)<東京>\(padding)", "<東京>\(padding)", "\(padding)<東京>", "<\(padding)>"] {
      let cut = snippet(marked)
      #expect(!cut.text.contains("\u{FFFD}"))
      #expect(cut.text.utf8.count < 400)
      #expect(cut.matches.count == 1)
    }
  }
}
