/// Says which items of two states are the same. Positions count from the end of the common prefix.
struct DiffMatch {
  /// The new position of each old item, -1 for none.
  private(set) var newOfOld: [Int]
  /// The old position of each new item, -1 for none.
  private(set) var oldOfNew: [Int]

  init(old: ArraySlice<ItemKey>, new: ArraySlice<ItemKey>) {
    newOfOld = Array(repeating: -1, count: old.count)
    oldOfNew = Array(repeating: -1, count: new.count)
    guard !old.isEmpty, !new.isEmpty else { return }
    /// Position of each identifier: -1 not found yet, -2 more than once.
    var table = [ItemID: (old: Int, new: Int)](minimumCapacity: max(old.count, new.count))
    for (position, key) in old.enumerated() {
      let known = table[key.id] != nil
      table[key.id] = (known ? -2 : position, -1)
    }
    for (position, key) in new.enumerated() {
      guard let entry = table[key.id] else { continue }
      table[key.id]?.new = entry.new == -1 ? position : -2
    }
    for (position, key) in new.enumerated() {
      guard let entry = table[key.id], entry.old >= 0, entry.new == position else { continue }
      oldOfNew[position] = entry.old
      newOfOld[entry.old] = position
    }
  }

  /// Weight of an item's wish to stay where it is.
  enum Weight: Int {
    /// An item known to have been moved.
    case light = 1
    /// An item not known to have been moved: weighs more than all of the former together.
    case settled = 0x10_0000
    /// The item that the user looks at: decides a tie.
    case ofReader = 0x10_0001
  }

  /// Returns the new positions of the items that have to move, ascending.
  ///
  /// - Parameter weight: returns the weight of an item by its new position.
  func moves(weight: (Int) -> Weight = { _ in .settled }) -> [Int] {
    let kept = oldOfNew.indices.filter { oldOfNew[$0] >= 0 }
    guard !zip(kept, kept.dropFirst()).allSatisfy({ oldOfNew[$0] < oldOfNew[$1] }) else {
      return []
    }
    // Old positions without the removed items.
    var rank = Array(repeating: 0, count: newOfOld.count)
    var next = 0
    for position in newOfOld.indices where newOfOld[position] >= 0 {
      rank[position] = next
      next += 1
    }
    // Blocks: parts of `kept` whose ranks are consecutive.
    var blocks: [Range<Int>] = []
    for index in kept.indices {
      if let last = blocks.last,
        rank[oldOfNew[kept[index]]] == rank[oldOfNew[kept[last.upperBound - 1]]] + 1
      {
        blocks[blocks.count - 1] = last.lowerBound..<index + 1
      } else {
        blocks.append(index..<index + 1)
      }
    }
    let staying = Self.heaviestAscent(
      blocks.map { block in
        let weight = block.reduce(0) { $0 + weight(kept[$1]).rawValue }
        return (rank[oldOfNew[kept[block.lowerBound]]], weight)
      }, limit: kept.count)
    return zip(blocks, staying).flatMap { $1 ? [] : Array(kept[$0]) }
  }

  /// Returns the ascending subsequence with the greatest weight; all values differ.
  ///
  /// - Complexity: O(b log b), plus O(limit) to number the values.
  private static func heaviestAscent(_ blocks: [(value: Int, weight: Int)], limit: Int) -> [Bool] {
    // Values to 1…b in their order, without sorting.
    var blockOfValue = Array(repeating: -1, count: limit)
    for (index, block) in blocks.enumerated() { blockOfValue[block.value] = index }
    var order = Array(repeating: 0, count: blocks.count)
    for (number, block) in blockOfValue.lazy.filter({ $0 >= 0 }).enumerated() {
      order[block] = number + 1
    }
    // Fenwick tree of prefix maxima: the heaviest ascent that ends at or below a number.
    var best = [(weight: Int, block: Int)](repeating: (0, -1), count: blocks.count + 1)
    var before = Array(repeating: -1, count: blocks.count)
    for (index, block) in blocks.enumerated() {
      var found = (weight: 0, block: -1)
      var node = order[index] - 1
      while node > 0 {
        if best[node].weight > found.weight { found = best[node] }
        node -= node & -node
      }
      before[index] = found.block
      node = order[index]
      while node < best.count {
        if best[node].weight < found.weight + block.weight {
          best[node] = (found.weight + block.weight, index)
        }
        node += node & -node
      }
    }
    var heaviest = (weight: 0, block: -1)
    var node = blocks.count
    while node > 0 {
      if best[node].weight > heaviest.weight { heaviest = best[node] }
      node -= node & -node
    }
    var stays = Array(repeating: false, count: blocks.count)
    var block = heaviest.block
    while block >= 0 {
      stays[block] = true
      block = before[block]
    }
    return stays
  }

  /// Treats moved items as removed and inserted ones.
  mutating func unmatch(_ moves: [Int]) {
    for position in moves {
      newOfOld[oldOfNew[position]] = -1
      oldOfNew[position] = -1
    }
  }

  /// Returns the moves as steps; the positions of each count in the list after the previous step.
  ///
  /// Every moved item has two slots in one common order, its old place and its new one; a tree of
  /// counts tells how many slots before another are taken.
  func steps(for moves: [Int], offset: Int) -> [ListChange] {
    guard !moves.isEmpty else { return [] }
    var isMoved = Array(repeating: false, count: oldOfNew.count)
    for position in moves { isMoved[position] = true }
    var oldSlot = Array(repeating: 0, count: newOfOld.count)
    var newSlot = Array(repeating: 0, count: oldOfNew.count)
    var taken: [Bool] = []
    var nextOld = 0
    func placeOld(before end: Int) {
      while nextOld < end {
        if newOfOld[nextOld] >= 0, isMoved[newOfOld[nextOld]] {
          oldSlot[nextOld] = taken.count
          taken.append(true)
        }
        nextOld += 1
      }
    }
    for position in oldOfNew.indices where oldOfNew[position] >= 0 {
      if isMoved[position] {
        newSlot[position] = taken.count
        taken.append(false)
      } else {
        placeOld(before: oldOfNew[position])
        taken.append(true)
      }
    }
    placeOld(before: newOfOld.count)
    var counts = PrefixCounts(taken)
    return moves.compactMap { position in
      let source = oldSlot[oldOfNew[position]]
      let from = counts.sum(before: source)
      counts.add(-1, at: source)
      let to = counts.sum(before: newSlot[position])
      counts.add(1, at: newSlot[position])
      return from == to ? nil : .move(from: offset + from, to: offset + to)
    }
  }
}

/// Sums of the first values of an array (Peter Fenwick: "A new data structure for cumulative
/// frequency tables", 1994).
private struct PrefixCounts {
  private var tree: [Int]

  /// - Complexity: O(n).
  init(_ values: [Bool]) {
    tree = [0] + values.map { $0 ? 1 : 0 }
    for node in 1..<tree.count where node + (node & -node) < tree.count {
      tree[node + (node & -node)] += tree[node]
    }
  }

  func sum(before index: Int) -> Int {
    var (node, sum) = (index, 0)
    while node > 0 {
      sum += tree[node]
      node -= node & -node
    }
    return sum
  }

  mutating func add(_ difference: Int, at index: Int) {
    var node = index + 1
    while node < tree.count {
      tree[node] += difference
      node += node & -node
    }
  }
}
