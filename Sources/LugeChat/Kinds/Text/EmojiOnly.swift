import LugeCore

/// Detects messages of a few emoji, which are drawn large.
enum EmojiOnly {
  /// Number of emoji that a text consists of, except spaces; nil if it contains anything else, no
  /// emoji, or more than the limit.
  ///
  /// - Complexity: O(1) for text that begins with a letter; otherwise O(limit).
  static func count(_ text: String, limit: Int) -> Int? {
    guard let first = text.utf8.first,
      first >= 0xC2 || first == 0x20 || (0x23...0x39).contains(first)
    else { return nil }
    var count = 0
    for (index, character) in text.enumerated() {
      if character == " " || character == "\n" {
        // Some spaces between them, but not many.
        guard index < 3 * limit else { return nil }
        continue
      }
      guard character.isEmoji, count < limit else { return nil }
      count += 1
    }
    return count > 0 ? count : nil
  }

  /// A sign that is a letter as much as an emoji (❤, ☺, ✌) as an emoji: U+FE0F says so to the font.
  static func presented(_ sign: Character) -> String {
    guard sign.isEmojiOrLetter else { return String(sign) }
    return "\(sign)\u{FE0F}"
  }

  /// A text of nothing but a few signs, as chat programs write and draw them: ❤ in red. Others as
  /// they are.
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
  /// Shown as a letter unless a variation selector says otherwise. Digits, arrows and ™ are emoji,
  /// too, but nobody means a picture by them.
  fileprivate var isEmojiOrLetter: Bool {
    guard unicodeScalars.count == 1, let scalar = unicodeScalars.first else { return false }
    return scalar.value >= 0x2300 && scalar.properties.isEmoji
      && !scalar.properties.isEmojiPresentation
  }

  /// Whether it is shown as a picture: by default, or by a variation selector, a keycap or a
  /// joiner.
  fileprivate var isEmoji: Bool {
    guard let first = unicodeScalars.first, first.properties.isEmoji else { return false }
    if first.properties.isEmojiPresentation { return true }
    return unicodeScalars.contains { $0.value == 0xFE0F || $0.value == 0x20E3 }
      || first.properties.isEmojiModifierBase && unicodeScalars.count > 1
  }
}
