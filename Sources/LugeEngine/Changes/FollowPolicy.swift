import LugeCore

/// When a list goes to its end by itself, as one value.
///
/// Following begins when the reader reaches the end, and only the reader's own scrolling ends it.
/// The policy says what happens at the end, and what happens elsewhere, for each cause of growth.
public struct FollowPolicy: Sendable, Hashable {
  public enum Rule: Sendable, Hashable {
    /// From wherever the reader is.
    case always
    /// When the list follows its end; otherwise what is in view stays.
    case whenAtEnd
    /// What is in view stays, even at the end.
    case never
  }

  /// New items at the end that the reader wrote.
  public var ownItems: Rule
  /// New items at the end from others.
  public var othersItems: Rule
  /// The last item grows, as text that streams in does. `always` is as `whenAtEnd`: far from the
  /// end, nobody is to be taken there by a text that grows.
  public var growingText: Rule
  /// The viewport becomes lower or higher, as a composer below the list grows. `always` is as
  /// `whenAtEnd`.
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

  /// As chats do: own messages show themselves, others' only at the end.
  public static let chat = FollowPolicy()
  /// A list that never moves by itself.
  public static let off = FollowPolicy(
    ownItems: .never, othersItems: .never, growingText: .never, growingComposer: .never)
}

/// How an update is to be carried out.
public struct UpdateOptions: Sendable, Hashable {
  public enum Author: Sendable, Hashable {
    case own
    case others
    /// Nobody: an older or newer page of what had been written. The list never follows it.
    case history
  }

  /// Rows in view take, and give up, their room over a quarter of a second.
  public var isAnimated: Bool
  /// Who wrote what comes in at the end; see ``FollowPolicy``.
  public var author: Author
  /// An item, by its position in the new state, that the list goes to as it takes the state on; the
  /// end is kept at the end. What is in view stays until everything there is ready.
  public var shows: Int?
  /// An item in view, by its position in the new state, that stays where it is as the list takes
  /// the state on, also at a list's end: what the reader unfolds grows away from what was clicked.
  /// Nil holds what is at the reader's eye.
  public var holds: Int?

  public init(
    isAnimated: Bool = false, author: Author = .others, shows: Int? = nil, holds: Int? = nil
  ) {
    self.isAnimated = isAnimated
    self.author = author
    self.shows = shows
    self.holds = holds
  }

  /// For updates that are carried out as one; `changes` are those that come after this one's.
  func merged(with other: UpdateOptions, changes: [ListChange] = []) -> UpdateOptions {
    let authors: Set<Author> = [author, other.author]
    return UpdateOptions(
      isAnimated: isAnimated || other.isAnimated,
      author: authors.contains(.own) ? .own : authors.contains(.others) ? .others : .history,
      shows: other.shows ?? shows.map { changes.reduce($0) { $1.moved($0) } },
      holds: other.holds ?? holds.map { changes.reduce($0) { $1.moved($0) } })
  }
}
