/// Says when a list scrolls to its end by itself.
///
/// A list follows its end once the user has scrolled there. It stops when the user scrolls away,
/// when something at the end changes whose rule is ``Rule/never``, and when an update
/// ``UpdateOptions/holds`` an item. The policy has a rule for each kind of change at the end;
/// `ListState` decides by it, in what its section "Following the end" has. A program that knows
/// more of its list may withhold it from an update (``UpdateOptions/follows``).
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
