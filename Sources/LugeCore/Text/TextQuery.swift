/// Words to be found in what is shown.
public struct TextQuery: Sendable, Hashable {
  /// In small letters.
  public let words: [String]

  /// - Parameter text: words between blanks; case does not matter.
  public init(_ text: String) {
    words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// UTF-8 ranges of all words' finds, ascending and disjoint. A word is found where one begins.
  ///
  /// - Complexity: O(characters · words); a find is compared no farther than the word is long.
  public func ranges(in text: String) -> [Range<Int>] {
    guard !words.isEmpty else { return [] }
    var characters: [(folded: String, offset: Int)] = []
    var offset = 0
    for character in text {
      characters.append((character.lowercased(), offset))
      offset += character.utf8.count
    }
    let wanted = words.map { $0.map { String($0) } }
    var found: [Range<Int>] = []
    var index = 0
    while index < characters.count {
      let isStart = index == 0 || !characters[index - 1].folded.isWordLike
      let length = wanted.lazy.filter { word in
        index + word.count <= characters.count && (isStart || !(word.first?.isWordLike ?? false))
          && word.indices.allSatisfy { characters[index + $0].folded == word[$0] }
      }.map(\.count).max()
      if let length, length > 0 {
        let end = index + length
        found.append(
          characters[index].offset..<(end < characters.count ? characters[end].offset : offset))
        index = end
      } else {
        index += 1
      }
    }
    return found
  }
}

extension String {
  fileprivate var isWordLike: Bool { first.map { $0.isLetter || $0.isNumber } ?? false }
}
