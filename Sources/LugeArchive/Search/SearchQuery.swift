public import LugeCore
import LugeWords

/// Query for messages of an archive, as users write it: words, phrases and filters.
///
///     from:anna in:family before:2023 has:picture "new flat"
///
/// `from:` and `in:` name a person and a conversation by words of their names, `from:me` is the
/// user; several of a kind mean any of them. `before:`, `after:` and `on:` take a year, a month or
/// a day (`2023`, `2023-05`, `2023-05-17`, `may-2023`, `yesterday`): before it begins, after it
/// ends, within it. `has:` takes what ``Content`` lists; several mean all of them. Everything else
/// is a word. No text is an error: an invalid filter is searched for as a word, and ``problems``
/// says so.
public struct SearchQuery: Sendable, Hashable {
  /// A word, or several in this order.
  public struct Term: Sendable, Hashable {
    public var text: String
    public var isPhrase: Bool

    public init(_ text: String, isPhrase: Bool = false) {
      self.text = text
      self.isPhrase = isPhrase
    }
  }

  /// Content of a message beside its text.
  public enum Content: String, Sendable, Hashable, CaseIterable {
    case picture, video, voice, audio, file, link, poll, place, contact
  }

  public var terms: [Term] = []
  /// Words of people's names; any of them may match.
  public var people: [String] = []
  /// Words of conversations' names; any of them may match.
  public var conversations: [String] = []
  /// Days since 1970 in the years 1 to 9999, both inclusive; `Int.min` and `Int.max` mean
  /// unlimited.
  public private(set) var days: ClosedRange<Int> = Int.min...Int.max
  /// Contents that a message must have, all of them.
  public var contents: Set<Content> = []
  /// Problems with terms that look like filters but are invalid.
  public private(set) var problems: [String] = []
  /// Hints about words that look like filters with misspelt names; they are searched for as words.
  public private(set) var hints: [String] = []
  /// The invalid terms as written, in the order of ``problems``; empty for a problem of the whole
  /// query.
  public private(set) var misunderstood: [String] = []

  /// Maximum different words, and filters of a kind.
  public static let mostTerms = TextQuery.mostWords

  public init() {}

  /// - Parameter today: days since 1970, for dates without a year, and `today`; clamped to the days
  ///   that have a date.
  /// - Complexity: O(length of the text).
  public init(_ text: String, today: Int? = nil) {
    let today = today?.clamped(to: CivilDate.dayNumbers)
    var first = Int.min
    var last = Int.max
    var known: Set<Token> = []
    var hasTooMany = false
    for token in Self.tokens(text) where known.insert(token).inserted {
      let count =
        switch token.key {
        case nil: terms.count
        case .from: people.count
        case .in: conversations.count
        case .has, .before, .after, .on: 0
        }
      guard count < Self.mostTerms else {
        hasTooMany = true
        continue
      }
      guard let key = token.key else {
        if !token.isQuoted { hints += Self.hint(at: token.value).map { [$0] } ?? [] }
        terms.append(Term(token.value, isPhrase: token.isQuoted))
        continue
      }
      // The user is still typing the value.
      if token.value.isEmpty { continue }
      switch key {
      case .from: people.append(token.value)
      case .in: conversations.append(token.value)
      case .has:
        if let content = Content(written: token.value) {
          contents.insert(content)
        } else {
          misunderstand(token, "Nothing is called “\(token.value)” that a message could have.")
        }
      case .before, .after, .on:
        guard let span = Self.days(of: token.value, today: today) else {
          misunderstand(token, "“\(token.value)” is no date.")
          continue
        }
        if key != .after {
          last = min(last, key == .before ? span.lowerBound - 1 : span.upperBound)
        }
        if key != .before {
          first = max(first, key == .after ? span.upperBound + 1 : span.lowerBound)
        }
      }
    }
    if hasTooMany {
      problems.append(
        localized(
          "Only the first {count} words are looked for.", ["count": "\(Self.mostTerms)"]))
      misunderstood.append("")
    }
    if first <= Self.firstDay { first = .min }
    if last >= Self.lastDay { last = .max }
    // Contradictory dates match no message.
    days = first <= last ? first...last : Self.noDays
  }

  /// Removes the dates.
  public mutating func forgetDays() { days = Int.min...Int.max }

  private static let firstDay = CivilDate.day(year: 1, month: 1, day: 1)
  private static let lastDay = CivilDate.day(year: 9999, month: 12, day: 31)
  private static let noDays = Int.max...Int.max

  /// Whether the dates contradict each other.
  var isWithoutDays: Bool { days == Self.noDays }

  private mutating func misunderstand(_ token: Token, _ problem: String) {
    terms.append(token.isQuoted ? Term(token.value, isPhrase: true) : Term(token.written))
    problems.append(problem)
    misunderstood.append(token.written)
  }

  private static func hint(at word: String) -> String? {
    guard let colon = word.firstIndex(of: ":"), colon != word.startIndex,
      word.index(after: colon) < word.endIndex,
      let meant = Misspelling.meant(
        by: String(word[..<colon].prefix(33)), among: Key.allCases.map(\.rawValue))
    else { return nil }
    return localized(
      "“{name}:” is no filter and is looked for as a word. Did you mean “{meant}:”?",
      ["name": String(word[..<colon]), "meant": meant])
  }

  /// Whether there is nothing to search for.
  public var isEmpty: Bool { terms.isEmpty && !isFiltered }

  /// Whether there is anything except words.
  public var isFiltered: Bool {
    !people.isEmpty || !conversations.isEmpty || !contents.isEmpty || days != Int.min...Int.max
  }

  /// The words alone, to be found within a message.
  public var words: TextQuery { TextQuery(writtenWords) }

  var writtenWords: String { Self.text(of: terms) }

  /// The query as text in its own language.
  public var text: String {
    var parts: [String] = []
    parts += people.map { "\(Key.from.rawValue):\(Self.value($0))" }
    parts += conversations.map { "\(Key.in.rawValue):\(Self.value($0))" }
    if isWithoutDays {
      parts += ["\(Key.after.rawValue):0001-01-02", "\(Key.before.rawValue):0001-01-01"]
    } else if days.lowerBound > Int.min {
      parts.append("\(Key.after.rawValue):\(Self.date(days.lowerBound - 1))")
    }
    if days.upperBound < Int.max {
      parts.append("\(Key.before.rawValue):\(Self.date(days.upperBound + 1))")
    }
    parts += contents.map(\.rawValue).sorted().map { "\(Key.has.rawValue):\($0)" }
    let words = Self.text(of: terms)
    return (parts + (words.isEmpty ? [] : [words])).joined(separator: " ")
  }

  private static func text(of terms: [Term]) -> String {
    terms.map { $0.isPhrase ? "\"\($0.text)\"" : $0.text }.joined(separator: " ")
  }

  /// Quotes a phrase, or the value of a filter, whose quotes a shell has removed.
  public static func quoting(_ words: String) -> String {
    guard let colon = words.firstIndex(of: ":"),
      Key(rawValue: words[..<colon].lowercased()) != nil
    else { return "\"\(words)\"" }
    return "\(words[...colon])\"\(words[words.index(after: colon)...])\""
  }

  private static func value(_ name: String) -> String {
    name.unicodeScalars.contains(where: \.properties.isWhitespace) ? "\"\(name)\"" : name
  }

  private static func date(_ day: Int) -> String {
    let date = CivilDate(daysSince1970: day)
    func digits(_ number: Int, _ count: Int) -> String {
      String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
    }
    return "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))"
  }
}

extension SearchQuery.Content {
  /// Parses the name of a content; nil if unknown.
  init?(written text: String) {
    let names: [String: Self] = [
      "photo": .picture, "image": .picture, "gif": .picture, "film": .video, "movie": .video,
      "document": .file, "attachment": .file, "url": .link, "music": .audio, "song": .audio,
      "location": .place, "map": .place,
    ]
    let word = text.lowercased()
    let candidates = [word, String(word.hasSuffix("s") ? word.dropLast() : word[...])]
    let found = candidates.lazy.compactMap { Self(rawValue: $0) ?? names[$0] }.first
    guard let found else { return nil }
    self = found
  }
}

// MARK: - Reading

extension SearchQuery {
  private enum Key: String, CaseIterable {
    case from, `in`, before, after, on, has
  }

  private struct Token: Hashable {
    var key: Key?
    var value: String
    var isQuoted: Bool

    /// The token as written; words only, so a phrase loses its quotes.
    var written: String { key.map { "\($0.rawValue):\(value)" } ?? value }
  }

  /// Splits a text into tokens. Spaces and quotes end a word; between quotes, spaces are like
  /// letters. The last quote may be missing. Works on scalars, because a space with a combining
  /// mark is still a space.
  private static func tokens(_ text: String) -> [Token] {
    var tokens: [Token] = []
    var rest = text.unicodeScalars[...]
    while let first = rest.first {
      if first.properties.isWhitespace {
        rest = rest.dropFirst()
      } else if first == "\"" {
        let phrase = quoted(&rest)
        if !phrase.isEmpty { tokens.append(Token(key: nil, value: phrase, isQuoted: true)) }
      } else {
        let word = rest.prefix { !$0.properties.isWhitespace && $0 != "\"" }
        rest = rest[word.endIndex...]
        guard let colon = word.firstIndex(of: ":"),
          let key = Key(rawValue: String(word[..<colon]).lowercased())
        else {
          tokens.append(Token(key: nil, value: String(word), isQuoted: false))
          continue
        }
        let value = word[word.index(after: colon)...]
        if value.isEmpty, rest.first == "\"" {
          tokens.append(Token(key: key, value: quoted(&rest), isQuoted: true))
        } else {
          tokens.append(Token(key: key, value: String(value), isQuoted: false))
        }
      }
    }
    return tokens
  }

  /// Reads up to the next quote; removes spaces at the ends, and joins repeated ones.
  private static func quoted(_ rest: inout Substring.UnicodeScalarView) -> String {
    let inside = rest.dropFirst().prefix { $0 != "\"" }
    rest = rest[inside.endIndex...].dropFirst()
    return inside.split(whereSeparator: \.properties.isWhitespace).map { String($0) }
      .joined(separator: " ")
  }

  /// Returns the days of a year, a month or a day; nil if it is not a date.
  static func days(of text: String, today: Int?) -> ClosedRange<Int>? {
    let word = text.lowercased()
    if let today {
      if word == "today" { return today...today }
      if word == "yesterday" { return today - 1...today - 1 }
    }
    let nearby = CivilDate(daysSince1970: today ?? 0)
    guard let date = TypedDate(nearby: nearby).date(word) else { return nil }
    let first = CivilDate.day(year: date.year, month: date.month, day: date.day)
    let numbers = word.split { !($0.isASCII && $0.isNumber) }
    let hasYear = numbers.contains { $0.count == 4 }
    let namesMonth = word.contains(where: \.isLetter)
    if hasYear, !namesMonth, numbers.count == 1 {
      return first...CivilDate.day(year: date.year + 1, month: 1, day: 1) - 1
    }
    if hasYear, numbers.count == (namesMonth ? 1 : 2) {
      let next = date.month == 12 ? (date.year + 1, 1) : (date.year, date.month + 1)
      return first...CivilDate.day(year: next.0, month: next.1, day: 1) - 1
    }
    // A single number is not a date, whatever is beside it.
    guard hasYear || numbers.contains(where: { $0.count == 8 }) || numbers.count > 1 || namesMonth
    else { return nil }
    return first...first
  }
}
