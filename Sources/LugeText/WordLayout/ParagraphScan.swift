import CPango

/// Scripts of simple paragraphs: those whose letters do not join.
enum FastScript: UInt8 {
  /// Digits, punctuation and symbols only.
  case common
  case latin, greek, cyrillic

  var pango: PangoScript.RawValue {
    switch self {
    case .common: PANGO_SCRIPT_COMMON.rawValue
    case .latin: PANGO_SCRIPT_LATIN.rawValue
    case .greek: PANGO_SCRIPT_GREEK.rawValue
    case .cyrillic: PANGO_SCRIPT_CYRILLIC.rawValue
    }
  }
}

/// Scan that decides in one pass over its bytes whether a paragraph is simple: in one script whose
/// letters do not join.
enum ParagraphScan {
  private enum Kind {
    static let common: UInt8 = 0
    static let latin: UInt8 = 1
    static let greek: UInt8 = 2
    static let cyrillic: UInt8 = 4
    static let refused: UInt8 = 0x80
  }

  /// Maximum bytes of a cached segment.
  static let segmentLimit = 512

  /// Returns the script of a paragraph; nil when it has several scripts, or characters that are not
  /// known to be simple.
  ///
  /// Accepted are the precomposed letters, digits and punctuation of Latin, Greek and Cyrillic text
  /// that are shown by their own glyph: no character that combines, joins, changes direction, is
  /// white space (except the space) or an emoji. Whether a font has a glyph, in one script only, is
  /// found when the segment is shaped.
  ///
  /// - Complexity: O(bytes).
  static func script(of bytes: UnsafeBufferPointer<UInt8>) -> FastScript? {
    var seen: UInt8 = 0
    var index = 0
    let count = bytes.count
    while index < count {
      let byte = bytes[index]
      if byte < 0x80 {
        // Letters: 0x41...0x5A and 0x61...0x7A.
        let letter = (byte | 0x20) &- 0x61 < 26
        seen |= letter ? Kind.latin : byte &- 0x20 < 0x5F ? Kind.common : Kind.refused
        index += 1
      } else if byte < 0xE0 {
        guard index + 1 < count else { return nil }
        seen |= kind(byte, bytes[index + 1])
        index += 2
      } else {
        guard index + 2 < count else { return nil }
        seen |= kind(byte, bytes[index + 1], bytes[index + 2])
        index += 3
      }
      if seen & Kind.refused != 0 { return nil }
    }
    switch seen {
    case Kind.common: return .common
    case Kind.latin: return .latin
    case Kind.greek: return .greek
    case Kind.cyrillic: return .cyrillic
    default: return nil
    }
  }

  private static func kind(_ first: UInt8, _ second: UInt8) -> UInt8 {
    switch first {
    case 0xC2:
      switch second {
      // Excluded are the emoji © and ®, the soft hyphen and the no-break space.
      case 0xA1...0xA8, 0xAB, 0xAC, 0xAF...0xB1, 0xB4, 0xB6, 0xB7, 0xBB, 0xBF: Kind.common
      default: Kind.refused
      }
    case 0xC3: second == 0x97 || second == 0xB7 ? Kind.common : Kind.latin
    case 0xC4...0xC9: Kind.latin
    case 0xCE: second >= 0x86 && second != 0x87 ? Kind.greek : Kind.refused
    case 0xCF: second <= 0xA1 ? Kind.greek : Kind.refused
    case 0xD0, 0xD1, 0xD3: Kind.cyrillic
    case 0xD2: second >= 0x8A ? Kind.cyrillic : second <= 0x81 ? Kind.cyrillic : Kind.refused
    default: Kind.refused
    }
  }

  private static func kind(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> UInt8 {
    switch (first, second) {
    // – — ‘ ’ ‚ “ ” „ † ‡ • …
    case (0xE2, 0x80):
      switch third {
      case 0x90, 0x93, 0x94, 0x98...0x9E, 0xA0...0xA2, 0xA6, 0xB0, 0xB9, 0xBA: Kind.common
      default: Kind.refused
      }
    case (0xE2, 0x82): third >= 0xA0 ? Kind.common : Kind.refused
    // Latin Extended Additional.
    case (0xE1, 0xB8...0xBB): Kind.latin
    default: Kind.refused
    }
  }
}
