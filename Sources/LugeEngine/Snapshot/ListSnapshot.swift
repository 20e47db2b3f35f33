import LugeCore

/// State of a list: its items, their known heights, and the rows of those in memory. A value; a
/// copy is a snapshot.
struct ListSnapshot: Sendable {
  var provider: any RowProvider
  var heights: HeightIndex
  var window = SlidingWindow()

  init(provider: any RowProvider, estimate: Int) {
    self.provider = provider
    heights = HeightIndex(count: provider.itemCount, estimate: max(1, estimate))
  }

  @inline(__always) var count: Int { heights.count }

  /// Returns an item in memory. Inlined, like what it calls: a call would copy the snapshot and
  /// retain each of its references.
  @inline(__always)
  func item(at position: Int) -> RealizedItem? {
    window.range.contains(position) ? window[position] : nil
  }

  /// Adds laid-out items at a position.
  mutating func realize(_ items: [RealizedItem], at lower: Int, layoutVersion: UInt32) {
    window.merge(items, at: lower)
    record(items, at: lower, layoutVersion: layoutVersion)
  }

  mutating func replace(_ item: RealizedItem, at position: Int, layoutVersion: UInt32) {
    window[position] = item
    record([item], at: position, layoutVersion: layoutVersion)
  }

  /// Records the heights of laid-out items.
  mutating func record(_ items: [RealizedItem], at lower: Int, layoutVersion: UInt32) {
    for (index, item) in items.enumerated() where item.layoutVersion == layoutVersion {
      heights.setHeight(item.height, at: lower + index)
    }
    // A better estimate moves only what is off screen, because positions are counted from the
    // anchor.
    if heights.exactCount >= 8 {
      heights.estimate = max(1, heights.exactHeight / heights.exactCount)
    }
  }
}
