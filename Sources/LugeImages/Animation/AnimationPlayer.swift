public import LugeCore
import LugeThreads
import Synchronization

/// Plays the animated pictures that are in view, on one clock.
///
/// It has no timer: its caller says what is visible (``show(_:at:)``), asks when something will
/// change (``nextChange``), and moves the clock then (``advance(to:)``). While nothing is visible
/// or permitted, nothing changes, so there is no timer and no wake-up.
///
/// Frames are decoded ahead on a separate thread, a few for each animation. Decoded frames of small
/// animations are kept under a byte limit, those of large ones never. A late frame delays its
/// animation; frames are not skipped, as in browsers.
public final class AnimationPlayer: Sendable {
  public struct Configuration: Sendable {
    /// Maximum bytes of frames decoded ahead for each animation; at least one frame is decoded.
    public var ringBytes = 2 << 20
    /// Maximum bytes of all animations, in view or not, whose frames are all kept, so that each
    /// frame is decoded once. Animations that are not in view are dropped first, and all of them
    /// when nothing was shown for ``idleSeconds``. An animation that does not fit is decoded again
    /// each time it plays.
    public var keptBytes = 48 << 20
    /// Maximum number of frames decoded ahead.
    public var framesAhead = 4
    /// Unit of time, in seconds: changes are due at its multiples, so that many animations share
    /// their wake-ups. GIFs use the same unit.
    public var tick = 0.01
    /// Seconds without a shown animation after which the decoder's process ends.
    public var idleSeconds = 15.0
    public var limits = DecodeLimits()

    public init() {}
  }

  private let queue: AnimationQueue

  /// Makes a player.
  ///
  /// - Parameter onArrival: called on the decode thread when a frame arrived that ``nextChange``
  ///   did not announce; call ``advance(to:)`` soon.
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

  /// Replaces the set of visible pictures. For a picture that is not animated, its file is examined
  /// once.
  ///
  /// - Parameter time: seconds, on any clock that the other calls use as well.
  /// - Complexity: O(pictures).
  public func show(_ visible: Set<ImageRequest>, at time: Double) {
    queue.show(visible, at: time)
  }

  /// Sets whether animations may play: false because of the user's settings, the system's reduced
  /// motion or a hidden window. Frames stay as they are and continue from there.
  public func setPermitted(_ isPermitted: Bool, at time: Double) {
    queue.setPermitted(isPermitted, at: time)
  }

  /// Time of the next change in view; nil when nothing changes until ``show(_:at:)``,
  /// ``setPermitted(_:at:)`` or an arrival.
  ///
  /// - Complexity: O(pictures in view).
  public var nextChange: Double? { queue.nextChange }

  /// Moves the clock to a time.
  ///
  /// - Returns: the pictures that now show another frame.
  /// - Complexity: O(pictures in view).
  @discardableResult
  public func advance(to time: Double) -> Set<ImageRequest> { queue.advance(to: time) }

  /// Returns the frame to draw over the still picture; nil where no frame is decoded (yet).
  ///
  /// - Complexity: O(1).
  public func frame(of request: ImageRequest) -> AnimationFrame? { queue.frame(of: request) }

  public var statistics: AnimationStatistics { queue.statistics }

  /// Whether an animation in view waits for a frame that is due and not decoded yet, its first one
  /// included: for labs that must show every frame.
  ///
  /// - Complexity: O(pictures in view).
  package func lacksFrame(dueAt time: Double) -> Bool { queue.lacksFrame(dueAt: time) }

  /// Whether the decode thread has work; for tests.
  var isBusy: Bool { queue.isBusy }
}

/// One frame of an animation.
public struct AnimationFrame: Sendable {
  /// Index, from 0.
  public let index: Int
  public let bitmap: Bitmap
}

/// Counts of a player's work.
public struct AnimationStatistics: Hashable, Sendable {
  /// Number of frames decoded.
  public var decoded = 0
  /// Number of frames shown.
  public var shown = 0
  /// Number of frames shown later than they were due by more than a
  /// ``AnimationPlayer/Configuration/tick``.
  public var late = 0
  /// Bytes of decoded frames of the animations in view.
  public var memoryBytes = 0
  /// Bytes of decoded frames of animations that are no longer in view.
  public var keptBytes = 0
  /// Number of animations that are open now.
  public var open = 0
  /// Number of times that the decode thread was woken.
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
    // Start the helper while the file is read or fetched.
    decoder.prepare()
    let bytes = try loader.bytes(of: key, limit: configuration.limits.fileBytes)
    return try decoder.open(bytes, limits: configuration.limits)
  }
}
