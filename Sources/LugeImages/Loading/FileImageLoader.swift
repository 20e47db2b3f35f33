import Foundation
public import LugeCore

/// Reads pictures from files.
///
/// Whole files are read instead of mapped: a file that is cut while it is mapped ends the process.
public struct FileImageLoader: ImageLoading {
  public init() {}

  public func bytes(of key: ImageKey, limit: Int) throws(ImageError) -> [UInt8] {
    let path = try Self.path(key.source)
    // Without O_NONBLOCK, opening a named pipe waits for its writer.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .notReadable(path: path, reason: Self.reason(errno)) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else {
      throw .notReadable(path: path, reason: Self.reason(errno))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .notReadable(path: path, reason: "not a file")
    }
    let size = Int(status.st_size)
    // Videos are not read to the end to find that they are no pictures.
    let beginning = try Self.read(file, path, count: min(size, ImageFormat.sniffedBytes))
    guard ImageFormat(beginning) != nil else { throw .unsupportedFormat }
    guard size <= limit else { throw .tooManyBytes(size, limit: limit) }
    return try Self.read(file, path, count: size)
  }

  private static func read(
    _ file: Int32, _ path: String, count size: Int
  ) throws(ImageError) -> [UInt8] {
    var problem: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: max(1, size)) { buffer, count in
      while count < size {
        let got = pread(
          file, buffer.baseAddress.map { $0 + count }, size - count, off_t(count))
        if got < 0, errno == EINTR { continue }
        if got < 0 { problem = errno }
        if got <= 0 { break }
        count += got
      }
    }
    guard problem == 0 else { throw .notReadable(path: path, reason: reason(problem)) }
    return bytes
  }

  private static func path(_ source: String) throws(ImageError) -> String {
    guard !source.isEmpty, !source.utf8.contains(0) else {
      throw .notReadable(path: source, reason: "not a file name")
    }
    guard let colon = source.range(of: "://"), !source[..<colon.lowerBound].contains("/") else {
      return source
    }
    throw .unsupportedSource(source)
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
