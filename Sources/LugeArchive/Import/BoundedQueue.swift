import Dispatch
import Synchronization

/// A queue between one thread that produces and one that consumes; the producer waits while it is
/// full, so that memory stays bounded whichever side is faster.
final class BoundedQueue<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let free = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)

  init(capacity: Int) {
    // Counted up rather than created with a value: libdispatch traps when a semaphore goes away
    // with less than it was created with.
    for _ in 0..<capacity { free.signal() }
  }

  /// Waits for room. False when the consumer has closed the queue: the element is dropped.
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

  /// Waits for an element.
  func pop() -> Element {
    filled.wait()
    let element = state.withLock { $0.elements.removeFirst() }
    free.signal()
    return element
  }

  /// Called by the consumer when it takes nothing more; a waiting producer goes on.
  func close() {
    state.withLock {
      $0.isClosed = true
      $0.elements.removeAll()
    }
    free.signal()
  }
}
