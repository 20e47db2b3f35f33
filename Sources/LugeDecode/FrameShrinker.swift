import CImageSupport
import LugeCore

/// Shrinks the frames of an animation to one size, all alike, with what can be computed once kept.
///
/// libvips builds a pipeline of operations and threads for each frame, which took three quarters of what
/// a small animation cost.
struct FrameShrinker {
  /// Of the result: larger ones are rare, and libvips can be stopped in the middle of one.
  private static let resultPixels = 1 << 20

  let size: PixelSize
  /// Of the frames.
  let own: PixelSize
  private let resampler: Resampler

  /// - Parameters:
  ///   - size: of the result, which is filled; what does not fit is cut off on both sides.
  ///   - own: of the frames.
  /// - Returns: nil when the result would be larger than a frame, or as large, or just large.
  init?(_ size: PixelSize, of own: PixelSize) {
    guard size != own, size.width <= own.width, size.height <= own.height,
      size.width * size.height <= Self.resultPixels
    else { return nil }
    self.size = size
    self.own = own
    resampler = Resampler(
      filling: size, from: own, samples: (Double(own.width), Double(own.height)),
      available: (own.width, own.height), channels: 4)
  }

  /// - Parameters:
  ///   - bands: 3, or 4 with an alpha that has not been multiplied in.
  ///   - line: the pixels of a row of the frame; asked from the top, rows that do not count are left out.
  /// - Returns: nil when a row is missing.
  /// - Complexity: O(pixels × reach of the kernel).
  func shrink(bands: Int, line: (_ y: Int) -> UnsafeRawPointer?) -> Bitmap? {
    guard bands == 3 || bands == 4 else { return nil }
    let columns = resampler.neededColumns
    return run { y, row in
      guard let line = line(y) else { return false }
      let start = line.assumingMemoryBound(to: UInt8.self) + columns.lowerBound * bands
      let samples = UnsafeMutableRawPointer(row)
      for index in 0..<columns.count {
        samples.storeBytes(
          of: Self.sample(start + index * bands, bands: bands), toByteOffset: index * 16,
          as: SIMD4<Float>.self)
      }
      return true
    }
  }

  /// - Parameter words: of the whole frame, as a bitmap has them: with alpha multiplied in.
  /// - Complexity: O(pixels × reach of the kernel).
  func shrink(words: UnsafeBufferPointer<UInt32>) -> Bitmap? {
    guard let base = words.baseAddress, words.count >= own.width * own.height else { return nil }
    let columns = resampler.neededColumns
    return run { y, row in
      let line = base + y * own.width + columns.lowerBound
      lis_floats_of_bytes(
        row, UnsafeRawPointer(line).assumingMemoryBound(to: UInt8.self), columns.count * 4)
      return true
    }
  }

  private func run(
    read: (_ y: Int, _ target: UnsafeMutablePointer<Float>) -> Bool
  ) -> Bitmap? {
    let bitmap = Bitmap(size: size)
    let isWhole = bitmap.withMutablePixels { words in
      guard let target = words.baseAddress else { return false }
      return resampler.run(read: read) { y, row in
        lis_words_of_samples(target + y * size.width, row, size.width)
      }
    }
    return isWhole ? bitmap : nil
  }

  /// Blue, green, red with alpha multiplied in, and alpha.
  @inline(__always)
  private static func sample(_ pixel: UnsafePointer<UInt8>, bands: Int) -> SIMD4<Float> {
    let color = SIMD4(Float(pixel[2]), Float(pixel[1]), Float(pixel[0]), 255)
    guard bands == 4, pixel[3] < 255 else { return color }
    return color * (Float(pixel[3]) / 255)
  }
}
