/// Extents of ranges of a series, of 16 values, of 256, and so on, so that the extent of any range
/// is found without reading its values. A column of pixels costs the same at every zoom, and no
/// peak is lost.
struct MinMaxPyramid: Sendable {
  /// Number of bits by which each level is smaller: with a sixteenth there are few levels, and they
  /// take an eighth of the values' memory.
  private static let shift = 4
  private static let fanOut = 1 << shift

  private var levels: [ChunkedArray<Extent>] = []
  private(set) var count = 0

  var byteCount: Int { levels.reduce(0) { $0 + $1.byteCount } }

  /// Extent of all values.
  var extent: Extent { levels.last.flatMap(\.first) ?? .empty }

  /// Appends a value.
  ///
  /// - Complexity: O(log count).
  mutating func append(_ value: Double) {
    let index = count
    count += 1
    let own = Extent(value)
    var level = 0
    while true {
      if level == levels.count {
        // The level below has grown to two entries; the new level begins with both.
        guard level == 0 || levels[level - 1].count > 1 else { return }
        levels.append(ChunkedArray())
        if level > 0 {
          var both = levels[level - 1][0]
          both.formUnion(levels[level - 1][1])
          levels[level].append(both)
          return
        }
      }
      let entry = index >> (Self.shift * (level + 1))
      if entry == levels[level].count {
        levels[level].append(own)
      } else {
        levels[level][entry].formUnion(own)
      }
      level += 1
    }
  }

  /// Returns the extent of a range.
  ///
  /// - Parameter values: all appended values, in order.
  /// - Complexity: O(log count).
  func extent(of range: Range<Int>, in values: ChunkedArray<Double>) -> Extent {
    var (low, high) = (max(0, range.lowerBound), min(count, range.upperBound))
    var result = Extent.empty
    var level = -1
    func take(_ index: Int) {
      if level < 0 {
        result.insert(values[index])
      } else {
        result.formUnion(levels[level][index])
      }
    }
    while low < high {
      while low < high, low % Self.fanOut != 0 {
        take(low)
        low += 1
      }
      while low < high, high % Self.fanOut != 0 {
        high -= 1
        take(high)
      }
      low >>= Self.shift
      high >>= Self.shift
      level += 1
    }
    return result
  }
}
