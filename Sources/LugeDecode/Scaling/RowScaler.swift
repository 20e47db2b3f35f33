import CImageSupport
import LugeCore

/// How the pixels of a row stand in memory.
enum RowLayout {
  /// Red, green, blue.
  case rgb
  /// Red, green, blue and an alpha that has not been multiplied in.
  case rgba
  /// As a bitmap has them: blue, green, red with alpha multiplied in, and alpha.
  case words

  /// - Returns: nil for what is neither three nor four bytes.
  init?(bands: Int) {
    switch bands {
    case 3: self = .rgb
    case 4: self = .rgba
    default: return nil
    }
  }

  var bytesPerPixel: Int { self == .rgb ? 3 : 4 }
}

/// Brings pictures of one size to another, from their rows; what can be computed once is kept.
///
/// libvips builds a pipeline of operations and threads for each frame, which took three quarters of
/// what a small animation cost, and copies of the picture besides.
struct RowScaler {
  /// Of the result.
  let size: PixelSize
  /// Of the pictures.
  let own: PixelSize
  /// The rows that are read, and the pixels of each.
  let rows: PixelSize
  /// Nil where pixels stay as they are.
  private let resampler: Resampler?

  /// - Parameters:
  ///   - size: of the result, which is filled; what does not fit is cut off on both sides.
  ///   - own: of the pictures.
  ///   - halvings: how many times the rows that are read are smaller than that: 1, 2, 4 or 8. Their
  ///     last pixel may count in part.
  init(_ size: PixelSize, of own: PixelSize, halvings: Int = 1) {
    self.size = size
    self.own = own
    rows = PixelSize(
      width: (own.width + halvings - 1) / halvings, height: (own.height + halvings - 1) / halvings)
    guard size != rows || halvings > 1 else {
      resampler = nil
      return
    }
    resampler = Resampler(
      filling: size, from: own,
      samples: (Double(own.width) / Double(halvings), Double(own.height) / Double(halvings)),
      available: (rows.width, rows.height))
  }

  /// While it works, beside the result: depends on the longer side, not on the area.
  var heldBytes: Int { resampler?.heldBytes ?? 0 }

  /// - Parameter line: the pixels of a row; asked from the top, and not for rows that do not count.
  /// - Returns: nil when a row is missing.
  /// - Complexity: O(pixels × reach of the kernel).
  func scale(_ layout: RowLayout, line: (_ y: Int) -> UnsafeRawPointer?) -> Bitmap? {
    let bitmap = Bitmap(size: size)
    let isWhole = bitmap.withMutablePixels { words in
      guard let target = words.baseAddress else { return false }
      guard let resampler else {
        for y in 0..<size.height {
          guard let line = line(y) else { return false }
          let row = UnsafeMutableBufferPointer(start: target + y * size.width, count: size.width)
          PixelPacking.pack(line, layout, into: row)
        }
        return true
      }
      let columns = resampler.neededColumns
      return resampler.run { y, row in
        guard let line = line(y) else { return false }
        let start = line + columns.lowerBound * layout.bytesPerPixel
        Self.unpack(start, layout, count: columns.count, into: row)
        return true
      } write: { y, row in
        lis_words_of_samples(target + y * size.width, row, size.width)
      }
    }
    return isWhole ? bitmap : nil
  }

  /// - Parameter words: of a whole picture.
  func scale(words: UnsafeBufferPointer<UInt32>) -> Bitmap? {
    guard let base = words.baseAddress, words.count >= rows.width * rows.height else { return nil }
    return scale(.words) { UnsafeRawPointer(base + $0 * rows.width) }
  }

  private static func unpack(
    _ start: UnsafeRawPointer, _ layout: RowLayout, count: Int,
    into row: UnsafeMutablePointer<Float>
  ) {
    let bytes = start.assumingMemoryBound(to: UInt8.self)
    if layout == .words {
      lis_floats_of_bytes(row, bytes, count * 4)
      return
    }
    let samples = UnsafeMutableRawPointer(row)
    let bands = layout.bytesPerPixel
    for index in 0..<count {
      samples.storeBytes(
        of: sample(bytes + index * bands, bands: bands), toByteOffset: index * 16,
        as: SIMD4<Float>.self)
    }
  }

  /// Blue, green, red with alpha multiplied in, and alpha.
  @inline(__always)
  private static func sample(_ pixel: UnsafePointer<UInt8>, bands: Int) -> SIMD4<Float> {
    let color = SIMD4(Float(pixel[2]), Float(pixel[1]), Float(pixel[0]), 255)
    guard bands == 4, pixel[3] < 255 else { return color }
    return color * (Float(pixel[3]) / 255)
  }
}
