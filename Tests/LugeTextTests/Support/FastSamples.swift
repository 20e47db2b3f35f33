import LugeCore
import LugeTestSupport

/// Random requests that try the fast path's edges.
enum FastSamples {
  static let sizes: [Double] = [11, 13, 15, 16.25, 18, 22.5, 30, 45]

  private static let words = [
    "the", "of", "AVATAR", "To", "fi", "office", "well-known", "and/or", "i", "W", "don't",
    "https://example.org/path/to-it?x=1&y=2#z", "user@example.org", "3.14", "1,234.50", "$5", "5%",
    "(a)", "[b]", "{c}", "!", "?", ";", ":", ")", "(", "\"", "'", "“", "”", "«", "»", "—", "–",
    "…", "--", "->", "/", "//", "\\", "|", "a/b/c", "10/20", "C++", "#tag", "@name", "x=y", "*",
    "supercalifragilisticexpialidocious", "naïve", "Straße", "façade", "Łódź", "¿qué?", "§5",
    "×", "±1", "°", "€10", "₽", "No.", "'twas", "rock'n'roll", "AT&T", "e.g.",
    "~/.config", "C:\\dir", "a_b_c", "<tag>", "1-2", "-1", "+1", "A.", "T.", "'", ".", ",", "№5",
  ]
  private static let cyrillic = [
    "Съешь", "ещё", "булок,", "Москва-река", "г.", "№", "да/нет", "Ўзбек",
  ]
  private static let greek = ["Ελληνικά", "γράμματα", "ΑΥΤΟ", "ά;", "α-β"]
  private static let odd = [
    "™", "©", "1️⃣", "½", "é", "e\u{301}", "\u{AD}", "a\u{AD}b", "\u{A0}", "a\u{A0}b", "\u{200B}",
    "\u{2028}", "\t",
    "\u{7}", "😀", "👍🏽", "שלום", "مرحبا", "你好", "日本", "สวัสดี", "हिन्दी", "\u{2060}", "\u{2011}",
    "\u{2027}", "\u{FEFF}", "A\u{30A}", "ﬁ", "ª", "µm", "\u{FFFD}", "ʼ", "ⁿ", "x²",
    "🌤", "❤", "☀☀", "I❤U", "☎\u{FE0E}", "✌🏽", "❤\u{200D}🔥", "☑",
  ]

  /// Words that can be cut, or must not be, in unusual places.
  private static let soft = [
    "Donau\u{AD}dampf\u{AD}schiff", "10\u{A0}km", "a\u{AD}b", "no\u{A0}break\u{A0}here",
    "zero\u{200B}width", "word\u{2060}joiner", "1\u{202F}000", "well\u{2011}known",
    "extra\u{AD}-\u{AD}long/path", "\u{AD}x", "x\u{AD}", "😀\u{A0}ok",
  ]
  private static let scripts: [[String]] = [
    ["שלום", "לכולם,", "מה", "שלומכם?", "תה", "ה-3", "צ'יפס", "8"],
    ["مرحبا", "بالعالم", "الشاي،", "هل", "نَعَم", "١٢٣", "؟"],
    ["हिन्दी", "में", "लिखा", "आज", "सुप्रभात!", "क", "दुःख", "है।"],
    ["สวัสดี", "ภาษาไทย", "น้ำ", "ครับ!", "ok"],
    ["안녕하세요", "네,", "그때", "봐요!", "ABC", "3시", "요", "😀", "(한글)", "\u{1112}\u{1161}\u{11AB}"],
    ["今日は", "カタカナ、", "日本語。", "A", "東京", "「はい」", "1つ", "100円", "っ", "ー", "！？", "（笑）", "😀"],
    ["שלום", "7:30", "abc", "(שלום)", "נועה?", "50%", "-", "8", "ה-3", "x!", "😀", "1,5", "\"מה\""],
    ["نَعَم", "وَالشَّاي،", "عمر's", "7:30", "١٢٬٣", "(لا)", "ok?", "لَا", "\u{64E}", "إِنَّ"],
    ["करो,", "क!", "क\u{94D}\u{200D}ष", "श्री", "छह", "😀", "abc", "१२३", "हूँ।"],
    ["বাংলা", "ভাষা", "தமிழ்", "తెలుగు", "ქართული", "Հայերեն"],
  ]

  static func text(using random: inout SeededGenerator) -> String {
    let kind = Int.random(in: 0..<13, using: &random)
    let pool =
      kind == 10
      ? words + soft
      : kind > 10 ? scripts.randomElement(using: &random) ?? words : pool(kind)
    return text(of: pool, using: &random)
  }

  private static func pool(_ kind: Int) -> [String] {
    kind < 5
      ? words
      : kind < 6
        ? words + cyrillic
        : kind < 7
          ? cyrillic
          : kind < 8
            ? greek
            : kind < 9 ? words + odd : words + cyrillic + greek + odd
  }

  private static func text(of pool: [String], using random: inout SeededGenerator) -> String {
    var result = ""
    for _ in 0..<Int.random(in: 0...30, using: &random) {
      switch Int.random(in: 0..<40, using: &random) {
      case 0: result += "\n"
      case 1: result += "  "
      case 2: result += ["\r\n", "\r", "\u{2029}", "   "].randomElement(using: &random) ?? ""
      // Any two words, without a blank.
      case 3, 4: break
      // Any characters of the scripts that are taken.
      case 5: result += letters(using: &random)
      default: result += " "
      }
      result += pool.randomElement(using: &random) ?? ""
    }
    return result
  }

  private static func letters(using random: inout SeededGenerator) -> String {
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0x20...0x7E, 0xA0...0x24F, 0x370...0x3FF, 0x400...0x52F, 0x1E00...0x1EFF,
      0x2000...0x205F, 0x20A0...0x20BF,
    ]
    var result = ""
    let range = ranges.randomElement(using: &random) ?? 0x20...0x7E
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      Unicode.Scalar(UInt32.random(in: range, using: &random)).map {
        result.unicodeScalars.append($0)
      }
    }
    return result
  }

  static func request(using random: inout SeededGenerator) -> TextRequest {
    let string = text(using: &random)
    var spans: [StyledText.Span] = []
    if Int.random(in: 0..<4, using: &random) == 0, !string.isEmpty {
      let attributes: [StyledText.Attribute] = [
        .link(target: "x"), .underline, .spoiler, .mention(id: nil), .bold, .italic, .code,
      ]
      let low = Int.random(in: 0..<string.utf8.count, using: &random)
      let high = Int.random(in: low...string.utf8.count, using: &random)
      spans = [.init(low..<high, attributes.randomElement(using: &random) ?? .underline)]
    }
    let families = [
      "Noto Sans", "Noto Sans", "Noto Sans", "", "DejaVu Sans", "Noto Serif", "Noto Sans Mono",
    ]
    return TextRequest(
      StyledText(string, spans: spans),
      font: FontSpec(
        family: families.randomElement(using: &random) ?? "",
        pixelSize: sizes.randomElement(using: &random) ?? 15,
        weight: Int.random(in: 0..<6, using: &random) == 0 ? .bold : .regular,
        isItalic: Int.random(in: 0..<8, using: &random) == 0),
      maxWidth: Bool.random(using: &random)
        ? .random(in: 40...1000, using: &random) : .random(in: 40...320, using: &random),
      maxLines: Int.random(in: 0..<6, using: &random) == 0
        ? .random(in: 1...4, using: &random) : nil,
      alignment: Bool.random(using: &random) ? .natural : .center)
  }
}
