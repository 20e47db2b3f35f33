public import LugeCore

/// Person whose posts a page shows.
public struct PostProfile: Hashable, Sendable {
  public var author: PostAuthor
  /// Number of posts in the list. Negative counts are shown as zero.
  public var posts: Int
  /// Times of the first and the last of them, seconds since 1970 UTC; nil when unknown.
  public var first: Int64?
  public var last: Int64?
  /// Description by the person themselves; empty if unknown.
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
