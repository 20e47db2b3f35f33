extension LinkScanner {
  /// Matches a phone number at its first character.
  mutating func matchPhone(at position: Int) -> Int {
    guard kinds.contains(.phones), mayBeginNumber(at: position),
      let number = number(from: position)
    else { return max(position + 1, digitsEnd(position)) }
    return addMatch(position..<number.end, .link(target: "tel:" + number.dialled))
  }

  /// Returns the end of the digits at an index. The scan continues there, so each group is examined
  /// once.
  private mutating func digitsEnd(_ start: Int) -> Int {
    var end = start
    while isDigit(end) {
      bytesExamined += 1
      end += 1
    }
    return end
  }

  private func mayBeginNumber(at position: Int) -> Bool {
    guard let before = scalar(before: position)?.0 else { return true }
    if before == ":" { return byte(position) == UInt8(ascii: "+") }
    return !before.isASCIIWord && !before.isLetterOfSpacedScript
      && !".,-/+#$%&=*@^()€£¥\\".unicodeScalars.contains(before)
      // "(030) 1234": the scan began at the bracket already, and found no number.
      || before == "(" && byte(position) == UInt8(ascii: "+")
  }

  private struct Number {
    var end: Int
    /// The digits in the form of a `tel:` URL (RFC 3966).
    var dialled: String
  }

  /// Groups of digits with one separator between two of them.
  private struct Groups {
    var lengths: [Int] = []
    var separators: [UInt8] = []
    var digits: [UInt8] = []
    var end = 0
  }

  private mutating func number(from start: Int) -> Number? {
    let isInternational = byte(start) == UInt8(ascii: "+")
    if isInternational {
      guard byte(start + 1) >= 0x31, byte(start + 1) <= 0x39 else { return nil }
    } else if byte(start) != UInt8(ascii: "("), byte(start) != 0x30 {
      // Without a trunk prefix (0) only the form "555-123-4567" is accepted.
      guard isDigit(start + 1), isDigit(start + 2), !isDigit(start + 3), isDigit(start + 4) else {
        return nil
      }
    }
    let groups = groups(from: isInternational ? start + 1 : start)
    let count = groups.digits.count
    guard count > 0, !isWordCharacter(at: groups.end), byte(groups.end) != UInt8(ascii: ":") else {
      return nil
    }
    // "10.000", "3-4": a separator that phone numbers do not have is followed by more digits.
    if ".,-/".utf8.contains(byte(groups.end)), isDigit(groups.end + 1) { return nil }
    let dialled = String(decoding: groups.digits, as: UTF8.self)
    if isInternational {
      guard (8...15).contains(count) else { return nil }
      return Number(end: groups.end, dialled: "+" + dialled)
    }
    let isNorthAmerican =
      groups.lengths == [3, 3, 4] && groups.digits[0] >= 0x32
      && (byte(start) == UInt8(ascii: "(") || groups.separators[0] == groups.separators[1])
    if isNorthAmerican { return Number(end: groups.end, dialled: dialled) }
    let isTrunk =
      groups.digits[0] == 0x30 && (9...13).contains(count)
      && (3...5).contains(groups.lengths.first ?? 0) && (2...5).contains(groups.lengths.count)
      && !groups.separators.contains(UInt8(ascii: "."))
    let isExit = dialled.hasPrefix("00") && groups.lengths.count > 1 && (10...17).contains(count)
    guard isTrunk || isExit else { return nil }
    return Number(end: groups.end, dialled: dialled)
  }

  private mutating func groups(from start: Int) -> Groups {
    var groups = Groups()
    var index = start
    var isOpen = false
    var separator: UInt8?
    while index < bytes.count, groups.digits.count < 18 {
      bytesExamined += 1
      let byte = bytes[index]
      if byte >= 0x30, byte <= 0x39 {
        // The zero of the trunk prefix is not dialled from abroad: +49 (0)30.
        let isDropped =
          isOpen && byte == 0x30 && self.byte(index + 1) == UInt8(ascii: ")")
          && !groups.digits.isEmpty
        if !isDropped {
          if groups.lengths.isEmpty || separator != nil {
            if let separator, !groups.lengths.isEmpty { groups.separators.append(separator) }
            groups.lengths.append(0)
          }
          groups.lengths[groups.lengths.count - 1] += 1
          groups.digits.append(byte)
          separator = nil
          if !isOpen { groups.end = index + 1 }
        }
      } else if byte == UInt8(ascii: "("), !isOpen, separator != UInt8(ascii: "-") {
        isOpen = true
        separator = separator ?? UInt8(ascii: " ")
      } else if byte == UInt8(ascii: ")"), isOpen {
        isOpen = false
        separator = UInt8(ascii: ")")
        if isDigit(index - 1), !groups.digits.isEmpty { groups.end = index + 1 }
      } else if byte == 0xC2, self.byte(index + 1) == 0xA0, separator == nil {
        separator = UInt8(ascii: " ")
        index += 1
      } else if byte == 0x20, separator == nil || separator == UInt8(ascii: ")") {
        separator = UInt8(ascii: " ")
      } else if byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/"),
        separator == nil || separator == UInt8(ascii: ")"), !isOpen
      {
        separator = byte
      } else {
        break
      }
      index += 1
    }
    return groups
  }
}
