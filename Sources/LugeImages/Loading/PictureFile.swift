import CImageSupport
import Glibc
import LugeCore

/// A regular file, open for reading; closed with this object.
///
/// Files are read instead of mapped, because truncating a mapped file would crash the process.
final class PictureFile: Sendable {
  let path: String
  /// Bytes of the file when it was opened.
  let byteCount: Int
  private let descriptor: Int32

  init(_ path: String) throws(ImageError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .notReadable(path: path, reason: "not a file name")
    }
    // Without O_NONBLOCK, opening a named pipe would wait for its writer.
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

  /// Opens the file of a key; fails if it lies outside of where the key may lead.
  convenience init(_ key: ImageKey) throws(ImageError) {
    switch key.confinement {
    case .none: try self.init(key.source)
    case .folder, .sealed: try self.init(confined: key, lis_open_to_read)
    }
  }

  /// Opens the file of a confined key.
  ///
  /// - Parameter purpose: to read it, or only to get its metadata.
  private init(confined key: ImageKey, _ purpose: lis_purpose) throws(ImageError) {
    let path = key.source
    guard let place = key.placeInFolder else {
      throw .notReadable(path: path, reason: "the archive does not know the folder that it is in")
    }
    guard !path.utf8.contains(0) else { throw .notReadable(path: path, reason: "not a file name") }
    let file = lis_open_beneath(place.folder, place.path, purpose)
    guard file >= 0 else { throw .notReadable(path: path, reason: Self.confinedWords(errno)) }
    var status = stat()
    guard fstat(file, &status) == 0 else {
      close(file)
      throw .notReadable(path: path, reason: Self.words(errno))
    }
    self.path = path
    byteCount = Int(status.st_size)
    descriptor = file
  }

  /// Returns a regular file that lies where the key may lead, without opening it for reading; nil
  /// if there is none.
  static func look(at key: ImageKey) -> PictureFile? {
    switch key.confinement {
    case .none: try? PictureFile(key.source)
    case .folder, .sealed: try? PictureFile(confined: key, lis_open_to_look)
    }
  }

  /// Current status of the file; nil when the system cannot report it.
  var status: stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }

  deinit { close(descriptor) }

  /// Passes the open descriptor to a closure that does not keep it.
  func withDescriptor<R>(_ body: (Int32) -> R) -> R { body(descriptor) }

  /// Returns this many bytes from an offset; fewer at the end of the file or where it cannot be
  /// read.
  func read(at offset: Int, count: Int) -> [UInt8] {
    (try? bytes(at: offset, count: count)) ?? []
  }

  /// Returns this many bytes from an offset; fewer at the end of the file.
  ///
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

  /// Reads the beginning of the file into existing memory: new memory for a large photo costs as
  /// much as reading it.
  ///
  /// - Returns: the number of bytes read; fewer than fit at the end of the file.
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

  private static func confinedWords(_ code: Int32) -> String {
    switch code {
    case EXDEV, ELOOP: "it leads out of the export's folder"
    case ENOTSUP: "not a file"
    default: words(code)
    }
  }

  private static func words(_ code: Int32) -> String { String(cString: strerror(code)) }
}
