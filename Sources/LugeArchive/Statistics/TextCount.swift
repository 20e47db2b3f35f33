/// Splits a text into words and emoji; web addresses count as neither.
struct TextCount {
  private(set) var words = 0
  private(set) var emoji = 0

  /// Maximum bytes of a word that is listed; longer ones are not words of a language.
  private static let longestWord = 64

  /// - Parameter word: called with each word that is long enough to be listed, in lower case.
  /// - Complexity: O(bytes).
  mutating func read(
    _ text: String, word: (String) -> Void, emoji: (String) -> Void
  ) {
    var text = text
    let spans = text.withUTF8 { Self.spans($0) }
    for span in spans {
      let part = text.utf8.dropFirst(span.range.lowerBound).prefix(span.range.count)
      switch span.kind {
      case .link: break
      case .ascii:
        words += 1
        if span.letters >= MessageStatistics.shortestWord, part.count <= Self.longestWord {
          word(Substring(part).lowercased())
        }
      // In a substring, each step takes as long as the run of flags before it.
      case .other: readOther(String(Substring(part)), word: word, emoji: emoji)
      }
    }
  }

  private struct Span {
    enum Kind { case ascii, other, link }
    var kind: Kind
    var range: Range<Int>
    /// Number of ASCII letters.
    var letters = 0
  }

  /// Returns web addresses, and runs of letters and digits. Runs with characters outside of ASCII
  /// are split further elsewhere.
  private static func spans(_ bytes: UnsafeBufferPointer<UInt8>) -> [Span] {
    var spans: [Span] = []
    var index = 0
    while index < bytes.count {
      let start = index
      var letters = 0
      var isASCII = true
      while index < bytes.count {
        let byte = bytes[index]
        if byte >= 0x80 {
          isASCII = false
        } else if byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A {
          letters += 1
        } else if !(byte >= 0x30 && byte <= 0x39) {
          // An apostrophe within a word belongs to it.
          guard byte == 0x27, index > start, index + 1 < bytes.count,
            bytes[index + 1] | 0x20 >= 0x61, bytes[index + 1] | 0x20 <= 0x7A
          else { break }
        }
        index += 1
      }
      guard index > start else {
        index += 1
        continue
      }
      if isASCII, index + 2 < bytes.count, bytes[index] == 0x3A, bytes[index + 1] == 0x2F,
        bytes[index + 2] == 0x2F, index - start == 4 || index - start == 5,
        bytes[start] | 0x20 == 0x68
      {
        while index < bytes.count, bytes[index] > 0x20 { index += 1 }
        spans.append(Span(kind: .link, range: start..<index))
      } else if !isASCII || letters > 0 {
        spans.append(
          Span(kind: isASCII ? .ascii : .other, range: start..<index, letters: letters))
      }
    }
    return spans
  }

  /// Returns "example.org" for "https://user@www.Example.org:8080/path".
  static func host(_ link: Substring.UTF8View) -> String? {
    guard let colon = link.firstIndex(of: 0x3A) else { return nil }
    let ends: Set<UInt8> = [0x2F, 0x3F, 0x23, 0x5C]
    var name = link[colon...].dropFirst(3).prefix { !ends.contains($0) }
    if let sign = name.lastIndex(of: 0x40) { name = name[name.index(after: sign)...] }
    name = name.prefix { $0 != 0x3A }
    var host = Substring(name).lowercased()
    if host.hasPrefix("www.") { host.removeFirst(4) }
    while let last = host.last, !last.isLetter, !last.isNumber { host.removeLast() }
    return host.isEmpty || host.utf8.count > 253 ? nil : host
  }

  private mutating func readOther(
    _ part: String, word: (String) -> Void, emoji: (String) -> Void
  ) {
    var current = ""
    func isLetter(_ character: Character) -> Bool {
      character.unicodeScalars.first.map { $0.properties.isAlphabetic || ("0"..."9").contains($0) }
        ?? false
    }
    func end(_ words: inout Int) {
      guard !current.isEmpty else { return }
      words += 1
      if current.count >= MessageStatistics.shortestWord, current.utf8.count <= Self.longestWord,
        !Self.hasNoBlanks(current)
      {
        word(current.lowercased())
      }
      current = ""
    }
    for character in part {
      if Self.isEmoji(character) {
        end(&words)
        self.emoji += 1
        // A character may consist of any number of scalars.
        if character.utf8.count <= Self.longestWord { emoji(String(character)) }
      } else if isLetter(character) || (character == "'" || character == "’") && !current.isEmpty {
        current.append(character == "’" ? "'" : character)
      } else {
        end(&words)
      }
    }
    end(&words)
  }

  private static func isEmoji(_ character: Character) -> Bool {
    guard let first = character.unicodeScalars.first, first.value > 0x7F else { return false }
    return first.properties.isEmojiPresentation
      || first.properties.isEmoji && character.unicodeScalars.contains { $0.value == 0xFE0F }
  }

  /// Whether a text is in a script without spaces between words: Chinese, Japanese, Thai.
  private static func hasNoBlanks(_ text: String) -> Bool {
    text.unicodeScalars.first.map { scalar in
      (0x0E00...0x0EFF).contains(scalar.value) || (0x2E80...0x9FFF).contains(scalar.value)
        || (0x1000...0x109F).contains(scalar.value) || (0x1780...0x17FF).contains(scalar.value)
        || (0x20000...0x3FFFF).contains(scalar.value)
    } ?? false
  }
}
