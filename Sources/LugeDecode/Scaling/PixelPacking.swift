import LugeCore

/// Conversion of pixels between the formats of files and that of a `Bitmap`.
enum PixelPacking {
  /// Converts pixels to those of a bitmap.
  ///
  /// - Parameters:
  ///   - source: at least as many pixels as `words` has.
  ///   - words: receives a bitmap's pixels, 32 bits each.
  static func pack(
    _ source: UnsafeRawPointer, _ format: PixelFormat,
    into words: UnsafeMutableBufferPointer<UInt32>
  ) {
    let bytes = source.assumingMemoryBound(to: UInt8.self)
    switch format {
    case .bgraPremultiplied:
      UnsafeMutableRawBufferPointer(words).copyMemory(
        from: UnsafeRawBufferPointer(start: source, count: words.count * 4))
    case .rgb:
      for index in words.indices {
        let pixel = bytes + index * 3
        words[index] =
          0xFF00_0000 | UInt32(pixel[0]) << 16 | UInt32(pixel[1]) << 8 | UInt32(pixel[2])
      }
    case .rgba:
      for index in words.indices {
        let pixel = bytes + index * 4
        words[index] = Premultiplied.word(
          red: UInt32(pixel[0]), green: UInt32(pixel[1]), blue: UInt32(pixel[2]),
          alpha: UInt32(pixel[3]))
      }
    }
  }
}
