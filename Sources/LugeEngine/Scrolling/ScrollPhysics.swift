import Glibc

/// Conversion of input into the whole pixels that a list scrolls in each frame.
///
/// Wheel notches and keys scroll smoothly, touchpads and fingers move the content one to one, and a
/// release with speed continues as a fling. Every motion is a function of time, so the total does
/// not depend on how often ``advance(to:)`` is called. Distances are device pixels, positive
/// towards the end of the content. It has no clock; times are passed in (seconds, monotonic, of any
/// origin).
///
/// A fling decays exponentially with a time constant of 325 ms, the value that Ariya Hidayat found
/// for the lists of iOS ("Flick List with its Momentum Scrolling and Deceleration").
public struct ScrollPhysics: Sendable {
  public struct Parameters: Hashable, Sendable {
    /// Duration of a notch or a key step, seconds.
    public var stepDuration = 0.12
    /// Seconds in which a fling's speed falls to 1/e.
    public var flingTimeConstant = 0.325
    /// Minimum speed of a fling in pixels per second; a slower release just stops.
    public var minimumFlingSpeed = 50.0
    public var maximumFlingSpeed = 12_000.0

    public init() {}
  }

  public var parameters: Parameters

  private var steps: [Step] = []
  private var fling: Fling?
  private var velocity = VelocityTracker()
  /// Distance of finished motions minus the pixels returned so far. Together with the progress of
  /// running motions it is the distance still to be returned.
  private var balance = 0.0
  private var touch: Double?

  public init(parameters: Parameters = Parameters()) { self.parameters = parameters }

  /// Whether another frame would move the content.
  public var isMoving: Bool {
    !steps.isEmpty || fling != nil || balance.rounded(.toNearestOrEven) != 0
  }

  // MARK: Input

  /// Adds a wheel notch or a key press: scrolls smoothly, in addition to steps still running. Steps
  /// in the opposite direction end where they are.
  public mutating func step(by distance: Double, at time: Double) {
    guard distance.isFinite, distance != 0 else { return }
    endFling(at: time)
    settle(at: time) { $0.distance * distance < 0 }
    steps.append(Step(start: time, duration: parameters.stepDuration, distance: distance))
  }

  /// Scrolls by a touchpad's pixels, at once and one to one.
  ///
  /// - Parameter eventTime: time of the event on the input's clock; only differences count.
  public mutating func scroll(by distance: Double, at time: Double, eventTime: Double) {
    guard distance.isFinite else { return }
    stop(at: time)
    balance += distance
    velocity.add(distance, at: eventTime)
  }

  /// Continues with the content's speed, because the fingers left the touchpad.
  public mutating func endScroll(at time: Double, eventTime: Double) {
    startFling(at: time, eventTime: eventTime)
  }

  /// Begins a touch: running motions stop.
  ///
  /// - Parameter y: device pixels, downwards.
  public mutating func touchBegan(y: Double, at time: Double, eventTime: Double) {
    stop(at: time)
    velocity.reset()
    velocity.add(0, at: eventTime)
    touch = y
  }

  public mutating func touchMoved(y: Double, eventTime: Double) {
    guard let last = touch, y.isFinite else { return }
    balance += last - y
    velocity.add(last - y, at: eventTime)
    touch = y
  }

  public mutating func touchEnded(at time: Double, eventTime: Double) {
    guard touch != nil else { return }
    touch = nil
    startFling(at: time, eventTime: eventTime)
  }

  public mutating func touchCancelled() {
    touch = nil
    velocity.reset()
  }

  /// Stops all motion, because of a press, a jump, or the list's end.
  public mutating func stop(at time: Double) {
    settle(at: time) { _ in true }
    endFling(at: time)
  }

  /// Stops all motion and drops pixels not yet returned, because the content is at its end.
  public mutating func hitEdge() {
    steps = []
    fling = nil
    balance = 0
  }

  // MARK: Output

  /// Returns the whole pixels to move since the last call; fractions are kept for the next one.
  ///
  /// - Complexity: O(running steps).
  public mutating func advance(to time: Double) -> Int {
    settle(at: time) { time >= $0.end }
    if let fling, fling.isOver(at: time) {
      balance += fling.distance
      self.fling = nil
    }
    var due = balance
    for step in steps { due += step.progress(at: time) }
    if let fling { due += fling.progress(at: time) }
    // Round ties to even, so that a rest of exactly one half does not move back and forth.
    let whole = due.rounded(.toNearestOrEven)
    guard whole != 0, let pixels = Int(exactly: whole) else { return 0 }
    balance -= whole
    return pixels
  }

  // MARK: Steps and flings

  private mutating func settle(at time: Double, where isOver: (Step) -> Bool) {
    steps.removeAll { step in
      guard isOver(step) else { return false }
      balance += step.progress(at: time)
      return true
    }
  }

  private mutating func endFling(at time: Double) {
    guard let fling else { return }
    balance += fling.progress(at: time)
    self.fling = nil
  }

  private mutating func startFling(at time: Double, eventTime: Double) {
    let speed = velocity.velocity(at: eventTime)
    velocity.reset()
    guard abs(speed) >= parameters.minimumFlingSpeed else { return }
    let limited = min(max(speed, -parameters.maximumFlingSpeed), parameters.maximumFlingSpeed)
    fling = Fling(
      start: time, timeConstant: parameters.flingTimeConstant,
      distance: limited * parameters.flingTimeConstant)
  }
}

/// Distance covered in a fixed time, fast at first (cubic ease-out).
private struct Step: Sendable {
  var start: Double
  var duration: Double
  var distance: Double

  var end: Double { start + duration }

  func progress(at time: Double) -> Double {
    guard time < end else { return distance }
    let rest = 1 - max(0, time - start) / duration
    return distance * (1 - rest * rest * rest)
  }
}

/// Motion whose speed decays exponentially; `distance` is its total.
private struct Fling: Sendable {
  var start: Double
  var timeConstant: Double
  var distance: Double

  func progress(at time: Double) -> Double {
    distance * (1 - exp(-max(0, time - start) / timeConstant))
  }

  /// Whether less than half a pixel is left.
  func isOver(at time: Double) -> Bool { abs(distance - progress(at: time)) < 0.5 }
}

/// Speed of a finger over its last 100 ms: long enough to be steady, short enough to notice a
/// change of direction.
struct VelocityTracker: Sendable {
  static let window = 0.1
  /// Seconds of rest before a finger left after which it counts as stopped.
  static let restingTime = 0.04

  private var samples: [(time: Double, position: Double)] = []

  mutating func reset() { samples.removeAll(keepingCapacity: true) }

  mutating func add(_ distance: Double, at time: Double) {
    if let last = samples.last, time < last.time || time - last.time > Self.window { reset() }
    let position = (samples.last?.position ?? 0) + distance
    samples.append((time, position))
    samples.removeAll { $0.time < time - Self.window }
  }

  /// Returns the speed in pixels per second when the finger left at `time`.
  func velocity(at time: Double) -> Double {
    guard let first = samples.first, let last = samples.last, last.time > first.time,
      time - last.time < Self.restingTime
    else { return 0 }
    return (last.position - first.position) / (last.time - first.time)
  }
}
