import Dispatch
import Synchronization

/// Answers of other threads that no frame has taken yet.
final class Arrivals<Answer: Sendable>: Sendable {
  private let answers = Mutex<[Answer]>([])
  private let count = DispatchSemaphore(value: 0)

  func add(_ answer: Answer) {
    answers.withLock { $0.append(answer) }
    count.signal()
  }

  func take() -> [Answer] {
    // With the answers go their signals, or the next waits would end at once for answers that are
    // gone. What comes after this line signals again.
    while count.wait(timeout: .now()) == .success {}
    return answers.withLock { answers in
      defer { answers = [] }
      return answers
    }
  }

  /// Until an answer comes that was not taken, or the time has passed.
  func wait(seconds: Double) { _ = count.wait(timeout: .now() + seconds) }
}
