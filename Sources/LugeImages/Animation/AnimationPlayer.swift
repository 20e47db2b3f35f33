public import LugeCore
import LugeThreads
import Synchronization

/// Plays the animated pictures that are in view, on one clock.
///
/// It knows no timer: whoever draws says what is visible (``show(_:at:)``), asks when something
/// will change (``nextChange``), and moves the clock then (``advance(to:)``). Nothing visible, or
/// nothing permitted, means that nothing will change, and so no timer and no wake-up.
///
/// Frames are decoded ahead on a thread of its own, a few for each animation. Small animations stay
/// decoded under a limit in bytes, large ones never do. A frame that is late holds its animation
/// up; none is skipped, as browsers do it.
public final class AnimationPlayer: Sendable {
  public struct Configuration: Sendable {
    /// Bytes of frames decoded ahead for each animation; at least one frame is.
    public var ringBytes = 2 << 20
    /// Bytes of animations of which all frames are kept, together, in view or not: each of these is
    /// decoded once. What is not in view goes first, and all of it when nothing was shown for
    /// ``idleSeconds``. An animation that does not fit is decoded as it plays, again in each round.
    public var keptBytes = 48 << 20
    /// Frames decoded ahead, at most.
    public var framesAhead = 4
    /// Changes are due at multiples of this, seconds, so that many animations share their wake-ups:
    /// the unit in which GIFs count.
    public var tick = 0.01
    /// Seconds after which the decoder's process ends when nothing is shown.
    public var idleSeconds = 15.0
    public var limits = DecodeLimits()

    public init() {}
  }

  private let queue: AnimationQueue

  /// - Parameter onArrival: called on the decode thread when frames came that could not be waited
  ///   for with ``nextChange``: call ``advance(to:)`` soon.
  public init(
    configuration: Configuration = Configuration(), loader: any ImageLoading = FileImageLoader(),
    decoder: any AnimationDecoding = HelperAnimations(),
    onArrival: @escaping @Sendable () -> Void
  ) {
    queue = AnimationQueue(configuration: configuration, onArrival: onArrival)
    let worker = AnimationWorker(
      queue: queue, loader: loader, decoder: decoder, configuration: configuration)
    BackgroundThread.startForPictures(name: "luge-animations") { worker.run() }
  }

  deinit { queue.stop() }

  /// Replaces what is in view. Pictures that do not move cost one look at their file.
  ///
  /// - Parameter time: seconds, on any clock that the other calls use as well.
  /// - Complexity: O(pictures).
  public func show(_ visible: Set<ImageRequest>, at time: Double) {
    queue.show(visible, at: time)
  }

  /// Whether anything may move: false when the user's settings, the system's reduced motion or
  /// a hidden window say so. Frames stay as they are and go on from there.
  public func setPermitted(_ isPermitted: Bool, at time: Double) {
    queue.setPermitted(isPermitted, at: time)
  }

  /// When something will change that is in view; nil when nothing will until ``show(_:at:)``,
  /// ``setPermitted(_:at:)`` or an arrival.
  ///
  /// - Complexity: O(pictures in view).
  public var nextChange: Double? { queue.nextChange }

  /// Moves to a time.
  ///
  /// - Returns: the pictures that show another frame than before.
  /// - Complexity: O(pictures in view).
  @discardableResult
  public func advance(to time: Double) -> Set<ImageRequest> { queue.advance(to: time) }

  /// The frame to be drawn over the still picture; nil where nothing moves (yet).
  ///
  /// - Complexity: O(1).
  public func frame(of request: ImageRequest) -> AnimationFrame? { queue.frame(of: request) }

  public var statistics: AnimationStatistics { queue.statistics }

  /// Whether the decode thread works, or will; for tests.
  var isBusy: Bool { queue.isBusy }
}

/// One frame of an animation.
public struct AnimationFrame: Sendable {
  /// Index, from 0.
  public let index: Int
  public let bitmap: Bitmap
}

/// Counts of what a player did.
public struct AnimationStatistics: Hashable, Sendable {
  /// Frames decoded.
  public var decoded = 0
  /// Frames that came to be shown.
  public var shown = 0
  /// Number of shown frames that were not decoded when they were due.
  public var late = 0
  /// Bytes of frames held now, of what is in view.
  public var memoryBytes = 0
  /// Bytes of frames that are kept of what is not in view any more.
  public var keptBytes = 0
  /// Animations that are open now.
  public var open = 0
  /// How often the decode thread was woken.
  public var wakeUps = 0

  public init() {}
}

/// Work of the animations' thread until its player ends.
struct AnimationWorker: Sendable {
  let queue: AnimationQueue
  let loader: any ImageLoading
  let decoder: any AnimationDecoding
  let configuration: AnimationPlayer.Configuration

  func run() {
    while true {
      switch queue.next() {
      case .open(let request):
        queue.opened(request, Result { () throws(ImageError) in try open(request.key) })
      case .frame(let request, let index, let animation):
        let result = Result { () throws(ImageError) in
          try decoder.frame(
            index, of: animation, size: request.size, limits: configuration.limits)
        }
        queue.decoded(request, index: index, result)
      case .close(let number): decoder.close(number)
      case .rest:
        if !queue.waitForWork(seconds: configuration.idleSeconds) {
          decoder.releaseIdle()
          queue.forgetKept()
          _ = queue.waitForWork()
        }
      case .wait: _ = queue.waitForWork()
      case .end:
        decoder.releaseIdle()
        return
      }
    }
  }

  private func open(_ key: ImageKey) throws(ImageError) -> (Int, AnimationInfo) {
    // Starts while the file is read or fetched.
    decoder.prepare()
    let bytes = try loader.bytes(of: key, limit: configuration.limits.fileBytes)
    return try decoder.open(bytes, limits: configuration.limits)
  }
}
