import LugeArchive
import LugeCore
import LugeLive

/// Line above the first unread message of a room or a thread. When the user looks away from the
/// window, it goes to what they have not seen, or is put above what comes then; when they look
/// again, it stays until they look away once more, or write. A value without account and list, so
/// that it can be tested by itself.
struct UnreadLine {
  struct Message {
    enum Kind {
      /// What the user wrote, or others.
      case own, news
      /// What happened, and what is deleted.
      case other
    }

    var id: ItemID
    /// See ``LiveMessage/place``.
    var place: Int64
    var kind: Kind
  }

  /// The message below the line; nil without a line.
  var first: ItemID?
  /// Place of the last message that the user has seen; nil if they have seen none.
  private var seen: Int64?
  /// Whether nothing new has come since.
  private var hasSeenAll = false

  init(above first: ItemID? = nil) { self.first = first }

  /// Called for the last message in view while the user looks at the window.
  ///
  /// - Parameter isLast: whether it is the newest one.
  mutating func saw(_ place: Int64, isLast: Bool) {
    guard place >= seen ?? .min else { return }
    seen = place
    hasSeenAll = isLast
  }

  /// Called for new messages, the oldest first.
  ///
  /// - Parameter isWatched: whether the user looks at the window; the line then stays where it is.
  mutating func came(_ messages: [Message], isWatched: Bool) {
    guard let last = messages.last(where: { $0.kind != .other }) else { return }
    hasSeenAll = hasSeenAll && last.kind == .own
    guard !isWatched else { return }
    var new = messages[...]
    // On another device the user has seen what is before the message that they wrote there.
    if let own = new.lastIndex(where: { $0.kind == .own }) {
      first = nil
      new = new[(own + 1)...]
    }
    first = first ?? new.first { $0.kind == .news }?.id
  }

  /// Called when the user looks away: what was in view is seen, what came while they were further
  /// up is not.
  ///
  /// - Parameters:
  ///   - messages: the loaded ones in their order.
  ///   - hasMore: whether others follow, which are not loaded.
  mutating func lookedAway(from messages: [Message], hasMore: Bool) {
    guard let seen else { return }
    guard !hasSeenAll else { return first = nil }
    // If what follows is not loaded, it is not known which one is the first: the line stays.
    guard let last = messages.lastIndex(where: { $0.place <= seen }) else { return }
    let next = messages[(last + 1)...].first { $0.kind == .news }
    if next != nil || !hasMore { first = next?.id }
  }
}

extension UnreadLine.Message {
  init(_ message: LiveMessage) {
    self.init(
      id: message.id, place: message.place,
      kind: message.stored.kind != .message ? .other : message.isOwn ? .own : .news)
  }
}
