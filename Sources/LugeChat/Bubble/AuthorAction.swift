public import LugeCore

/// A user chose the face beside a message, or the name above it; see
/// ``ChatStyle/AvatarMetrics/isButton``.
public struct AuthorAction: RowAction {
  public let author: ChatAuthor

  public init(author: ChatAuthor) { self.author = author }
}

extension HitRegion.Action {
  /// Whether it is an ``AuthorAction``.
  package var isAuthor: Bool {
    if case .typed(let action) = self { action.value is AuthorAction } else { false }
  }
}
