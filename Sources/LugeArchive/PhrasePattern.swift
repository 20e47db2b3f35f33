/// A phrase with names in braces.
struct PhrasePattern: Sendable {
  let phrase: String
  /// Texts before each name, and after the last one.
  private var fixed: [Substring] = []
  private var names: [String] = []

  var fixedLength: Int { fixed.reduce(0) { $0 + $1.utf8.count } }

  init(_ phrase: String) {
    self.phrase = phrase
    var rest = phrase[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      fixed.append(rest[..<open])
      names.append(String(rest[rest.index(after: open)..<close]))
      rest = rest[rest.index(after: close)...]
    }
    fixed.append(rest)
  }

  func values(in text: String) -> [String: String]? {
    guard let first = fixed.first, let last = fixed.last, text.hasPrefix(first),
      text.hasSuffix(last), text.utf8.count >= first.utf8.count + last.utf8.count
    else { return nil }
    var rest = text.dropFirst(first.count)
    var values: [String: String] = [:]
    for (index, name) in names.enumerated() {
      let next = fixed[index + 1]
      let isLast = index == names.count - 1
      let place =
        isLast
        ? rest.index(rest.endIndex, offsetBy: -next.count, limitedBy: rest.startIndex)
        : rest.firstRange(of: next)?.lowerBound
      guard let place, place > rest.startIndex else { return nil }
      values[name] = String(rest[..<place])
      rest = rest[place...].dropFirst(next.count)
    }
    return values
  }
}
