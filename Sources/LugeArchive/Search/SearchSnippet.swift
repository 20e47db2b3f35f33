/// The text around the matches of a search.
///
/// FTS5's own `snippet()` scores each match against all others, which is quadratic if a message
/// repeats a word. This walks once over the text that `highlight()` returns.
struct SearchSnippet {
  let text: String
  /// Matches in ``text``: UTF-8 offsets, ascending, disjoint.
  let matches: [Range<Int>]

  /// Maximum words.
  private static let wordLimit = 24
  /// Maximum bytes, for scripts without spaces between words.
  private static let byteLimit = 320

  /// - Parameter marked: a text with ``opening`` and ``closing`` around each match.
  /// - Complexity: O(bytes).
  init(marked: String) {
    let (bytes, finds) = Self.unmark(marked)
    self.init(bytes, finds)
  }

  /// - Parameter finds: UTF-8 offsets, ascending, disjoint.
  /// - Complexity: O(bytes).
  init(_ text: String, finds: [Range<Int>]) { self.init(Array(text.utf8), finds) }

  private init(_ bytes: [UInt8], _ finds: [Range<Int>]) {
    let words = Self.words(of: bytes)
    guard let best = Self.best(finds, bytes) else {
      let end = Self.end(of: words[...], from: 0, bytes)
      (text, matches) = (Self.cut(bytes, 0..<end), [])
      return
    }
    let range = Self.surroundings(of: best, words, bytes)
    let isCut = range.lowerBound > 0
    let shift = (isCut ? Self.gap.utf8.count : 0) - range.lowerBound
    text = Self.cut(bytes, range)
    matches = finds.lazy.filter {
      $0.lowerBound >= range.lowerBound && $0.lowerBound < range.upperBound
    }
    .map { $0.lowerBound + shift..<min($0.upperBound, range.upperBound) + shift }
  }

  /// Delimiters around a match in FTS5's result: control characters that text does not contain.
  static let opening: UInt8 = 2
  static let closing: UInt8 = 3
  private static let gap = "…"

  private static func cut(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    (range.lowerBound > 0 ? gap : "") + String(decoding: bytes[range], as: UTF8.self)
      + (range.upperBound < bytes.count ? gap : "")
  }

  private static func unmark(_ marked: String) -> (bytes: [UInt8], finds: [Range<Int>]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(marked.utf8.count)
    var finds: [Range<Int>] = []
    var start: Int?
    for byte in marked.utf8 {
      switch byte {
      case opening: start = bytes.count
      case closing:
        if let opened = start, opened < bytes.count { finds.append(opened..<bytes.count) }
        start = nil
      default: bytes.append(byte)
      }
    }
    return (bytes, finds)
  }

  /// Returns the ranges of words, which are separated by spaces.
  private static func words(of bytes: [UInt8]) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start: Int?
    for index in bytes.indices {
      if bytes[index] <= 0x20 {
        if let from = start { words.append(from..<index) }
        start = nil
      } else if start == nil {
        start = index
      }
    }
    if let from = start { words.append(from..<bytes.count) }
    return words
  }

  /// Returns the range with the most distinct matches; among equals the one with the most matches,
  /// then the first.
  private static func best(_ finds: [Range<Int>], _ bytes: [UInt8]) -> Range<Int>? {
    guard var best = finds.first else { return nil }
    var counts: [ArraySlice<UInt8>: Int] = [:]
    var most = (different: 0, all: 0)
    var low = 0
    for high in finds.indices {
      counts[bytes[finds[high]], default: 0] += 1
      while finds[high].upperBound - finds[low].lowerBound > byteLimit / 2, low < high {
        let left = bytes[finds[low]]
        counts[left] = counts[left].flatMap { $0 > 1 ? $0 - 1 : nil }
        low += 1
      }
      let here = (different: counts.count, all: high - low + 1)
      if here > most {
        most = here
        best = finds[low].lowerBound..<finds[high].upperBound
      }
    }
    return best
  }

  /// Returns the range around the matches, with equally many words before and after them, as far as
  /// the limits allow.
  private static func surroundings(
    of finds: Range<Int>, _ words: [Range<Int>], _ bytes: [UInt8]
  ) -> Range<Int> {
    let first = words.partitioningIndex { $0.upperBound > finds.lowerBound }
    let last = words.partitioningIndex { $0.lowerBound >= finds.upperBound }
    let spare = max(0, wordLimit - (last - first))
    var lower = finds.lowerBound
    // Near the end there are fewer words after the matches than the limit allows.
    let before = max(spare / 2, spare - (words.count - last))
    let bytesLeft = max(0, byteLimit - finds.count)
    let room = max(bytesLeft / 2, bytesLeft - (bytes.count - finds.upperBound))
    for word in words[..<first].suffix(before).reversed() {
      guard finds.lowerBound - word.lowerBound <= room else { break }
      lower = word.lowerBound
    }
    if lower == finds.lowerBound, first < words.count, words[first].lowerBound < lower {
      // Within a long word, take as much of it as the limit allows.
      lower = boundary(max(words[first].lowerBound, lower - room), bytes)
    }
    return lower..<end(of: words[...], from: lower, bytes)
  }

  /// Returns the end of the words from an offset on, within the limits.
  private static func end(
    of words: ArraySlice<Range<Int>>, from lower: Int, _ bytes: [UInt8]
  ) -> Int {
    let first = words.partitioningIndex { $0.upperBound > lower }
    let last = min(words.endIndex, first + wordLimit)
    var end = lower
    for word in words[first..<last] {
      guard word.upperBound - lower <= byteLimit else {
        // A word that is too long is cut, so that something is shown.
        return max(end, boundary(min(word.upperBound, lower + byteLimit), bytes))
      }
      end = word.upperBound
    }
    return last == words.endIndex ? bytes.count - bytes.reversed().prefix { $0 <= 0x20 }.count : end
  }

  /// Moves an offset back to the beginning of a character.
  private static func boundary(_ offset: Int, _ bytes: [UInt8]) -> Int {
    var offset = offset
    while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }
}
