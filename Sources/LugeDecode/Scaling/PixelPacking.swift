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

  /// Returns a bitmap's pixels as red, green, blue, alpha; not premultiplied.
  static func rgba(_ bitmap: Bitmap) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(bitmap.byteCount)
    bitmap.withPixels { words in
      for word in words {
        let alpha = word >> 24
        func channel(_ shift: UInt32) -> UInt8 {
          guard alpha > 0 else { return 0 }
          return UInt8(min(255, ((word >> shift & 255) * 255 + alpha / 2) / alpha))
        }
        bytes += [channel(16), channel(8), channel(0), UInt8(alpha)]
      }
    }
    return bytes
  }
}
