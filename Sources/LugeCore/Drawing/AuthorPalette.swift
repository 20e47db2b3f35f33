/// Colours that tell people apart, as bright as the contrast of a name to its bubble allows.
///
/// Ten hues, chosen by search so that any two differ by at least 0.05 in OKLab for normal vision,
/// protanopia and deuteranopia (simulated after Machado, Oliveira and Fernandes, 2009). As text
/// each has a contrast of at least 4.5 on incoming bubbles; the light ones carry white initials.
/// Tests check this. Neighbours in the list differ most, because the first people get those.
public enum AuthorPalette {
  public static let colors: [ThemeColor] = [
    ThemeColor(0xC92404, dark: 0xECA64A),  // red
    ThemeColor(0x3465FD, dark: 0x69BDFB),  // blue
    ThemeColor(0x04853D, dark: 0xC9E65C),  // green
    ThemeColor(0xCA1FC9, dark: 0xC976BD),  // magenta
    ThemeColor(0x077CA4, dark: 0x54ECFC),  // sky
    ThemeColor(0x6F6305, dark: 0xCD8800),  // olive
    ThemeColor(0xD52E7A, dark: 0xF98FB8),  // pink
    ThemeColor(0x008468, dark: 0x55F8B5),  // teal
    ThemeColor(0x3B31F3, dark: 0x7F8DFD),  // indigo
    ThemeColor(0xE70359, dark: 0xE9687E),  // rose
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
