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
  /// Before the first row.
  private let fresh: Resampler

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
    fresh = Resampler(
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
    var resampler = fresh
    let columns = resampler.neededColumns
    let isWhole = withUnsafeTemporaryAllocation(
      of: SIMD4<Float>.self, capacity: max(1, columns.count)
    ) { row in
      guard let base = row.baseAddress else { return false }
      for y in resampler.neededRows {
        guard let line = line(y) else { return false }
        let start = line.assumingMemoryBound(to: UInt8.self) + columns.lowerBound * bands
        for index in 0..<columns.count {
          base[index] = Self.sample(start + index * bands, bands: bands)
        }
        base.withMemoryRebound(to: Float.self, capacity: columns.count * 4) {
          resampler.add($0, at: y)
        }
      }
      return true
    }
    return isWhole ? Self.bitmap(resampler.finished(), size) : nil
  }

  /// Blue, green, red with alpha multiplied in, and alpha.
  @inline(__always)
  private static func sample(_ pixel: UnsafePointer<UInt8>, bands: Int) -> SIMD4<Float> {
    let color = SIMD4(Float(pixel[2]), Float(pixel[1]), Float(pixel[0]), 255)
    guard bands == 4, pixel[3] < 255 else { return color }
    return color * (Float(pixel[3]) / 255)
  }

  private static func bitmap(_ samples: [Float], _ size: PixelSize) -> Bitmap {
    let bitmap = Bitmap(size: size)
    bitmap.withMutablePixels { words in
      samples.withUnsafeBytes { samples in
        for index in words.indices {
          let sample = samples.loadUnaligned(fromByteOffset: index * 16, as: SIMD4<Float>.self)
          let alpha = min(max(sample.w, 0), 255)
          // The kernel swings over at edges, and no channel may be more than its alpha.
          words[index] =
            Self.byte(alpha, atMost: 255) << 24 | Self.byte(sample.z, atMost: alpha) << 16
            | Self.byte(sample.y, atMost: alpha) << 8 | Self.byte(sample.x, atMost: alpha)
        }
      }
    }
    return bitmap
  }

  /// The nearest whole number. A float of 2²³ and more has no places behind the point, so adding that number
  /// leaves the rounded one in the low bits; the standard library's conversion of vectors asks of each
  /// number whether it fits, which took a third of what a small frame costs.
  @inline(__always)
  private static func byte(_ value: Float, atMost limit: Float) -> UInt32 {
    (min(max(value, 0), limit) + 8_388_608).bitPattern & 0xFF
  }
}
