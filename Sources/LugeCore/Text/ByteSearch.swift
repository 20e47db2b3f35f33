/// Search and trimming by bytes and scalars. A step over a character of a substring, or back over
/// one, takes as long as the run of flags before it, so that a text of flags would take the square
/// of its length.
extension StringProtocol {
  /// Returns where words stand first; nil for none, and for no words.
  ///
  /// - Complexity: O(bytes · bytes of the words).
  package func firstRange(ofBytes words: String) -> Range<String.Index>? {
    let wanted = Array(words.utf8)
    guard let first = wanted.first else { return nil }
    var rest = Substring(self).utf8
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: wanted) { return start..<rest.index(start, offsetBy: wanted.count) }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// Returns where words stand last; nil for none, and for no words.
  ///
  /// - Complexity: O(bytes · bytes of the words).
  package func lastRange(ofBytes words: String) -> Range<String.Index>? {
    let wanted = Array(words.utf8)
    guard let first = wanted.first else { return nil }
    let bytes = Substring(self).utf8
    var rest = bytes
    while let start = rest.lastIndex(of: first) {
      if bytes[start...].starts(with: wanted) {
        return start..<bytes.index(start, offsetBy: wanted.count)
      }
      rest = bytes[..<start]
    }
    return nil
  }

  /// Whether words stand in it.
  ///
  /// - Complexity: O(bytes · bytes of the words).
  package func contains(bytes words: String) -> Bool { firstRange(ofBytes: words) != nil }

  /// Returns the parts between words, without empty ones.
  ///
  /// - Complexity: O(bytes · bytes of the words).
  package func split(bytes words: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = Substring(self)
    while let found = rest.firstRange(ofBytes: words) {
      if rest.startIndex < found.lowerBound { parts.append(rest[..<found.lowerBound]) }
      rest = rest[found.upperBound...]
    }
    if !rest.isEmpty { parts.append(rest) }
    return parts
  }

  /// Text without spaces at both ends.
  ///
  /// - Complexity: O(bytes).
  package var trimmingBlanks: String { trimming(where: \.properties.isWhitespace) }

  /// Returns the text without a character at both ends.
  ///
  /// - Complexity: O(bytes).
  package func trimming(_ scalar: Unicode.Scalar) -> String { trimming { $0 == scalar } }

  /// - Complexity: O(bytes).
  package func trimming(where isTrimmed: (Unicode.Scalar) -> Bool) -> String {
    let rest = unicodeScalars.drop(while: isTrimmed)
    guard let last = rest.lastIndex(where: { !isTrimmed($0) }) else { return "" }
    return String(String.UnicodeScalarView(rest[...last]))
  }
}
