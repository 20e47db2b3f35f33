extension ListEngine {
  /// The item at a distance from the list's start: what a scroll bar's thumb points to, whether or
  /// not that part of the list is loaded. Nil for an empty list.
  ///
  /// - Complexity: O(log n).
  public func position(atOffset offset: Int) -> Int? {
    let heights = snapshot.heights
    guard heights.totalHeight > 0 else { return nil }
    return heights.position(at: min(max(offset - topInset, 0), heights.totalHeight - 1))?.position
  }
}
