/// Colours that tell people apart. As text each reaches a contrast of 4.5 on light and on dark
/// surfaces; the light ones carry white initials.
public enum AuthorPalette {
  public static let colors: [ThemeColor] = [
    ThemeColor(0xB3261E, dark: 0xFF9A92), ThemeColor(0xA0480C, dark: 0xF5A96B),
    ThemeColor(0x7A5C00, dark: 0xE0BF4A), ThemeColor(0x2E6B32, dark: 0x86CF8A),
    ThemeColor(0x00696B, dark: 0x5FD3CE), ThemeColor(0x1461B8, dark: 0x85BFFF),
    ThemeColor(0x6A3FB5, dark: 0xC3A6FF), ThemeColor(0xA3246E, dark: 0xFF9AD0),
  ]

  /// The colour of a person; the index wraps around, also below zero. Nil for an empty palette.
  public static func color(_ index: Int, of colors: [ThemeColor] = colors) -> ThemeColor? {
    guard !colors.isEmpty else { return nil }
    let remainder = index % colors.count
    return colors[remainder < 0 ? remainder + colors.count : remainder]
  }

  /// The first letters of the first and the last word of a name, at most two; a question mark for
  /// names without letters.
  public static func initials(of name: String) -> String {
    let words = Clipping.prefix(name, bytes: Clipping.lineLimit)
      .split(whereSeparator: \.isWhitespace)
      .compactMap { word in word.first { $0.isLetter || $0.isNumber } }
    let letters = [words.first, words.count > 1 ? words.last : nil].compactMap { $0 }
    return letters.isEmpty ? "?" : String(letters).uppercased()
  }
}
