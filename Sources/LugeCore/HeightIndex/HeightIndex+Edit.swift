extension HeightIndex {
  /// Records an item's exact height.
  ///
  /// - Complexity: O(log n). Where a snapshot shares storage, only the path to the item is copied.
  public mutating func setHeight(_ height: Int, at position: Int) {
    precondition(position >= 0 && position < count, "position out of bounds")
    let entry = Int32(clamping: max(0, height))
    if !root.set(entry, at: position) {
      // The item is in an unmeasured stretch: make a leaf around it.
      makeLeaf(around: position)
      _ = root.set(entry, at: position)
    }
    checkInvariants()
  }

  /// Makes the heights of a range unknown, as after a change of width; they count as estimates
  /// again.
  ///
  /// - Complexity: O(log n) for a range of any length.
  public mutating func invalidate(_ positions: Range<Int>) {
    guard !positions.isEmpty else { return }
    replace(positions, with: .unmeasured(positions.count))
  }

  /// Inserts items of unknown height before a position; the position `count` appends.
  ///
  /// - Complexity: O(log n).
  public mutating func insert(_ newItems: Int, at position: Int) {
    precondition(newItems >= 0, "a negative number of items")
    let newItems = min(newItems, Self.longest - count)
    guard newItems > 0 else { return }
    replace(position..<position, with: .unmeasured(newItems))
  }

  /// Removes items.
  ///
  /// - Complexity: O(log n).
  public mutating func remove(_ positions: Range<Int>) {
    guard !positions.isEmpty else { return }
    replace(positions, with: .unmeasured(0))
  }

  /// Replaces items by others whose heights are exact.
  ///
  /// - Parameter heights: device pixels; may be more or fewer than the items they replace.
  /// - Complexity: O(log n + heights).
  public mutating func replace(_ positions: Range<Int>, withExactHeights heights: [Int]) {
    replace(positions, with: Node.build(from: Node.entries(heights), limits: limits))
  }

  /// Moves items; their heights stay known.
  ///
  /// - Parameter destination: position after the items were removed.
  /// - Complexity: O(log n) for a range of any length.
  public mutating func move(_ positions: Range<Int>, to destination: Int) {
    precondition(positions.lowerBound >= 0 && positions.upperBound <= count)
    precondition(destination >= 0 && destination <= count - positions.count)
    guard !positions.isEmpty else { return }
    let (left, rest) = root.split(at: positions.lowerBound, limits: limits)
    let (moved, right) = rest.split(at: positions.count, limits: limits)
    let (before, after) = left.concatenated(right, limits: limits)
      .split(at: destination, limits: limits)
    root = before.concatenated(moved, limits: limits).concatenated(after, limits: limits)
    checkInvariants()
  }

  /// Replaces items by those of another tree, which may be empty.
  ///
  /// - Complexity: O(log n).
  private mutating func replace(_ positions: Range<Int>, with node: Node) {
    precondition(
      positions.lowerBound >= 0 && positions.upperBound <= count, "position out of bounds")
    let (left, rest) = root.split(at: positions.lowerBound, limits: limits)
    let (_, right) = rest.split(at: positions.count, limits: limits)
    root = left.concatenated(node, limits: limits).concatenated(right, limits: limits)
    checkInvariants()
  }

  /// Replaces the unmeasured items around a position by a leaf, in which each item can have a
  /// height.
  private mutating func makeLeaf(around position: Int) {
    let lower = position - position % limits.leaf
    // The unmeasured stretch may begin or end inside these bounds; measured items stay.
    var start = position
    while start > lower, root.isUnmeasured(at: start - 1) { start -= 1 }
    var end = position + 1
    while end < min(lower + limits.leaf, count), root.isUnmeasured(at: end) { end += 1 }
    replace(start..<end, with: .leaf(Array(repeating: -1, count: end - start)))
  }

  /// Checks the tree in builds with `LUGE_CHECK_INVARIANTS` (`scripts/tsan`); called after each
  /// edit.
  func checkInvariants() {
    #if LUGE_CHECK_INVARIANTS
      // Checking is O(n), so only small trees are checked.
      if count <= 4096 { root.checkInvariants(limits) }
    #endif
  }
}

extension HeightIndex.Node {
  typealias Node = HeightIndex.Node
  typealias Limits = HeightIndex.Limits

  /// Sets an entry in place; returns false when it is in an unmeasured stretch.
  mutating func set(_ entry: Int32, at position: Int) -> Bool {
    switch content {
    case .unmeasured:
      return false
    case .leaf(var entries):
      content = .unmeasured  // releases the second reference, so that the entry is set in place
      let old = entries[position]
      entries[position] = entry
      content = .leaf(entries)
      replaceInSums(old, entry)
      return true
    case .inner(var children):
      var rest = position
      var index = 0
      while rest >= children[index].count {
        rest -= children[index].count
        index += 1
      }
      content = .unmeasured
      let exactCount = children[index].exactCount
      let exactHeight = children[index].exactHeight
      let done = children[index].set(entry, at: rest)
      self.exactCount += children[index].exactCount - exactCount
      self.exactHeight += children[index].exactHeight - exactHeight
      content = .inner(children)
      return done
    }
  }

  private mutating func replaceInSums(_ old: Int32, _ new: Int32) {
    if old >= 0 {
      exactCount -= 1
      exactHeight -= Int(old)
    }
    if new >= 0 {
      exactCount += 1
      exactHeight += Int(new)
    }
  }

  func isUnmeasured(at position: Int) -> Bool {
    switch content {
    case .unmeasured: return true
    case .leaf: return false
    case .inner(let children):
      var rest = position
      for child in children {
        if rest < child.count { return child.isUnmeasured(at: rest) }
        rest -= child.count
      }
      return false
    }
  }

  func checkInvariants(_ limits: Limits) {
    switch content {
    case .unmeasured:
      precondition(level == 0 && exactCount == 0 && exactHeight == 0)
    case .leaf(let entries):
      let fresh = Node.leaf(entries)
      precondition(level == 0 && entries.count <= limits.leaf && !entries.isEmpty)
      precondition(
        fresh.count == count && fresh.exactCount == exactCount && fresh.exactHeight == exactHeight)
    case .inner(let children):
      precondition(children.count >= 2 && children.count <= limits.fanout)
      precondition(children.allSatisfy { $0.level == level - 1 && $0.count > 0 })
      precondition(zip(children, children.dropFirst()).allSatisfy { !$0.fits($1, limits) })
      precondition(children.reduce(0) { $0 + $1.count } == count)
      precondition(children.reduce(0) { $0 + $1.exactCount } == exactCount)
      precondition(children.reduce(0) { $0 + $1.exactHeight } == exactHeight)
      for child in children { child.checkInvariants(limits) }
    }
  }
}
