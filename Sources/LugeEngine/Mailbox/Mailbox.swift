import Dispatch
import Synchronization

/// Queue of results from lanes to the frame: many threads write, and one reads once per frame.
///
/// Only the message that finds the mailbox empty wakes the consumer, so a flood of results causes
/// one wake-up. (A task for each result would delay painting; see docs/DESIGN.md, rule 6.)
final class Mailbox<Message: Sendable>: Sendable {
  private let messages = Mutex<[(message: Message, due: Double)]>([])
  private let wake: @Sendable () -> Void
  private let arrival = DispatchSemaphore(value: 0)
  /// Closure that returns when a message posted now may be read, on the simulated clock; nil: at
  /// once.
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

  /// Removes and returns the messages that may be read, in the order of posting, each with the time
  /// from which it might be read.
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

  /// Blocks until a message has arrived; returns false on a timeout. Call it only in programs
  /// without a window; it would block the main thread of one with a window.
  func wait(seconds: Double) -> Bool {
    if !isEmpty { return true }
    return arrival.wait(timeout: .now() + seconds) == .success
  }
}
