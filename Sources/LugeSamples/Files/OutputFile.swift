import Foundation

/// A file that is written from front to back.
///
/// Its name ends in `.partial` until it is complete, so that a file with the final name is always
/// complete.
final class OutputFile {
  let path: String
  private(set) var bytesWritten: Int64 = 0

  private let partialPath: String
  private var descriptor: Int32
  private var buffer: [UInt8] = []
  private static let bufferSize = 1 << 18

  init(_ path: String) throws(GenerateError) {
    self.path = path
    partialPath = path + ".partial"
    descriptor = open(partialPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Self.failure(path) }
    buffer.reserveCapacity(Self.bufferSize + 4096)
  }

  deinit {
    // The file is still open only if writing was abandoned.
    if descriptor >= 0 {
      close(descriptor)
      unlink(partialPath)
    }
  }

  /// Appends bytes, which reach the file in large portions.
  func append(_ bytes: some Sequence<UInt8>) throws(GenerateError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  func append(_ text: String) throws(GenerateError) { try append(text.utf8) }

  /// Writes the remaining bytes, and renames the file.
  func finish() throws(GenerateError) {
    try flush()
    let result = close(descriptor)
    descriptor = -1
    guard result == 0, rename(partialPath, path) == 0 else {
      let error = Self.failure(path)
      unlink(partialPath)
      throw error
    }
  }

  private func flush() throws(GenerateError) {
    var start = 0
    while start < buffer.count {
      let count = buffer.withUnsafeBytes { bytes in
        write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure(path) }
      start += count
    }
    bytesWritten += Int64(buffer.count)
    buffer.removeAll(keepingCapacity: true)
  }

  private static func failure(_ path: String) -> GenerateError {
    .notWritable(path: path, reason: String(cString: strerror(errno)))
  }
}
