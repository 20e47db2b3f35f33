/// What a post's neighbours mean for it, reduced to facts.
///
/// Rows never see the neighbours themselves. All that can reach a row from another post is in this
/// value, is set by a declared ``FeedDecorator``, and is mixed into the row's revision.
public struct PostFacts: Hashable, Sendable {
  /// Goes on from the post above: one card, one line from avatar to avatar.
  public var joinsPrevious = false
  /// The post below goes on from this one.
  public var joinsNext = false
  /// The first post of its day, where the screen says days.
  public var startsDay = false

  public init() {}

  var bits: UInt64 { (joinsPrevious ? 1 : 0) | (joinsNext ? 2 : 0) | (startsDay ? 4 : 0) }
}

/// The one way in which neighbouring posts influence each other's rows.
public protocol FeedDecorator: Sendable {
  /// Adds facts about a post between its neighbours; both nil at the ends of the list.
  func decorate(_ facts: inout PostFacts, of post: Post, previous: Post?, next: Post?)
}

/// Joins a post with the answer that stands right below it.
public struct ThreadDecorator: FeedDecorator {
  public init() {}

  public func decorate(_ facts: inout PostFacts, of post: Post, previous: Post?, next: Post?) {
    facts.joinsPrevious = previous.map { Self.joins($0, post) } ?? false
    facts.joinsNext = next.map { Self.joins(post, $0) } ?? false
  }

  private static func joins(_ first: Post, _ second: Post) -> Bool {
    second.boostedBy == nil && second.replyTo?.item == first.id
  }
}
