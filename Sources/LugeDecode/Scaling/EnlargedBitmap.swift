import LugeCore

extension Bitmap {
  /// Returns a bitmap that fills a size, cropped in its middle, with each pixel as a square of its
  /// colour.
  ///
  /// - Complexity: O(pixels of the result).
  func enlarged(filling goal: PixelSize) -> Bitmap {
    let (width, height) = (size.width, size.height)
    let scale = max(Double(goal.width) / Double(width), Double(goal.height) / Double(height))
    func places(_ count: Int, of own: Int) -> [Int] {
      let first = (Double(own) - Double(count) / scale) / 2
      return (0..<count).map { place in
        min(max(Int((first + (Double(place) + 0.5) / scale).rounded(.down)), 0), own - 1)
      }
    }
    let (columns, rows) = (places(goal.width, of: width), places(goal.height, of: height))
    let result = Bitmap(size: goal, isPartial: isPartial)
    withPixels { source in
      result.withMutablePixels { target in
        guard let base = target.baseAddress else { return }
        for (y, row) in rows.enumerated() {
          let line = base + y * goal.width
          // Most rows equal the row above.
          if y > 0, rows[y - 1] == row {
            line.update(from: line - goal.width, count: goal.width)
            continue
          }
          for (x, column) in columns.enumerated() {
            line[x] = source[row * width + column]
          }
        }
      }
    }
    return result
  }

  /// Whether all pixels have the same colour.
  var isPlain: Bool {
    withPixels { pixels in pixels.allSatisfy { $0 == pixels.first } }
  }
}
