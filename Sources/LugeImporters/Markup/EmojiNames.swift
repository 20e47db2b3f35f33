/// Emoji by the short names that team chats write: `:+1:`.
enum EmojiNames {
  /// Maximum bytes of a name.
  static let longest = 80

  private static let table: [String: String] = {
    // Former names in Slack.
    var table = ["simple_smile": "🙂", "face_palm": "🤦"]
    for line in emojiNameData.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      for name in words.dropFirst() { table[name] = words[0] }
    }
    return table
  }()

  /// - Parameter name: name without colons, except before a skin tone: `+1`, `+1::skin-tone-3`,
  ///   `flag-de`, `man-shrugging`.
  /// - Returns: nil for names of custom emoji.
  static func emoji(_ name: String) -> String? {
    let parts = name.split(separator: ":", omittingEmptySubsequences: true)
    guard let first = parts.first, let emoji = plain(String(first)) else { return nil }
    guard parts.count > 1 else { return emoji }
    guard parts.count == 2, let tone = tone(parts[1]) else { return nil }
    return toned(emoji, tone)
  }

  /// Returns the character for `skin-tone-2` to `skin-tone-6`.
  static func tone(_ name: Substring) -> Unicode.Scalar? {
    guard name.hasPrefix("skin-tone-"), let number = UInt32(name.dropFirst(10)),
      (2...6).contains(number)
    else { return nil }
    return Unicode.Scalar(0x1F3FB + number - 2)
  }

  /// Puts the skin tone after the first character, in place of the variation selector.
  static func toned(_ emoji: String, _ tone: Unicode.Scalar) -> String {
    var scalars = Array(emoji.unicodeScalars)
    if scalars.count > 1, scalars[1] == "\u{FE0F}" { scalars.remove(at: 1) }
    scalars.insert(tone, at: min(1, scalars.count))
    return String(String.UnicodeScalarView(scalars))
  }

  /// Returns the text of a reaction: the emoji, or the name between colons.
  static func reaction(_ name: String) -> String { emoji(name) ?? ":\(name):" }

  private static func plain(_ name: String) -> String? {
    if let emoji = table[name] { return emoji }
    if name.hasPrefix("flag-") { return flag(name.dropFirst(5)) }
    guard name.contains("-") else { return nil }
    return table[name.replacing("-", with: "_")]
  }

  /// Returns the flag of a country by its two letters, such as `de`.
  private static func flag(_ country: Substring) -> String? {
    let letters = country.unicodeScalars.compactMap { letter in
      ("a"..."z").contains(letter) ? Unicode.Scalar(0x1F1E6 + letter.value - 97) : nil
    }
    guard letters.count == 2, country.unicodeScalars.count == 2 else { return nil }
    return String(String.UnicodeScalarView(letters))
  }
}
