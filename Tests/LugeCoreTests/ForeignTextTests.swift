import Testing

@testable import LugeCore

@Suite("Text that others wrote")
struct ForeignTextTests {
  @Test("What turns text is shown by its number, everything else as it is")
  func visible() {
    #expect(ForeignText.visible("Invoice_\u{202E}fdp.exe") == "Invoice_<U+202E>fdp.exe")
    #expect(ForeignText.visible("\u{2066}a\u{2069}") == "<U+2066>a<U+2069>")
    #expect(ForeignText.visible("a\nb\u{1B}[31m\u{9B}2J") == "a b [31m 2J")
    // Emoji of several characters, accents, and letters that need a joiner.
    for text in ["", "Anna", "👩‍👩‍👧", "é e\u{301}", "می‌خواهم", "שלום\u{200F}!", "a\u{A0}b"] {
      #expect(ForeignText.visible(text) == text)
    }
  }

  @Test("Nothing turns a link, or what stands behind one that does")
  func links() {
    func linked(_ text: String) -> StyledText { LinkDetector().linking(StyledText(text)) }
    let text = linked("a https://evil.org/\u{202E}moc.knab//:sptth https://a.org \u{2067}x\u{2069}")
    #expect(
      text.string == "a https://evil.org/\u{2060}moc.knab//:sptth https://a.org \u{2067}x\u{2069}")
    let targets = text.spans.compactMap { span in
      if case .link(let target) = span.attribute { target } else { nil }
    }
    #expect(targets.contains("https://a.org"))
    // Links that the source gave.
    let given = StyledText(
      "\u{2067}bank\u{2066}.com", spans: [.init(0..<14, .link(target: "https://evil.org"))])
    #expect(LinkDetector().linking(given).string == "\u{2060}bank\u{2060}.com")
    for plain in ["\u{202E}abc", "שלום \u{2067}x\u{2069}", "https://a.org שלום", ""] {
      #expect(linked(plain).string == plain)
    }
  }

  @Test("A name of another direction is enclosed")
  func isolated() {
    #expect(ForeignText.isolated("Anna") == "Anna")
    #expect(ForeignText.isolated("דנה") == "\u{200E}\u{2068}דנה\u{2069}")
    // What would close the enclosure from within is no longer there.
    let tricky = ForeignText.isolated("דנה\u{2069}\u{202E}")
    #expect(tricky == "\u{200E}\u{2068}דנה<U+2069><U+202E>\u{2069}")
    #expect(!Directionality.startsRightToLeft("\u{200E}Anna"))
  }

  @Test("A terminal gets no control, whatever it is made of")
  func terminal() {
    for value in Array(0..<0x20) + Array(0x7F...0x9F) + [0x2028, 0x2029] {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      #expect(ForeignText.forTerminal("a\(scalar)b") == "a b", "\(value)")
    }
    for value in Array(0x202A...0x202E) + Array(0x2066...0x2069) {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      #expect(
        ForeignText.forTerminal("a\(scalar)b")
          == "a<U+\(String(value, radix: 16, uppercase: true))>b")
    }
    #expect(ForeignText.forTerminal("\u{200E}a\u{200F}\u{61C}") == "a")
    // A control and what follows it are one character to Swift.
    #expect(ForeignText.forTerminal("\r\n\u{301}").unicodeScalars.allSatisfy { $0.value >= 0x20 })
    #expect(ForeignText.forTerminal("👩‍👩‍👧 שלום") == "👩‍👩‍👧 שלום")
  }
}

@Suite("Names of any length") struct LongNameTests {
  @Test("A name is cut at a character, and only where it is longer than any honest one")
  func cut() {
    for letter in ["a", "ä", "日", "👨‍👩‍👧‍👦"] {
      let bytes = letter.utf8.count
      for count in [0, 1, 255, 256] where count * bytes <= 1024 {
        let name = String(repeating: letter, count: count)
        #expect(Clipping.name(name) == name)
      }
      let shown = Clipping.name(String(repeating: letter, count: 100_000))
      let count = shown.count - 1
      #expect(shown == String(repeating: letter, count: count) + "…")
      #expect(count == 256 || abs(count - 1024 / bytes) <= 1)
    }
    // One character of any number of scalars.
    let tower = "e" + String(repeating: "\u{301}", count: 100_000)
    #expect(Clipping.name(tower).utf8.count <= 1040)
    #expect(ForeignText.isolated(tower + "x").utf8.count <= 1100)
    #expect(ForeignText.name("a\u{202E}b") == "a<U+202E>b")
    // One of which nothing is seen is as none.
    #expect(ForeignText.name(" \u{3164}\u{200B} ") == "" && ForeignText.name(" a ") == " a ")
  }
}
