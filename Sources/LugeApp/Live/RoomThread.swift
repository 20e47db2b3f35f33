import LugeCore
import LugeLive

/// The thread beside a room, if one is open: its messages, and how far they are read. A value
/// without account and list, so that it can be tested by itself.
struct RoomThread {
  /// A change of the room, and what its messages in threads lead to.
  struct Taken {
    /// The change without messages in threads.
    var rest: LiveRoomChange
    /// Need of the open thread; nil for none.
    var need: Need?
    /// A new message of somebody in a thread that is not open; otherwise nil.
    var answer: LiveMessage?
  }

  enum Need: Hashable {
    /// Its messages have to be read again.
    case reading
    /// Its first message belongs to a thread that begins earlier, which has to be shown instead.
    case successor(String, message: ItemID)
  }

  /// A reading of the open thread's messages.
  struct Reading: Hashable {
    var event: String
    fileprivate var number: Int
  }

  private struct Current {
    var event: String
    var items: [LiveMessage]
    /// The last message that was reported as read.
    var seen: ItemID?
    var line = UnreadLine()
    /// Place of the last message that another member has read.
    var othersReadUpTo = Int64.min
  }

  private var current: Current?
  /// Number of readings; only the last one's result is used.
  private var readings = 0

  /// Event id of its first message; nil if no thread is open.
  var event: String? { current?.event }
  var items: [LiveMessage] { current?.items ?? [] }
  /// The message below the line above unread ones; nil without a line.
  var firstUnread: ItemID? { current?.line.first }
  /// Event id of its last message on the server.
  var lastEvent: String? { lastSent?.event }
  private var lastSent: LiveMessage? { items.last { $0.state == .sent } }

  mutating func open(_ event: String, _ items: [LiveMessage]) {
    current = Current(event: event, items: items)
  }

  mutating func close() { current = nil }

  /// Whether a message is shown in it.
  func shows(_ message: LiveMessage) -> Bool {
    current.map { $0.event == message.thread ?? message.event } ?? false
  }

  /// Separates a change's messages in threads from the others.
  func take(_ change: LiveRoomChange) -> Taken {
    var taken = Taken(rest: change)
    taken.rest.added.removeAll { $0.thread != nil }
    taken.rest.changed.removeAll { $0.thread != nil }
    // Messages that were shown in the room until the thread's first message arrived.
    taken.rest.removed += change.moved.filter { $0.thread != nil }.map(\.id)
    taken.rest.moved.removeAll { $0.thread != nil }
    if let current {
      let all = change.added + change.changed + change.moved
      let known = Set(current.items.map(\.id))
      if let first = change.moved.first(where: { $0.event == current.event }),
        let thread = first.thread
      {
        taken.need = .successor(thread, message: first.id)
      } else if all.contains(where: { $0.thread == current.event || $0.event == current.event })
        || change.removed.contains(where: known.contains)
      {
        taken.need = .reading
      }
    }
    let answer = change.added.last { !$0.isOwn && $0.thread != nil }
    if answer?.thread != event { taken.answer = answer }
    return taken
  }

  /// Begins to read its messages, again if they are being read; nil if no thread is open.
  mutating func beginReading() -> Reading? {
    readings += 1
    return event.map { Reading(event: $0, number: readings) }
  }

  /// Takes the messages that were read, unless another reading has begun since.
  ///
  /// - Parameter isWatched: whether the user looks at the window.
  /// - Returns: whether it took them.
  mutating func take(_ items: [LiveMessage], of reading: Reading, isWatched: Bool = true) -> Bool {
    guard reading.number == readings, reading.event == event else { return false }
    // Earlier ones were missing, and are not new.
    let known = Set(self.items.map(\.id))
    let new = items.suffix(from: (items.lastIndex { known.contains($0.id) } ?? -1) + 1)
    current?.items = items
    if new.contains(where: { $0.isOwn && $0.state == .waiting }) { current?.line.first = nil }
    current?.line.came(new.map(UnreadLine.Message.init), isWatched: isWatched)
    return true
  }

  /// Notes that its end is in view, and that the user looks at the window.
  ///
  /// - Parameter canReport: whether the server can be told now.
  /// - Returns: its event if its last message was not reported as read and is in view; otherwise
  ///   nil.
  mutating func see(canReport: Bool = true, _ isInView: (ItemID) -> Bool) -> String? {
    guard let last = lastSent, isInView(last.id) else { return nil }
    current?.line.saw(last.place, isLast: true)
    guard canReport, last.id != current?.seen else { return nil }
    current?.seen = last.id
    return event
  }

  /// Reports its last message once more: the report may have been lost with the connection.
  mutating func reportAgain() { current?.seen = nil }

  /// Called when the user looks away from the window.
  ///
  /// - Returns: whether the line above unread messages is elsewhere now.
  mutating func lookedAway() -> Bool {
    let (before, messages) = (firstUnread, items.map(UnreadLine.Message.init))
    current?.line.lookedAway(from: messages, hasMore: false)
    return firstUnread != before
  }

  /// Notes how far another member has read a thread.
  ///
  /// - Returns: whether that is farther than before in the open one.
  mutating func othersRead(upTo place: Int64, in event: String) -> Bool {
    guard let current, current.event == event, place > current.othersReadUpTo else { return false }
    self.current?.othersReadUpTo = place
    return true
  }

  /// Whether another member has read it as far as a message.
  func othersHaveRead(_ message: LiveMessage) -> Bool {
    guard let current, current.event == message.thread else { return false }
    return message.place <= current.othersReadUpTo
  }
}
