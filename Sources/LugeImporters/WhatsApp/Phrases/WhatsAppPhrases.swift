import Foundation
import LugeArchive

/// The phrases that WhatsApp writes into an export in place of other content, in one language.
///
/// Messages in a missing language are not lost: their placeholders are shown as text. To add a
/// language, write a value and add it to ``all``.
struct WhatsAppPhrases {
  /// Android's `<Media omitted>`, with the angle brackets.
  var omitted: [String] = []
  /// iOS's "image omitted" by kind; always after a left-to-right mark.
  var omittedByKind: [(String, MediaRecord.Kind)] = []
  /// The word in iOS's `<attached: x.jpg>`.
  var attached: [String] = []
  /// Android's "(file attached)", with the parentheses.
  var fileAttached: [String] = []
  /// `<This message was edited>`, with the angle brackets.
  var edited: [String] = []
  /// Phrases without the full stop, which some versions write.
  var deleted: [String] = []
  var calls: [String] = []
  /// Phrases for calls that only count after a left-to-right mark, with more text after a comma or
  /// a full stop: `Voice call, 2 min`.
  var markedCalls: [String] = []
  /// Phrases before a link to a map.
  var location: [String] = []
  /// The word that begins a poll, without its colon.
  var poll: [String] = []
  /// A distinctive part of the notice with which every chat begins.
  var encryption: [String] = []

  static let all: [WhatsAppPhrases] = germanic + romance + slavic + others
}

/// Phrases of all languages, arranged for looking up bytes.
struct WhatsAppPhraseTable: Sendable {
  static let shared = WhatsAppPhraseTable(WhatsAppPhrases.all)

  enum Meaning: Sendable, Hashable {
    /// The whole text replaces an omitted file; nil if the kind is unknown.
    case omitted(MediaRecord.Kind)
    /// The same, but only after a left-to-right mark: users may write "image omitted" themselves.
    case markedOmitted(MediaRecord.Kind)
    case deleted
    /// `null`, which Android writes for a lost picture or voice message that could be seen once.
    case nothing
    case call
    /// A call, but only after a left-to-right mark.
    case markedCall
  }

  static let nothing = "null"
  private let whole: [[UInt8]: Meaning]
  private let longestWhole: Int
  /// Phrases that end or precede other text, such as `<…>`.
  let edited: [[UInt8]]
  let attached: [[UInt8]]
  let fileAttached: [[UInt8]]
  let location: [[UInt8]]
  let poll: [[UInt8]]
  let encryption: [[UInt8]]

  init(_ languages: [WhatsAppPhrases]) {
    var whole: [[UInt8]: Meaning] = [:]
    // Versions differ in whether an accent is a separate character.
    func add(_ phrase: String, _ meaning: Meaning) {
      let spellings = [
        phrase, phrase.precomposedStringWithCanonicalMapping,
        phrase.decomposedStringWithCanonicalMapping,
      ]
      for spelling in spellings { whole[Array(spelling.utf8)] = meaning }
    }
    for language in languages {
      for phrase in language.omitted {
        add(phrase, .omitted(.other))
        add(phrase.lowercased(), .omitted(.other))
      }
      for (phrase, kind) in language.omittedByKind { add(phrase, .markedOmitted(kind)) }
      for phrase in language.deleted { add(phrase, .deleted) }
      for phrase in language.markedCalls { add(phrase, .markedCall) }
      for phrase in language.calls { add(phrase, .call) }
    }
    add(Self.nothing, .nothing)
    self.whole = whole
    longestWhole = whole.keys.map(\.count).max() ?? 0
    func bytes(_ path: KeyPath<WhatsAppPhrases, [String]>) -> [[UInt8]] {
      languages.flatMap { $0[keyPath: path].map { Array($0.utf8) } }
    }
    edited = bytes(\.edited)
    attached = bytes(\.attached)
    fileAttached = bytes(\.fileAttached)
    location = bytes(\.location)
    poll = bytes(\.poll)
    encryption = bytes(\.encryption)
  }

  /// Full stops of Latin and most other scripts, of Chinese and Japanese, and of Hindi.
  private static let fullStops: [[UInt8]] = [".", "。", "।"].map { Array($0.utf8) }

  /// Returns the meaning of a whole text, ignoring a full stop at its end.
  func meaning(of text: UnsafeBufferPointer<UInt8>) -> Meaning? {
    let stop = Self.fullStops.first { text.hasSuffix($0) }
    let count = text.count - (stop?.count ?? 0)
    guard count > 0, count <= longestWhole else { return nil }
    if let meaning = whole[Array(text.slice(0..<count))] { return meaning }
    // Versions differ in capitals: `<media omitted>`.
    guard text[0] == UInt8(ascii: "<"), text[count - 1] == UInt8(ascii: ">") else { return nil }
    let text = String(decoding: text.slice(0..<count), as: UTF8.self)
    return whole[Array(text.lowercased().utf8)]
  }
}
