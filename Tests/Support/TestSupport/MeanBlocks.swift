/// The mean colours of a picture's square blocks, stored for comparison. Other versions of fonts
/// and rasterisers change them slightly.
public struct MeanBlocks {
  /// Colours 0xRRGGBB, row by row.
  public let colors: [Int]

  /// Computes the colours. Blocks that the right and lower edges would cut are omitted.
  ///
  /// - Parameter pixels: pixels 0xAARRGGBB, `width` per row.
  public init(_ pixels: UnsafeBufferPointer<UInt32>, width: Int, side: Int) {
    let (columns, rows) = (width / side, pixels.count / width / side)
    colors = (0..<rows * columns).map { block in
      var sums = SIMD3<Int>()
      for y in 0..<side {
        for x in 0..<side {
          let word = pixels[(block / columns * side + y) * width + block % columns * side + x]
          sums &+= SIMD3(Int(word >> 16 & 0xFF), Int(word >> 8 & 0xFF), Int(word & 0xFF))
        }
      }
      let mean = sums / (side * side)
      return mean[0] << 16 | mean[1] << 8 | mean[2]
    }
  }

  /// Returns the difference between two pictures: the greatest one among all channels of all
  /// blocks.
  public static func distance(_ a: [Int], _ b: [Int]) -> Int {
    guard a.count == b.count else { return 255 }
    return zip(a, b).map { x, y in
      [16, 8, 0].map { abs((x >> $0 & 0xFF) - (y >> $0 & 0xFF)) }.max() ?? 0
    }.max() ?? 0
  }
}
