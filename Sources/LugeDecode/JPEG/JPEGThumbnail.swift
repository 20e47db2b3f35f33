import CImageSupport
import LugeCore

/// Small pictures from JPEG files without libvips' pipeline: block averages where the picture is eight
/// times as large or more, libjpeg's halvings where it is not, and one resampling.
///
/// What it does not know (other colours, more bits, arithmetic codes, broken files) is left to libvips.
struct JPEGThumbnail {
  /// Of the result: larger ones are rare, and libvips can be stopped in the middle of one.
  private static let resultPixels = 1 << 20
  /// Of what libjpeg decodes.
  private static let decodedPixels = 4 << 20

  private let size: PixelSize
  /// Of the file, as its pixels lie in it.
  private let own: PixelSize
  private let factor: Double

  /// - Parameters:
  ///   - size: of the result, as the file's pixels lie in it.
  ///   - own: of the file.
  /// - Returns: nil when the result would be larger than the file, or just large.
  init?(_ size: PixelSize, of own: PixelSize) {
    self.size = size
    self.own = own
    factor = min(
      Double(own.width) / Double(size.width), Double(own.height) / Double(size.height))
    guard factor >= 1, size.width * size.height <= Self.resultPixels else { return nil }
  }

  /// - Returns: nil for what it does not know.
  func decode(_ bytes: UnsafeRawBufferPointer, shouldStop: () -> Bool) -> Bitmap? {
    if factor >= 8, let averages = BlockAverages(bytes, factor: factor, shouldStop: shouldStop) {
      return compose(averages.planes)
    }
    return decode(bytes, shrink: factor >= 8 ? 8 : factor >= 4 ? 4 : factor >= 2 ? 2 : 1)
  }

  /// Without halvings: what all others are measured by.
  func decodeWhole(_ bytes: UnsafeRawBufferPointer) -> Bitmap? { decode(bytes, shrink: 1) }

  private func decode(_ bytes: UnsafeRawBufferPointer, shrink: Int) -> Bitmap? {
    guard
      let pixels = TurboJPEG.decode(bytes, shrink: shrink, limit: Self.decodedPixels)
    else { return nil }
    defer { pixels.bytes.deallocate() }
    return compose(pixels, shrink: Double(shrink))
  }

  /// The middle of the picture that is shown, in samples of which there are `width` × `height`.
  private func resampler(
    width: Double, height: Double, available: (Int, Int), channels: Int
  ) -> Resampler {
    Resampler(
      filling: size, from: own, samples: (width, height), available: available, channels: channels)
  }

  private func compose(_ planes: [BlockAverages.Plane]) -> Bitmap? {
    let count = size.width * size.height
    let results = planes.map { plane in
      let resampler = resampler(
        width: plane.width, height: plane.height,
        available: (
          min(plane.stride, Int(plane.width.rounded(.up))),
          min(plane.rows, Int(plane.height.rounded(.up)))
        ), channels: 1)
      let columns = resampler.neededColumns
      return [Float](unsafeUninitializedCapacity: count) { samples, filled in
        guard let base = samples.baseAddress else { return }
        _ = resampler.run { y, row in
          plane.copy(columns, of: y, to: row)
          return true
        } write: { y, row in
          (base + y * size.width).initialize(from: row, count: size.width)
        }
        filled = count
      }
    }
    guard let brightness = results.first else { return nil }
    let isColoured = results.count == 3
    let bitmap = Bitmap(size: size)
    bitmap.withMutablePixels { words in
      brightness.withUnsafeBufferPointer { y in
        results[isColoured ? 1 : 0].withUnsafeBufferPointer { blue in
          results[isColoured ? 2 : 0].withUnsafeBufferPointer { red in
            lis_words_of_ycc(
              words.baseAddress, y.baseAddress, isColoured ? blue.baseAddress : nil,
              isColoured ? red.baseAddress : nil, count)
          }
        }
      }
    }
    return bitmap
  }

  private func compose(_ pixels: TurboJPEG.Pixels, shrink: Double) -> Bitmap? {
    let resampler = resampler(
      width: Double(own.width) / shrink, height: Double(own.height) / shrink,
      available: (pixels.width, pixels.height), channels: 4)
    let columns = resampler.neededColumns
    guard let source = pixels.bytes.assumingMemoryBound(to: UInt8.self).baseAddress else {
      return nil
    }
    let bitmap = Bitmap(size: size)
    let isWhole = bitmap.withMutablePixels { words in
      guard let target = words.baseAddress else { return false }
      return resampler.run { y, row in
        lis_floats_of_bytes(
          row, source + (y * pixels.width + columns.lowerBound) * 4, columns.count * 4)
        return true
      } write: { y, row in
        lis_words_of_samples(target + y * size.width, row, size.width)
      }
    }
    return isWhole ? bitmap : nil
  }
}
