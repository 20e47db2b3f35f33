/// How long a helper is waited for: by what it has worked itself, for on a busy machine it comes
/// after everything else.
struct HelperPatience {
  /// Nanoseconds: of its work at most, without any work, and in all.
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

  /// Whether it has had its time; to be asked again and again.
  mutating func isOver(worked: UInt64, now: UInt64) -> Bool {
    if worked != lastWork { (lastWork, lastWorkAt) = (worked, now) }
    return worked > workedBefore &+ limits.work || now &- lastWorkAt > limits.silence
      || now &- began > limits.total
  }
}
