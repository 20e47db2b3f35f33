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
