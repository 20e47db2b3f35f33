import LugeChat
import LugeCore
import LugeEngine

/// Numbers of others' new messages that the user has not seen.
struct UnseenCount: Hashable {
  /// Number of messages that came while the user had scrolled up, for the button that goes to the
  /// end.
  private(set) var below = 0
  /// Number of messages that came while the window was not active, or that are marked as unread,
  /// for its title.
  private(set) var unread = 0
  /// The first message that came while the window was not active.
  private(set) var firstUnread: ItemID?
  /// Whether the user has marked messages as unread: what comes after them is unread, too.
  private(set) var isMarked = false

  /// Counts new messages, without service lines, and decides whose they are. One of the user is
  /// enough: the list then goes to its end, where all of them are seen.
  ///
  /// - Parameter follows: whether the list scrolls to others' new messages.
  mutating func take(
    _ messages: [ChatMessage], follows: Bool, isActive: Bool
  ) -> UpdateOptions.Author {
    let others = messages.filter(\.isNews)
    let isOwn = messages.contains(where: \.isOutgoing)
    // Who writes takes the mark back.
    if isOwn, isActive { (unread, isMarked) = (0, false) }
    if !isActive {
      missed(others.map(\.id))
    } else if isMarked {
      unread = unread.addingClamped(others.count)
    }
    if isOwn { return .own }
    if !follows { below += others.count }
    return .others
  }

  /// Counts others' messages that came while the window was not active.
  mutating func missed(_ others: [ItemID]) {
    unread = unread.addingClamped(others.count)
    firstUnread = firstUnread ?? others.first
  }

  /// Adds messages that only the program knows.
  mutating func add(_ count: Int) { below = below.addingClamped(max(0, count)) }

  /// Raises the number below the view to that of the program, which may know of more.
  mutating func raise(to count: Int) { below = max(below, count) }

  /// Counts messages as unread that the user has marked: all from one on.
  mutating func mark(_ messages: some Sequence<ChatMessage>) {
    unread = messages.count(where: \.isNews)
    isMarked = true
  }

  mutating func reachedEnd() { below = 0 }
  mutating func activated() { (unread, firstUnread, isMarked) = (0, nil, false) }
}

extension ChatMessage {
  /// Whether it counts as new: others wrote it, and it is no service line.
  var isNews: Bool { !isOutgoing && !isService }
}
