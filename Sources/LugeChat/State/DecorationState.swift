import LugeEngine
import Synchronization

/// State of a decorator. A change is visible in the next frame; several changes cost one frame.
///
/// Thread-safe: all fields are behind one lock, which is not held during calls to other code.
final class DecorationState<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    var notify: (@Sendable () -> Void)?
  }

  private let state: Mutex<State>

  init(_ value: Value) { state = Mutex(State(value: value)) }

  /// Makes changes request a frame from this engine. Call it on the engine's thread.
  func serve(_ engine: ListEngine) {
    let notify = engine.decorationsNotifier
    state.withLock { $0.notify = notify }
  }

  func read<Result: Sendable>(_ body: (Value) -> Result) -> Result {
    state.withLock { body($0.value) }
  }

  func change(_ body: (inout Value) -> Void) {
    let notify = state.withLock { state in
      body(&state.value)
      return state.notify
    }
    notify?()
  }
}
