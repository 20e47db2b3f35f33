/// Colours that tell people apart, as bright as the contrast of a name to its bubble allows.
///
/// Ten hues, chosen by search so that any two differ by at least 0.05 in OKLab for normal vision,
/// protanopia and deuteranopia (simulated after Machado, Oliveira and Fernandes, 2009). As text
/// each has a contrast of at least 4.5 on incoming bubbles, and below initials
/// (``DesignTokens/Colors/initials``) as well: in each scheme a person's avatar has the colour of
/// the name. Tests check this. Neighbours in the list differ most, because the first people get
/// those.
public enum AuthorPalette {
  public static let colors: [ThemeColor] = [
    ThemeColor(0xC92404, dark: 0xFD5923),  // red
    ThemeColor(0x3465FD, dark: 0x8CAAFF),  // blue
    ThemeColor(0x04853D, dark: 0x6AFD7C),  // green
    ThemeColor(0xCA1FC9, dark: 0xBC76BB),  // magenta
    ThemeColor(0x077CA4, dark: 0x76D9FE),  // sky
    ThemeColor(0x6F6305, dark: 0xD8B811),  // olive
    ThemeColor(0xD52E7A, dark: 0xF197AC),  // pink
    ThemeColor(0x008468, dark: 0x6BFAD8),  // teal
    ThemeColor(0x3B31F3, dark: 0x7C82FE),  // indigo
    ThemeColor(0xE70359, dark: 0xD0747A),  // rose
  ]

  /// Returns the colour of a person; the index wraps around, also below zero. Nil for an empty
  /// palette.
  public static func color(_ index: Int, of colors: [ThemeColor] = colors) -> ThemeColor? {
    guard !colors.isEmpty else { return nil }
    let remainder = index % colors.count
    return colors[remainder < 0 ? remainder + colors.count : remainder]
  }

  /// Returns the first letters of the first and the last word of a name, at most two. For names
  /// without letters it is the first emoji, or else a question mark.
  public static func initials(of name: String) -> String {
    let line = Clipping.prefix(name, bytes: Clipping.lineLimit)
    let words = line.split(whereSeparator: \.isWhitespace)
      .compactMap { word in word.first { $0.isLetter || $0.isNumber } }
    let letters = [words.first, words.count > 1 ? words.last : nil].compactMap { $0 }
    guard letters.isEmpty else { return String(letters).uppercased() }
    return line.first(where: isEmoji).map(String.init) ?? "?"
  }

  private static func isEmoji(_ character: Character) -> Bool {
    character.unicodeScalars.contains { $0.properties.isEmojiPresentation || $0 == "\u{FE0F}" }
  }
}
