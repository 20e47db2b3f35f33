/// Rules when a list scrolls to its end by itself.
///
/// A list follows its end once the user has scrolled there. It stops when the user scrolls away,
/// when something changes at the end whose rule says `never`, and when an update
/// ``UpdateOptions/holds`` an item. The policy has a rule for each kind of change at the end;
/// `ListState` decides by it, in its section "Following the end". A program that knows more of its
/// list may withhold it from an update (``UpdateOptions/follows``).
public struct FollowPolicy: Sendable, Hashable {
  /// Rule for new items at the end.
  public enum Rule: Sendable, Hashable {
    /// Scrolls to the end from anywhere in the list.
    case always
    /// Scrolls only when the list follows its end; otherwise the view stays.
    case whenAtEnd
    /// Never scrolls, even at the end.
    case never
  }

  /// Rule for changes that are no new items: they never take the user to the end from elsewhere.
  public enum StayRule: Sendable, Hashable {
    /// Keeps the end in view while the list follows it.
    case whenAtEnd
    /// Does not follow the end any longer.
    case never
  }

  /// Rule for new items at the end that the user wrote.
  public var ownItems: Rule
  /// Rule for new items at the end from others.
  public var othersItems: Rule
  /// Rule for growth of the last item, as of streamed text.
  public var growingText: StayRule
  /// Rule for changes of the viewport's height, as when a field below the list grows.
  public var resizing: StayRule

  public init(
    ownItems: Rule = .always, othersItems: Rule = .whenAtEnd,
    growingText: StayRule = .whenAtEnd, resizing: StayRule = .whenAtEnd
  ) {
    self.ownItems = ownItems
    self.othersItems = othersItems
    self.growingText = growingText
    self.resizing = resizing
  }

  /// Policy for chats: own messages scroll to the end, those of others only when the list follows
  /// it.
  public static let chat = FollowPolicy()
  /// Policy of a list that never scrolls by itself.
  public static let off = FollowPolicy(
    ownItems: .never, othersItems: .never, growingText: .never, resizing: .never)
}
