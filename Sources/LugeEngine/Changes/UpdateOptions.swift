import LugeCore

/// Options of an update: who wrote it, and what it shows or holds.
public struct UpdateOptions: Sendable, Hashable {
  public enum Author: Sendable, Hashable {
    case own
    case others
    /// A page of older or newer items that existed before. The list never follows it.
    case history
  }

  /// Whether rows in view come, go and grow gradually
  /// (``EngineConfiguration/animationDuration``).
  public var isAnimated: Bool
  /// Who wrote the new items at the end; see ``FollowPolicy``.
  public var author: Author
  /// Whether the update may be followed to the list's end; false where the program wants the view
  /// to stay, whatever ``FollowPolicy`` says.
  public var follows: Bool
  /// Position, in the new state, of an item to jump to together with the update. The old view stays
  /// until the item's surroundings are drawn. Nil: no jump.
  public var shows: Int?
  /// Position, in the new state, of an item in view that must not move, even at the list's end, as
  /// when the user expands a text: it grows away from the clicked place. Nil holds the line one
  /// third down the screen.
  public var holds: Int?

  public init(
    isAnimated: Bool = false, author: Author = .others, follows: Bool = true, shows: Int? = nil,
    holds: Int? = nil
  ) {
    self.isAnimated = isAnimated
    self.author = author
    self.follows = follows
    self.shows = shows
    self.holds = holds
  }

  /// Pages of history are never followed.
  var mayFollow: Bool { follows && author != .history }

  /// Returns the options of two updates that are applied as one.
  ///
  /// - Parameter changes: the changes of the second update, which move this one's positions.
  func merged(with other: UpdateOptions, changes: [ListChange] = []) -> UpdateOptions {
    let authors: Set<Author> = [author, other.author]
    return UpdateOptions(
      isAnimated: isAnimated || other.isAnimated,
      author: authors.contains(.own) ? .own : authors.contains(.others) ? .others : .history,
      follows: mayFollow || other.mayFollow,
      shows: other.shows ?? shows.map { changes.reduce($0) { $1.moved($0) } },
      holds: other.holds ?? holds.map { changes.reduce($0) { $1.moved($0) } })
  }
}
