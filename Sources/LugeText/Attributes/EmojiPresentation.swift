import CPango

/// Signs that many fonts have as a letter and emoji fonts as a picture: 🌤, ❤, ☎.
///
/// Unicode leaves the choice to the program if no variation selector follows. Pango takes the
/// letter, from whatever font has it, which looks like a black outline among coloured pictures.
/// Here the emoji font is tried first, as for all other emoji; if it has no such picture, the next
/// fonts are tried as usual.
///
/// Signs stay letters if they are used among others of their kind that are no emoji: arrows,
/// bullets, check boxes. So do digits, #, *, ©, ® and ™, and every sign that U+FE0E follows.
enum EmojiPresentation {
  /// Returns the ranges of such signs in a text, in order.
  ///
  /// - Complexity: O(bytes).
  static func signs(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var signs: [Range<Int>] = []
    var index = 0
    while index + 2 < bytes.count {
      // U+2300 to U+2BFF, and U+1F000 to U+1FFFF.
      let byte = bytes[index]
      if byte == 0xE2, 0x8C...0xAF ~= bytes[index + 1] {
        let value =
          0x2000 | UInt32(bytes[index + 1] & 0x3F) << 6 | UInt32(bytes[index + 2] & 0x3F)
        let range = index..<index + 3
        if isSign(value), standsAlone(range, bytes) { signs.append(range) }
        index += 3
      } else if byte == 0xF0, bytes[index + 1] == 0x9F, index + 3 < bytes.count {
        let value =
          0x1F000 | UInt32(bytes[index + 2] & 0x3F) << 6 | UInt32(bytes[index + 3] & 0x3F)
        let range = index..<index + 4
        if isSign(value), standsAlone(range, bytes) { signs.append(range) }
        index += 4
      } else {
        index += 1
      }
    }
    return signs
  }

  /// Adds to a text's attributes that the emoji font is tried first for its signs.
  static func insert(_ signs: [Range<Int>], into list: OpaquePointer) {
    for sign in signs {
      // Pango uses this family name for emoji, too.
      guard let attribute = pango_attr_family_new("emoji") else { return }
      attribute.pointee.start_index = UInt32(clamping: sign.lowerBound)
      attribute.pointee.end_index = UInt32(clamping: sign.upperBound)
      pango_attr_list_insert(list, attribute)
    }
  }

  private static func isSign(_ value: UInt32) -> Bool {
    switch value {
    // Ⓜ among other letters in circles; bullets and triangles; ☑ among other boxes; ♀, ♂ and ⚧
    // among other signs; a pawn among other chess pieces; arrows.
    case 0x24C2, 0x25A0...0x25FC, 0x2611, 0x2640, 0x2642, 0x265F, 0x26A7, 0x27A1, 0x2934, 0x2935,
      0x2B05...0x2B07:
      return false
    default:
      guard let properties = Unicode.Scalar(value)?.properties else { return false }
      return properties.isEmoji && !properties.isEmojiPresentation
    }
  }

  /// Whether the characters before and after the sign do not decide how it is shown: it is no part
  /// of a joined emoji and no keycap, and has no skin tone and no variation selector.
  private static func standsAlone(_ range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool
  {
    func has(_ scalar: [UInt8], at index: Int) -> Bool {
      index >= 0 && index + scalar.count <= bytes.count
        && scalar.indices.allSatisfy { bytes[index + $0] == scalar[$0] }
    }
    let end = range.upperBound
    let joiner: [UInt8] = [0xE2, 0x80, 0x8D]
    if has(joiner, at: range.lowerBound - 3) || has(joiner, at: end) { return false }
    // U+FE0E, U+FE0F, the keycap, and skin tones.
    if has([0xEF, 0xB8, 0x8E], at: end) || has([0xEF, 0xB8, 0x8F], at: end) { return false }
    if has([0xE2, 0x83, 0xA3], at: end) { return false }
    return !(has([0xF0, 0x9F, 0x8F], at: end) && end + 3 < bytes.count && bytes[end + 3] >= 0xBB)
  }
}
