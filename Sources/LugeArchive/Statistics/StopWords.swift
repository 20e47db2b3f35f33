/// Words that every text of a language is full of, whatever it is about: a list of those that were
/// written most would hold no others.
///
/// What is such a word in one language may be what a text in another is about ("also" in German,
/// "hier" in French), so only the lists of those languages count that the text itself is full of.
struct StopWords {
  /// The languages that the text is written in.
  private let written: Set<String>

  /// Part of all counted words that a language's list makes up at least where the language is
  /// written: it is a quarter to a half there, and a hundredth or two in related languages.
  private static let leastShare = 0.08
  /// Different words of its list, so that one word in a short text is no language.
  private static let leastKinds = 3

  /// - Parameter counts: how often each word came, in small letters.
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

  /// The languages in whose lists a word is.
  private static let languages: [Substring: [String]] = {
    var languages: [Substring: [String]] = [:]
    for (language, list) in StopWordData.lists {
      for word in list.stopWords { languages[word, default: []].append(language) }
    }
    return languages
  }()

  /// "hahahah", "jajaja", "lololol", "mmmm": of two letters at most.
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
