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
    let results = planes.map { plane in
      var resampler = resampler(
        width: plane.width, height: plane.height,
        available: (
          min(plane.stride, Int(plane.width.rounded(.up))),
          min(plane.rows, Int(plane.height.rounded(.up)))
        ), channels: 1)
      let columns = resampler.neededColumns
      withUnsafeTemporaryAllocation(of: Float.self, capacity: max(1, columns.count)) { row in
        guard let base = row.baseAddress else { return }
        for y in resampler.neededRows {
          plane.copy(columns, of: y, to: base)
          resampler.add(base, at: y)
        }
      }
      return resampler.finished()
    }
    guard let brightness = results.first else { return nil }
    let bitmap = Bitmap(size: size)
    bitmap.withMutablePixels { words in
      for index in words.indices {
        let y = brightness[index]
        var (red, green, blue) = (y, y, y)
        if results.count == 3 {
          // ITU-T T.871, section 7.
          let (b, r) = (results[1][index] - 128, results[2][index] - 128)
          red += 1.402 * r
          green -= 0.344136 * b + 0.714136 * r
          blue += 1.772 * b
        }
        words[index] =
          0xFF00_0000 | Self.byte(red) << 16 | Self.byte(green) << 8 | Self.byte(blue)
      }
    }
    return bitmap
  }

  private func compose(_ pixels: TurboJPEG.Pixels, shrink: Double) -> Bitmap? {
    var resampler = resampler(
      width: Double(own.width) / shrink, height: Double(own.height) / shrink,
      available: (pixels.width, pixels.height), channels: 4)
    let columns = resampler.neededColumns
    guard let source = pixels.bytes.assumingMemoryBound(to: UInt8.self).baseAddress else {
      return nil
    }
    withUnsafeTemporaryAllocation(of: Float.self, capacity: max(1, columns.count * 4)) { row in
      guard let base = row.baseAddress else { return }
      for y in resampler.neededRows {
        let start = source + (y * pixels.width + columns.lowerBound) * 4
        for index in 0..<columns.count * 4 { base[index] = Float(start[index]) }
        resampler.add(base, at: y)
      }
    }
    let result = resampler.finished()
    let bitmap = Bitmap(size: size)
    bitmap.withMutablePixels { words in
      for index in words.indices {
        let place = index * 4
        words[index] =
          0xFF00_0000 | Self.byte(result[place + 2]) << 16 | Self.byte(result[place + 1]) << 8
          | Self.byte(result[place])
      }
    }
    return bitmap
  }

  @inline(__always)
  private static func byte(_ value: Float) -> UInt32 {
    UInt32(min(255, max(0, value + 0.5)))
  }
}
