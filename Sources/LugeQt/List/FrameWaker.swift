import CQtShim
import Synchronization

/// Tells the main thread that results wait. Made before the engine, which gets ``wake()``, and
/// handed to the ``ListSurface``, which answers.
///
/// However many results arrive, at most one message is under way: the main queue never fills up.
/// While frames follow each other none is sent at all, for each costs the main loop a turn.
public final class FrameWaker: Sendable {
  private let isUnderWay = Atomic<Bool>(false)
  private let isFrameDue = Atomic<Bool>(false)
  /// Called on the main thread, once for however many calls of ``wake()``. A ``ListSurface`` sets
  /// its own.
  @MainActor public var onWake: (@MainActor () -> Void)?

  public init() {}

  /// Says that a frame will come in any case, which sees what has arrived by then; or that none
  /// will. After the latter the caller has to look for results once more: some may have come just
  /// before and told nobody.
  @MainActor func setFrameDue(_ isDue: Bool) {
    isFrameDue.store(isDue, ordering: .sequentiallyConsistent)
  }

  /// From any thread. Does nothing before there is an ``Application``.
  public func wake() {
    guard !isFrameDue.load(ordering: .sequentiallyConsistent) else { return }
    guard !isUnderWay.exchange(true, ordering: .acquiringAndReleasing) else { return }
    lq_app_post(
      { context in
        guard let context else { return }
        let waker = Unmanaged<FrameWaker>.fromOpaque(context).takeRetainedValue()
        // Before answering: what arrives from now on needs a message of its own.
        waker.isUnderWay.store(false, ordering: .releasing)
        MainActor.assumeIsolated { waker.onWake?() }
      }, Unmanaged.passRetained(self).toOpaque())
  }
}
