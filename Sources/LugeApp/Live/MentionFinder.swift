import LugeCore

/// Finds the people that a text names, "@Ben".
struct MentionFinder {
  /// By their names.
  let people: [String: String]

  /// - Complexity: O(text × people).
  func naming(_ text: StyledText) -> StyledText {
    var result = text
    // "@Ben Miller" names nobody who is called Ben.
    let names = people.keys.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
    var start = text.string.startIndex
    while let sign = text.string[start...].firstIndex(of: "@") {
      let rest = text.string[text.string.index(after: sign)...]
      start = rest.startIndex
      guard isWordEdge(text.string[..<sign].last) else { continue }
      let name = names.first { rest.hasPrefix($0) && isWordEdge(rest.dropFirst($0.count).first) }
      guard let name, let person = people[name] else { continue }
      let utf8 = text.string.utf8
      let lower = utf8.distance(from: utf8.startIndex, to: sign)
      // The text may write the name with other code points than the account does.
      let end = text.string.index(start, offsetBy: name.count)
      let range = lower..<utf8.distance(from: utf8.startIndex, to: end)
      guard !isLiteral(range, in: text) else { continue }
      result.spans.append(.init(range, .mention(id: person)))
      start = end
    }
    return result.normalized()
  }

  private func isWordEdge(_ character: Character?) -> Bool {
    character.map { !$0.isLetter && !$0.isNumber } ?? true
  }

  private func isLiteral(_ range: Range<Int>, in text: StyledText) -> Bool {
    text.spans.contains { span in
      switch span.attribute {
      case .code, .preformatted, .link: span.range.overlaps(range)
      default: false
      }
    }
  }
}
