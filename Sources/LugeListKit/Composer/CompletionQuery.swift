import Foundation

/// The text before the caret that can be completed: ":smi" or "@an".
struct CompletionQuery: Hashable {
  enum Kind: Hashable { case emoji, person }

  var kind: Kind
  /// The range to replace, including the ":" or "@"; UTF-16 units.
  var range: Range<Int>
  /// Text after the ":" or "@".
  var words: String

  /// Maximum length; longer texts are not names.
  private static let longest = 40

  /// - Parameter caret: UTF-16 units from the beginning.
  /// - Returns: nil if there is nothing to complete.
  init?(_ text: String, caret: Int) {
    let units = text.utf16
    guard caret > 0, caret <= units.count else { return nil }
    let end = units.index(units.startIndex, offsetBy: caret)
    var start = end
    var length = 0
    while start > units.startIndex, length <= Self.longest {
      let before = units.index(before: start)
      let unit = units[before]
      if unit == Self.colon || unit == Self.at {
        // After a letter or digit, the sign belongs to a time or an address.
        if before > units.startIndex {
          guard !Self.isOfWord(units[units.index(before: before)]) else { return nil }
        }
        kind = unit == Self.colon ? .emoji : .person
        // ":)" and "a: b" are not queries, and ":d" is too short for an emoji.
        if kind == .emoji, length < 2 { return nil }
        range = caret - length - 1..<caret
        words = String(decoding: units[start..<end], as: UTF16.self)
        return
      }
      guard Self.isOfWord(unit) else { return nil }
      start = before
      length += 1
    }
    return nil
  }

  private static let colon = UInt16(UInt8(ascii: ":"))
  private static let at = UInt16(UInt8(ascii: "@"))

  /// Whether a unit belongs to a word: letters, digits and characters that join them. All non-ASCII
  /// characters count as letters.
  private static func isOfWord(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt16(UInt8(ascii: "_")), UInt16(UInt8(ascii: "-")), UInt16(UInt8(ascii: "+")),
      UInt16(UInt8(ascii: ".")):
      true
    case 0xC0...0x1FFF, 0x2C00...0x2FFF, 0x3040...0xDFFF: true
    default: false
    }
  }
}

extension ComposerPerson {
  /// Returns the people with a name, a word of it, or a handle that begins with the text; matches
  /// of the whole name come first.
  static func matching(_ words: String, among people: [ComposerPerson], limit: Int)
    -> [ComposerPerson]
  {
    func folded(_ text: String) -> String {
      text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
    let wanted = folded(words)
    let ranked = people.enumerated().compactMap { index, person -> (Int, Int, ComposerPerson)? in
      let name = folded(person.name)
      if name.hasPrefix(wanted) { return (0, index, person) }
      if let handle = person.handle, folded(handle).hasPrefix(wanted) { return (1, index, person) }
      let isFound = name.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).contains {
        $0.hasPrefix(wanted)
      }
      return isFound ? (2, index, person) : nil
    }
    return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.prefix(limit).map(\.2)
  }
}
