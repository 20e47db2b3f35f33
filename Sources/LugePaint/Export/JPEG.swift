import CJPEG
public import LugeCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes pixels as JPEG pictures, by libjpeg-turbo. Transparent pixels become white.
public enum JPEG {
  /// Returns the bytes of a JPEG file; nil for a bitmap that JPEG cannot hold (over 65,500 pixels
  /// per side, or none), and without memory.
  ///
  /// - Parameter quality: 1 to 100, as libjpeg counts it.
  /// - Complexity: O(pixels).
  public static func encode(_ bitmap: Bitmap, quality: Int = 85) -> [UInt8]? {
    let size = bitmap.size
    return bitmap.withPixels { pixels -> [UInt8]? in
      guard let base = pixels.baseAddress, (1...65_500).contains(size.width),
        (1...65_500).contains(size.height), pixels.count >= size.width * size.height
      else { return nil }
      var count = 0
      let quality = Int32(quality.clamped(to: 1...100))
      guard let bytes = ljp_write(base, Int32(size.width), Int32(size.height), quality, &count)
      else { return nil }
      defer { free(bytes) }
      return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
  }
}
