/// Finds links, e-mail addresses, phone numbers, mentions and hashtags in one pass over a text.
///
/// At `.`, `:`, `@`, `#`, `+`, `(` or a digit it scans left and right for the rest. It never scans
/// left past ``floor``, and lengths are limited, so the time is linear.
struct LinkScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  let kinds: LinkDetector.Kinds
  private(set) var found: [StyledText.Span] = []
  /// The next byte to examine.
  private var position = 0
  /// End of the last match; backward scans stop here.
  private(set) var floor = 0
  /// Number of bytes examined; a test checks that it grows linearly.
  var bytesExamined = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ kinds: LinkDetector.Kinds) {
    self.bytes = bytes
    self.kinds = kinds
  }

  mutating func scan() {
    while position < bytes.count {
      bytesExamined += 1
      let next: Int
      switch bytes[position] {
      case UInt8(ascii: "."): next = matchHost(aroundDot: position)
      case UInt8(ascii: ":"): next = matchURL(atColon: position)
      case UInt8(ascii: "@"): next = matchName(atSign: position)
      case UInt8(ascii: "#"): next = matchTag(atHash: position)
      case UInt8(ascii: "+"), UInt8(ascii: "("), UInt8(ascii: "0")...UInt8(ascii: "9"):
        next = matchPhone(at: position)
      default: next = position + 1
      }
      position = next
    }
  }

  /// Adds a match and returns the offset at which the scan continues.
  mutating func addMatch(_ range: Range<Int>, _ attribute: StyledText.Attribute) -> Int {
    found.append(StyledText.Span(range, attribute))
    floor = range.upperBound
    return range.upperBound
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  // MARK: Characters

  /// Returns the byte at an index; 0 outside the text.
  func byte(_ index: Int) -> UInt8 { index >= 0 && index < bytes.count ? bytes[index] : 0 }

  /// Returns the scalar at an index, and its length in bytes. The bytes come from a `String`, so
  /// they are valid UTF-8.
  func scalar(at index: Int) -> (Unicode.Scalar, length: Int) {
    let first = bytes[index]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var value = UInt32(first) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
    for offset in 1..<length { value = value << 6 | UInt32(byte(index + offset) & 0x3F) }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }

  /// Returns the scalar that ends before an index; nil at the beginning of the text.
  func scalar(before index: Int) -> (Unicode.Scalar, length: Int)? {
    guard index > 0 else { return nil }
    var start = index - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return scalar(at: start)
  }

  /// Whether the character at an index is part of a word. Characters of scripts that may touch an
  /// address without a space do not count.
  func isWordCharacter(at index: Int) -> Bool {
    guard index < bytes.count else { return false }
    let scalar = scalar(at: index).0
    return scalar.isASCIIWord || scalar.isLetterOfSpacedScript
  }

  func isDigit(_ index: Int) -> Bool {
    let byte = byte(index)
    return byte >= 0x30 && byte <= 0x39
  }
}

extension Unicode.Scalar {
  var isASCIIWord: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: false
    }
  }

  var isASCIIAlphanumeric: Bool { isASCIIWord && self != "_" }

  /// Whether the scalar is Han, kana or Hangul. Such text may touch an address without a space.
  var isEastAsian: Bool {
    switch value {
    case 0x1100...0x11FF, 0x2E80...0x2FDF, 0x3040...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  var isLetterOfSpacedScript: Bool {
    value >= 0x80 && !isEastAsian && properties.isAlphabetic
  }

  /// Whether the scalar is allowed in a name or a tag: letters, digits and their combining marks.
  var isNamePart: Bool {
    if value < 0x80 { return isASCIIWord }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
      // U+FE0F and U+20E3 make keycap emoji of digits; they are marks, but not part of a name.
      return value != 0xFE0F && value != 0x20E3
    default: return self == "\u{200C}" || self == "\u{200D}"
    }
  }

  /// Whether the scalar is allowed in a host name, except the dot between labels.
  var isHostPart: Bool {
    if value < 0x80 { return isASCIIAlphanumeric || self == "-" }
    switch properties.generalCategory {
    case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .otherPunctuation, .dashPunctuation, .connectorPunctuation, .spaceSeparator,
      .lineSeparator, .paragraphSeparator, .control, .surrogate, .privateUse, .unassigned:
      return self == "\u{B7}"
    case .format: return self == "\u{200C}" || self == "\u{200D}"
    // U+FF5C separates columns in plain-text tables, like `|`.
    case .mathSymbol: return self != "\u{FF5C}"
    default: return true
    }
  }

  /// Whether the scalar is allowed in a path, a query or a fragment. Brackets and sentence-ending
  /// punctuation are handled in `LinkScanner+Addresses`.
  var isTailPart: Bool {
    if value < 0x80 {
      switch self {
      case "<", ">", "|", "\"", "`": return false
      default: return value > 0x20 && value != 0x7F
      }
    }
    switch properties.generalCategory {
    case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .otherPunctuation, .spaceSeparator, .lineSeparator, .paragraphSeparator, .control:
      return self == "\u{B7}"
    default: return value != 0xFF5C && !(0x2066...0x2069).contains(value)
    }
  }
}
