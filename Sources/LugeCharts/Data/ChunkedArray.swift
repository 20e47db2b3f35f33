/// Array that grows at its end, in chunks. A copy shares all full chunks, so that one side can
/// append while another reads the copy; only the last chunk and the list of chunks are copied.
struct ChunkedArray<Element: Sendable>: Sendable {
  private static var shift: Int { 10 }
  private static var chunkSize: Int { 1 << shift }
  private static var mask: Int { chunkSize - 1 }

  private var chunks: [[Element]] = []
  private(set) var count = 0

  init() {}

  var last: Element? { chunks.last?.last }
  var first: Element? { chunks.first?.first }
  var byteCount: Int { count * MemoryLayout<Element>.stride }

  /// Element at an index.
  ///
  /// - Precondition: the index is less than ``count``.
  subscript(index: Int) -> Element {
    get { chunks[index >> Self.shift][index & Self.mask] }
    set { chunks[index >> Self.shift][index & Self.mask] = newValue }
  }

  /// Appends an element.
  ///
  /// - Complexity: amortised O(1); O(chunk + count / chunk) after a copy was taken.
  mutating func append(_ element: Element) {
    if count & Self.mask == 0 {
      var chunk: [Element] = []
      chunk.reserveCapacity(Self.chunkSize)
      chunks.append(chunk)
    }
    chunks[count >> Self.shift].append(element)
    count += 1
  }
}

extension ChunkedArray where Element: Comparable {
  /// Returns the index of the first element that is not less than the value, in an ascending array;
  /// searched from a nearby index (galloping search; Bentley and Yao, "An almost optimal algorithm
  /// for unbounded searching", 1976).
  ///
  /// - Complexity: O(log (result − start)); O(log result) if `start` is beyond the result.
  func lowerBound(of value: Element, from start: Int = 0) -> Int {
    var low = min(max(0, start), count)
    if low > 0, !(self[low - 1] < value) { low = 0 }
    var step = 1
    var high = low
    while high < count, self[high] < value {
      low = high + 1
      high += step
      step *= 2
    }
    high = min(high, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
