/// Trimming by scalars: a step back by a character takes as long as the run of flags before it, so
/// that a text of flags would take the square of its length.
extension StringProtocol {
  /// Text without spaces at both ends.
  ///
  /// - Complexity: O(bytes).
  var trimmingBlanks: String { trimming(where: \.properties.isWhitespace) }

  /// Returns the text without a character at both ends.
  ///
  /// - Complexity: O(bytes).
  func trimming(_ scalar: Unicode.Scalar) -> String { trimming { $0 == scalar } }

  /// - Complexity: O(bytes).
  func trimming(where isTrimmed: (Unicode.Scalar) -> Bool) -> String {
    let rest = unicodeScalars.drop(while: isTrimmed)
    guard let last = rest.lastIndex(where: { !isTrimmed($0) }) else { return "" }
    return String(String.UnicodeScalarView(rest[...last]))
  }
}
