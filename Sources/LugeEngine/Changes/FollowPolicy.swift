import LugeCore

/// Says when a list scrolls to its end by itself.
///
/// A list follows its end once the user has scrolled there. It stops when the user scrolls away,
/// when something at the end changes whose rule is ``Rule/never``, and when an update
/// ``UpdateOptions/holds`` an item. The policy has a rule for each kind of change at the end.
public struct FollowPolicy: Sendable, Hashable {
  public enum Rule: Sendable, Hashable {
    /// Scroll to the end from anywhere in the list.
    case always
    /// Scroll only when the list follows its end; otherwise the view stays.
    case whenAtEnd
    /// The view stays, even at the end.
    case never
  }

  /// New items at the end that the user wrote.
  public var ownItems: Rule
  /// New items at the end from others.
  public var othersItems: Rule
  /// The last item grows, as streamed text does. `always` means the same as `whenAtEnd`: growing
  /// text never takes the user to the end from elsewhere.
  public var growingText: Rule
  /// The viewport's height changes, as when a composer below the list grows. `always` means the
  /// same as `whenAtEnd`.
  public var growingComposer: Rule

  public init(
    ownItems: Rule = .always, othersItems: Rule = .whenAtEnd, growingText: Rule = .whenAtEnd,
    growingComposer: Rule = .whenAtEnd
  ) {
    self.ownItems = ownItems
    self.othersItems = othersItems
    self.growingText = growingText
    self.growingComposer = growingComposer
  }

  /// For chats: own messages scroll to the end, those of others only when the list follows it.
  public static let chat = FollowPolicy()
  /// The list never scrolls by itself.
  public static let off = FollowPolicy(
    ownItems: .never, othersItems: .never, growingText: .never, growingComposer: .never)
}

/// How to apply an update.
public struct UpdateOptions: Sendable, Hashable {
  public enum Author: Sendable, Hashable {
    case own
    case others
    /// A page of older or newer items that were written before. The list never follows it.
    case history
  }

  /// Whether rows in view come, go and grow gradually
  /// (``EngineConfiguration/animationDuration``).
  public var isAnimated: Bool
  /// Who wrote the new items at the end; see ``FollowPolicy``.
  public var author: Author
  /// Position in the new state of an item to jump to together with the update. The old view stays
  /// until the item's surroundings are drawn. Nil: no jump.
  public var shows: Int?
  /// Position in the new state of an item in view that must not move, even at the list's end, as
  /// when the user expands a text: it grows away from what was clicked. Nil holds the line one
  /// third down the screen.
  public var holds: Int?

  public init(
    isAnimated: Bool = false, author: Author = .others, shows: Int? = nil, holds: Int? = nil
  ) {
    self.isAnimated = isAnimated
    self.author = author
    self.shows = shows
    self.holds = holds
  }

  /// The options of two updates that are applied as one.
  ///
  /// - Parameter changes: those of the second update, which move this one's positions.
  func merged(with other: UpdateOptions, changes: [ListChange] = []) -> UpdateOptions {
    let authors: Set<Author> = [author, other.author]
    return UpdateOptions(
      isAnimated: isAnimated || other.isAnimated,
      author: authors.contains(.own) ? .own : authors.contains(.others) ? .others : .history,
      shows: other.shows ?? shows.map { changes.reduce($0) { $1.moved($0) } },
      holds: other.holds ?? holds.map { changes.reduce($0) { $1.moved($0) } })
  }
}
