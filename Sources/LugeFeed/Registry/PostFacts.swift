/// Facts about a post that follow from its neighbours.
///
/// Rows never see the neighbours themselves. Everything of another post that a row depends on is in
/// this value, is set by a declared ``FeedDecorator``, and is part of the row's revision.
public struct PostFacts: Hashable, Sendable {
  /// Whether the post continues the post above: one card, one line from avatar to avatar.
  public var joinsPrevious = false
  /// Whether the post below continues this one.
  public var joinsNext = false

  public init() {}

  var bits: UInt64 { (joinsPrevious ? 1 : 0) | (joinsNext ? 2 : 0) }
}

/// Rule by which a post's rows may depend on its neighbours; there is no other way.
public protocol FeedDecorator: Sendable {
  /// Adds facts about a post between its neighbours, which are nil at the ends of the list.
  func decorate(_ facts: inout PostFacts, of post: Post, previous: Post?, next: Post?)
}

/// Decorator that joins a post with the answer right below it.
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
