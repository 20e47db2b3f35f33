import LugeArchive

/// A poll: `POLL:`, the question, and one `OPTION:` line per answer.
struct WhatsAppPoll {
  /// Question and answers, a line each, without delimiters: `• Yes (2 votes)`.
  var text: String

  init?(_ text: UnsafeBufferPointer<UInt8>) {
    let phrases = WhatsAppPhraseTable.shared.poll
    guard let word = phrases.first(where: { text.hasPrefix($0) }) else { return nil }
    var scanner = ByteScanner(text, from: word.count)
    scanner.skipSpaces()  // French puts one before a colon.
    guard scanner.take(UInt8(ascii: ":")) else { return nil }
    scanner.skipSpaces()
    guard scanner.take(0x0A) else { return nil }
    let lines = text.slice(scanner.position..<text.count).split(separator: 0x0A)
    guard lines.count >= 2 else { return nil }
    let texts = lines.map { line in
      String(decoding: UnsafeBufferPointer(rebasing: line).trimmed(), as: UTF8.self)
    }
    let question = texts[0]
    self.text = ([question] + Self.answers(Array(texts.dropFirst()))).joined(separator: "\n")
  }

  /// Converts `OPTION: Yes (2 votes)`, in any language: a bullet replaces the word with which all
  /// lines begin.
  private static func answers(_ lines: [String]) -> [String] {
    guard let first = lines.first, let colon = first.firstIndex(of: ":"),
      first[..<colon].allSatisfy({ $0.isLetter || $0.isWhitespace })
    else { return lines }
    let word = first[...colon]
    guard lines.allSatisfy({ $0.hasPrefix(word) }) else { return lines }
    return lines.map { "• " + $0.dropFirst(word.count).drop(while: \.isWhitespace) }
  }
}
