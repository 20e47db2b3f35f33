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
    var isReading = false
    var next = 0
    var waiters: [Int: Waiter] = [:]
  }

  private let user: String
  private let patience: Double
  private let read: @Sendable () -> String?

  // MARK: Mutable State (under the lock)

  private let shared: Mutex<Shared>

  /// A token that is known.
  init(_ token: String) {
    user = ""
    patience = 0
    read = { nil }
    shared = Mutex(Shared(token: token))
  }

  /// - Parameters:
  ///   - user: account in error messages.
  ///   - patience: maximum seconds that a request waits.
  ///   - read: returns the token, nil if there is none; may block.
  init(of user: String, patience: Double = 10, read: @escaping @Sendable () -> String?) {
    self.user = user
    self.patience = patience
    self.read = read
    shared = Mutex(Shared())
  }

  /// Returns the token. A missing one is looked for again by the next request, because the keyring
  /// may be back by then.
  func value() async throws(MatrixError) -> String {
    let (token, number) = shared.withLock { shared in
      shared.next += 1
      return (shared.token, shared.next)
    }
    if let token { return token }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let starts = shared.withLock { shared in
          shared.waiters[number] = waiter
          defer { shared.isReading = true }
          return !shared.isReading
        }
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

  private func finish(_ token: String?) {
    let waiters = shared.withLock { shared in
      shared.isReading = false
      shared.token = token
      defer { shared.waiters = [:] }
      return shared.waiters.values
    }
    for waiter in waiters {
      waiter.resume(returning: token.map { .success($0) } ?? .failure(.noToken(of: user)))
    }
  }

  private func end(_ number: Int, _ error: MatrixError) {
    let waiter = shared.withLock { $0.waiters.removeValue(forKey: number) }
    waiter?.resume(returning: .failure(error))
  }
}
