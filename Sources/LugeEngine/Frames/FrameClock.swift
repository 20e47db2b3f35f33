/// Frames as they follow each other: their times, how fast the content moves, and whether another
/// one is needed.
struct FrameClock {
  // MARK: Mutable State (the engine's thread)

  /// Of the present frame, or the last one.
  private(set) var number = 0
  /// When the frame before the present one was asked for; between frames the last one.
  private(set) var lastTime: Double?
  /// Pixels a second, smoothed; positive towards the end.
  private(set) var velocity = 0.0
  /// Whether a frame would show anything else than the last one did.
  var isDue = true
  private var scrolled = 0
  /// The last frame before the environment became another.
  private var lastBeforeRelayout = -1_000

  /// Frames of one width after which a window counts as no longer pulled.
  private static let framesToSettle = 8

  /// Whether the window is not being pulled.
  var isWidthSettled: Bool { number - lastBeforeRelayout > Self.framesToSettle }

  /// Whether what was in view in the frame before was laid out for another environment.
  var isRelayout: Bool { number - 1 <= lastBeforeRelayout }

  /// Begins a frame.
  ///
  /// - Returns: pixels scrolled since the last one.
  mutating func begin(at time: Double) -> Int {
    number += 1
    let pixels = scrolled
    scrolled = 0
    defer { lastTime = time }
    guard let last = lastTime, time > last else { return pixels }
    // After a rest the time since the last frame says nothing about the motion that begins.
    let current = Double(pixels) / min(time - last, 1.0 / 24)
    // A fling is met at once; what slows down is let go of gently.
    let isFaster = abs(current) > abs(velocity)
    velocity = isFaster ? current : velocity * 0.5 + current * 0.5
    if abs(velocity) < 1 { velocity = 0 }
    return pixels
  }

  mutating func scroll(by pixels: Int) {
    scrolled += pixels
    isDue = true
  }

  /// The content goes elsewhere in one step.
  mutating func stop() { velocity = 0 }

  mutating func environmentChanged() { lastBeforeRelayout = number }
}

/// How fast the content passes, in terms of what is in view.
struct Travel {
  /// Pixels a second; positive towards the end.
  var velocity: Double
  var viewportHeight: Int

  var screensPerSecond: Double { abs(velocity) / Double(max(1, viewportHeight)) }

  /// Screens a second from which rows pass as skeletons, whether or not there is time to draw them:
  /// a row is in view for less than four frames of a 60th of a second, and drawing it would cost
  /// the reader's battery for nothing.
  static let skeletonSpeed = 16.0

  /// Whether the list moves too fast for anything but skeletons.
  var passesAsSkeletons: Bool { screensPerSecond >= Self.skeletonSpeed }

  /// Pixels that are passed in so many seconds, but no more than a limit.
  func distance(in seconds: Double, upTo limit: Double) -> Int {
    Int(min(abs(velocity) * seconds, limit))
  }

  /// What lies so far ahead of the viewport and behind it, as above and below.
  func reach(ahead: Int, behind: Int) -> (above: Int, below: Int) {
    velocity < 0 ? (ahead, behind) : (behind, ahead)
  }
}
