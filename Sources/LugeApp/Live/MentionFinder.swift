import LugeCore
import LugeImporters

/// Finds the people that a text names, "@Ben".
struct MentionFinder {
  /// By their names.
  private let people: [String: String]

  /// Who wrote, as others call them and as the protocol does. Of two with one name nobody is meant
  /// by it: anybody can call themselves like somebody else. The protocol's name always tells.
  init(_ authors: some Sequence<(name: String, id: String)>) {
    var found: [String: Set<String>] = [:]
    for author in authors {
      found[author.name, default: []].insert(author.id)
      // As it is shown, and completed.
      found[ForeignText.name(author.name), default: []].insert(author.id)
    }
    var people = found.compactMapValues { $0.count == 1 ? $0.first : nil }
    for id in found.values.joined() { people[Self.handle(of: id)] = id }
    self.people = people
  }

  /// The protocol's name of a person without "@".
  static func handle(of id: String) -> String { id.hasPrefix("@") ? String(id.dropFirst()) : id }

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
      guard !text.spans.contains(where: { isTaken($0, range) }) else { continue }
      result.spans.append(.init(range, .mention(id: person)))
      start = end
    }
    return result.normalized()
  }

  private func isWordEdge(_ character: Character?) -> Bool {
    character.map { !$0.isLetter && !$0.isNumber } ?? true
  }

  /// Whether a style or somebody else stands there already.
  private func isTaken(_ span: StyledText.Span, _ range: Range<Int>) -> Bool {
    if case .mention = span.attribute { return span.range.overlaps(range) }
    return TypedMarkup.isLiteral(span, over: range)
  }
}
