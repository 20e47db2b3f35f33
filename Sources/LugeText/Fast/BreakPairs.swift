import CPango

/// Whether a line may begin behind blanks, by the characters on either side of them.
///
/// In UAX 14 and in Pango's implementation of it, a rule that reaches across spaces (LB13 to LB17)
/// looks at the line breaking classes of the last character before them and of the first behind
/// them, and at nothing else; so each pair of classes is asked of Pango once.
struct BreakPairs {
  /// Stands for the beginning of the paragraph.
  static let start: UInt8 = 63

  static let combining = UInt8(G_UNICODE_BREAK_COMBINING_MARK.rawValue)
  static let joiner = UInt8(G_UNICODE_BREAK_ZERO_WIDTH_JOINER.rawValue)

  /// Classes for which the beginning of a word depends on more than a pair: halves of flags, skin
  /// tones, marks without a letter.
  static func isUnusual(_ first: UInt8) -> Bool {
    first == combining || first == joiner
      || first == UInt8(G_UNICODE_BREAK_REGIONAL_INDICATOR.rawValue)
      || first == UInt8(G_UNICODE_BREAK_EMOJI_MODIFIER.rawValue)
  }

  // MARK: Mutable State

  /// Owned by the lane's thread: 0 not asked yet, 1 no break, 2 break.
  private var table = [UInt8](repeating: 0, count: 64 * 64)

  static func lineBreakClass(_ scalar: Unicode.Scalar) -> UInt8 {
    UInt8(clamping: Int(g_unichar_break_type(scalar.value).rawValue))
  }

  /// - Parameter scalars: representatives of both classes, asked for only once a pair; the first
  ///   is nil at the beginning of a paragraph.
  @inline(__always)
  mutating func canBreak(
    after last: UInt8, before first: UInt8, scalars: () -> (Unicode.Scalar?, Unicode.Scalar)
  ) -> Bool {
    let index = Int(last & 63) << 6 | Int(first & 63)
    if table[index] == 0 { table[index] = Self.ask(scalars()) ? 2 : 1 }
    return table[index] == 2
  }

  @inline(never)
  private static func ask(_ scalars: (Unicode.Scalar?, Unicode.Scalar)) -> Bool {
    var text = ""
    if let last = scalars.0 { text.unicodeScalars.append(last) }
    text += " "
    text.unicodeScalars.append(scalars.1)
    let count = text.unicodeScalars.count
    var attributes = [PangoLogAttr](repeating: PangoLogAttr(), count: count + 1)
    text.withCString {
      pango_default_break($0, -1, nil, &attributes, Int32(attributes.count))
    }
    return attributes[count - 1].is_line_break != 0
  }
}
