/// Pseudo-locale: English that differs visibly from English, `[!!! Ôþéñ åñ åŕçĥîṽé… !!!]`. A text
/// shown without the brackets did not come through the catalogue; a text that does not fit will not
/// fit in German either.
struct PseudoLanguage: Hashable, Sendable {
  let isRightToLeft: Bool

  /// Makes the language of a tag that other systems use for it: `qps-ploc`, and `qps-plocm` for a
  /// mirrored one.
  init?(_ tag: String) {
    switch tag {
    case "qps-ploc", "qps_ploc": isRightToLeft = false
    case "qps-plocm", "qps_plocm": isRightToLeft = true
    default: return nil
    }
  }

  /// Converts a text. Placeholders stay as they are, and so do the mnemonics of menus.
  func speak(_ text: String) -> String {
    guard !text.isEmpty else { return text }
    var result = ""
    var isInBraces = false
    for character in text {
      if character == "{" { isInBraces = true }
      if character == "}" { isInBraces = false }
      result.append(isInBraces ? character : Self.accented[character] ?? character)
    }
    return "[!!! \(result) !!!]"
  }

  private static let accented: [Character: Character] = Dictionary(
    uniqueKeysWithValues: zip(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
      "åƀçðéƒĝĥîĵķļɱñôþɋŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÔÞɊŔŠŢÛṼŴẊÝŽ"))
}
