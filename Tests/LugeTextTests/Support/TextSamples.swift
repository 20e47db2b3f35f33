import LugeCore
import LugeTestSupport

/// Words of many scripts to build texts from.
enum TextSamples {
  static let upright = [
    ["hello", "the", "quick-brown", "fox/jumps", "AVATAR", "fi", "(over)", "1,234.50", "“lazy”"],
    ["Съешь", "ещё", "этих", "мягких", "булок"],
    ["我能吞下", "玻璃", "而不伤身体。", "日本語の", "テキスト", "한국어", "텍스트"],
    ["Ελληνικά", "γράμματα", "εδώ"],
  ]
  static let ornate = [
    ["مرحبا", "بالعالم", "هذا", "نص", "طويل", "١٢٣"],
    ["שלום", "עולם", "זה", "טקסט"],
    ["สวัสดีครับ", "ภาษาไทย", "น้ำที่นี่"],
    ["हिन्दी", "में", "लिखा", "বাংলা", "தமிழ்"],
    ["😀", "👩‍👩‍👧‍👦", "🇯🇵", "👍🏽", "❤️", "1️⃣"],
    ["e\u{301}a\u{308}\u{323}", "Z\u{334}\u{327}\u{322}\u{31B}", "n\u{303}"],
  ]

  /// Words of one or several scripts, with a line end now and then.
  static func text(
    _ pools: [[String]], words: Int, using random: inout SeededGenerator
  ) -> String {
    var result = ""
    var pool = pools.randomElement(using: &random) ?? []
    for index in 0..<words {
      if Int.random(in: 0..<6, using: &random) == 0 {
        pool = pools.randomElement(using: &random) ?? pool
      }
      if index > 0 {
        result += Int.random(in: 0..<12, using: &random) == 0 ? "\n" : " "
      }
      result += pool.randomElement(using: &random) ?? ""
    }
    return result
  }

  static func request(
    _ text: String, width: Int = 300, size: Double = 15, maxLines: Int? = nil,
    spans: [StyledText.Span] = [], alignment: TextRequest.Alignment = .natural
  ) -> TextRequest {
    TextRequest(
      StyledText(text, spans: spans), font: FontSpec(family: "Noto Sans", pixelSize: size),
      maxWidth: width, maxLines: maxLines, alignment: alignment)
  }
}
