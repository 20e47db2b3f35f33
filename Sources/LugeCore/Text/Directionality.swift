package enum Directionality {
  /// Whether a range of UTF-8 offsets contains a character of a right-to-left script, or a mark
  /// that changes the direction.
  ///
  /// - Complexity: O(bytes in the range).
  package static func hasRightToLeft(_ text: String, in range: Range<Int>) -> Bool {
    let utf8 = text.utf8
    guard
      let start = utf8.index(
        utf8.startIndex, offsetBy: max(0, range.lowerBound), limitedBy: utf8.endIndex),
      let end = utf8.index(start, offsetBy: range.count, limitedBy: utf8.endIndex)
    else { return false }
    let line = utf8[start..<end]
    // All of these characters have a lead byte of 0xD6 or above, so most lines need no decoding.
    guard line.contains(where: { $0 >= 0xD6 }) else { return false }
    return Substring(line).unicodeScalars.contains { isRightToLeft($0.value) }
  }

  /// Whether the first letter with a direction is right-to-left.
  ///
  /// - Complexity: O(scalars before it).
  package static func startsRightToLeft(_ text: String) -> Bool {
    for scalar in text.unicodeScalars {
      if isStrong(scalar.value) { return true }
      if scalar.properties.isAlphabetic, !isRightToLeft(scalar.value) { return false }
    }
    return false
  }

  /// Whether the last paragraph is right-to-left by its first letter with a direction. A paragraph
  /// without one has the direction of the previous paragraph.
  ///
  /// - Complexity: O(scalars) at worst; O(bytes) for most texts.
  package static func endsRightToLeft(_ text: String) -> Bool {
    guard text.utf8.contains(where: { $0 >= 0xD6 }) else { return false }
    let paragraphs = text.unicodeScalars.split { "\n\r\u{2029}".unicodeScalars.contains($0) }
    for paragraph in paragraphs.reversed() {
      for scalar in paragraph {
        if isStrong(scalar.value) { return true }
        if scalar.properties.isAlphabetic, !isRightToLeft(scalar.value) { return false }
      }
    }
    return false
  }

  /// Whether a scalar gives its paragraph the direction from right to left. Digits, signs of
  /// numbers and points of these scripts do not, like other digits (Unicode's Bidirectional
  /// Algorithm: AN, EN, ET, CS, ON and NSM are not strong).
  private static func isStrong(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0591...0x05BD, 0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x05C7, 0x0600...0x0607,
      0x0609...0x060A, 0x060C, 0x060E...0x061A, 0x064B...0x066C, 0x0670, 0x06D6...0x06E4,
      0x06E7...0x06ED, 0x06F0...0x06F9, 0x0711, 0x0730...0x074A, 0x07A6...0x07B0,
      0x07EB...0x07F3, 0x07F6...0x07F9, 0x0816...0x0819, 0x081B...0x0823, 0x0825...0x0827,
      0x0829...0x082D, 0x0859...0x085B:
      false
    default: isRightToLeft(scalar)
    }
  }

  private static func isRightToLeft(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
      0x200F, 0x202B, 0x202E, 0x2067:
      true
    default: false
    }
  }
}
