import Testing

@testable import LugeCore

@Suite("Finding links takes linear time") struct LinkScannerTests {
  private func steps(_ text: String) -> Int {
    var text = text
    return text.withUTF8 { bytes in
      var scanner = LinkScanner(bytes, .all)
      scanner.scan()
      return scanner.bytesExamined
    }
  }

  @Test("A megabyte of the worst", arguments: ["a.", "(", "@", "http://"])
  func megabyte(unit: String) {
    let text = String(repeating: unit, count: 1_000_000 / unit.utf8.count)
    // Looked at a handful of times each; what is looked back at is bounded by a constant.
    #expect(steps(text) <= 40 * text.utf8.count, "\(unit)")
  }

  @Test(
    "Whatever is repeated, and behind a word without end",
    arguments: [
      "a@", "http://a/(", "https://a", ".", "..", "a..", "#", "#a", "#1 ",
      "1 ", "0 ", "00 1", "+1", "+1 ", "(1", "-", "a-", "é.", "日.", "mailto:", "mailto:a@", "tel:",
      "tel:+1-", "@\u{2068}", "a_", "www.", "a.com", "a.com/", "http://a@", "1.", "_.a", "[",
      "http://[", "http://a:1", "@a@", "a@b.", "\u{200D}", "👍.", "....a",
    ])
  func worst(unit: String) {
    let text = String(repeating: unit, count: 40_000 / unit.utf8.count)
    #expect(steps(text) <= 40 * text.utf8.count, "\(unit)")
    let behind = String(repeating: "x", count: 5000) + text
    #expect(steps(behind) <= 40 * behind.utf8.count, "\(unit)")
  }

  @Test("A text twice as long takes twice the steps")
  func proportional() {
    for unit in ["a@a.a ", "http://a.b/(c ", "x (1) 2.3 #4 @5 ", "+1 2 3 "] {
      let once = steps(String(repeating: unit, count: 10_000))
      let twice = steps(String(repeating: unit, count: 20_000))
      #expect(abs(twice - 2 * once) <= once / 50, "\(unit)")
    }
  }
}
