/// One pass over a text. Bytes that may be part of something are looked at from there in both
/// directions; `floor` and limits on lengths keep any byte from being looked at again and again.
struct LinkScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  let kinds: LinkDetector.Kinds
  private(set) var found: [StyledText.Span] = []
  /// The next byte to look at.
  private var position = 0
  /// Where looking back ends: behind what was found last.
  private(set) var floor = 0
  /// Bytes looked at, for the proof that the time is linear.
  var steps = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ kinds: LinkDetector.Kinds) {
    self.bytes = bytes
    self.kinds = kinds
  }

  mutating func scan() {
    while position < bytes.count {
      steps += 1
      let next: Int
      switch bytes[position] {
      case UInt8(ascii: "."): next = dot(position)
      case UInt8(ascii: ":"): next = colon(position)
      case UInt8(ascii: "@"): next = at(position)
      case UInt8(ascii: "#"): next = hash(position)
      case UInt8(ascii: "+"), UInt8(ascii: "("), UInt8(ascii: "0")...UInt8(ascii: "9"):
        next = digits(position)
      default: next = position + 1
      }
      position = next
    }
  }

  /// Notes a find.
  ///
  /// - Returns: where to go on.
  mutating func note(_ range: Range<Int>, _ attribute: StyledText.Attribute) -> Int {
    found.append(StyledText.Span(range, attribute))
    floor = range.upperBound
    return range.upperBound
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  // MARK: Characters

  func byte(_ index: Int) -> UInt8 { index >= 0 && index < bytes.count ? bytes[index] : 0 }

  /// The scalar that begins at an index and its length; the bytes are a string's and so valid.
  func scalar(at index: Int) -> (Unicode.Scalar, length: Int) {
    let first = bytes[index]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var value = UInt32(first) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
    for offset in 1..<length { value = value << 6 | UInt32(byte(index + offset) & 0x3F) }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }

  /// The scalar that ends in front of an index; nil at the beginning.
  func scalar(before index: Int) -> (Unicode.Scalar, length: Int)? {
    guard index > 0 else { return nil }
    var start = index - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return scalar(at: start)
  }

  /// Whether the character in front of an index is part of a word; scripts that are written without
  /// blanks don't count.
  func isWord(before index: Int) -> Bool {
    guard let (scalar, _) = scalar(before: index) else { return false }
    return scalar.isASCIIWord || scalar.isLetterOfSpacedScript
  }

  func isWord(at index: Int) -> Bool {
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

  /// Han, kana, Hangul and their neighbours: written without blanks between words and addresses.
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

  /// May be in a name or a tag: letters, digits and what combines with them.
  var isNamePart: Bool {
    if value < 0x80 { return isASCIIWord }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
      // The sign that makes an emoji of a digit is a mark as well.
      return value != 0xFE0F && value != 0x20E3
    default: return self == "\u{200C}" || self == "\u{200D}"
    }
  }

  /// May be in a host's name, the dot between labels apart.
  var isHostPart: Bool {
    if value < 0x80 { return isASCIIAlphanumeric || self == "-" }
    switch properties.generalCategory {
    case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .otherPunctuation, .dashPunctuation, .connectorPunctuation, .spaceSeparator,
      .lineSeparator, .paragraphSeparator, .control, .surrogate, .privateUse, .unassigned:
      return self == "\u{B7}"
    case .format: return self == "\u{200C}" || self == "\u{200D}"
    // The full-width bar stands between columns.
    case .mathSymbol: return self != "\u{FF5C}"
    default: return true
    }
  }

  /// May be in a path, a query or a fragment; brackets and what ends a sentence are seen to apart.
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
