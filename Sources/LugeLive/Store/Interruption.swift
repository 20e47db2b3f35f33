import Synchronization

/// Ends a long transaction before it is complete.
final class Interruption: Sendable {
  private let state = Mutex(false)

  var isSet: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
