import CPango
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeText

@Suite("Signs that are letters and emoji")
struct EmojiPresentationTests {
  private func signs(_ text: String) -> [String] {
    var text = text
    return text.withUTF8 { bytes in
      EmojiPresentation.signs(in: bytes).map {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[$0]), as: UTF8.self)
      }
    }
  }

  @Test("Found are those of which nothing says how they are shown")
  func found() {
    #expect(signs("I ❤ 🌤, ☎ and ✈") == ["❤", "🌤", "☎", "✈"])
    #expect(signs("❤❤") == ["❤", "❤"])
    #expect(signs("").isEmpty && signs("plain äöü, 日本 … €").isEmpty)
    // What is an emoji anyway, and what a selector, a skin tone or a joiner speaks for.
    #expect(
      signs("😀 👍🏽 ❤\u{FE0F} ❤\u{FE0E} ☝🏽 ❤\u{200D}🔥 👩\u{200D}❤\u{200D}👩 1\u{FE0F}\u{20E3}").isEmpty)
    // What is used among letters and signs that are no emoji.
    #expect(signs("1 # * © ® ™ ℹ ↔ ⬆ ➡ ⤴ ▪ ▶ ☑ ☐ Ⓜ ♀ ♂ ♟ ✓").isEmpty)
  }

  @Test("Found are all such emoji that Unicode has, and cut are none")
  func whole() {
    var random = SeededGenerator(seed: 7)
    let pool: [String] = [
      "a", " ", "ä", "€", "日", "😀", "🌤", "❤", "\u{200D}", "\u{FE0F}", "\u{FE0E}",
    ]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 0..<8, using: &random)).map { _ in
        pool.randomElement(using: &random) ?? ""
      }.joined()
      let scalars = Array(text.unicodeScalars)
      let expected = scalars.indices.filter { index in
        guard ["🌤", "❤"].contains(scalars[index]) else { return false }
        let before = index > 0 ? scalars[index - 1].value : 0
        let behind = index + 1 < scalars.count ? scalars[index + 1].value : 0
        return before != 0x200D && ![0x200D, 0xFE0E, 0xFE0F].contains(behind)
      }.map { String(scalars[$0]) }
      #expect(signs(text) == expected, "\(text)")
    }
  }

  /// How many pixels of a text are neither black nor grey.
  private func colored(_ text: String, usesFastPath: Bool) -> Int {
    let pango = PangoText(usesFastPath: usesFastPath)
    let layout = pango.layout(TextSamples.request(text, width: 400, size: 40))
    return InkProbe(layout, with: pango, margin: 4).pixels.count(where: { pixel in
      let parts = [pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF].map { Int($0) }
      return (parts.max() ?? 0) - (parts.min() ?? 0) > 24
    })
  }

  @Test("They are drawn in colour, alone and among words", arguments: [true, false])
  func drawn(usesFastPath: Bool) throws {
    try #require(colored("😀", usesFastPath: usesFastPath) > 100, "no font of colour emoji")
    for text in ["🌤", "Rain or 🌤 today", "I ❤ it", "☀!"] {
      #expect(colored(text, usesFastPath: usesFastPath) > 100, "\(text)")
    }
    for text in ["☀\u{FE0E}", "1 # * © ™ ⬆ ➡ ▪", "plain"] {
      #expect(colored(text, usesFastPath: usesFastPath) == 0, "\(text)")
    }
  }
}
