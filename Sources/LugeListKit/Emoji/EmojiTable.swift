/// One emoji, without a skin tone.
public struct Emoji: Hashable, Sendable {
  public var character: String
  /// Unicode's own, in English: "grinning face".
  public var name: String
  /// Further words that it is found by, separated by commas.
  var keywords: String
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

  /// Read when it is first asked for, which takes a few milliseconds.
  public static let shared = EmojiTable(emojiData)

  /// Itself where it has none.
  func name(of character: String) -> String {
    emoji.first { $0.character == character }?.name ?? character
  }

  /// - Parameter data: a line an emoji: itself, its name, words, separated by "|"; "=" begins a
  ///   group.
  init(_ data: String) {
    var emoji: [Emoji] = []
    var groups: [Group] = []
    for line in data.utf8.split(separator: UInt8(ascii: "\n")) {
      if line.first == UInt8(ascii: "=") {
        groups.append(
          Group(
            name: String(decoding: line.dropFirst(), as: UTF8.self),
            range: emoji.count..<emoji.count))
        continue
      }
      let fields = line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
      guard fields.count >= 2 else { continue }
      emoji.append(
        Emoji(
          character: String(decoding: fields[0], as: UTF8.self),
          name: String(decoding: fields[1], as: UTF8.self),
          keywords: fields.count > 2 ? String(decoding: fields[2], as: UTF8.self) : ""))
      if let last = groups.indices.last {
        groups[last].range = groups[last].range.lowerBound..<emoji.count
      }
    }
    self.emoji = emoji
    self.groups = groups
  }

  /// Emoji that all words of a query are found in, each as the beginning of a word.
  ///
  /// Those named so come first, then those whose name begins so, those with such a word in their
  /// name, and those that are only found by it; among equals, ones used recently, then those with
  /// short names.
  ///
  /// - Parameter recent: the last one used first.
  /// - Complexity: O(size of the table), about a millisecond.
  public func search(_ query: String, recent: [String] = [], limit: Int) -> [Emoji] {
    let wanted = query.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "+") }
    guard !wanted.isEmpty, limit > 0 else { return [] }
    let whole = wanted.joined(separator: " ")
    let first = Dictionary(
      recent.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var found: [(rank: Int, recency: Int, length: Int, index: Int)] = []
    for (index, candidate) in emoji.enumerated() {
      guard let rank = Self.rank(candidate, words: wanted, whole: whole) else { continue }
      let length = rank == 1 ? candidate.name.utf8.count : 0
      found.append((rank, first[candidate.character] ?? Int.max, length, index))
    }
    found.sort {
      ($0.rank, $0.recency, $0.length, $0.index) < ($1.rank, $1.recency, $1.length, $1.index)
    }
    return found.prefix(limit).map { emoji[$0.index] }
  }

  /// Lower is better; nil when it is not found by the words.
  private static func rank(_ emoji: Emoji, words: [Substring], whole: String) -> Int? {
    if emoji.name == whole { return 0 }
    var rank = emoji.name.utf8.starts(with: whole.utf8) ? 1 : 2
    for word in words where !hasWord(word, in: emoji.name) {
      guard hasWord(word, in: emoji.keywords) else { return nil }
      rank = 3
    }
    return rank
  }

  /// Whether a word of a text begins so.
  private static func hasWord(_ beginning: Substring, in text: String) -> Bool {
    var isStart = true
    var rest = text.utf8[...]
    while let byte = rest.first {
      if isStart, rest.starts(with: beginning.utf8) { return true }
      isStart =
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: ":")
      rest = rest.dropFirst()
    }
    return false
  }
}
