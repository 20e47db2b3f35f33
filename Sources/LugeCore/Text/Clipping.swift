/// Limits the length of short texts: names, snippets and sentences from outside may be megabytes
/// long.
package enum Clipping {
  /// Maximum length of a text that is laid out as one line, in UTF-8 bytes: more than any screen
  /// shows.
  package static let lineLimit = 512
  /// Maximum length of a text of a few lines that is shown completely.
  package static let sentenceLimit = 4096

  /// Maximum length of a person's or a thing's name, in characters.
  package static let nameLimit = 256

  /// Returns a name cut to ``nameLimit``, because a name of megabytes would otherwise be shown
  /// beside each message.
  ///
  /// - Complexity: O(``nameLimit``).
  package static func name(_ text: String) -> String {
    guard text.utf8.count > nameLimit else { return text }
    // A character may consist of any number of scalars.
    let short = prefix(text, bytes: 4 * nameLimit)
    return short.count > nameLimit ? short.prefix(nameLimit) + "…" : short
  }

  /// Returns a text with "…" in place of its middle if it has more characters than the limit. The
  /// end of a file's name tells its kind.
  ///
  /// - Complexity: O(bytes).
  package static func middle(_ text: String, limit: Int) -> String {
    guard text.utf8.count > limit, text.count > limit, limit > 2 else { return text }
    let end = limit / 2
    return text.prefix(limit - end - 1) + "…" + text.suffix(end)
  }

  /// Returns the beginning of a text, without line breaks.
  package static func singleLine(_ text: String) -> String {
    let short = prefix(text, bytes: lineLimit)
    guard short.utf8.contains(where: { $0 < 0x20 }) else { return short }
    return String(
      String.UnicodeScalarView(short.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
  }

  /// Returns the first bytes of a text, cut at a character (or a scalar, if a character is too
  /// long).
  ///
  /// - Complexity: O(bytes), whatever the length of the text.
  package static func prefix(_ text: String, bytes: Int) -> String {
    let utf8 = text.utf8
    guard
      let end = utf8.index(utf8.startIndex, offsetBy: bytes, limitedBy: utf8.endIndex),
      end < utf8.endIndex
    else { return text }
    var scalarEnd = end
    while scalarEnd > utf8.startIndex, scalarEnd.samePosition(in: text.unicodeScalars) == nil {
      scalarEnd = utf8.index(before: scalarEnd)
    }
    let short = text[..<scalarEnd]
    // The last character may continue after the cut.
    guard short.utf8.count > 64,
      let last = short.isEmpty ? nil : short.index(before: short.endIndex),
      short.utf8.distance(from: last, to: short.endIndex) < 64
    else { return String(short) + "…" }
    return short[..<last] + "…"
  }
}
