public import LugeCore

/// A user chose the face beside a message; see ``ChatStyle/AvatarMetrics/isButton``.
public struct AuthorAction: RowAction {
  public let author: ChatAuthor

  public init(author: ChatAuthor) { self.author = author }
}
