import LugeEngine
import Synchronization

/// What a decorator shows beside messages. A change is seen with the next frame; many before it
/// cost one.
///
/// May be used from any thread: all is behind one lock, which is never held while anything else is
/// called.
final class DecorationState<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    var notify: (@Sendable () -> Void)?
  }

  private let state: Mutex<State>

  init(_ value: Value) { state = Mutex(State(value: value)) }

  /// Changes ask this engine for a frame. To be called on the engine's thread.
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
