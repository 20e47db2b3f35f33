import LugeArchive

/// Half of the day on a 12-hour clock, in the words that phones write.
enum DayPeriod: Sendable {
  case morning, afternoon

  /// Style of the word: a hint at the region, and so at the order of day and month.
  enum Style: UInt8, Sendable {
    /// "AM" (United States, Canada, Philippines).
    case capitals
    /// "am", "a.m.", "a. m.": other English, Spanish.
    case small
    /// Any other script or language.
    case other
  }

  private struct Word {
    let text: StaticString
    let period: DayPeriod
  }

  /// Words other than a.m. and p.m.; a word is listed before others that it begins with.
  private static let words: [Word] = [
    Word(text: "上午", period: .morning), Word(text: "下午", period: .afternoon),
    Word(text: "凌晨", period: .morning), Word(text: "晚上", period: .afternoon),
    Word(text: "早上", period: .morning), Word(text: "中午", period: .afternoon),
    Word(text: "午前", period: .morning), Word(text: "午後", period: .afternoon),
    Word(text: "오전", period: .morning), Word(text: "오후", period: .afternoon),
    Word(text: "ص", period: .morning), Word(text: "م", period: .afternoon),
    Word(text: "ق.ظ.", period: .morning), Word(text: "ب.ظ.", period: .afternoon),
    Word(text: "π.μ.", period: .morning), Word(text: "μ.μ.", period: .afternoon),
    Word(text: "πμ", period: .morning), Word(text: "μμ", period: .afternoon),
    Word(text: "пр.об.", period: .morning), Word(text: "сл.об.", period: .afternoon),
    Word(text: "дп", period: .morning), Word(text: "пп", period: .afternoon),
    Word(text: "पूर्वाह्न", period: .morning), Word(text: "अपराह्न", period: .afternoon),
    Word(text: "ÖÖ", period: .morning), Word(text: "ÖS", period: .afternoon),
    Word(text: "öö", period: .morning), Word(text: "ös", period: .afternoon),
    Word(text: "SA", period: .morning), Word(text: "CH", period: .afternoon),
    Word(text: "ap.", period: .morning), Word(text: "ip.", period: .afternoon),
    Word(text: "fm", period: .morning), Word(text: "em", period: .afternoon),
    Word(text: "de.", period: .morning), Word(text: "du.", period: .afternoon),
    Word(text: "dop.", period: .morning), Word(text: "odp.", period: .afternoon),
    Word(text: "пр. об.", period: .morning), Word(text: "сл. об.", period: .afternoon),
    Word(text: "清晨", period: .morning), Word(text: "म.पू.", period: .morning),
    Word(text: "म.उ.", period: .afternoon), Word(text: "म.नं.", period: .afternoon),
    Word(text: "முற்பகல்", period: .morning), Word(text: "பிற்பகல்", period: .afternoon),
    Word(text: "e paradites", period: .morning), Word(text: "e pasdites", period: .afternoon),
    Word(text: "p.d.", period: .morning), Word(text: "m.d.", period: .afternoon),
    Word(text: "PD", period: .morning), Word(text: "MD", period: .afternoon),
    Word(text: "နံနက်", period: .morning), Word(text: "မနက်", period: .morning),
    Word(text: "နေ့လယ်", period: .afternoon), Word(text: "ညနေ", period: .afternoon),
    Word(text: "ည", period: .afternoon), Word(text: "ก่อนเที่ยง", period: .morning),
    Word(text: "หลังเที่ยง", period: .afternoon),
    Word(text: "PG", period: .morning), Word(text: "PTG", period: .afternoon),
  ]

  /// Reads a word for a half of the day, with its dots and spaces, if one comes next.
  static func scan(_ scanner: inout ByteScanner) -> (DayPeriod, Style)? {
    if let latin = scanLatin(&scanner) { return latin }
    let first = scanner.peek()
    guard first >= 0x80 || (first | 0x20) &- 0x61 < 26 else { return nil }
    for word in words where scanner.take(word.text) { return (word.period, .other) }
    return nil
  }

  /// Reads `[ap]`, `m`, each perhaps followed by a dot and spaces.
  private static func scanLatin(_ scanner: inout ByteScanner) -> (DayPeriod, Style)? {
    let before = scanner.position
    let first = scanner.peek()
    let period: DayPeriod
    switch first {
    case UInt8(ascii: "a"), UInt8(ascii: "A"): period = .morning
    case UInt8(ascii: "p"), UInt8(ascii: "P"): period = .afternoon
    default: return nil
    }
    scanner.position += 1
    let dotted = scanner.take(UInt8(ascii: "."))
    if dotted { scanner.skipSpaces() }
    guard scanner.peek() | 0x20 == UInt8(ascii: "m") else {
      scanner.position = before
      return nil
    }
    scanner.position += 1
    _ = scanner.take(UInt8(ascii: "."))
    return (period, first < 0x60 && !dotted ? .capitals : .small)
  }
}
