public import LugeCore

/// Whether two pictures show the same, letter by letter.
///
/// Both pictures are compared in windows about as large as a stroke of a letter is thick with what
/// is beside it (3 × 3 points). A rasteriser of another version moves ink by a fraction of a pixel
/// and changes shades at edges, which such a window evens out; another letter has ink where there
/// was none, or none where there was some. How much is much is a share of the contrast there, so
/// grey letters on a grey ground count as much as black ones on white. A second, larger window
/// notices a ground, a picture or a letter of another shade.
public struct PictureComparison {
  /// Where the pictures differ, from the greatest difference to the least; pixels of the pictures.
  public struct Difference: Sendable, CustomStringConvertible {
    public var rect: PixelRect
    /// As a share of what is allowed: 1 is the least that counts.
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

  /// Parts of the contrast near a letter that a stroke's window may differ by.
  static let strokeShare = 0.165
  /// Levels of 255 that it may differ by where there is no contrast.
  static let strokeFloor = 10.0
  /// Levels of 255 that a larger window may differ by.
  static let shadeLimit = 12.0

  public private(set) var differences: [Difference] = []
  /// The greatest weight of all windows, also where it is allowed.
  public private(set) var greatestWeight = 0.0

  public var isSame: Bool { differences.isEmpty }

  /// - Parameters:
  ///   - known: 0xAARRGGBB, `size.width` pixels to a row.
  ///   - drawn: as many.
  ///   - scale: pixels to a point.
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

  /// Pictures of different sizes differ everywhere.
  public init(_ known: Bitmap, _ drawn: Bitmap, scale: Double = 1) {
    self = known.withPixels { known in
      drawn.withPixels { PictureComparison(known, $0, size: drawn.size, scale: scale) }
    }
  }
}

/// Sums of the differences of one channel over all rectangles that begin at the upper left, from
/// which those of any window follow.
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

  /// Each window inside the picture, by the place of its middle, with the mean difference in it.
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

  /// How far the lightest and the darkest pixel of each tile and those around it are apart.
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

  /// What stands for a pixel's neighbourhood is its tile's value.
  subscript(near x: Int, _ y: Int) -> Double { values[y / side * columns + x / side] }

  /// Tiles beside each other whose values are above a limit, taken together.
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
