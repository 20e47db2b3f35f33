import Foundation

/// Words to be found in a text.
public struct TextQuery: Sendable, Hashable {
  /// Options of a search for text.
  public struct Options: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Case and accents must match.
    public static let matchesCase = Options(rawValue: 1)
    /// A word does not match the beginning of a longer one.
    public static let wholeWords = Options(rawValue: 2)
  }

  /// The words as compared: in lower case and without accents, unless case matters. A phrase in
  /// double quotes is one of them, with its spaces.
  public let words: [String]
  public let options: Options

  /// - Parameter text: words separated by spaces, phrases in double quotes; a `*` at the end of a
  ///   word is ignored.
  public init(_ text: String, options: Options = []) {
    self.options = options
    var words: [String] = []
    for (index, part) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
    {
      if index.isMultiple(of: 2) {
        words += part.split(whereSeparator: \.isWhitespace).map {
          String($0.count > 1 && $0.hasSuffix("*") ? $0.dropLast() : $0)
        }
      } else {
        let phrase = part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if !phrase.isEmpty { words.append(phrase) }
      }
    }
    self.words =
      options.contains(.matchesCase) ? words : words.map { String($0.map(\.folded).joined()) }
  }

  public var isEmpty: Bool { words.isEmpty }

  /// UTF-8 ranges of the matches of all words, ascending and disjoint. A match begins at the
  /// beginning of a word; in scripts without spaces between words, anywhere.
  ///
  /// - Complexity: O(characters · words); a comparison is no longer than the word.
  public func ranges(in text: String) -> [Range<Int>] {
    guard !words.isEmpty else { return [] }
    let page = Page(text, options)
    var found: [Range<Int>] = []
    var index = 0
    let wanted = wantedCharacters
    while index < page.characters.count {
      let length = wanted.lazy.filter { page.has($0, at: index) }.map(\.count).max()
      if let length, length > 0 {
        found.append(page.offset(index)..<page.offset(index + length))
        index += length
      } else {
        index += 1
      }
    }
    return found
  }

  /// The stops when going from match to match: ranges that contain a match of each word, ascending
  /// and disjoint, UTF-8. Of overlapping ranges the shorter one counts. With one word these are its
  /// matches; empty when a word is missing.
  ///
  /// - Complexity: as ``ranges(in:)``.
  public func stops(in text: String) -> [Range<Int>] {
    let page = Page(text, options)
    let wanted = wantedCharacters
    // The last match of each word while going through the text: the earliest of them begins a
    // range.
    var last = [Int?](repeating: nil, count: wanted.count)
    var found: [Range<Int>] = []
    for index in page.characters.indices {
      for (number, word) in wanted.enumerated() where page.has(word, at: index) {
        last[number] = index
        let starts = last.compactMap(\.self)
        guard starts.count == wanted.count, let low = starts.min() else { continue }
        let end = zip(starts, wanted).map { $0 + $1.count }.max() ?? index
        if let known = found.last, known.upperBound > low {
          if end - low < known.count { found[found.count - 1] = low..<end }
        } else {
          found.append(low..<end)
        }
      }
    }
    return found.map { page.offset($0.lowerBound)..<page.offset($0.upperBound) }
  }

  /// Whether a text contains all of the words.
  ///
  /// - Complexity: as ``ranges(in:)``.
  public func matches(_ text: String) -> Bool {
    let page = Page(text, options)
    return wantedCharacters.allSatisfy { word in
      page.characters.indices.contains { page.has(word, at: $0) }
    }
  }

  private var wantedCharacters: [[String]] { words.map { $0.map { String($0) } } }
}

/// A text prepared for comparison: a letter that matches several (ß as ss) is several characters
/// here.
private struct Page {
  let characters: [String]
  /// UTF-8 offsets, with the text's end; nil within a letter, where no match begins or ends.
  private var offsets: [Int?]
  private let isWhole: Bool

  init(_ text: String, _ options: TextQuery.Options) {
    isWhole = options.contains(.wholeWords)
    let folds = !options.contains(.matchesCase)
    var characters: [String] = []
    offsets = []
    var offset = 0
    for character in text {
      let folded = folds ? character.folded : String(character)
      if folds, SearchForm.isVoiceMark(character), let last = characters.indices.last {
        characters[last] += folded
        offset += character.utf8.count
        continue
      }
      if folded == TextQuery.unfoldedSharpS {
        characters += ["s", "s"]
        offsets += [offset, nil]
      } else {
        characters.append(folded)
        offsets.append(offset)
      }
      offset += character.utf8.count
    }
    offsets.append(offset)
    self.characters = characters
  }

  /// The offset of a character where a match begins or ends.
  func offset(_ index: Int) -> Int { offsets[index] ?? 0 }

  func has(_ word: [String], at index: Int) -> Bool {
    guard let first = word.first, index + word.count <= characters.count,
      characters[index] == first,
      index == 0 || first.mayBegin(after: characters[index - 1]),
      word.indices.allSatisfy({ characters[index + $0] == word[$0] }),
      offsets[index] != nil, offsets[index + word.count] != nil
    else { return false }
    guard isWhole, let last = word.last, index + word.count < characters.count else { return true }
    return characters[index + word.count].mayBegin(after: last)
  }
}

extension TextQuery {
  /// Replacement of ß in ``words``.
  fileprivate static let unfoldedSharpS = "ss"

  /// The spellings of one of ``words`` in an index that ignores case and accents, but does not
  /// treat ß as ss.
  public func spellings(of word: String) -> [String] {
    options.contains(.matchesCase) ? [word] : Self.spellings(of: word)
  }

  /// The text with each combination of ß and ss. If there are more than four of them, the others
  /// stay ss.
  public static func spellings(of text: String) -> [String] {
    guard text.contains(where: { $0 == "ß" || $0 == "ẞ" || $0 == "s" || $0 == "S" }) else {
      return [text]
    }
    let folded = text.map(\.folded).joined()
    return folded.contains(unfoldedSharpS) ? spellings(of: Array(folded)[...], left: 4) : [text]
  }

  private static func spellings(of word: ArraySlice<Character>, left: Int) -> [String] {
    guard left > 0,
      let place = word.indices.dropLast().first(where: { word[$0] == "s" && word[$0 + 1] == "s" })
    else { return [String(word)] }
    let before = String(word[..<place])
    return spellings(of: word[(place + 1)...], left: left - 1).map { "\(before)s\($0)" }
      + spellings(of: word[(place + 2)...], left: left - 1).map { "\(before)ß\($0)" }
  }
}

extension Character {
  /// In lower case, without the accents that a search ignores (as in the archive's index), and with
  /// ss for ß.
  fileprivate var folded: String {
    let small = lowercased()
    guard !small.utf8.allSatisfy({ $0 < 0x80 }) else { return small }
    let parts = SearchForm.decomposed(small).unicodeScalars
    let kept = parts.filter { !(0x300...0x36F).contains($0.value) }
    // Composed again: Hangul and others compare as typed.
    let bare =
      kept.isEmpty
      ? small : String(String.UnicodeScalarView(kept)).precomposedStringWithCanonicalMapping
    return bare == "ß" ? TextQuery.unfoldedSharpS : bare
  }
}

extension String {
  private var isWordLike: Bool { first.map { $0.isLetter || $0.isNumber } ?? false }

  /// Whether a word may begin with this character after another.
  fileprivate func mayBegin(after other: String) -> Bool {
    !isWordLike || !other.isWordLike || TextQuery.isUnspaced(self) || TextQuery.isUnspaced(other)
  }
}

extension TextQuery {
  /// Whether a text is in a script without spaces between words: Chinese, Japanese, Thai, Lao,
  /// Khmer, Burmese. A word index does not find parts of its sentences.
  public static func isUnspaced(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x31F0...0x31FF,
        0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
        true
      default: false
      }
    }
  }
}

extension StyledText {
  /// Ranges of matches to highlight. A match under a spoiler highlights the whole spoiler, because
  /// its own range would reveal place and length of the word.
  public func marks(of query: TextQuery) -> [Range<Int>] { covered(query.ranges(in: string)) }

  /// The stops when going from match to match, in the highlighted ranges; those of single words
  /// when this text does not contain all of them.
  public func stops(of query: TextQuery) -> [Range<Int>] {
    let stops = query.stops(in: string)
    return stops.isEmpty ? marks(of: query) : covered(stops)
  }

  private func covered(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var covers = covers[...]
    guard !covers.isEmpty else { return ranges }
    var marks: [Range<Int>] = []
    for range in ranges {
      while let first = covers.first, first.upperBound <= range.lowerBound { covers.removeFirst() }
      let mark = covers.first.flatMap { $0.overlaps(range) ? $0 : nil } ?? range
      if marks.last != mark { marks.append(mark) }
    }
    return marks
  }
}
