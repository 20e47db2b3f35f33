/// Measures consecutive phases of a frame.
struct PartClock {
  private let now: @Sendable () -> Double
  /// Time at which the current phase began.
  private(set) var last: Double

  init(now: @escaping @Sendable () -> Double) {
    self.now = now
    last = now()
  }

  /// Ends a phase and returns its duration.
  mutating func lap() -> Double {
    let end = now()
    defer { last = end }
    return end - last
  }
}
