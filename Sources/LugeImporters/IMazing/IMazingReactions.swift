import LugeArchive
import LugeCore

/// Reactions in one field of iMazing's tables, in whichever order their parts are written:
/// `👍 Ann, Ben; ❤️ Me`, `Ann: 👍`, `Loved by Ann`.
enum IMazingReactions {
  /// Maximum bytes of a field; the reactions in a longer one are not looked for.
  private static let longest = 1 << 16
  private static let mostOfOne = 10_000
  /// Maximum emoji of a reaction to which the following names are added: each may add to all.
  private static let mostTogether = 16

  static func read(_ field: String) -> [ReactionRecord] {
    guard !field.isEmpty, field.utf8.count <= longest else { return [] }
    var reactions: [ReactionRecord] = []
    var last: [String] = []
    for part in field.split(whereSeparator: { ",;|".contains($0) || $0.isNewline }) {
      var emoji = part.filter(isEmoji).map { String($0) }
      var name = String(part.filter { !isEmoji($0) })
      if emoji.isEmpty, let (known, rest) = tapback(name) {
        emoji = [known]
        name = rest
      }
      name = name.trimmed
      if emoji.isEmpty, name.isEmpty { continue }
      let count = Int(name).map { $0.clamped(to: 1...mostOfOne) }
      // A name alone is one more person of the reaction before it.
      let reacted = emoji.isEmpty ? last : emoji
      for one in reacted {
        reactions.add(one, by: count == nil ? name : nil, times: count ?? 1)
      }
      if !emoji.isEmpty { last = emoji.count <= mostTogether ? emoji : [] }
    }
    return reactions
  }

  /// Returns the emoji of a word of Messages with which a text begins, and the text behind it.
  private static func tapback(_ text: String) -> (emoji: String, rest: String)? {
    let text = text.trimmed
    let words = [
      ("loved", "❤️"), ("liked", "👍"), ("disliked", "👎"), ("laughed at", "😂"), ("laughed", "😂"),
      ("emphasized", "‼️"), ("emphasised", "‼️"), ("questioned", "❓"),
    ]
    for (word, emoji) in words where text.lowercased().hasPrefix(word) {
      let rest = text.dropFirst(word.count)
      guard rest.first?.isLetter != true else { continue }
      let name = String(rest).trimmed
      return (emoji, name.hasPrefix("by ") ? String(name.dropFirst(3)) : name)
    }
    return nil
  }

  private static func isEmoji(_ character: Character) -> Bool {
    guard let first = character.unicodeScalars.first, first.properties.isEmoji else { return false }
    return first.properties.isEmojiPresentation
      || character.unicodeScalars.contains { $0.value == 0xFE0F }
      || first.value >= 0x2600
  }
}

extension String {
  /// The text without the spaces and signs around a name.
  fileprivate var trimmed: String {
    trimming { $0.properties.isWhitespace || ":()[]–—-\"".unicodeScalars.contains($0) }
  }
}
