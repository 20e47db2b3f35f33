/// Distances around its target in which a jump shows the list, device pixels.
struct JumpReach: Hashable, Sendable {
  /// Distance above the target's top, pixels.
  var above: Int
  /// Distance below the target's top, or below its end if ``isBeside``, pixels.
  var below: Int
  /// Whether the target's own height is added to ``below``: when it is not known how much of the
  /// target is above the line to show.
  var isBeside = false

  func below(withTarget height: Int) -> Int { below + (isBeside ? height : 0) }
}

/// The rule which items a jump shows: from the target outwards, first down, then up. At the list's
/// end, items above the target fill the viewport, at its start those below. The lane lays out by
/// this rule, and the jump lands by it.
struct OutwardLayout: Sendable {
  let reach: JumpReach
  let target: Int
  /// Number of items of the list.
  let count: Int

  /// Walks over the items that the jump shows.
  ///
  /// - Parameter height: returns the height of the item at a position, the target's first; nil if
  ///   it is not available, which ends the walk to that side.
  /// - Returns: the positions walked over, and whether they are all that the jump shows.
  /// - Complexity: O(items that the jump shows).
  func walk(height: (Int) -> Int?) -> (positions: Range<Int>, isComplete: Bool) {
    var positions = target..<target
    var (above, below) = (0, 0)
    var isComplete = true
    func goDown(to wanted: Int) {
      while positions.upperBound < count, below < wanted || positions.isEmpty {
        guard let next = height(positions.upperBound) else { return isComplete = false }
        below += next
        positions = positions.lowerBound..<positions.upperBound + 1
      }
    }
    goDown(to: 0)
    let wantedBelow = reach.below(withTarget: below)
    goDown(to: wantedBelow)
    let isAtEnd = positions.upperBound == count
    let wantedAbove = reach.above + (isAtEnd ? max(0, wantedBelow - below) : 0)
    while positions.lowerBound > 0, above < wantedAbove {
      guard let next = height(positions.lowerBound - 1) else {
        isComplete = false
        break
      }
      above += next
      positions = positions.lowerBound - 1..<positions.upperBound
    }
    if positions.lowerBound == 0 { goDown(to: wantedBelow + max(0, wantedAbove - above)) }
    return (positions, isComplete)
  }

  /// Returns the items around the target in order, and the position of the first of them.
  ///
  /// - Parameters:
  ///   - positions: positions that may be laid out; the target is among them.
  ///   - layOut: makes the item at a position; called once for each item of the result.
  /// - Complexity: O(items that the jump shows).
  func items(
    of positions: Range<Int>, layOut: (Int) -> RealizedItem
  ) -> (items: [RealizedItem], lower: Int) {
    var (up, down): ([RealizedItem], [RealizedItem]) = ([], [])
    let walked = walk { position in
      guard positions.contains(position) else { return nil }
      let item = layOut(position)
      if position < target { up.append(item) } else { down.append(item) }
      return item.height
    }
    return (up.reversed() + down, walked.positions.lowerBound)
  }
}
