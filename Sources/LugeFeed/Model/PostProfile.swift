public import LugeCore

/// Who a screen is about, and what there is of them.
public struct PostProfile: Hashable, Sendable {
  public var author: PostAuthor
  /// Posts in the list. Negative counts are shown as none.
  public var posts: Int
  /// Times of the first and the last of them, seconds since 1970 UTC; nil when unknown.
  public var first: Int64?
  public var last: Int64?
  /// What the person says of themselves; empty when nothing is known.
  public var about: StyledText

  public init(
    author: PostAuthor, posts: Int, first: Int64? = nil, last: Int64? = nil,
    about: StyledText = StyledText("")
  ) {
    self.about = about
    self.author = author
    self.posts = posts
    self.first = first
    self.last = last
  }
}
