/// Whole percentages of shares.
public enum Percentages {
  /// Rounds shares so that they add up to 100 if the shares add up to 1: each is rounded down, and
  /// the missing units go to those with the largest remainders, the first of equals first. Shares
  /// with another sum, as when several answers could be chosen, are rounded one by one.
  ///
  /// - Parameter shares: 0 to 1; others are clamped to this range.
  /// - Complexity: O(n log n).
  public static func of(_ shares: [Double]) -> [Int] {
    let exact = shares.map { $0.isFinite ? min(1, max(0, $0)) * 100 : 0 }
    guard abs(exact.reduce(0, +) - 100) < 0.000_1 else { return exact.map { Int($0.rounded()) } }
    // A number just below a whole number, by an error of floating point, counts as that number.
    var result = exact.map { Int($0 + 0.000_001) }
    let order = exact.indices.sorted { a, b in
      let (lostA, lostB) = (exact[a] - Double(result[a]), exact[b] - Double(result[b]))
      return abs(lostA - lostB) > 0.000_001 ? lostA > lostB : a < b
    }
    for index in order.prefix(max(0, 100 - result.reduce(0, +))) { result[index] += 1 }
    return result
  }
}
