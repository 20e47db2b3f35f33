extension RandomAccessCollection where Index == Int {
  /// Returns the first index whose element satisfies a predicate; the end if none does. The
  /// elements that satisfy it must be the last ones of the collection.
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
