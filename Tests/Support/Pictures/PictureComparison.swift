public import LugeCore

/// Compares whether two pictures show the same content, letter by letter.
///
/// Both pictures are averaged over squares about as large as the stroke of a letter with its
/// surroundings (3 × 3 points). Another version of a rasteriser moves ink by a fraction of a pixel
/// and changes shades at edges, which the average evens out; another letter has ink where there was
/// none, or none where there was some. The limit is a share of the local contrast, so that grey
/// letters on grey count as much as black ones on white. A second, larger square detects another
/// shade of a background, a picture or a letter.
public struct PictureComparison {
  /// Area in which the pictures differ, in pixels; areas are sorted by the size of the difference.
  public struct Difference: Sendable, CustomStringConvertible {
    public var rect: PixelRect
    /// Difference as a multiple of the allowed one: 1 is the smallest that counts.
    public var weight: Double

    public var description: String {
      "\(rect.width) × \(rect.height) pixels at (\(rect.x), \(rect.y)), "
        + "\((weight * 10).rounded() / 10) times what is allowed"
    }
  }

  /// A rectangle of whole pixels.
  public struct PixelRect: Sendable, Equatable {
    public var x, y, width, height: Int
  }

  /// Share of the local contrast by which a small square may differ.
  static let strokeShare = 0.165
  /// Levels of 255 by which it may differ if there is no contrast.
  static let strokeFloor = 10.0
  /// Levels of 255 by which a large square may differ.
  static let shadeLimit = 12.0

  public private(set) var differences: [Difference] = []
  /// The greatest weight of all squares, even if it is allowed.
  public private(set) var greatestWeight = 0.0

  public var isSame: Bool { differences.isEmpty }

  /// - Parameters:
  ///   - known: pixels 0xAARRGGBB, `size.width` per row.
  ///   - drawn: pixels of the other picture, as many.
  ///   - scale: pixels per point.
  public init(
    _ known: UnsafeBufferPointer<UInt32>, _ drawn: UnsafeBufferPointer<UInt32>, size: PixelSize,
    scale: Double = 1
  ) {
    guard known.count == drawn.count, known.count == size.width * size.height else {
      differences = [
        Difference(
          rect: PixelRect(x: 0, y: 0, width: size.width, height: size.height), weight: .infinity)
      ]
      greatestWeight = .infinity
      return
    }
    // The same machine draws the same pixels.
    guard !known.elementsEqual(drawn) else { return }
    let tile = max(6, Int((6 * scale).rounded()))
    let contrast = Tiles(size: size, side: tile, contrastOf: known, drawn)
    var weights = Tiles(size: size, side: tile)
    for channel in 0..<3 {
      let sums = Sums(known, drawn, size: size, shift: UInt32(16 - 8 * channel))
      let stroke = max(3, Int((3 * scale).rounded()))
      sums.forEachWindow(side: stroke) { x, y, mean in
        let limit = max(Self.strokeFloor, Self.strokeShare * contrast[near: x, y])
        weights[at: x, y] = max(weights[at: x, y], mean / limit)
      }
      sums.forEachWindow(side: max(12, Int((12 * scale).rounded()))) { x, y, mean in
        weights[at: x, y] = max(weights[at: x, y], mean / Self.shadeLimit)
      }
    }
    greatestWeight = weights.values.max() ?? 0
    differences = weights.areas(above: 1).sorted { $0.weight > $1.weight }
  }

  /// Compares two bitmaps. Pictures of different sizes differ everywhere.
  public init(_ known: Bitmap, _ drawn: Bitmap, scale: Double = 1) {
    self = known.withPixels { known in
      drawn.withPixels { PictureComparison(known, $0, size: drawn.size, scale: scale) }
    }
  }
}

/// Sums of the differences of one channel over all rectangles that begin at the upper left, from
/// which those of any square follow.
private struct Sums {
  let size: PixelSize
  private var sums: [Int32]

  init(
    _ known: UnsafeBufferPointer<UInt32>, _ drawn: UnsafeBufferPointer<UInt32>, size: PixelSize,
    shift: UInt32
  ) {
    self.size = size
    sums = Array(repeating: 0, count: (size.width + 1) * (size.height + 1))
    for y in 0..<size.height {
      var row: Int32 = 0
      for x in 0..<size.width {
        let index = y * size.width + x
        let difference =
          Int32(known[index] >> shift & 0xFF) &- Int32(drawn[index] >> shift & 0xFF)
        row &+= difference
        sums[(y + 1) * (size.width + 1) + x + 1] = sums[y * (size.width + 1) + x + 1] &+ row
      }
    }
  }

  /// Calls a function for each square inside the picture, with its centre and its mean difference.
  func forEachWindow(side: Int, _ body: (_ x: Int, _ y: Int, _ mean: Double) -> Void) {
    let (wide, high) = (min(side, size.width), min(side, size.height))
    guard wide > 0, high > 0 else { return }
    let stride = size.width + 1
    let area = Double(wide * high)
    for y in 0...size.height - high {
      for x in 0...size.width - wide {
        let sum =
          sums[(y + high) * stride + x + wide] &- sums[y * stride + x + wide]
          &- sums[(y + high) * stride + x] &+ sums[y * stride + x]
        if sum != 0 { body(x + wide / 2, y + high / 2, Double(sum.magnitude) / area) }
      }
    }
  }
}

/// A value for each square tile of a picture.
private struct Tiles {
  let side, columns, rows: Int
  var values: [Double]

  init(size: PixelSize, side: Int) {
    self.side = side
    columns = (size.width + side - 1) / side
    rows = (size.height + side - 1) / side
    values = Array(repeating: 0, count: columns * rows)
  }

  /// Finds the difference between the lightest and the darkest pixel of each tile and its
  /// neighbours.
  init(
    size: PixelSize, side: Int, contrastOf pictures: UnsafeBufferPointer<UInt32>...
  ) {
    self.init(size: size, side: side)
    let count = values.count
    for shift: UInt32 in [16, 8, 0] {
      var least = Array(repeating: 255, count: count)
      var greatest = Array(repeating: 0, count: count)
      for picture in pictures {
        for y in 0..<size.height {
          for x in 0..<size.width {
            let level = Int(picture[y * size.width + x] >> shift & 0xFF)
            let tile = y / side * columns + x / side
            least[tile] = min(least[tile], level)
            greatest[tile] = max(greatest[tile], level)
          }
        }
      }
      for row in 0..<rows {
        for column in 0..<columns {
          var (low, high) = (255, 0)
          for y in max(0, row - 1)...min(rows - 1, row + 1) {
            for x in max(0, column - 1)...min(columns - 1, column + 1) {
              low = min(low, least[y * columns + x])
              high = max(high, greatest[y * columns + x])
            }
          }
          let tile = row * columns + column
          values[tile] = max(values[tile], Double(high - low))
        }
      }
    }
  }

  subscript(at x: Int, _ y: Int) -> Double {
    get { values[y / side * columns + x / side] }
    set { values[y / side * columns + x / side] = newValue }
  }

  /// Returns the value of the tile that contains a pixel.
  subscript(near x: Int, _ y: Int) -> Double { values[y / side * columns + x / side] }

  /// Returns the areas of adjacent tiles whose values are above a limit.
  func areas(above limit: Double) -> [PictureComparison.Difference] {
    var seen = Set<Int>()
    var areas: [PictureComparison.Difference] = []
    for start in values.indices where values[start] > limit && seen.insert(start).inserted {
      var columns = start % self.columns...start % self.columns
      var rows = start / self.columns...start / self.columns
      var weight = 0.0
      var open = [start]
      while let tile = open.popLast() {
        let (column, row) = (tile % self.columns, tile / self.columns)
        weight = max(weight, values[tile])
        columns = min(columns.lowerBound, column)...max(columns.upperBound, column)
        rows = min(rows.lowerBound, row)...max(rows.upperBound, row)
        for y in max(0, row - 1)...min(self.rows - 1, row + 1) {
          for x in max(0, column - 1)...min(self.columns - 1, column + 1) {
            let next = y * self.columns + x
            if values[next] > limit, seen.insert(next).inserted { open.append(next) }
          }
        }
      }
      areas.append(
        PictureComparison.Difference(
          rect: PictureComparison.PixelRect(
            x: columns.lowerBound * side, y: rows.lowerBound * side, width: columns.count * side,
            height: rows.count * side),
          weight: weight))
    }
    return areas
  }
}
