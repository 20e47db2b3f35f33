import Dispatch
import Synchronization

/// A queue from one producing to one consuming thread. The producer waits while it is full, so that
/// memory is limited whichever side is faster.
final class BoundedQueue<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let free = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)

  init(capacity: Int) {
    // Signalled rather than created with a value: libdispatch traps if a semaphore is freed with a
    // smaller value than it was created with.
    for _ in 0..<capacity { free.signal() }
  }

  /// Waits for space. Returns false, and drops the element, if the consumer has closed the queue.
  func push(_ element: Element) -> Bool {
    free.wait()
    let accepted = state.withLock { state in
      if state.isClosed { return false }
      state.elements.append(element)
      return true
    }
    if accepted { filled.signal() } else { free.signal() }
    return accepted
  }

  /// Waits for an element, and removes it.
  func pop() -> Element {
    filled.wait()
    let element = state.withLock { $0.elements.removeFirst() }
    free.signal()
    return element
  }

  /// Closes the queue: the consumer takes no more elements, and a waiting producer continues.
  func close() {
    state.withLock {
      $0.isClosed = true
      $0.elements.removeAll()
    }
    free.signal()
  }
}
