import CQtShim
import Synchronization

/// Signal to the main thread that results are pending. Made before the engine, which gets
/// ``wake()``, and passed to the ``ListSurface``, which handles it.
///
/// However many results arrive, at most one message is under way, so the main queue never fills up.
/// While frames follow each other no message is sent, because each costs a turn of the main loop.
public final class FrameWaker: Sendable {
  private let isUnderWay = Atomic<Bool>(false)
  private let isFrameDue = Atomic<Bool>(false)
  /// Closure called on the main thread, once for any number of calls of ``wake()``. A
  /// ``ListSurface`` sets its own.
  @MainActor public var onWake: (@MainActor () -> Void)?

  public init() {}

  /// Sets whether a frame will come in any case, which handles results that have arrived by then.
  /// After passing false, the caller must check for results once more: some may have come just
  /// before without a message.
  @MainActor func setFrameDue(_ isDue: Bool) {
    isFrameDue.store(isDue, ordering: .sequentiallyConsistent)
  }

  /// Sends the message. Thread-safe. Does nothing before there is an ``Application``.
  public func wake() {
    guard !isFrameDue.load(ordering: .sequentiallyConsistent) else { return }
    guard !isUnderWay.exchange(true, ordering: .acquiringAndReleasing) else { return }
    lq_app_post(
      { context in
        guard let context else { return }
        let waker = Unmanaged<FrameWaker>.fromOpaque(context).takeRetainedValue()
        // Clear the flag before the call: later results need a message of their own.
        waker.isUnderWay.store(false, ordering: .releasing)
        MainActor.assumeIsolated { waker.onWake?() }
      }, Unmanaged.passRetained(self).toOpaque())
  }
}
