/// When a sink is told how far a source was read: so often that the per cent of a text of a few
/// hundred kilobytes grow, too. Telling it stores a number.
struct ReadingProgress {
  private static let step: Int64 = 1 << 16

  private var told: Int64 = 0

  /// Whether it is time to tell, which is then taken as done.
  mutating func isDue(at bytes: Int64) -> Bool {
    guard bytes - told >= Self.step else { return false }
    told = bytes
    return true
  }
}
