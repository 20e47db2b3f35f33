/// Bytes of red, green, blue (and alpha) to the words of a bitmap.
enum PixelPacking {
  /// - Parameters:
  ///   - bands: 3 or 4 bytes a pixel; the fourth is an alpha that has not been multiplied in.
  ///   - words: at most as many as the source has pixels.
  static func pack(
    _ source: UnsafeRawBufferPointer, bands: Int, into words: UnsafeMutableBufferPointer<UInt32>
  ) {
    guard let bytes = source.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    if bands == 3 {
      for index in words.indices {
        let pixel = bytes + index * 3
        words[index] =
          0xFF00_0000 | UInt32(pixel[0]) << 16 | UInt32(pixel[1]) << 8 | UInt32(pixel[2])
      }
      return
    }
    for index in words.indices {
      let pixel = bytes + index * 4
      let alpha = UInt32(pixel[3])
      func scaled(_ channel: UInt8) -> UInt32 { (UInt32(channel) * alpha + 127) / 255 }
      words[index] =
        alpha << 24 | scaled(pixel[0]) << 16 | scaled(pixel[1]) << 8 | scaled(pixel[2])
    }
  }
}
