/// Schedule of the steps that make imported messages visible during an import: often enough for the
/// user to notice, but at most an eighth of the time.
struct EarlyShowing {
  private let interval: Duration
  private var next: ContinuousClock.Instant

  init(every interval: Duration) {
    self.interval = interval
    next = .now + interval
  }

  var isDue: Bool { ContinuousClock.now >= next }

  /// Runs a step. The longer it takes, the later the next one is due, unless the interval is zero.
  mutating func measure<Result>(_ step: () throws -> Result) rethrows -> Result {
    let began = ContinuousClock.now
    let result = try step()
    let end = ContinuousClock.now
    let pause = interval == .zero ? .zero : max(interval, began.duration(to: end) * 7)
    next = end.advanced(by: pause)
    return result
  }
}
