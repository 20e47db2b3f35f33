import Glibc
import LugeCore

/// A picture in a file: eight words of 64 bits, the identity of its source, its pixels.
enum CachedPicture {
  /// Changes with the format; other files are not there.
  private static let magic: UInt64 = 0x3150_4547_554C  // "LUGEP1"
  private static let wordCount = 5
  private static let identityLimit = 8192

  static func read(_ file: PictureFile, identity: String, atMost size: PixelSize) -> Bitmap? {
    let head = file.read(at: 0, count: wordCount * 8)
    guard head.count == wordCount * 8 else { return nil }
    let words = head.withUnsafeBytes { bytes in
      (0..<wordCount).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self) }
    }
    let name = Array(identity.utf8)
    guard words[0] == magic, words[1] == UInt64(name.count), (1...UInt64(size.width)) ~= words[2],
      (1...UInt64(size.height)) ~= words[3]
    else { return nil }
    let found = PixelSize(width: Int(words[2]), height: Int(words[3]))
    let start = wordCount * 8 + name.count
    let byteCount = found.width * found.height * 4
    guard file.byteCount == start + byteCount,
      file.read(at: wordCount * 8, count: name.count) == name
    else { return nil }
    let pixels = file.read(at: start, count: byteCount)
    guard pixels.count == byteCount else { return nil }
    let bitmap = Bitmap(size: found)
    bitmap.withMutablePixels { target in
      pixels.withUnsafeBytes { UnsafeMutableRawBufferPointer(target).copyMemory(from: $0) }
    }
    let sum = bitmap.withPixels { SourceIdentity.hash(words: $0) }
    return sum == words[4] ? bitmap : nil
  }

  /// - Returns: bytes written; nil when it could not be written, and nothing is left then.
  static func write(_ bitmap: Bitmap, identity: String, to path: String) -> Int? {
    let name = Array(identity.utf8)
    guard name.count <= identityLimit else { return nil }
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    let words: [UInt64] = [
      magic, UInt64(name.count), UInt64(bitmap.size.width), UInt64(bitmap.size.height),
      bitmap.withPixels { SourceIdentity.hash(words: $0) },
    ]
    let isWritten =
      words.withUnsafeBytes { write($0, to: file) } && name.withUnsafeBytes { write($0, to: file) }
      && bitmap.withPixels { write(UnsafeRawBufferPointer($0), to: file) }
    guard close(file) == 0, isWritten else {
      unlink(path)
      return nil
    }
    return words.count * 8 + name.count + bitmap.byteCount
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = Glibc.write(
        file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return false }
      rest = rest.dropFirst(written)
    }
    return true
  }
}
