import Dispatch
import Synchronization

/// Retries a write that fails (a full disk): reports the failure once, and tries again later.
package final class WriteRetry: Sendable {
  /// Called, on any thread, with the path of what could not be written.
  package typealias Report = @Sendable (_ path: String, any Error) -> Void

  private struct State {
    var isWaiting = false
    var report: Report = { _, _ in }
  }

  private let seconds: Double
  private let state = Mutex(State())

  /// - Parameter seconds: seconds until the next attempt.
  package init(after seconds: Double) { self.seconds = seconds }

  /// Sets the function that receives each failure.
  package func onFailure(_ report: @escaping Report) { state.withLock { $0.report = report } }

  /// Reports a failure, and calls `write` once after the delay, on any thread, unless another
  /// attempt is due already. `write` must still know what to write.
  package func failed(_ path: String, _ error: any Error, write: @escaping @Sendable () -> Void) {
    let (report, isFirst) = state.withLock { state in
      defer { state.isWaiting = true }
      return (state.report, !state.isWaiting)
    }
    if isFirst {
      DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + seconds) { [weak self] in
        self?.state.withLock { $0.isWaiting = false }
        write()
      }
    }
    report(path, error)
  }
}
