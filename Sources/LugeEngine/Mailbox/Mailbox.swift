import Dispatch
import Synchronization

/// Where lanes leave results for the frame: many write, one reads, once a frame.
///
/// Only the message that finds the mailbox empty wakes the reader, so a flood of results costs one
/// wake-up (a task per result would starve painting; see the design's invariant 6).
final class Mailbox<Message: Sendable>: Sendable {
  private let messages = Mutex<[(message: Message, due: Double)]>([])
  private let wake: @Sendable () -> Void
  private let arrival = DispatchSemaphore(value: 0)
  /// When a message that is posted now may be read; nil: at once.
  private let due: (@Sendable () -> Double)?

  init(due: (@Sendable () -> Double)? = nil, wake: @escaping @Sendable () -> Void) {
    self.due = due
    self.wake = wake
  }

  func post(_ message: Message) {
    let due = due?() ?? 0
    let wasEmpty = messages.withLock { messages in
      defer { messages.append((message, due)) }
      return messages.isEmpty
    }
    if wasEmpty {
      arrival.signal()
      wake()
    }
  }

  /// Takes out what may be read, in the order of posting; the times are those at which it might.
  func drain() -> [(message: Message, due: Double)] {
    var ready: [(message: Message, due: Double)] = []
    guard let due else {
      messages.withLock { swap(&$0, &ready) }
      return ready
    }
    let now = due()
    return messages.withLock { messages in
      defer { messages.removeAll { $0.due <= now } }
      return messages.filter { $0.due <= now }
    }
  }

  var isEmpty: Bool { messages.withLock { $0.isEmpty } }

  /// Blocks until something arrived; for programs without a window, never on a main thread that
  /// has one. False when nothing came within so many seconds.
  func wait(seconds: Double) -> Bool {
    if !isEmpty { return true }
    return arrival.wait(timeout: .now() + seconds) == .success
  }
}
