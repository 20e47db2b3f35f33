import LugeCore
import LugeEngine

/// The custom actions that the library's kinds have, as ``LugeCore/HitRegion/Action/custom(_:)``.
public enum ChatAction {
  /// Followed by the person's id, or by the visible name where the source has no id.
  public static let mentionPrefix = TextAction.mentionPrefix
  /// A click on "Show more" or "Show less".
  public static let fold = "chat.fold"
  /// Followed by the hashtag as it stands in the text.
  public static let hashtagPrefix = TextAction.hashtagPrefix
}
