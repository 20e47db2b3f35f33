import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A file that the user attaches. It may change until it is sent.
enum AttachedFile {
  /// Returns the bytes of a regular file, or of the one that a link leads to; nil if it cannot be
  /// read or is larger than the limit. What is measured is what is read: the path may lead to
  /// another file a moment later.
  static func bytes(ofFile path: String, limit: Int) -> [UInt8]? {
    // Without O_NONBLOCK, opening a named pipe would wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= limit,
      // The file may be growing.
      let bytes = try? file.read(upToCount: limit + 1) ?? Data(), bytes.count <= limit
    else { return nil }
    return Array(bytes)
  }
}
