/// Decides when to report progress to a sink: often enough for a visible percentage of a text of a
/// few hundred kilobytes, because a report only stores a number.
struct ReadingProgress {
  private static let step: Int64 = 1 << 16

  private var reported: Int64 = 0

  /// Whether to report now; if so, the report counts as made.
  mutating func isDue(at bytes: Int64) -> Bool {
    guard bytes - reported >= Self.step else { return false }
    reported = bytes
    return true
  }
}
