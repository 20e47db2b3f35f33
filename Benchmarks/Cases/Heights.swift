import LugeCore

extension Case {
  static let heights = [
    Case("height-index-build", "height index: 100,000 rows") {
      let heights = randomHeights()
      return { HeightIndex(exactHeights: heights, estimate: 56).totalHeight }
    },
    Case("height-index-lookup", "height index: 2,000 places looked up") {
      let index = HeightIndex(exactHeights: randomHeights(), estimate: 56)
      return {
        (0..<1000).reduce(0) { sum, step in
          sum &+ index.offset(of: step * 97) &+ (index.position(at: step * 9973)?.position ?? 0)
        }
      }
    },
    Case("height-index-edit", "height index: 1,000 edits beside a snapshot") {
      let index = HeightIndex(exactHeights: randomHeights(), estimate: 56)
      return {
        var copy = index
        for step in 0..<500 {
          copy.insert(2, at: step * 131)
          copy.setHeight(77, at: step * 173)
        }
        return copy.totalHeight
      }
    },
  ]

  private static func randomHeights() -> [Int] {
    var numbers = Numbers(1)
    return (0..<100_000).map { _ in 30 + numbers.below(200) }
  }

  static let diffs = [
    Case("diff", "diff: 10,000 items, 40 moves, 100 inserts, 100 reloads") {
      let old = (0..<10_000).map { ItemKey(id: ItemID(Int64($0))) }
      var new = old
      var numbers = Numbers(2)
      for _ in 0..<40 {
        let moved = new.remove(at: numbers.below(new.count))
        new.insert(moved, at: numbers.below(new.count))
      }
      for number in 0..<100 {
        new.insert(ItemKey(id: ItemID(Int64(100_000 + number))), at: numbers.below(new.count))
        new[numbers.below(new.count)].revision = Revision(9)
      }
      let changed = new
      return { KeyedDiff(from: old, to: changed).changes.count }
    }
  ]
}
