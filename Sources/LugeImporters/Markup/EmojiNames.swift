/// Emoji by the short names that chats for teams write in their place: `:+1:`.
enum EmojiNames {
  /// Longest name that is looked for, in bytes.
  static let longest = 80

  private static let table: [String: String] = {
    // Names that Slack had once.
    var table = ["simple_smile": "🙂", "face_palm": "🤦"]
    for line in emojiNameData.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      for name in words.dropFirst() { table[name] = words[0] }
    }
    return table
  }()

  /// - Parameter name: without colons but those before a skin's tone: `+1`, `+1::skin-tone-3`,
  ///   `flag-de`, `man-shrugging`.
  /// - Returns: nil for names that people gave to pictures of their own.
  static func emoji(_ name: String) -> String? {
    let parts = name.split(separator: ":", omittingEmptySubsequences: true)
    guard let first = parts.first, let emoji = plain(String(first)) else { return nil }
    guard parts.count > 1 else { return emoji }
    guard parts.count == 2, let tone = tone(parts[1]) else { return nil }
    return toned(emoji, tone)
  }

  /// `skin-tone-2` to `skin-tone-6`: the character that colours an emoji.
  static func tone(_ name: Substring) -> Unicode.Scalar? {
    guard name.hasPrefix("skin-tone-"), let number = UInt32(name.dropFirst(10)),
      (2...6).contains(number)
    else { return nil }
    return Unicode.Scalar(0x1F3FB + number - 2)
  }

  /// The tone stands after the first character, in place of the sign that asks for colours.
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

  /// `de`: the two letters that stand for a country's flag.
  private static func flag(_ country: Substring) -> String? {
    let letters = country.unicodeScalars.compactMap { letter in
      ("a"..."z").contains(letter) ? Unicode.Scalar(0x1F1E6 + letter.value - 97) : nil
    }
    guard letters.count == 2, country.unicodeScalars.count == 2 else { return nil }
    return String(String.UnicodeScalarView(letters))
  }
}
