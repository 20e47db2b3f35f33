/// Divides a frame's time into parts that follow each other.
struct PartClock {
  private let now: @Sendable () -> Double
  /// When the present part began.
  private(set) var last: Double

  init(now: @escaping @Sendable () -> Double) {
    self.now = now
    last = now()
  }

  /// Ends a part; says what it took.
  mutating func lap() -> Double {
    let end = now()
    defer { last = end }
    return end - last
  }
}
