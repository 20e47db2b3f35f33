import LugeCore

/// FTS5 expression of a text that a user typed, always well-formed.
struct SearchPattern {
  let expression: String

  /// Nil if there is nothing to search for.
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

  /// Makes an expression of the indexed words, each also as the beginning of a longer word unless
  /// whole words are wanted. Nil if no word is indexed.
  ///
  /// It finds a superset of the query's matches: the index ignores case and punctuation.
  init?(_ query: TextQuery) {
    let end = query.options.contains(.wholeWords) ? "" : "*"
    let terms = query.words.filter(Self.isIndexed).map {
      Self.anyOf(query.spellings(of: $0), end: end)
    }
    guard !terms.isEmpty else { return nil }
    expression = terms.joined(separator: " AND ")
  }

  /// Whether the index finds everything that contains a word.
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

  /// - Parameter end: `*` if longer words match as well.
  private static func anyOf(_ spellings: [String], end: String) -> String {
    let terms = spellings.map { "\"\($0)\"\(end)" }
    return terms.count == 1 ? terms[0] : "(\(terms.joined(separator: " OR ")))"
  }

  /// Whether a text contains a token: a letter, number or private-use character (as in the
  /// tokenizer unicode61). A phrase without one would find nothing, and so would the whole
  /// expression.
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
