import LugeCore

/// Changes the background of text, channel by channel: pixels that are darker or lighter than the
/// old background keep their relation to the new one.
enum Ground {
  /// Replaces the background in a rectangle.
  ///
  /// - Complexity: O(pixels).
  static func exchange(
    for color: RGBA, rows: Range<Int>, columns: Range<Int>, of target: PixelTarget
  ) {
    let ground = atCorners(rows: rows, columns: columns, of: target)
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 3 * 256) { table in
      fill(table, 0, from: ground >> 16 & 0xFF, to: UInt32(color.red), shift: 16)
      fill(table, 256, from: ground >> 8 & 0xFF, to: UInt32(color.green), shift: 8)
      fill(table, 512, from: ground & 0xFF, to: UInt32(color.blue), shift: 0)
      for row in rows {
        let line = target.base + row * target.stride
        for column in columns {
          let pixel = line[column]
          line[column] =
            0xFF00_0000 | table[Int(pixel >> 16 & 0xFF)] | table[256 + Int(pixel >> 8 & 0xFF)]
            | table[512 + Int(pixel & 0xFF)]
        }
      }
    }
  }

  /// Fills a table with the new value for each value of a channel, shifted to its place in a pixel.
  private static func fill(
    _ table: UnsafeMutableBufferPointer<UInt32>, _ start: Int, from old: UInt32, to new: UInt32,
    shift: UInt32
  ) {
    for value in 0..<256 as Range<UInt32> {
      let changed =
        value <= old
        ? (old == 0 ? new : (new * value + old / 2) / old)
        : new + ((255 - new) * (value - old) + (255 - old) / 2) / (255 - old)
      table[start + Int(value)] = min(changed, 255) << shift
    }
  }

  /// Returns the colour of most corners; the first corner's if all differ.
  private static func atCorners(
    rows: Range<Int>, columns: Range<Int>, of target: PixelTarget
  ) -> UInt32 {
    let corners = [rows.lowerBound, rows.upperBound - 1].flatMap { row in
      [columns.lowerBound, columns.upperBound - 1].map {
        target.base[row * target.stride + $0] & 0xFF_FFFF
      }
    }
    func count(_ color: UInt32) -> Int { corners.count { $0 == color } }
    return corners.reduce(corners[0]) { count($1) > count($0) ? $1 : $0 }
  }
}
