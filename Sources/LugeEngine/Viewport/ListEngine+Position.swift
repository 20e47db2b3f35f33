extension ListEngine {
  /// The item at a distance from the list's start: what a scroll bar's thumb points to, whether or
  /// not that part of the list is loaded. Nil for an empty list.
  ///
  /// - Complexity: O(log n).
  public func position(atOffset offset: Int) -> Int? {
    state.position(atOffset: offset)
  }
}
