import LugeEngine

/// Custom actions of the library's kinds, as ``LugeCore/HitRegion/Action/custom(_:)``.
public enum ChatAction {
  /// Prefix of an action on a mention, followed by the person's id, or by the visible name if the
  /// source has no id.
  public static let mentionPrefix = TextAction.mentionPrefix
  /// Action of a click on "Show more" or "Show less".
  public static let fold = "chat.fold"
  /// Prefix of an action on a hashtag, followed by the hashtag as written in the text.
  public static let hashtagPrefix = TextAction.hashtagPrefix
}
