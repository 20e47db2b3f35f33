import LugeCore

/// FTS5 expression of the text that a user typed, always well-formed.
struct SearchPattern {
  let expression: String

  /// Nil when there is nothing to search for.
  init?(_ words: String) {
    var terms: [String] = []
    for (index, part) in words.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
    {
      if index.isMultiple(of: 2) {
        terms += part.split(whereSeparator: \.isWhitespace).compactMap(Self.word)
      } else if Self.hasToken(part) {
        terms.append(Self.term(part))
      }
    }
    guard !terms.isEmpty else { return nil }
    // A word that is said again means nothing more, and would be looked up again.
    var known: Set<String> = []
    expression = terms.filter { known.insert($0).inserted }.joined(separator: " AND ")
  }

  /// The words that the index knows, each also as the beginning of a longer one unless whole words
  /// are wanted. Nil when there is none of them.
  ///
  /// A superset of what the query matches: the index knows neither case nor signs.
  init?(_ query: TextQuery) {
    let end = query.options.contains(.wholeWords) ? "" : "*"
    let terms = query.words.filter(Self.isIndexed).map {
      Self.anyOf(query.spellings(of: $0), end: end)
    }
    guard !terms.isEmpty else { return nil }
    expression = terms.joined(separator: " AND ")
  }

  /// Whether the index finds all that contains a word.
  static func isIndexed(_ word: String) -> Bool {
    hasToken(word[...])
  }

  private static func word(_ word: Substring) -> String? {
    guard hasToken(word) else { return nil }
    return word.hasSuffix("*") ? term(word.dropLast(), end: "*") : term(word)
  }

  private static func term(_ words: Substring, end: String = "") -> String {
    anyOf(TextQuery.spellings(of: String(words)), end: end)
  }

  /// - Parameter end: `*` where longer words count as well.
  private static func anyOf(_ spellings: [String], end: String) -> String {
    let terms = spellings.map { "\"\($0)\"\(end)" }
    return terms.count == 1 ? terms[0] : "(\(terms.joined(separator: " OR ")))"
  }

  /// A phrase without a token finds nothing, and so would all other words beside it. Tokens are
  /// made of letters, numbers and private-use characters (the tokenizer unicode61).
  private static func hasToken(_ text: Substring) -> Bool {
    text.unicodeScalars.contains { scalar in
      if SearchForm.isDropped(scalar) { return false }
      return switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber, .letterNumber, .otherNumber, .privateUse:
        true
      default: false
      }
    }
  }
}
