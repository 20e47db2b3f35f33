import LugeCore

extension ListEngine {
  /// Names what is wanted of costly things, when it has become another.
  ///
  /// As far ahead as pictures are asked for, and one screen behind: whoever turns round finds what was
  /// there.
  func requestHeavy() {
    guard let onHeavyRanges, viewport.height > 0 else { return }
    let (ahead, behind) = reachOfWishes
    let isUpwards = velocity < 0
    var visible: [HeavyKey] = []
    var above: [HeavyKey] = []
    var below: [HeavyKey] = []
    forEachHeldItem(
      above: isUpwards ? ahead : behind, below: isUpwards ? behind : ahead,
      having: .heavyKeys
    ) { item, top in
      var y = top
      var upper: [HeavyKey] = []
      for row in item.rows {
        let height = row.layout.size.height
        defer { y += height }
        guard !row.heavyKeys.isEmpty else { continue }
        if y + height <= 0 {
          upper.append(contentsOf: row.heavyKeys)
        } else if y < viewport.height {
          visible.append(contentsOf: row.heavyKeys)
        } else {
          below.append(contentsOf: row.heavyKeys)
        }
      }
      // Items above come from the nearest to the farthest, their rows from top to bottom.
      above.append(contentsOf: upper.reversed())
    }
    guard !(visible.isEmpty && above.isEmpty && below.isEmpty && heavyHeld.isEmpty) else { return }
    var named: Set<HeavyKey> = []
    func first(_ keys: [HeavyKey]) -> [HeavyKey] { keys.filter { named.insert($0).inserted } }
    var ranges = HeavyRanges()
    ranges.visible = first(visible)
    ranges.ahead = first(isUpwards ? above : below)
    ranges.behind = first(isUpwards ? below : above)
    guard ranges != heavyRanges else { return }
    heavyRanges = ranges
    let released = heavyHeld.subtracting(named)
    heavyHeld = named
    onHeavyRanges(HeavyChange(ranges: ranges, released: released))
  }

  /// Pixels ahead of and behind the viewport for which things are prepared that take long.
  var reachOfWishes: (ahead: Int, behind: Int) {
    // Farther than rows are drawn, so that most pictures come before their rows are.
    (2 * viewport.height + Int(min(abs(velocity) * 0.35, 16_000)), viewport.height)
  }
}
