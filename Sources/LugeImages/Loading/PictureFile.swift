import Glibc

/// A regular file, open for reading; closed with this object.
///
/// Files are read instead of mapped: one that is cut off while it is mapped ends the process.
final class PictureFile: Sendable {
  let path: String
  /// Bytes when it was opened.
  let byteCount: Int
  private let descriptor: Int32

  init(_ path: String) throws(ImageError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .notReadable(path: path, reason: "not a file name")
    }
    // Without O_NONBLOCK, opening a named pipe waits for its writer.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .notReadable(path: path, reason: Self.words(errno)) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw .notReadable(path: path, reason: "not a file")
    }
    self.path = path
    byteCount = Int(status.st_size)
    descriptor = file
  }

  deinit { close(descriptor) }

  /// Hands the open file to somebody who does not keep it.
  func withDescriptor<R>(_ body: (Int32) -> R) -> R { body(descriptor) }

  /// So many bytes from an offset; fewer at the end of the file or where it cannot be read.
  func read(at offset: Int, count: Int) -> [UInt8] {
    (try? bytes(at: offset, count: count)) ?? []
  }

  /// - Throws: ``ImageError/notReadable(path:reason:)`` for a failing disk.
  func bytes(at offset: Int, count wanted: Int) throws(ImageError) -> [UInt8] {
    var problem: Int32 = 0
    let wanted = max(0, wanted)
    let bytes = [UInt8](unsafeUninitializedCapacity: max(1, wanted)) { buffer, count in
      while count < wanted {
        let got = pread(
          descriptor, buffer.baseAddress.map { $0 + count }, wanted - count,
          off_t(offset + count))
        if got < 0, errno == EINTR { continue }
        if got < 0 { problem = errno }
        if got <= 0 { break }
        count += got
      }
    }
    guard problem == 0 else { throw .notReadable(path: path, reason: Self.words(problem)) }
    return bytes
  }

  /// Reads the beginning into memory that is there already: new memory for a large photo costs as much as
  /// reading it.
  ///
  /// - Returns: bytes read; fewer than there is room for at the end of the file.
  /// - Throws: ``ImageError/notReadable(path:reason:)`` for a failing disk.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImageError) -> Int {
    var count = 0
    while count < buffer.count {
      let got = pread(
        descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count, off_t(count))
      if got < 0, errno == EINTR { continue }
      if got < 0 { throw .notReadable(path: path, reason: Self.words(errno)) }
      if got == 0 { break }
      count += got
    }
    return count
  }

  private static func words(_ code: Int32) -> String { String(cString: strerror(code)) }
}
