/// The speed of a finger over its last 100 ms: long enough to be steady, short enough to notice a
/// change of direction.
struct VelocityTracker: Sendable {
  static let window = 0.1
  /// A finger that rested for this many seconds before it left had stopped.
  static let restingTime = 0.04

  private var samples: [(time: Double, position: Double)] = []

  mutating func reset() { samples.removeAll(keepingCapacity: true) }

  mutating func add(_ distance: Double, at time: Double) {
    if let last = samples.last, time < last.time || time - last.time > Self.window { reset() }
    let position = (samples.last?.position ?? 0) + distance
    samples.append((time, position))
    samples.removeAll { $0.time < time - Self.window }
  }

  /// Pixels a second when the finger left at `time`.
  func velocity(at time: Double) -> Double {
    guard let first = samples.first, let last = samples.last, last.time > first.time,
      time - last.time < Self.restingTime
    else { return 0 }
    return (last.position - first.position) / (last.time - first.time)
  }
}
