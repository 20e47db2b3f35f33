import LugeCore

/// What is kept of ``FontOrder`` between launches: words of this machine.
enum FontOrderFile {
  /// Changes with the format.
  private static let magic: UInt32 = 0x4C75_4601
  /// Questions, and numbers of fonts in their answers.
  static let limit = 160
  private static let headWords = 7

  /// - Parameter first: those that are kept when there are too many.
  static func encode(
    _ answers: [FontOrder.Question: FontOrder.Answer], first used: Set<FontOrder.Question>
  ) -> [UInt32] {
    var words = [magic]
    let kept =
      answers.filter { used.contains($0.key) } + answers.filter { !used.contains($0.key) }
    for (question, answer) in kept.prefix(limit) {
      for value in [question.fonts, question.pattern] {
        words += [UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value >> 32)]
      }
      words += [question.kind.rawValue, UInt32(bitPattern: answer.result)]
      words.append(UInt32(answer.fonts.count))
      words += answer.fonts
    }
    let sum = words.withUnsafeBufferPointer(WordChecksum.of)
    return words + [UInt32(truncatingIfNeeded: sum), UInt32(truncatingIfNeeded: sum >> 32)]
  }

  /// Nothing of what was not written by ``encode(_:first:)``, whole.
  static func decode(_ words: [UInt32]) -> [FontOrder.Question: FontOrder.Answer] {
    guard words.count >= 3, words[0] == magic else { return [:] }
    func long(_ index: Int) -> UInt64 { UInt64(words[index]) | UInt64(words[index + 1]) << 32 }
    let end = words.count - 2
    let sum = words.withUnsafeBufferPointer { WordChecksum.of(.init(rebasing: $0[..<end])) }
    guard sum == long(end) else { return [:] }
    var answers: [FontOrder.Question: FontOrder.Answer] = [:]
    var index = 1
    while index < end {
      guard end - index >= headWords, let kind = FontOrder.Kind(rawValue: words[index + 4])
      else { return [:] }
      let question = FontOrder.Question(fonts: long(index), pattern: long(index + 2), kind: kind)
      let result = Int32(bitPattern: words[index + 5])
      let count = Int(words[index + 6])
      index += headWords
      guard count <= end - index else { return [:] }
      answers[question] = FontOrder.Answer(
        result: result, fonts: Array(words[index..<index + count]))
      index += count
    }
    return answers
  }
}
