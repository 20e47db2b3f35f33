import Synchronization

/// A request that may be cancelled before it has begun.
final class LeavingTask: Sendable {
  private enum State {
    case waiting
    case asked(cancel: @Sendable () -> Void)
    case left
  }

  // MARK: Mutable State (under the lock)

  private let state = Mutex(State.waiting)

  func asked(_ cancel: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if case .left = state { return true }
      state = .asked(cancel: cancel)
      return false
    }
    if isLate { cancel() }
  }

  func leave() {
    let cancel = state.withLock { state -> (@Sendable () -> Void)? in
      defer { state = .left }
      if case .asked(let cancel) = state { return cancel }
      return nil
    }
    cancel?()
  }
}
