import Glibc

/// Format of a cached file: words of 64 bits that describe it, the name of its source, and the
/// content.
///
/// The first word identifies the format, the second is the length of the name in bytes, the third
/// that of the content.
enum CacheFile {
  private static let nameLimit = 8192

  /// Returns the words of a complete file of this format and this source; nil for any other.
  static func words(
    of file: PictureFile, format: UInt64, count: Int, name: String
  ) -> [UInt64]? {
    let head = file.read(at: 0, count: count * 8)
    guard count >= 3, head.count == count * 8 else { return nil }
    let words = head.withUnsafeBytes { bytes in
      (0..<count).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self) }
    }
    let expected = Array(name.utf8)
    guard words[0] == format, words[1] == UInt64(expected.count),
      let kept = Int(exactly: words[2]), kept <= file.byteCount,
      file.byteCount == start(count, name) + kept,
      file.read(at: count * 8, count: expected.count) == expected
    else { return nil }
    return words
  }

  /// Returns the offset of the content.
  static func start(_ wordCount: Int, _ name: String) -> Int { wordCount * 8 + name.utf8.count }

  /// Writes a file.
  ///
  /// - Returns: the number of bytes written; nil when it could not be written, in which case no
  ///   file is left.
  static func write(
    _ kept: UnsafeRawBufferPointer, format: UInt64, facts: [UInt64], name: String,
    to path: String
  ) -> Int? {
    let name = Array(name.utf8)
    guard name.count <= nameLimit else { return nil }
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    let words = [format, UInt64(name.count), UInt64(kept.count)] + facts
    let isWritten =
      words.withUnsafeBytes { write($0, to: file) } && name.withUnsafeBytes { write($0, to: file) }
      && write(kept, to: file)
    guard close(file) == 0, isWritten else {
      unlink(path)
      return nil
    }
    return words.count * 8 + name.count + kept.count
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
