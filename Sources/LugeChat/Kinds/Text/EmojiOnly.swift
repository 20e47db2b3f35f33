import LugeCore

/// Detection of messages of a few emoji, which are drawn large.
enum EmojiOnly {
  /// Returns the number of emoji that a text consists of, except spaces; nil if it contains
  /// anything else, no emoji, or more than the limit.
  ///
  /// - Complexity: O(1) for text that begins with a letter; otherwise O(limit).
  static func count(_ text: String, limit: Int) -> Int? {
    guard let first = text.utf8.first,
      first >= 0xC2 || first == 0x20 || (0x23...0x39).contains(first)
    else { return nil }
    var count = 0
    for (index, character) in text.enumerated() {
      if character == " " || character == "\n" {
        // Allow some spaces between them, but not many.
        guard index < 3 * limit else { return nil }
        continue
      }
      guard character.isEmoji, count < limit else { return nil }
      count += 1
    }
    return count > 0 ? count : nil
  }

  /// Returns a sign that fonts have as a letter and as an emoji (❤, ☺, ✌) with U+FE0F, which
  /// selects the emoji.
  static func presented(_ sign: Character) -> String {
    guard sign.isEmojiOrLetter else { return String(sign) }
    return "\(sign)\u{FE0F}"
  }

  /// Returns a text that consists of a few such signs only, with all of them as emoji, as chat
  /// programs draw them (❤ in red). Other texts are returned unchanged.
  static func presented(_ text: StyledText, limit: Int) -> StyledText {
    let string = text.string
    guard text.spans.isEmpty, string.utf8.count <= 32 * limit,
      string.contains(where: { $0.isEmojiOrLetter })
    else { return text }
    let shown = string.map(presented).joined()
    return count(shown, limit: limit) == nil ? text : StyledText(shown)
  }
}

extension Character {
  /// Whether the character is shown as a letter unless a variation selector follows. Digits, arrows
  /// and ™ are emoji according to Unicode, but are not meant as pictures.
  fileprivate var isEmojiOrLetter: Bool {
    guard unicodeScalars.count == 1, let scalar = unicodeScalars.first else { return false }
    return scalar.value >= 0x2300 && scalar.properties.isEmoji
      && !scalar.properties.isEmojiPresentation
  }

  /// Whether the character is shown as a picture: by default, or because of a variation selector, a
  /// keycap or a joiner.
  fileprivate var isEmoji: Bool {
    guard let first = unicodeScalars.first, first.properties.isEmoji else { return false }
    if first.properties.isEmojiPresentation { return true }
    return unicodeScalars.contains { $0.value == 0xFE0F || $0.value == 0x20E3 }
      || first.properties.isEmojiModifierBase && unicodeScalars.count > 1
  }
}
