import LugeWords

/// One emoji, without a skin tone.
public struct Emoji: Hashable, Sendable {
  public var character: String
  /// Name in the user's language if the table has it, otherwise Unicode's own: "grinning face".
  public var name: String
  /// Names and keywords for search: in the user's language, then in English.
  var descriptions: [Description] = []

  /// A name with keywords, in lower case.
  struct Description: Hashable, Sendable {
    var name: String
    /// Keywords, separated by commas.
    var keywords: String
  }
}

/// All emoji, in Unicode's order and groups.
public struct EmojiTable: Sendable {
  public struct Group: Hashable, Sendable {
    public var name: String
    /// Indices into ``EmojiTable/emoji``.
    public var range: Range<Int>
  }

  public let emoji: [Emoji]
  public let groups: [Group]

  /// Table with names in the user's language; parsed at the first use, which takes a few
  /// milliseconds.
  public static let shared = EmojiTable(emojiData, names: names(in: Words.language))

  /// Returns names and keywords in a language, an emoji per line; nil for English and for other
  /// languages.
  ///
  /// - Parameter language: code of a language, such as `de` or `de_AT`.
  static func names(in language: String) -> String? {
    switch language.prefix(while: { $0.isLetter }) {
    case "de": emojiDataGerman
    default: nil
    }
  }

  /// Returns the name of an emoji, or the emoji itself if it is unknown.
  func name(of character: String) -> String {
    emoji.first { $0.character == character }?.name ?? character
  }

  /// - Parameters:
  ///   - data: a line per emoji: the emoji, its name, and keywords, separated by "|"; "=" begins a
  ///     group.
  ///   - names: the same without groups, in another language; nil if there are none.
  init(_ data: String, names: String? = nil) {
    let translated = Dictionary(
      names.map { Self.lines($0).compactMap(Self.fields).map { ($0.character, $0) } } ?? [],
      uniquingKeysWith: { first, _ in first })
    var emoji: [Emoji] = []
    var groups: [Group] = []
    for line in Self.lines(data) {
      if line.first == UInt8(ascii: "=") {
        groups.append(
          Group(
            name: String(decoding: line.dropFirst(), as: UTF8.self),
            range: emoji.count..<emoji.count))
        continue
      }
      guard let fields = Self.fields(line) else { continue }
      let own = translated[fields.character]
      emoji.append(
        Emoji(
          character: fields.character, name: own?.name ?? fields.name,
          descriptions: [own, fields].compactMap { $0?.description }))
      if let last = groups.indices.last {
        groups[last].range = groups[last].range.lowerBound..<emoji.count
      }
    }
    self.emoji = emoji
    self.groups = groups
  }

  private typealias Line = Substring.UTF8View

  private struct Fields {
    var character: String
    var name: String
    var keywords: String

    var description: Emoji.Description {
      Emoji.Description(name: name.lowercased(), keywords: keywords.lowercased())
    }
  }

  private static func lines(_ data: String) -> [Line] {
    data.utf8.split(separator: UInt8(ascii: "\n"))
  }

  private static func fields(_ line: Line) -> Fields? {
    let fields = line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard fields.count >= 2 else { return nil }
    return Fields(
      character: fields[0], name: fields[1], keywords: fields.count > 2 ? fields[2] : "")
  }

  /// Returns the emoji that match all words of a query, each as the beginning of a word, in the
  /// user's language or in English.
  ///
  /// The order is: the usual reactions if their name has each word of the query (so that "heart"
  /// finds the red one before that of playing cards); names equal to the query; names that begin
  /// with it; names with each word at the beginning of one of theirs, or with keywords equal to it;
  /// others. Among equals, recently used ones come first, then those with short names.
  ///
  /// - Parameter recent: recently used emoji, the last one used first.
  /// - Complexity: O(size of the table), about a millisecond.
  public func search(_ query: String, recent: [String] = [], limit: Int) -> [Emoji] {
    let wanted = query.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "+") }
    guard !wanted.isEmpty, limit > 0 else { return [] }
    let whole = wanted.joined(separator: " ")
    let first = Dictionary(
      recent.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var found: [(rank: Int, recency: Int, length: Int, index: Int)] = []
    for (index, candidate) in emoji.enumerated() {
      let isUsual = RecentEmoji.usual.contains(candidate.character)
      let ranks = candidate.descriptions.lazy.compactMap {
        Self.rank($0, words: wanted, whole: whole, isUsual: isUsual)
      }
      guard let rank = ranks.min() else { continue }
      let length = rank == 2 ? candidate.name.utf8.count : 0
      found.append((rank, first[candidate.character] ?? Int.max, length, index))
    }
    found.sort {
      ($0.rank, $0.recency, $0.length, $0.index) < ($1.rank, $1.recency, $1.length, $1.index)
    }
    return found.prefix(limit).map { emoji[$0.index] }
  }

  /// Returns the rank, lower is better; nil if the words do not match.
  private static func rank(
    _ emoji: Emoji.Description, words: [Substring], whole: String, isUsual: Bool
  ) -> Int? {
    if isUsual, words.allSatisfy({ hasWord($0, in: emoji.name, whole: true) }) { return 0 }
    if emoji.name == whole { return 1 }
    var rank = emoji.name.utf8.starts(with: whole.utf8) ? 2 : 3
    for word in words where !hasWord(word, in: emoji.name) {
      guard hasWord(word, in: emoji.keywords) else { return nil }
      rank = max(rank, hasWord(word, in: emoji.keywords, whole: true) ? 3 : 4)
    }
    return rank
  }

  /// Whether a text has a word that begins with this text, or, if `whole`, is equal to it.
  private static func hasWord(
    _ beginning: Substring, in text: String, whole: Bool = false
  ) -> Bool {
    var isStart = true
    var rest = text.utf8[...]
    while let byte = rest.first {
      if isStart, rest.starts(with: beginning.utf8) {
        let next = rest.dropFirst(beginning.utf8.count).first
        if !whole || next.map(endsWord) ?? true { return true }
      }
      isStart = endsWord(byte)
      rest = rest.dropFirst()
    }
    return false
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ":")
  }
}
