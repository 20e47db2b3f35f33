import LugeCore

/// A decoded picture in a ``CacheFile``, with its size and a checksum of its pixels.
enum CachedPicture {
  /// Changes with the format; other files are not there.
  private static let format: UInt64 = 0x3250_4547_554C  // "LUGEP2"
  private static let wordCount = 6

  static func read(_ file: PictureFile, identity: String, atMost size: PixelSize) -> Bitmap? {
    guard
      let words = CacheFile.words(of: file, format: format, count: wordCount, name: identity),
      (1...UInt64(size.width)) ~= words[3], (1...UInt64(size.height)) ~= words[4]
    else { return nil }
    let found = PixelSize(width: Int(words[3]), height: Int(words[4]))
    let byteCount = found.width * found.height * 4
    guard words[2] == UInt64(byteCount) else { return nil }
    let pixels = file.read(at: CacheFile.start(wordCount, identity), count: byteCount)
    guard pixels.count == byteCount else { return nil }
    let bitmap = Bitmap(size: found)
    bitmap.withMutablePixels { target in
      pixels.withUnsafeBytes { UnsafeMutableRawBufferPointer(target).copyMemory(from: $0) }
    }
    let sum = bitmap.withPixels { SourceIdentity.hash(words: UnsafeRawBufferPointer($0)) }
    return sum == words[5] ? bitmap : nil
  }

  /// - Returns: bytes written; nil when it could not be written, and nothing is left then.
  static func write(_ bitmap: Bitmap, identity: String, to path: String) -> Int? {
    bitmap.withPixels { pixels in
      let bytes = UnsafeRawBufferPointer(pixels)
      return CacheFile.write(
        bytes, format: format,
        facts: [
          UInt64(bitmap.size.width), UInt64(bitmap.size.height), SourceIdentity.hash(words: bytes),
        ], name: identity, to: path)
    }
  }
}
