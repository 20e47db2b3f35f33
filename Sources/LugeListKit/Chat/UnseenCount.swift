import LugeChat
import LugeCore
import LugeEngine

/// Numbers of others' new messages that the user has not seen.
struct UnseenCount: Hashable {
  /// Those that came while the user had scrolled up, on the button that goes to the end.
  private(set) var below = 0
  /// Those that came while the window was not active, in its title.
  private(set) var unread = 0
  /// The first of those.
  private(set) var firstUnread: ItemID?

  /// Counts new messages, without service lines, and decides whose they are. One of the user is
  /// enough: the list then goes to its end, where all of them are seen.
  mutating func take(
    _ messages: [ChatMessage], isAtEnd: Bool, isActive: Bool
  ) -> UpdateOptions.Author {
    let others = messages.filter(\.isNews)
    if !isActive { missed(others.map(\.id)) }
    if messages.contains(where: \.isOutgoing) { return .own }
    if !isAtEnd { below += others.count }
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

  mutating func reachedEnd() { below = 0 }
  mutating func activated() { (unread, firstUnread) = (0, nil) }
}

extension ChatMessage {
  /// Whether it counts as new: others wrote it, and it is no service line.
  var isNews: Bool { !isOutgoing && !isService }
}
