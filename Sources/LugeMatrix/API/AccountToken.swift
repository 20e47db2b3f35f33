import Dispatch
import LugeThreads
import Synchronization

/// Access token of an account, read from where it is stored when a request first needs it.
///
/// A keyring may be locked, or may not answer at all. Only requests wait for it, on a thread of its
/// own: stored messages can be read meanwhile.
final class AccountToken: Sendable {
  private typealias Waiter = CheckedContinuation<Result<String, MatrixError>, Never>

  private struct Shared {
    var token: String?
    /// Why the last reading gave none, and the seconds of uptime before which it is not repeated.
    var failure: (error: MatrixError, until: Double)?
    var isReading = false
    var next = 0
    var waiters: [Int: Waiter] = [:]
  }

  private let patience: Double
  private let pause: Double
  private let read: @Sendable () -> Result<String, MatrixError>

  // MARK: Mutable State (under the lock)

  private let shared: Mutex<Shared>

  /// A token that is known.
  init(_ token: String) {
    patience = 0
    pause = 0
    read = { .success(token) }
    shared = Mutex(Shared(token: token))
  }

  /// - Parameters:
  ///   - patience: maximum seconds that a request waits.
  ///   - pause: seconds after a reading without a token in which requests fail with its error. A
  ///     locked keyring asks the user for its password each time that it is read.
  ///   - read: returns the token; may block.
  init(
    patience: Double = 10, pause: Double = 0,
    read: @escaping @Sendable () -> Result<String, MatrixError>
  ) {
    self.patience = patience
    self.pause = pause
    self.read = read
    shared = Mutex(Shared())
  }

  /// Returns the token. A missing one is looked for again by the next request after the pause,
  /// because the keyring may be back by then.
  func value() async throws(MatrixError) -> String {
    let (token, failure, number) = shared.withLock { shared in
      shared.next += 1
      return (shared.token, shared.failure, shared.next)
    }
    if let token { return token }
    if let failure, Self.uptime < failure.until { throw failure.error }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let (known, starts) = shared.withLock { shared in
          if let token = shared.token { return (token as String?, false) }
          shared.waiters[number] = waiter
          defer { shared.isReading = true }
          return (nil, !shared.isReading)
        }
        if let known { return waiter.resume(returning: .success(known)) }
        if starts {
          BackgroundThread.start(name: "luge-keyring") { [self] in finish(read()) }
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + patience) { [weak self] in
          self?.end(number, .noKeyring)
        }
        // Cancelled before it was registered.
        if Task.isCancelled { end(number, .network(.cancelled)) }
      }
    } onCancel: {
      end(number, .network(.cancelled))
    }
    return try result.get()
  }

  private func finish(_ result: Result<String, MatrixError>) {
    let waiters = shared.withLock { shared in
      shared.isReading = false
      switch result {
      case .success(let token): shared.token = token
      case .failure(let error): shared.failure = (error, Self.uptime + pause)
      }
      defer { shared.waiters = [:] }
      return shared.waiters.values
    }
    for waiter in waiters { waiter.resume(returning: result) }
  }

  private static var uptime: Double {
    Double(DispatchTime.now().uptimeNanoseconds) / 1_000_000_000
  }

  private func end(_ number: Int, _ error: MatrixError) {
    let waiter = shared.withLock { $0.waiters.removeValue(forKey: number) }
    waiter?.resume(returning: .failure(error))
  }
}
