import Foundation
import LugeCore
import Synchronization

/// Checks words against the system's hunspell dictionaries, if there are any.
///
/// The library and a dictionary are loaded with the first word, never on the main thread. A word is
/// correct if one of the languages has it.
public actor SpellChecker {
  /// A word that is in no dictionary.
  public struct Mistake: Hashable, Sendable {
    /// Range in the text, UTF-16 units.
    public var range: Range<Int>
    public var word: String
  }

  private let languages: [String]
  private let folders: [String]
  private let ownWords: URL?
  private var dictionaries: [HunspellDictionary]?
  private var known: [String: Bool] = [:]
  private var suggested: [String: [String]] = [:]
  private var own: Set<String> = []

  /// - Parameters:
  ///   - languages: languages such as `de_DE`; nil: those of the user's locale.
  ///   - ownWords: a file of words that the user added, one per line; nil: they are not stored.
  ///   - folders: folders of dictionaries.
  public init(
    languages: [String]? = nil, ownWords: String? = nil,
    folders: [String] = ["/usr/share/hunspell", "/usr/local/share/hunspell"]
  ) {
    self.languages = languages ?? Self.languages(ProcessInfo.processInfo.environment)
    self.ownWords = ownWords.map { URL(fileURLWithPath: $0) }
    self.folders = folders
  }

  /// Returns the user's languages, the preferred one first.
  static func languages(_ environment: [String: String]) -> [String] {
    var names = environment["LANGUAGE"]?.split(separator: ":").map(String.init) ?? []
    for variable in ["LC_ALL", "LC_MESSAGES", "LANG"] {
      guard let value = environment[variable], !value.isEmpty else { continue }
      names.append(value)
      break
    }
    var result: [String] = []
    for name in names {
      let plain = String(name.prefix { $0 != "." && $0 != "@" })
      if !plain.isEmpty, plain != "C", plain != "POSIX", !result.contains(plain) {
        result.append(plain)
      }
    }
    return result
  }

  /// Whether there is a dictionary.
  public var isAvailable: Bool { !loaded().isEmpty }

  /// Returns the words of a text that are in no dictionary.
  ///
  /// - Complexity: O(text); results are cached.
  public func mistakes(in text: String) -> [Mistake] {
    guard text.utf8.count <= 20_000, !loaded().isEmpty else { return [] }
    return SpellingWords.of(text).filter { !isRight($0.word) }
  }

  /// Returns corrections, the most likely first.
  public func suggestions(for word: String) -> [String] {
    if let known = suggested[word] { return known }
    var result: [String] = []
    for dictionary in loaded() {
      for suggestion in dictionary.suggestions(for: word) where !result.contains(suggestion) {
        result.append(suggestion)
      }
    }
    result = Array(result.prefix(5))
    if suggested.count > 500 { suggested = [:] }
    suggested[word] = result
    return result
  }

  /// Adds a word to the user's own dictionary.
  public func add(_ word: String) {
    own.insert(word)
    guard let ownWords else { return }
    try? PrivateFolder.make(ownWords.deletingLastPathComponent().path)
    try? Data((own.sorted().joined(separator: "\n") + "\n").utf8).write(
      to: ownWords, options: .atomic)
  }

  private func isRight(_ word: String) -> Bool {
    if own.contains(word) { return true }
    if let answer = known[word] { return answer }
    let answer = loaded().contains { $0.knows(word) }
    if known.count > 5000 { known = [:] }
    known[word] = answer
    return answer
  }

  private func loaded() -> [HunspellDictionary] {
    if let dictionaries { return dictionaries }
    if let ownWords, let text = try? String(contentsOf: ownWords, encoding: .utf8) {
      own = Set(text.split(separator: "\n").map(String.init))
    }
    var paths: [String] = []
    for language in languages {
      if let path = path(of: language), !paths.contains(path) { paths.append(path) }
    }
    let found = paths.compactMap { HunspellDictionary(path: $0) }
    dictionaries = found
    return found
  }

  /// Returns the path, without extension, of a dictionary for the language, or for another
  /// country's variant; nil if there is none.
  private func path(of language: String) -> String? {
    let files = FileManager.default
    // Only the name of a language is accepted, so that the path stays in the folder.
    guard language.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return nil }
    for folder in folders {
      let exact = "\(folder)/\(language)"
      if files.isReadableFile(atPath: exact + ".dic") { return exact }
      let plain = language.prefix { $0 != "_" } + "_"
      let similar = (try? files.contentsOfDirectory(atPath: folder))?.sorted().first {
        $0.hasPrefix(plain) && $0.hasSuffix(".dic")
      }
      if let similar { return "\(folder)/\(similar.dropLast(4))" }
    }
    return nil
  }
}

/// Splits a text into words to check.
enum SpellingWords {
  /// Returns the words of people's names, which are no mistakes, as ``name(_:)`` returns them.
  static func names(in names: [String]) -> Set<String> {
    Set(
      names.lazy.flatMap { $0.split { !$0.isLetter && $0 != "'" && $0 != "’" } }
        .map { name(String($0)) })
  }

  /// Returns a word in small letters, without the ending of the genitive.
  static func name(_ word: String) -> String {
    let word = word.lowercased().replacingOccurrences(of: "’", with: "'")
    return word.hasSuffix("'s") ? String(word.dropLast(2)) : word
  }

  /// Returns the words of a text, without mentions, addresses, and words with digits.
  static func of(_ text: String) -> [SpellChecker.Mistake] {
    var result: [SpellChecker.Mistake] = []
    for token in text.split(whereSeparator: \.isWhitespace) {
      guard !token.contains("://"), !token.hasPrefix("www."), !token.contains("@"),
        token.first != "#", token.first != ":", !token.contains(where: \.isNumber)
      else { continue }
      for part in token.split(whereSeparator: { !$0.isLetter && $0 != "'" && $0 != "’" }) {
        var word = part
        while let first = word.first, !first.isLetter { word = word.dropFirst() }
        while let last = word.last, !last.isLetter { word = word.dropLast() }
        guard word.count > 1, word.count < 60, !word.allSatisfy(\.isUppercase) else { continue }
        let lower = word.startIndex.utf16Offset(in: text)
        let upper = word.endIndex.utf16Offset(in: text)
        result.append(
          .init(range: lower..<upper, word: word.replacingOccurrences(of: "’", with: "'")))
      }
    }
    return result
  }
}
