public import LugeCore

/// Actions of regions in posts, carried as ``LugeCore/HitRegion/Action/custom(_:)``.
public enum FeedAction: Hashable, Sendable {
  /// Shows the post with its thread.
  case open
  /// Shows the profile of its author.
  case profile(author: Int64)
  case like
  case boost
  case reply
  case bookmark
  /// Expands or folds the text.
  case fold
  /// Shows or covers the content behind the warning.
  case disclose
  /// Chooses an answer of the poll, from 0.
  case vote(Int)

  private static let prefix = "feed:"

  public var action: HitRegion.Action {
    let name =
      switch self {
      case .open: "open"
      case .profile(let author): "profile:\(author)"
      case .like: "like"
      case .boost: "boost"
      case .reply: "reply"
      case .bookmark: "bookmark"
      case .fold: "fold"
      case .disclose: "disclose"
      case .vote(let index): "vote:\(index)"
      }
    return .custom(Self.prefix + name)
  }

  /// Reads the action; nil for actions that do not belong to timelines.
  public init?(_ action: HitRegion.Action?) {
    guard case .custom(let text)? = action, text.hasPrefix(Self.prefix) else { return nil }
    let parts = text.dropFirst(Self.prefix.count).split(separator: ":", maxSplits: 1)
    switch (parts.first, parts.dropFirst().first) {
    case ("open", nil): self = .open
    case ("like", nil): self = .like
    case ("boost", nil): self = .boost
    case ("reply", nil): self = .reply
    case ("bookmark", nil): self = .bookmark
    case ("fold", nil): self = .fold
    case ("disclose", nil): self = .disclose
    case ("profile", let id?):
      guard let author = Int64(id) else { return nil }
      self = .profile(author: author)
    case ("vote", let index?):
      guard let index = Int(index) else { return nil }
      self = .vote(index)
    default: return nil
    }
  }
}
