import CPango

/// Differences between versions of Pango that the fast path follows.
enum PangoRules {
  /// Whether spaces at the end of a text take space like letters, as in Pango 1.52, or hang over
  /// the end of the line, as in 1.50. Versions between are untested and treated like 1.52.
  static let blanksAtTheEndTakeRoom = pango_version() >= 1_51_00

  /// Whether a paragraph ends in a space.
  static func endsInBlank(_ paragraph: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let last = paragraph.last else { return false }
    if last < 0x80 { return last == 0x20 || (0x09...0x0D).contains(last) }
    return String(decoding: paragraph.suffix(4), as: UTF8.self).unicodeScalars.last?
      .properties.isWhitespace ?? false
  }
}
