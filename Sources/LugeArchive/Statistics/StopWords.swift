/// Words that are frequent in every text of a language, whatever its topic: without them excluded,
/// a list of frequent words would contain nothing else.
///
/// A stop word of one language may be a topic in another ("also" in German, "hier" in French), so
/// only the languages of the text itself count.
struct StopWords {
  /// The languages of the text.
  private let written: Set<String>

  /// Minimum share of all words that are stop words of a language, for the text to be in it. In its
  /// own language the share is a quarter to a half, in related languages at most a few hundredths.
  private static let leastShare = 0.08
  /// Minimum number of different stop words, so that one word in a short text does not decide.
  private static let leastKinds = 3

  /// - Parameter counts: number of occurrences of each word, in lower case.
  /// - Complexity: O(words), and once the length of all lists.
  init(of counts: [String: Int]) {
    var all = 0
    var hits: [String: (kinds: Int, count: Int)] = [:]
    for (word, count) in counts {
      all = all.addingClamped(count)
      for language in Self.languages[Substring(word)] ?? [] {
        let before = hits[language] ?? (0, 0)
        hits[language] = (before.kinds + 1, before.count.addingClamped(count))
      }
    }
    let written = hits.filter {
      $0.value.kinds >= Self.leastKinds
        && Double($0.value.count) >= Double(all) * Self.leastShare
    }
    self.written = Set(written.keys)
  }

  func contains(_ word: String) -> Bool {
    Self.languages[Substring(word)]?.contains(where: written.contains) == true
      || Self.isLaughter(word)
  }

  /// Languages by their stop words.
  private static let languages: [Substring: [String]] = {
    var languages: [Substring: [String]] = [:]
    for (language, list) in StopWordData.lists {
      for word in list.stopWords { languages[word, default: []].append(language) }
    }
    return languages
  }()

  /// Whether a word is laughter, such as "hahahah", "jajaja", "lololol", "mmmm": it has at most two
  /// different letters.
  private static func isLaughter(_ word: String) -> Bool {
    var letters: Set<Character> = []
    for letter in word where letters.insert(letter).inserted {
      if letters.count > 2 { return false }
    }
    return true
  }
}

extension String {
  fileprivate var stopWords: [Substring] { split { $0 == " " || $0 == "\n" } }
}
