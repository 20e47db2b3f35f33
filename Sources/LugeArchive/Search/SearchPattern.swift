import LugeCore

/// What a person typed, as an expression of FTS5 that is always well-formed.
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
        terms.append("\"\(part)\"")
      }
    }
    guard !terms.isEmpty else { return nil }
    expression = terms.joined(separator: " ")
  }

  /// The words that the index knows, each also as the beginning of a longer one unless whole words
  /// are wanted. Nil when there is none of them.
  ///
  /// A superset of what the query matches: the index knows neither case nor signs, and words in
  /// scripts without blanks only where a sentence begins.
  init?(_ query: TextQuery) {
    let terms = query.words.filter(Self.isIndexed).map {
      query.options.contains(.wholeWords) ? "\"\($0)\"" : "\"\($0)\"*"
    }
    guard !terms.isEmpty else { return nil }
    expression = terms.joined(separator: " ")
  }

  /// Whether the index finds all that contains a word.
  static func isIndexed(_ word: String) -> Bool {
    hasToken(word[...]) && !TextQuery.isUnspaced(word)
  }

  private static func word(_ word: Substring) -> String? {
    guard hasToken(word) else { return nil }
    return word.hasSuffix("*") ? "\"\(word.dropLast())\"*" : "\"\(word)\""
  }

  /// A phrase without a token finds nothing, and so would all other words beside it. Tokens are
  /// made of letters, numbers and private-use characters (the tokenizer unicode61).
  private static func hasToken(_ text: Substring) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber, .letterNumber, .otherNumber, .privateUse:
        true
      default: false
      }
    }
  }
}
