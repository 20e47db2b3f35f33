import LugeCore

/// Arrangement of a message's pictures: a single one in its own shape, several as a mosaic in which
/// every picture roughly keeps its shape and all rows have the same width.
struct PictureGrid: Hashable {
  let size: PixelSize
  /// Rectangle of each picture shown, whole pixels.
  let cells: [Rect]
  /// Number of pictures without a cell.
  let hidden: Int

  /// Maximum number of pictures side by side.
  private static let mostInRow = 4
  /// Range of shapes (width to height); others are cropped, so that a cell does not become too
  /// small.
  private static let shapes = 0.6...1.9

  /// Arranges pictures.
  ///
  /// - Parameters:
  ///   - ratios: width to height of each picture.
  ///   - single: size of the only picture; scaled down if it is larger than the available width.
  ///   - width: width of a mosaic, if there is space for it.
  init(
    ratios: [Double], metrics: ChatStyle.MediaMetrics, single: PixelSize, width: Int,
    in context: BlockContext
  ) {
    let count = min(ratios.count, max(1, metrics.maxPictures))
    hidden = ratios.count - count
    let room = context.maxWidth
    guard count > 1 else {
      let width = max(1, min(single.width, room))
      let height =
        width == single.width ? single.height : single.height * width / max(1, single.width)
      size = PixelSize(width: width, height: max(1, height))
      cells = count == 0 ? [] : [Rect(x: 0, y: 0, width: size.width, height: size.height)]
      return
    }
    let total = max(count, min(width, room))
    let gap = min(context.px(metrics.gap), total / 32)
    let shown = ratios.prefix(count).map { ratio in
      ratio.isFinite ? min(max(ratio, Self.shapes.lowerBound), Self.shapes.upperBound) : 1
    }
    if let tall = Self.besideTall(shown, width: total, gap: gap) {
      cells = tall
    } else {
      cells = Self.rows(shown, Self.bestRows(shown), width: total, gap: gap)
    }
    size = PixelSize(width: total, height: Int(cells.map(\.maxY).max() ?? 1))
  }

  /// Returns the cells of an upright picture with the next two or three in a column beside it; nil
  /// if the pictures have other shapes.
  private static func besideTall(_ ratios: [Double], width: Int, gap: Int) -> [Rect]? {
    guard (3...4).contains(ratios.count), ratios[0] < 0.85,
      ratios.dropFirst().allSatisfy({ $0 > 0.9 })
    else { return nil }
    let rest = ratios.dropFirst()
    // With this share of the width for the left column, both columns are equally high.
    let column = rest.reduce(0) { $0 + 1 / $1 }
    let share = min(max(column / (column + 1 / ratios[0]), 0.45), 0.7)
    let left = max(1, Int(Double(width - gap) * share))
    let height = max(rest.count, Int(Double(left) / max(ratios[0], 0.75)))
    var cells = [Rect(x: 0, y: 0, width: left, height: height)]
    for index in 0..<rest.count {
      let top = index * (height + gap) / rest.count
      let bottom = (index + 1) * (height + gap) / rest.count - gap
      cells.append(
        Rect(
          x: left + gap, y: top, width: max(1, width - gap - left), height: max(1, bottom - top)))
    }
    return cells
  }

  /// Returns the cells of rows with these numbers of pictures, all as wide as the mosaic.
  private static func rows(_ ratios: [Double], _ counts: [Int], width: Int, gap: Int) -> [Rect] {
    var cells: [Rect] = []
    var (first, y) = (0, 0)
    for count in counts {
      let row = ratios[first..<first + count]
      let sum = row.reduce(0, +)
      let room = Double(width - (count - 1) * gap)
      // A row is at most as high as one with two squares.
      let height = max(1, min(Int((room / sum).rounded()), width / (counts.count == 1 ? 1 : 2) + 1))
      var (x, before) = (0, 0.0)
      for (index, ratio) in row.enumerated() {
        before += ratio
        let end =
          index == count - 1 ? width : Int((room * before / sum).rounded()) + index * gap
        cells.append(Rect(x: x, y: y, width: max(1, end - x), height: height))
        x = end + gap
      }
      y += height + gap
      first += count
    }
    return cells
  }

  /// Returns the number of pictures in each row, so that rows are about as high as one with two and
  /// a half pictures. All divisions of the pictures into rows are tried; ten pictures have 401.
  ///
  /// - Complexity: O(2ⁿ) of the pictures shown.
  static func bestRows(_ ratios: [Double]) -> [Int] {
    var best: (cost: Double, counts: [Int]) = (.infinity, [ratios.count])
    func part(_ first: Int, _ cost: Double, _ counts: [Int]) {
      guard cost < best.cost else { return }
      guard first < ratios.count else { return best = (cost, counts) }
      for count in 1...min(mostInRow, ratios.count - first) {
        // Height of the row as a fraction of the width.
        let height = 1 / ratios[first..<first + count].reduce(0, +)
        let miss = height < 0.4 ? 0.4 / height - 1 : height / 0.4 - 1
        part(first + count, cost + miss * miss, counts + [count])
      }
    }
    // A style may allow any number of pictures; if there are many, all rows have three.
    guard ratios.count <= 12 else {
      return stride(from: 0, to: ratios.count, by: 3).map { min(3, ratios.count - $0) }
    }
    part(0, 0, [])
    return best.counts
  }
}
