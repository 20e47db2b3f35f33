import CPango

/// Cache of whether a line may begin after spaces, by the characters on either side of them.
///
/// In UAX 14 and in Pango's implementation of it, a rule that reaches across spaces (LB13 to LB17)
/// depends only on the line breaking classes of the last character before them and of the first
/// after them. So Pango is asked once for each pair of classes.
final class BreakPairs {
  /// Class that stands for the beginning of the paragraph.
  static let start: UInt8 = 63

  static let combining = UInt8(G_UNICODE_BREAK_COMBINING_MARK.rawValue)
  static let joiner = UInt8(G_UNICODE_BREAK_ZERO_WIDTH_JOINER.rawValue)

  /// Whether the beginning of a word depends on more than a pair of classes: halves of flags, skin
  /// tones, marks without a letter.
  static func isUnusual(_ first: UInt8) -> Bool {
    first == combining || first == joiner
      || first == UInt8(G_UNICODE_BREAK_REGIONAL_INDICATOR.rawValue)
      || first == UInt8(G_UNICODE_BREAK_EMOJI_MODIFIER.rawValue)
  }

  /// Whether a class is that of ideographs, kana and the signs used with them: no rule of UAX 14
  /// depends on more than two such characters side by side. (Numbers, quotes and hyphens make rules
  /// look further.)
  static func isEastAsian(_ lineClass: UInt8) -> Bool {
    lineClass < 64 && eastAsian >> lineClass & 1 == 1
  }

  private static let eastAsian: UInt64 = [
    G_UNICODE_BREAK_IDEOGRAPHIC, G_UNICODE_BREAK_NON_STARTER,
    G_UNICODE_BREAK_CONDITIONAL_JAPANESE_STARTER, G_UNICODE_BREAK_CLOSE_PUNCTUATION,
    G_UNICODE_BREAK_OPEN_PUNCTUATION, G_UNICODE_BREAK_EXCLAMATION,
  ].reduce(0) { $0 | 1 << UInt64($1.rawValue) }

  // MARK: Mutable State

  /// Cached answers for breaks after spaces, then for breaks between adjoining characters; each
  /// table is 64 by 64: 0 unknown, 1 no break, 2 break. Owned by the lane's thread.
  private let table: UnsafeMutablePointer<UInt8>
  private let adjacent: UnsafeMutablePointer<UInt8>

  init() {
    table = .allocate(capacity: 64 * 64)
    table.initialize(repeating: 0, count: 64 * 64)
    adjacent = .allocate(capacity: 64 * 64)
    adjacent.initialize(repeating: 0, count: 64 * 64)
  }

  deinit {
    table.deallocate()
    adjacent.deallocate()
  }

  /// Whether a line may begin between two characters side by side for which `isEastAsian` holds.
  ///
  /// - Parameters:
  ///   - last: class of the character before, or of the character that a mark before combines with.
  ///   - bytes: valid UTF-8 that is readable up to the end of the character at `start`.
  func canBreakBetween(_ last: UInt8, _ first: UInt8, in bytes: UnsafePointer<UInt8>, at start: Int)
    -> Bool
  {
    let place = Int(last & 63) << 6 | Int(first & 63)
    if adjacent[place] == 0 {
      var end = start + 1
      while bytes[end] & 0xC0 == 0x80 { end += 1 }
      let next = String(
        decoding: UnsafeBufferPointer(start: bytes + start, count: end - start), as: UTF8.self)
      let isBreak = Self.ask(
        after: Self.scalar(of: last, bytes, before: start),
        before: next.unicodeScalars.first ?? " ", between: "")
      adjacent[place] = isBreak ? 2 : 1
    }
    return adjacent[place] == 2
  }

  static func lineBreakClass(_ scalar: Unicode.Scalar) -> UInt8 {
    UInt8(clamping: Int(g_unichar_break_type(scalar.value).rawValue))
  }

  /// Whether a line may begin at a word after spaces.
  ///
  /// - Parameters:
  ///   - last: class of the last character before the spaces.
  ///   - bytes: readable up to a byte below 0x20, which has to come after the word.
  @inline(__always)
  func canBreak(
    after last: UInt8, before first: UInt8, in bytes: UnsafePointer<UInt8>, at start: Int
  ) -> Bool {
    let known = table[Int(last & 63) << 6 | Int(first & 63)]
    return known == 0 ? ask(after: last, before: first, in: bytes, at: start) : known == 2
  }

  @inline(never)
  private func ask(
    after last: UInt8, before first: UInt8, in bytes: UnsafePointer<UInt8>, at start: Int
  ) -> Bool {
    var blank = start
    while blank > 0, bytes[blank - 1] == 0x20 { blank -= 1 }
    var end = start
    while bytes[end] > 0x20, end < start + 4 { end += 1 }
    let word = UnsafeBufferPointer(start: bytes + start, count: end - start)
    let isBreak = Self.ask(
      after: last == Self.start ? nil : Self.scalar(of: last, bytes, before: blank),
      before: String(decoding: word, as: UTF8.self).unicodeScalars.first ?? " ")
    table[Int(last & 63) << 6 | Int(first & 63)] = isBreak ? 2 : 1
    return isBreak
  }

  /// Returns the last character of a class before an offset, in the word that ends there. Combining
  /// characters are skipped, because they have the class of their base.
  static func scalar(of lineClass: UInt8, _ bytes: UnsafePointer<UInt8>, before end: Int)
    -> Unicode.Scalar?
  {
    var start = end
    while start > 0, bytes[start - 1] > 0x20 { start -= 1 }
    let word = UnsafeBufferPointer(start: bytes + start, count: end - start)
    let scalars = String(decoding: word, as: UTF8.self).unicodeScalars
    return scalars.last { lineBreakClass($0) == lineClass } ?? scalars.last
  }

  @inline(never)
  private static func ask(
    after last: Unicode.Scalar?, before first: Unicode.Scalar, between: String = " "
  ) -> Bool {
    var text = ""
    if let last { text.unicodeScalars.append(last) }
    text += between
    text.unicodeScalars.append(first)
    let count = text.unicodeScalars.count
    var attributes = [PangoLogAttr](repeating: PangoLogAttr(), count: count + 1)
    text.withCString {
      pango_default_break($0, -1, nil, &attributes, Int32(attributes.count))
    }
    return attributes[count - 1].is_line_break != 0
  }
}
