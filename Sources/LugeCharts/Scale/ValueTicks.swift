import LugeCore

#if canImport(Glibc)
  import Glibc
#endif

/// Marks of a number axis: round values at equal distances.
///
/// Chosen by the extension of Wilkinson's algorithm (Talbot, Lin and Hanrahan, "An Extension of
/// Wilkinson's Algorithm for Positioning Tick Labels on Axes", InfoVis 2010): of all progressions
/// with a nice step, the one that is simplest, covers the range best and is nearest to the desired
/// number. Only its marks within the range are kept.
public struct ValueTicks: Hashable, Sendable {
  public var values: [Double]
  /// Distance between two marks; 0 without marks.
  public var step: Double

  public static let none = ValueTicks(values: [], step: 0)

  /// Nice steps, the nicest first.
  static let steps: [Double] = [1, 5, 2, 2.5, 4, 3]
  private static let weights = (simplicity: 0.25, coverage: 0.2, density: 0.5, legibility: 0.05)

  private init(values: [Double], step: Double) {
    self.values = values
    self.step = step
  }

  /// Finds the marks of a range.
  ///
  /// - Parameters:
  ///   - count: desired number of marks; at most 1000 are meant.
  ///   - isWhole: whether only whole numbers are marked, because the values are counts.
  public init(in range: ClosedRange<Double>, count: Int, isWhole: Bool = false) {
    let (low, high) = (range.lowerBound, range.upperBound)
    let largest = max(low.magnitude, high.magnitude)
    // In a narrower range the marks could not be distinguished.
    guard low.isFinite, high.isFinite, high - low > largest * 1e-12, (high - low).isFinite,
      high - low > .leastNormalMagnitude * 1e6
    else {
      self = .none
      return
    }
    self = .none
    // All but one of the few marks of the best progression may be outside the range; then try more
    // marks.
    let least = count.clamped(to: 2...1000)
    for wish in least..<least + 4 where values.count < 2 {
      guard let best = Self.search(low, high, wish) else { return }
      let slack = best.step * 1e-9
      step = best.step
      values = (0..<best.count).map { (best.first + Double($0) * best.skip) * best.unit }
        .filter { $0 >= low - slack && $0 <= high + slack }
        .map { min(max($0, low), high) }
    }
    guard isWhole, step < 1 else { return }
    step = 1
    values = Array(stride(from: low.rounded(.up), through: high, by: 1))
  }

  private struct Labeling {
    /// Numbers of a progression, whose marks are `(first + i × skip) × unit`.
    var first, skip, unit, step: Double
    var count: Int
    var score: Double
  }

  private static func search(_ low: Double, _ high: Double, _ wish: Int) -> Labeling? {
    let w = weights
    var best: Labeling?
    var bestScore = -2.0
    // The bounds below end the search long before these limits.
    for skip in 1...12 {
      for (rank, q) in steps.enumerated() {
        let simplest = simplicity(rank, skip, hasZero: true)
        guard
          w.simplicity * simplest + w.coverage + w.density + w.legibility >= bestScore
        else { return best }
        for count in 2...64 {
          let densest = count >= wish ? 2 - Double(count - 1) / Double(wish - 1) : 1
          guard
            w.simplicity * simplest + w.coverage + w.density * densest + w.legibility >= bestScore
          else { break }
          let delta = (high - low) / Double(count + 1) / Double(skip) / q
          var power = log10(delta).rounded(.up)
          for _ in 0..<24 {
            let step = Double(skip) * q * pow(10, power)
            power += 1
            let span = step * Double(count - 1)
            guard
              w.simplicity * simplest + w.coverage * widest(low, high, span) + w.density * densest
                + w.legibility >= bestScore
            else { break }
            let first = (high / step).rounded(.down) * Double(skip) - Double((count - 1) * skip)
            let last = (low / step).rounded(.up) * Double(skip)
            guard first <= last, last - first < 1000 else { continue }
            var start = first
            while start <= last {
              let unit = step / Double(skip)
              let bottom = start * unit
              let top = bottom + span
              let score =
                w.simplicity
                * simplicity(rank, skip, hasZero: hasZero(bottom, top, step))
                + w.coverage * coverage(low, high, bottom, top)
                + w.density * density(count, wish, low, high, bottom, top) + w.legibility
              if score > bestScore {
                bestScore = score
                best = Labeling(
                  first: start, skip: Double(skip), unit: unit, step: step, count: count,
                  score: score)
              }
              start += 1
            }
          }
        }
      }
    }
    return best
  }

  private static func hasZero(_ bottom: Double, _ top: Double, _ step: Double) -> Bool {
    let rest = bottom.truncatingRemainder(dividingBy: step).magnitude
    return bottom <= 0 && top >= 0 && min(rest, step - rest) < step * 1e-9
  }

  private static func simplicity(_ rank: Int, _ skip: Int, hasZero: Bool) -> Double {
    1 - Double(rank) / Double(steps.count - 1) - Double(skip) + (hasZero ? 1 : 0)
  }

  private static func coverage(
    _ low: Double, _ high: Double, _ bottom: Double, _ top: Double
  ) -> Double {
    let tenth = 0.1 * (high - low)
    let (above, below) = (high - top, low - bottom)
    return 1 - 0.5 * (above * above + below * below) / (tenth * tenth)
  }

  private static func widest(_ low: Double, _ high: Double, _ span: Double) -> Double {
    let range = high - low
    guard span > range else { return 1 }
    let half = (span - range) / 2
    return 1 - half * half / (0.01 * range * range)
  }

  private static func density(
    _ count: Int, _ wish: Int, _ low: Double, _ high: Double, _ bottom: Double, _ top: Double
  ) -> Double {
    let r = Double(count - 1) / (top - bottom)
    let wished = Double(wish - 1) / (max(top, high) - min(low, bottom))
    return 2 - max(r / wished, wished / r)
  }
}
