/// The mean colours of a picture's square blocks: what is kept of a picture that was looked at.
/// Fonts and rasterisers of another version change them by a shade.
public struct MeanBlocks {
  /// 0xRRGGBB, row by row.
  public let colors: [Int]

  /// Blocks that the right and lower edges would cut are left out.
  ///
  /// - Parameter pixels: 0xAARRGGBB, `width` of them to a row.
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

  /// How far two pictures are apart: of the blocks' channels the greatest difference.
  public static func distance(_ a: [Int], _ b: [Int]) -> Int {
    guard a.count == b.count else { return 255 }
    return zip(a, b).map { x, y in
      [16, 8, 0].map { abs((x >> $0 & 0xFF) - (y >> $0 & 0xFF)) }.max() ?? 0
    }.max() ?? 0
  }
}
