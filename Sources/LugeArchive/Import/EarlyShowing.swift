/// When what an import has brought so far is made visible: in steps that a user notices, and
/// never for more than an eighth of the time.
struct EarlyShowing {
  private let interval: Duration
  private var next: ContinuousClock.Instant

  init(every interval: Duration) {
    self.interval = interval
    next = .now + interval
  }

  var isDue: Bool { ContinuousClock.now >= next }

  /// Carries the step out; the next one comes the later, the longer this one took, unless there is
  /// to be no pause at all.
  mutating func measure<Result>(_ step: () throws -> Result) rethrows -> Result {
    let began = ContinuousClock.now
    let result = try step()
    let end = ContinuousClock.now
    let pause = interval == .zero ? .zero : max(interval, began.duration(to: end) * 7)
    next = end.advanced(by: pause)
    return result
  }
}
