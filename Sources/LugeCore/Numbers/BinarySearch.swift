extension RandomAccessCollection where Index == Int {
  /// The first index of which a predicate holds, in a collection in which it holds of all that
  /// follows such an index; the end if it holds nowhere.
  ///
  /// - Complexity: O(log count).
  @inlinable
  package func partitioningIndex(
    where belongsToSecondPart: (Element) throws -> Bool
  ) rethrows -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if try belongsToSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
