/// How much of a list a jump shows around its target, device pixels.
struct JumpReach: Hashable, Sendable {
  /// Above the target's top.
  var above: Int
  /// Below the target's top, or below its end where the target ``isBeside`` that.
  var below: Int
  /// Whether the target's own height comes on top of ``below``: where it is not known how much of the
  /// target is above the place that the jump is about.
  var isBeside = false

  func below(withTarget height: Int) -> Int { below + (isBeside ? height : 0) }
}

/// Lays out what a jump shows and no more: from the target outwards, down and then up. At the list's
/// ends the other side fills the viewport, as in ``ListEngine/isRealized(around:in:)``, which has to
/// come to the same end.
struct OutwardLayout: Sendable {
  let reach: JumpReach
  let target: Int
  /// The whole list's.
  let count: Int

  /// Items around the target in order, and the position of the first of them.
  ///
  /// - Parameters:
  ///   - positions: those that may be laid out; the target is among them.
  ///   - layOut: makes the item at a position; called once for each of the result.
  /// - Complexity: O(items that the jump shows).
  func items(
    of positions: Range<Int>, layOut: (Int) -> RealizedItem
  ) -> (items: [RealizedItem], lower: Int) {
    var (up, down): ([RealizedItem], [RealizedItem]) = ([], [])
    var (above, below) = (0, 0)
    func goDown(to wanted: Int) {
      while target + down.count < positions.upperBound, below < wanted || down.isEmpty {
        let item = layOut(target + down.count)
        below += item.height
        down.append(item)
      }
    }
    goDown(to: 0)
    let wantedBelow = reach.below(withTarget: below)
    goDown(to: wantedBelow)
    let isAtEnd = target + down.count == count
    let wantedAbove = reach.above + (isAtEnd ? max(0, wantedBelow - below) : 0)
    while target - up.count > positions.lowerBound, above < wantedAbove {
      let item = layOut(target - up.count - 1)
      above += item.height
      up.append(item)
    }
    if target == up.count { goDown(to: max(below, wantedBelow + max(0, wantedAbove - above))) }
    return (up.reversed() + down, target - up.count)
  }
}
