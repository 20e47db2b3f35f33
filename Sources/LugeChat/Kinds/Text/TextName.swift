package import LugeCore

/// Mention or hashtag in a text, which a click searches for.
package struct TextName: Hashable {
  /// Text to search for: of a mention the person's id, or the visible name if the source has no id.
  package let words: String
  package let isMention: Bool

  /// - Returns: nil for actions on anything else.
  package init?(_ action: HitRegion.Action) {
    guard case .custom(let name) = action,
      let prefix = [ChatAction.mentionPrefix, ChatAction.hashtagPrefix].first(
        where: name.hasPrefix)
    else { return nil }
    words = String(name.dropFirst(prefix.count))
    isMention = prefix == ChatAction.mentionPrefix
  }
}
