/// What may become more before a change counts as a regression.
enum Threshold {
  /// Shares: of allocations and of instructions. Instructions depend a little on where things lie
  /// in memory.
  static let allocations = 0.05
  static let instructions = 0.05

  struct Verdict {
    /// A line for people.
    var line: String
    var isWorse: Bool
    /// Better by more than what may become worse: the thresholds should be lowered.
    var isBetter: Bool
  }

  static func verdict(_ name: String, _ now: Counts, _ limit: Counts?) -> Verdict {
    guard let limit else {
      return Verdict(line: "\(name): no threshold", isWorse: true, isBetter: false)
    }
    var parts: [String] = []
    var (isWorse, isBetter) = (false, false)
    func compare(_ what: String, _ now: Int, _ limit: Int, _ share: Double) {
      // A handful is nothing where there are but a few.
      let room = max(4, Int(Double(limit) * share))
      let mark = now > limit + room ? " WORSE" : now < limit - room ? " better" : ""
      if now > limit + room { isWorse = true }
      if now < limit - room { isBetter = true }
      parts.append("\(now) \(what) (\(limit))\(mark)")
    }
    compare("allocations", now.allocations, limit.allocations, allocations)
    if let count = now.instructions, let most = limit.instructions {
      compare("instructions", count, most, instructions)
    }
    return Verdict(
      line: "\(name): \(parts.joined(separator: ", "))", isWorse: isWorse, isBetter: isBetter)
  }
}
