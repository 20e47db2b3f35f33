/// Keeps the times of frames and the scrolling speed, and whether another frame is needed.
struct FrameClock {
  // MARK: Mutable State (the engine's thread)

  /// Number of the current frame, or of the last one.
  private(set) var number = 0
  /// Time of the previous frame; between frames, of the last one.
  private(set) var lastTime: Double?
  /// Speed in pixels per second, smoothed; positive towards the end.
  private(set) var velocity = 0.0
  /// Whether another frame would show something else.
  var isDue = true
  private var scrolled = 0
  /// Number of the last frame before the environment changed.
  private var lastBeforeRelayout = -1_000

  /// Number of frames at one width after which the window is no longer being resized.
  private static let framesToSettle = 8

  /// Whether the window is not being resized.
  var isWidthSettled: Bool { number - lastBeforeRelayout > Self.framesToSettle }

  /// Whether the rows in view were laid out for another environment in the previous frame.
  var isRelayout: Bool { number - 1 <= lastBeforeRelayout }

  /// Begins a frame.
  ///
  /// - Returns: pixels scrolled since the last frame.
  mutating func begin(at time: Double) -> Int {
    number += 1
    let pixels = scrolled
    scrolled = 0
    defer { lastTime = time }
    guard let last = lastTime, time > last else { return pixels }
    // After a rest, the time since the last frame says nothing about the speed of a motion that
    // begins.
    let current = Double(pixels) / min(time - last, 1.0 / 24)
    // Follow an increase of speed at once, a decrease gradually.
    let isFaster = abs(current) > abs(velocity)
    velocity = isFaster ? current : velocity * 0.5 + current * 0.5
    if abs(velocity) < 1 { velocity = 0 }
    return pixels
  }

  mutating func scroll(by pixels: Int) {
    scrolled += pixels
    isDue = true
  }

  /// Sets the speed to 0, because the content jumps.
  mutating func stop() { velocity = 0 }

  mutating func environmentChanged() { lastBeforeRelayout = number }
}

/// Scrolling speed relative to the viewport.
struct Travel {
  /// Speed in pixels per second; positive towards the end.
  var velocity: Double
  var viewportHeight: Int

  var screensPerSecond: Double { abs(velocity) / Double(max(1, viewportHeight)) }

  /// Speed in screens per second from which rows are shown as skeletons, even if there is time to
  /// draw them: a row is then in view for less than four frames, and drawing it would only cost
  /// power.
  static let skeletonSpeed = 16.0

  /// Whether the list scrolls so fast that only skeletons are shown.
  var passesAsSkeletons: Bool { screensPerSecond >= Self.skeletonSpeed }

  /// Returns the pixels scrolled in a time, at most a limit.
  func distance(in seconds: Double, upTo limit: Double) -> Int {
    Int(min(abs(velocity) * seconds, limit))
  }

  /// Converts distances ahead of and behind the viewport to above and below.
  func reach(ahead: Int, behind: Int) -> (above: Int, below: Int) {
    velocity < 0 ? (ahead, behind) : (behind, ahead)
  }
}
