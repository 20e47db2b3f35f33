public import LugeCore

/// Action of a click on the avatar beside a message, or on the name above it; see
/// ``ChatStyle/AvatarMetrics/isButton``.
public struct AuthorAction: RowAction {
  public let author: ChatAuthor

  public init(author: ChatAuthor) { self.author = author }
}

extension HitRegion.Action {
  /// Whether the action is an ``AuthorAction``.
  package var isAuthor: Bool {
    if case .typed(let action) = self { action.value is AuthorAction } else { false }
  }
}
