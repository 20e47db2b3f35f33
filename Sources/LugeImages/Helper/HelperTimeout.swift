/// Timeout of a helper. Its CPU time counts first, because a busy machine schedules the helper
/// last.
struct HelperTimeout {
  /// Nanoseconds: of CPU time, of wall time without progress, and of wall time in all.
  struct Limits {
    var work: UInt64
    var silence: UInt64
    var total: UInt64
  }

  private let limits: Limits
  private let workedBefore: UInt64
  private let began: UInt64
  private var lastWork: UInt64
  private var lastWorkAt: UInt64

  /// - Parameters:
  ///   - worked: nanoseconds that it has worked so far.
  ///   - now: of a clock that is never set.
  init(_ limits: Limits, worked: UInt64, now: UInt64) {
    self.limits = limits
    workedBefore = worked
    began = now
    (lastWork, lastWorkAt) = (worked, now)
  }

  /// Returns whether the timeout has expired; to be polled.
  mutating func isOver(worked: UInt64, now: UInt64) -> Bool {
    if worked != lastWork { (lastWork, lastWorkAt) = (worked, now) }
    return worked > workedBefore &+ limits.work || now &- lastWorkAt > limits.silence
      || now &- began > limits.total
  }
}
