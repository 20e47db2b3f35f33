import CImageSupport
import LugeCore

/// Order of a pixel's bytes in memory.
enum PixelFormat {
  /// Red, green, blue.
  case rgb
  /// Red, green, blue, alpha; not premultiplied.
  case rgba
  /// Blue, green, red, alpha; premultiplied, as in a `Bitmap`.
  case bgraPremultiplied

  /// Makes the format of a number of channels.
  ///
  /// - Parameter channels: bytes of a pixel, which are RGB or RGBA; nil unless 3 or 4.
  init?(channels: Int) {
    switch channels {
    case 3: self = .rgb
    case 4: self = .rgba
    default: return nil
    }
  }

  var bytesPerPixel: Int { self == .rgb ? 3 : 4 }
}

/// Scaler of pictures of one size to another, row by row. Tables that depend only on the sizes are
/// computed once.
///
/// libvips is not used, because it builds a pipeline with threads for each frame, which is too slow
/// for small animations.
struct RowScaler {
  let targetSize: PixelSize
  /// Size in which ``scale(_:line:)`` reads the picture: the number of rows, and the pixels of
  /// each.
  let readSize: PixelSize
  /// Resampler; nil when the picture is copied without scaling.
  private let resampler: Resampler?

  /// Prepares scaling.
  ///
  /// - Parameters:
  ///   - targetSize: is filled; a picture of another shape is cropped on two opposite sides.
  ///   - sourceSize: the picture's size in its file.
  ///   - reduction: factor by which the decoder already shrank the picture: 1, 2, 4 or 8. The last
  ///     pixel of a row may represent fewer source pixels.
  init(_ targetSize: PixelSize, of sourceSize: PixelSize, reduction: Int = 1) {
    self.targetSize = targetSize
    readSize = PixelSize(
      width: (sourceSize.width + reduction - 1) / reduction,
      height: (sourceSize.height + reduction - 1) / reduction)
    guard targetSize != readSize || reduction > 1 else {
      resampler = nil
      return
    }
    resampler = Resampler(
      filling: targetSize, from: sourceSize,
      samples: (
        Double(sourceSize.width) / Double(reduction), Double(sourceSize.height) / Double(reduction)
      ),
      available: (readSize.width, readSize.height))
  }

  /// Bytes of memory needed besides the result; proportional to the longer side.
  var heldBytes: Int { resampler?.heldBytes ?? 0 }

  /// Scales a picture.
  ///
  /// - Parameter line: returns the pixels of row `y`. Called from top to bottom; rows that are
  ///   cropped are skipped.
  /// - Returns: nil when a row is missing.
  /// - Complexity: O(pixels × reach of the kernel).
  func scale(_ format: PixelFormat, line: (_ y: Int) -> UnsafeRawPointer?) -> Bitmap? {
    let bitmap = Bitmap(size: targetSize)
    let isWhole = bitmap.withMutablePixels { pixels in
      guard let target = pixels.baseAddress else { return false }
      guard let resampler else {
        for y in 0..<targetSize.height {
          guard let line = line(y) else { return false }
          let row = UnsafeMutableBufferPointer(
            start: target + y * targetSize.width, count: targetSize.width)
          PixelPacking.pack(line, format, into: row)
        }
        return true
      }
      let columns = resampler.neededColumns
      return resampler.run { y, row in
        guard let line = line(y) else { return false }
        let start = line + columns.lowerBound * format.bytesPerPixel
        Self.unpack(start, format, count: columns.count, into: row)
        return true
      } write: { y, row in
        lis_words_of_samples(target + y * targetSize.width, row, targetSize.width)
      }
    }
    return isWhole ? bitmap : nil
  }

  /// Scales a picture in memory.
  ///
  /// - Parameter pixels: a whole picture, as in a `Bitmap`.
  func scale(pixels: UnsafeBufferPointer<UInt32>) -> Bitmap? {
    guard let base = pixels.baseAddress, pixels.count >= readSize.width * readSize.height else {
      return nil
    }
    return scale(.bgraPremultiplied) { UnsafeRawPointer(base + $0 * readSize.width) }
  }

  private static func unpack(
    _ start: UnsafeRawPointer, _ format: PixelFormat, count: Int,
    into row: UnsafeMutablePointer<Float>
  ) {
    let bytes = start.assumingMemoryBound(to: UInt8.self)
    if format == .bgraPremultiplied {
      lis_floats_of_bytes(row, bytes, count * 4)
      return
    }
    let samples = UnsafeMutableRawPointer(row)
    let channels = format.bytesPerPixel
    for index in 0..<count {
      samples.storeBytes(
        of: bgraPremultiplied(bytes + index * channels, channels: channels),
        toByteOffset: index * 16, as: SIMD4<Float>.self)
    }
  }

  @inline(__always)
  private static func bgraPremultiplied(
    _ pixel: UnsafePointer<UInt8>, channels: Int
  ) -> SIMD4<Float> {
    let color = SIMD4(Float(pixel[2]), Float(pixel[1]), Float(pixel[0]), 255)
    guard channels == 4, pixel[3] < 255 else { return color }
    return color * (Float(pixel[3]) / 255)
  }
}
