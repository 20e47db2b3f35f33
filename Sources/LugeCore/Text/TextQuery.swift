import Foundation

/// Words to be found in what is shown.
public struct TextQuery: Sendable, Hashable {
  /// What counts as a find.
  public struct Options: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Small and capital letters, and letters with and without accents, are not the same.
    public static let matchesCase = Options(rawValue: 1)
    /// A word is not found at the beginning of a longer one.
    public static let wholeWords = Options(rawValue: 2)
  }

  /// As they are compared: in small letters without accents unless case matters. What stood between
  /// double quotes is one of them, blanks included.
  public let words: [String]
  public let options: Options

  /// - Parameter text: words between blanks, phrases between double quotes; a `*` at a word's end
  ///   is left out.
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

  /// UTF-8 ranges of all words' finds, ascending and disjoint. A word is found where one begins; in
  /// scripts without blanks between words, anywhere.
  ///
  /// - Complexity: O(characters · words); a find is compared no farther than the word is long.
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

  /// Where a reader who goes from find to find stops: stretches that hold a find of each word,
  /// ascending and disjoint, UTF-8. Of stretches that overlap the shorter one counts. With one word
  /// these are its finds; none where a word is missing.
  ///
  /// - Complexity: as ``ranges(in:)``.
  public func stops(in text: String) -> [Range<Int>] {
    let page = Page(text, options)
    let wanted = wantedCharacters
    // Where each word was found last, going through the text: the earliest of them begins a
    // stretch.
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

  /// Whether all of the words are in a text.
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

/// A text as it is compared: a letter that is found as several (ß as ss) is several characters
/// here.
private struct Page {
  let characters: [String]
  /// UTF-8, and the text's end; nil within a letter, where nothing that is found begins or ends.
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

  /// Of a character where something begins or ends.
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
  /// What ``words`` have in place of ß.
  fileprivate static let unfoldedSharpS = "ss"

  /// The ways in which one of ``words`` may stand in an index that looks past case and accents, but
  /// keeps ß apart from ss.
  public func spellings(of word: String) -> [String] {
    options.contains(.matchesCase) ? [word] : Self.spellings(of: word)
  }

  /// A text, and the same with ß for each ss and the reverse. Of more than four in a text the
  /// others are ss.
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
  /// In small letters, without the accents that a search looks past (as the archive's index does),
  /// and with ss for ß.
  fileprivate var folded: String {
    let small = lowercased()
    guard !small.utf8.allSatisfy({ $0 < 0x80 }) else { return small }
    let parts = small.decomposedStringWithCanonicalMapping.unicodeScalars
    let kept = parts.filter { !(0x300...0x36F).contains($0.value) }
    // Composed again, Hangul and the like compare as they are typed.
    let bare =
      kept.isEmpty
      ? small : String(String.UnicodeScalarView(kept)).precomposedStringWithCanonicalMapping
    return bare == "ß" ? TextQuery.unfoldedSharpS : bare
  }
}

extension String {
  private var isWordLike: Bool { first.map { $0.isLetter || $0.isNumber } ?? false }

  /// Whether a word may begin with this character behind another.
  fileprivate func mayBegin(after other: String) -> Bool {
    !isWordLike || !other.isWordLike || TextQuery.isUnspaced(self) || TextQuery.isUnspaced(other)
  }
}

extension TextQuery {
  /// Whether a text is in a script that has no blanks between words: Chinese, Japanese, Thai, Lao,
  /// Khmer, Burmese. An index by words does not find what is within a sentence of it.
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
  /// Where finds are marked. One under a spoiler's cover marks the cover: a mark of the word's own
  /// would tell where it is and how long.
  public func marks(of query: TextQuery) -> [Range<Int>] { covered(query.ranges(in: string)) }

  /// Where a reader stops who goes from find to find, in the places that are marked; those of
  /// single words where they do not all stand in this text.
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
