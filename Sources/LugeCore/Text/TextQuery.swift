import Foundation

/// Words to find in a text.
public struct TextQuery: Sendable, Hashable {
  /// Options of a search for text.
  public struct Options: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Compares case and accents.
    public static let matchesCase = Options(rawValue: 1)
    /// Excludes matches at the beginning of a longer word.
    public static let wholeWords = Options(rawValue: 2)
  }

  /// Words as compared: in lower case and without accents, unless case matters. A phrase in double
  /// quotes is one of them, with its spaces. Each occurs once; at most ``mostWords``.
  public let words: [String]
  /// Maximum number of words, because each is compared at every character of a text.
  public static let mostWords = 100
  public let options: Options

  /// Parses a query.
  ///
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
    // Nothing may be left of a word, because some marks are not compared.
    var known: Set<String> = []
    var different: [String] = []
    for word in words where different.count < Self.mostWords {
      let word = options.contains(.matchesCase) ? word : String(word.map(\.folded).joined())
      if !word.isEmpty, known.insert(word).inserted { different.append(word) }
    }
    self.words = different
  }

  public var isEmpty: Bool { words.isEmpty }

  /// Returns the UTF-8 ranges of the matches of all words, ascending and disjoint. A match begins
  /// at the beginning of a word; in scripts without spaces between words, anywhere.
  ///
  /// - Complexity: O(characters · words); a comparison is no longer than the word.
  public func ranges(in text: String) -> [Range<Int>] {
    guard !words.isEmpty else { return [] }
    let page = Page(text, self)
    var found: [Range<Int>] = []
    var index = 0
    let wanted = page.words
    while index < page.characters.count {
      var length = 0
      for word in wanted where page.has(word, at: index) { length = max(length, word.count) }
      if length > 0 {
        found.append(page.offset(index)..<page.offset(index + length))
        index += length
      } else {
        index += 1
      }
    }
    return found
  }

  /// Returns the ranges to step through when going from match to match: each contains a match of
  /// every word; ascending and disjoint, UTF-8. Of overlapping ranges the shorter one counts. With
  /// one word these are its matches; empty when a word is missing.
  ///
  /// - Complexity: as ``ranges(in:)``.
  public func stops(in text: String) -> [Range<Int>] {
    let page = Page(text, self)
    let wanted = page.words
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

  /// Whether a query that is not empty finds all of its words in a text.
  ///
  /// - Complexity: as ``ranges(in:)``.
  public func finds(in text: StyledText) -> Bool { finds(in: text.string) }

  /// Whether a query that is not empty finds all of its words in a text.
  ///
  /// - Complexity: as ``ranges(in:)``.
  public func finds(in text: String) -> Bool { !isEmpty && matches(text) }

  /// Whether a text contains all of the words.
  ///
  /// - Complexity: as ``ranges(in:)``.
  public func matches(_ text: String) -> Bool {
    let page = Page(text, self)
    return page.words.allSatisfy { word in
      page.characters.indices.contains { page.has(word, at: $0) }
    }
  }
}

/// Character in the form in which it is compared: a number instead of a text, and whether words may
/// begin beside it.
private struct Sign: Equatable {
  /// Number of the query's character, from 1; 0 for a character that the query does not contain.
  var number: UInt16
  let isWordLike: Bool
  let isUnspaced: Bool

  init(_ character: String, number: UInt16) {
    self.number = number
    isWordLike = character.isWordLike
    isUnspaced = TextQuery.isUnspaced(character)
  }

  /// Whether a word may begin with this character after another.
  func mayBegin(after other: Sign) -> Bool {
    !isWordLike || !other.isWordLike || isUnspaced || other.isUnspaced
  }
}

/// Numbers of a query's characters. All characters that the query does not contain are 0, so a text
/// of megabytes is compared without a string for each of its characters.
private struct Alphabet {
  private var numbers: [String: UInt16] = [:]
  private var plain: [Sign] = []
  private let folds: Bool
  /// Cached signs, by the character as written.
  private var known: [Character: [Sign]] = [:]

  /// Maximum number of cached characters.
  private static let mostKnown = 4096

  init(_ words: [String], folds: Bool) {
    self.folds = folds
    for word in words {
      for character in word where numbers[String(character)] == nil {
        numbers[String(character)] = UInt16(clamping: numbers.count + 1)
      }
    }
    let ascii = folds ? ASCIISigns.folded : ASCIISigns.exact
    plain = ascii.signs
    for (text, number) in numbers {
      for byte in ascii.bytes[text] ?? [] { plain[Int(byte)].number = number }
    }
  }

  /// Returns the sign of a character as compared.
  func sign(_ character: String) -> Sign { Sign(character, number: numbers[character] ?? 0) }

  /// Returns the sign of an ASCII character that stands by itself.
  func sign(plain byte: UInt8) -> Sign { plain[Int(byte & 0x7F)] }

  /// Returns the signs of a character of a text: two for ß, none for a mark that is not compared.
  mutating func signs(_ character: Character) -> [Sign] {
    if let signs = known[character] { return signs }
    let folded = folds ? character.folded : String(character)
    let signs = folded.map { sign(String($0)) }
    if known.count < Self.mostKnown { known[character] = signs }
    return signs
  }
}

/// Signs of the ASCII characters, all with the number 0. Each query's table begins as a copy, in
/// which its own characters get their numbers.
private struct ASCIISigns {
  /// Signs, indexed by the byte.
  let signs: [Sign]
  /// Bytes that compare equal to a character.
  let bytes: [String: [UInt8]]

  static let folded = ASCIISigns { $0.folded }
  static let exact = ASCIISigns { String($0) }

  private init(_ form: (Character) -> String) {
    let forms = (0..<0x80).map { (byte: UInt8) in (byte, form(Character(UnicodeScalar(byte)))) }
    signs = forms.map { Sign($0.1, number: 0) }
    bytes = forms.reduce(into: [:]) { $0[$1.1, default: []].append($1.0) }
  }
}

/// A text prepared for comparison. A letter that matches several letters (ß as ss) is several
/// characters here.
private struct Page {
  /// Words of the query, as signs.
  let words: [[Sign]]
  private(set) var characters: [Sign] = []
  /// UTF-8 offsets of the characters, and of the text's end; ``inside`` for one within a letter,
  /// where no match begins or ends.
  private var offsets: [UInt32] = []
  private let isWhole: Bool

  private static let inside = UInt32.max

  init(_ text: String, _ query: TextQuery) {
    isWhole = query.options.contains(.wholeWords)
    let folds = !query.options.contains(.matchesCase)
    var alphabet = Alphabet(query.words, folds: folds)
    words = query.words.map { word in word.map { alphabet.sign(String($0)) } }
    var text = text
    text.withUTF8 { bytes in
      characters.reserveCapacity(bytes.count)
      offsets.reserveCapacity(bytes.count + 1)
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        // Only a character of several bytes, or the line feed after a carriage return, can combine
        // with the byte before it. Other ASCII bytes are characters by themselves.
        if byte < 0x80, byte != 0x0D, index + 1 == bytes.count || bytes[index + 1] < 0x80 {
          characters.append(alphabet.sign(plain: byte))
          offsets.append(UInt32(clamping: index))
          index += 1
        } else {
          let end = Self.end(ofPartFrom: index, bytes)
          add(
            String(decoding: UnsafeBufferPointer(rebasing: bytes[index..<end]), as: UTF8.self),
            at: index, folds, &alphabet)
          index = end
        }
      }
      offsets.append(UInt32(clamping: bytes.count))
    }
  }

  /// Returns the end of the part in which characters may have several bytes: it ends between two
  /// ASCII bytes that belong to different characters (unlike CR LF).
  private static func end(
    ofPartFrom start: Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var end = start + 1
    while end < bytes.count {
      if bytes[end] < 0x80, bytes[end - 1] < 0x80, bytes[end - 1] != 0x0D || bytes[end] != 0x0A {
        return end
      }
      end += 1
    }
    return end
  }

  private mutating func add(
    _ part: String, at start: Int, _ folds: Bool, _ alphabet: inout Alphabet
  ) {
    var offset = start
    // Text of a letter and the voice marks after it, which compare as one character.
    var voiced: String?
    var last: Character?
    for character in part {
      defer { offset += character.utf8.count }
      if folds, SearchForm.isVoiceMark(character), !characters.isEmpty {
        if voiced == nil { voiced = last?.folded ?? "" }
        voiced?.append(character.folded)
        continue
      }
      if let letter = voiced { characters[characters.count - 1] = alphabet.sign(letter) }
      (voiced, last) = (nil, character)
      let signs = alphabet.signs(character)
      characters += signs
      for index in signs.indices {
        offsets.append(index == 0 ? UInt32(clamping: offset) : Self.inside)
      }
    }
    if let letter = voiced { characters[characters.count - 1] = alphabet.sign(letter) }
  }

  /// Returns the offset of a character where a match begins or ends.
  func offset(_ index: Int) -> Int {
    offsets[index] == Self.inside ? 0 : Int(offsets[index])
  }

  func has(_ word: [Sign], at index: Int) -> Bool {
    guard let first = word.first, characters[index].number == first.number,
      index + word.count <= characters.count,
      index == 0 || first.mayBegin(after: characters[index - 1]),
      word.indices.allSatisfy({ characters[index + $0].number == word[$0].number }),
      offsets[index] != Self.inside, offsets[index + word.count] != Self.inside
    else { return false }
    guard isWhole, let last = word.last, index + word.count < characters.count else { return true }
    return characters[index + word.count].mayBegin(after: last)
  }
}

extension TextQuery {
  /// Replacement of ß in ``words``.
  fileprivate static let unfoldedSharpS = "ss"

  /// Returns the spellings of one of ``words`` in an index that ignores case and accents, but does
  /// not treat ß as ss.
  public func spellings(of word: String) -> [String] {
    options.contains(.matchesCase) ? [word] : Self.spellings(of: word)
  }

  /// Returns the text with each combination of ß and ss. If there are more than four of them, the
  /// others stay ss.
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
  /// The text in lower case, without the accents that a search ignores (as in the archive's index),
  /// and with ss for ß.
  fileprivate var folded: String {
    let small = lowercased()
    guard !small.utf8.allSatisfy({ $0 < 0x80 }) else { return small }
    let form = SearchForm.form(of: small) ?? small
    if form.isEmpty { return form }
    let parts = SearchForm.decomposed(form).unicodeScalars
    let kept = parts.filter { !(0x300...0x36F).contains($0.value) }
    // Compose again, so that Hangul and others compare as typed.
    let bare =
      kept.isEmpty
      ? small : String(String.UnicodeScalarView(kept)).precomposedStringWithCanonicalMapping
    return bare == "ß" ? TextQuery.unfoldedSharpS : bare
  }
}

extension String {
  fileprivate var isWordLike: Bool { first.map { $0.isLetter || $0.isNumber } ?? false }
}

extension TextQuery {
  /// Whether a text is in a script whose words stand without spaces between them (Chinese,
  /// Japanese, Thai, Lao, Khmer, Burmese) or with endings that nobody looks for (Korean). A word
  /// index does not find parts of its sentences.
  public static func isUnspaced(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3130...0x318F,
        0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0x20000...0x3FFFF:
        true
      default: false
      }
    }
  }
}

extension StyledText {
  /// Returns the ranges of matches to highlight. A match under a spoiler highlights the whole
  /// spoiler, because its own range would reveal position and length of the word.
  public func marks(of query: TextQuery) -> [Range<Int>] { covered(query.ranges(in: string)) }

  /// Returns the ranges to step through when going from match to match, extended to whole spoilers;
  /// matches of single words if this text does not contain all of them.
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
