extension LinkScanner {
  /// Returns the end of the characters that a host may have, dots included.
  ///
  /// - Parameter allowsUnderscore: some host names in DNS have underscores.
  mutating func hostEnd(from start: Int, allowsUnderscore: Bool = false) -> Int {
    var index = start
    while index < bytes.count {
      bytesExamined += 1
      let (scalar, length) = scalar(at: index)
      guard
        scalar == "." || scalar.isHostPart || allowsUnderscore && scalar == "_"
      else { break }
      index += length
    }
    return index
  }

  /// Returns the host within a range of allowed characters, without the end of a sentence or
  /// characters of another script after it; nil when the range is no host.
  ///
  /// - Parameter isKnown: whether the last label has to be a known top-level domain.
  mutating func host(in run: Range<Int>, isKnown: Bool) -> Range<Int>? {
    var end = run.upperBound
    while end > run.lowerBound, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
    var start = run.lowerBound
    guard start < end, bytes[start] != UInt8(ascii: ".") else { return nil }
    var labels = labels(in: start..<end)
    // The host ends before an empty label ("example..").
    if let empty = labels.firstIndex(where: \.isEmpty) {
      guard !isKnown, empty > 0 else { return nil }
      labels.removeSubrange(empty...)
    }
    guard var last = labels.popLast() else { return nil }
    if let cut = changeOfScript(in: last, toEastAsian: true),
      !isKnown || isTopLevel(last.lowerBound..<cut)
    {
      last = last.lowerBound..<cut
    }
    if isKnown {
      guard let second = labels.last, isTopLevel(last), hasLetter(second) else { return nil }
      if let first = labels.first, byte(last.lowerBound) < 0x80,
        let cut = changeOfScript(in: first, toEastAsian: false)
      {
        start = cut
        labels[0] = cut..<first.upperBound
      }
    }
    labels.append(last)
    end = last.upperBound
    for label in labels where !isLabel(label, isStrict: isKnown) { return nil }
    guard !isJoined(at: end) else { return nil }
    return start..<end
  }

  /// Whether the host's last label is also a file name extension.
  func looksLikeFile(_ host: Range<Int>) -> Bool {
    guard let dot = bytes[host].lastIndex(of: UInt8(ascii: ".")) else { return false }
    return TopLevelDomains.isFileExtension(text(dot + 1..<host.upperBound).lowercased()[...])
  }

  /// Whether a host is followed by a character that continues the word.
  private func isJoined(at end: Int) -> Bool {
    switch byte(end) {
    case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "@"): true
    default: false
    }
  }

  private mutating func labels(in run: Range<Int>) -> [Range<Int>] {
    var labels: [Range<Int>] = []
    var start = run.lowerBound
    for index in run {
      bytesExamined += 1
      if bytes[index] == UInt8(ascii: ".") {
        labels.append(start..<index)
        start = index + 1
      }
    }
    labels.append(start..<run.upperBound)
    return labels
  }

  private func isLabel(_ label: Range<Int>, isStrict: Bool) -> Bool {
    guard !label.isEmpty, label.count <= 255 else { return false }
    if bytes[label.lowerBound] == UInt8(ascii: "-") { return false }
    if bytes[label.upperBound - 1] == UInt8(ascii: "-") { return false }
    guard isStrict else { return true }
    // Two hyphens are a dash, except in an encoded label (Punycode).
    var index = label.lowerBound
    while index + 1 < label.upperBound {
      if bytes[index] == UInt8(ascii: "-"), bytes[index + 1] == UInt8(ascii: "-") {
        return text(label).lowercased().hasPrefix("xn--")
      }
      index += 1
    }
    return true
  }

  /// Whether a label is a known top-level domain in lower case, or in upper case like the label
  /// before it.
  private func isTopLevel(_ label: Range<Int>) -> Bool {
    guard label.count >= 2, label.count <= 80 else { return false }
    let written = text(label)
    let lower = written.lowercased()
    guard TopLevelDomains.contains(lower[...]) else { return false }
    if written == lower { return true }
    let before = byte(label.lowerBound - 2)
    return written == written.uppercased() && !(before >= 0x61 && before <= 0x7A)
  }

  private func hasLetter(_ label: Range<Int>) -> Bool {
    label.contains {
      bytes[$0] >= 0x80 || Unicode.Scalar(bytes[$0]).isASCIIAlphanumeric && !isDigit($0)
    }
  }

  /// Returns the offset at which a label changes its script: before the first East Asian character
  /// (or emoji) after ASCII, or before the last ASCII part after East Asian characters. Nil when
  /// the script does not change.
  private mutating func changeOfScript(in label: Range<Int>, toEastAsian: Bool) -> Int? {
    guard !label.isEmpty, (bytes[label.lowerBound] < 0x80) == toEastAsian else { return nil }
    var cut: Int?
    var wasEastAsian = false
    var index = label.lowerBound
    while index < label.upperBound {
      bytesExamined += 1
      let (scalar, length) = scalar(at: index)
      let isEastAsian = scalar.isEastAsian || scalar.properties.generalCategory == .otherSymbol
      if toEastAsian, isEastAsian { return index > label.lowerBound ? index : nil }
      if !toEastAsian, wasEastAsian, scalar.isASCIIAlphanumeric { cut = index }
      wasEastAsian = isEastAsian
      index += length
    }
    // The label has to end with the ASCII part.
    return toEastAsian || wasEastAsian ? nil : cut
  }
}
