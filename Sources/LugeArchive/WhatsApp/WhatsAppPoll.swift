/// `POLL:`, the question, and one `OPTION:` line for each answer.
struct WhatsAppPoll {
  /// Question and answers, a line each, without marks.
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
    self.text = lines.map { line in
      String(decoding: UnsafeBufferPointer(rebasing: line).trimmed(), as: UTF8.self)
    }.joined(separator: "\n")
  }
}
