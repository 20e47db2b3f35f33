import Foundation
import LugeArchive
import LugeCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file on disk, read with `read(2)` and not mapped: a file that shrinks or a disk that fails
/// during reading is an error and not a signal.
///
/// The first read opens the descriptor, and the end of the file closes it, so that a folder of
/// thousands of files can be listed as sources without running out of descriptors.
public final class FileByteSource: ByteSource {
  public let path: String
  public let context: SourceContext
  public let size: Int64?

  /// Whether the user named the file, so that it may be a symbolic link.
  private let mayBeLink: Bool

  public var name: String { path }

  // MARK: Mutable State (owned by the one thread that reads)

  private var state = State.unopened

  private enum State {
    case unopened
    case open(descriptor: Int32)
    case finished
  }

  /// - Throws: ``ArchiveError/notFound(path:)``, ``ArchiveError/notReadable(path:reason:)`` for a
  ///   folder or a file without permission, ``ArchiveError/empty(path:)``.
  public convenience init(
    path: String, context: SourceContext = SourceContext()
  ) throws(ArchiveError) {
    try self.init(path, context, mayBeLink: true)
  }

  private init(_ path: String, _ context: SourceContext, mayBeLink: Bool) throws(ArchiveError) {
    guard !path.isEmpty else { throw .notReadable(path: "''", reason: "no file is named") }
    var info = stat()
    let found = mayBeLink ? stat(path, &info) : lstat(path, &info)
    guard found == 0 else { throw Self.error(errno, path: path) }
    guard mayBeLink || info.st_mode & S_IFMT == S_IFREG else {
      throw .notReadable(path: path, reason: "it is no regular file")
    }
    guard info.st_mode & S_IFMT != S_IFDIR else {
      throw .notReadable(path: path, reason: "it is a folder")
    }
    guard access(path, R_OK) == 0 else { throw Self.error(errno, path: path) }
    // Only few other files have no blocks, so that seldom any links are looked for.
    guard info.st_blocks != 0 || !KernelFiles.contains(path) else {
      throw .notReadable(path: path, reason: KernelFiles.reason)
    }
    // A pipe or device has no size.
    let isRegular = info.st_mode & S_IFMT == S_IFREG
    if isRegular && info.st_size == 0 { throw .empty(path: path) }
    self.path = path
    self.context = context
    self.mayBeLink = mayBeLink
    self.size = isRegular ? Int64(info.st_size) : nil
  }

  deinit {
    if case .open(let descriptor) = state { close(descriptor) }
  }

  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
    guard let base = buffer.baseAddress, !buffer.isEmpty, let descriptor = try descriptor() else {
      return 0
    }
    while true {
      #if canImport(Glibc)
        let count = Glibc.read(descriptor, base, buffer.count)
      #elseif canImport(Musl)
        let count = Musl.read(descriptor, base, buffer.count)
      #else
        let count = Darwin.read(descriptor, base, buffer.count)
      #endif
      if count > 0 { return count }
      if count < 0 && errno == EINTR { continue }
      let code = errno
      close(descriptor)
      state = .finished
      if count < 0 { throw Self.error(code, path: path) }
      return 0
    }
  }

  public func reopened() throws(ArchiveError) -> (any ByteSource)? {
    guard size != nil else { return nil }
    return try FileByteSource(path, context, mayBeLink: mayBeLink)
  }

  public func sibling(_ name: String) -> (any ByteSource)? {
    guard !name.utf8.contains(UInt8(ascii: "/")) else { return nil }
    let folder = PathNames.folder(of: path)
    let sibling = folder.isEmpty ? name : folder == "/" ? "/\(name)" : "\(folder)/\(name)"
    do throws(ArchiveError) {
      // The user has not named this file. Symbolic links are refused, because they may lead
      // anywhere, and so are pipes, because opening them blocks.
      return try FileByteSource(sibling, context, mayBeLink: false)
    } catch .empty(let path) {
      // An empty file must not be taken for a missing one.
      return UnreadableSource(name: path, error: .empty(path: path))
    } catch {
      return nil
    }
  }

  private func descriptor() throws(ArchiveError) -> Int32? {
    switch state {
    case .finished: return nil
    case .open(let descriptor): return descriptor
    case .unopened:
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | (mayBeLink ? 0 : O_NOFOLLOW | O_NONBLOCK))
      guard descriptor >= 0 else { throw Self.error(errno, path: path) }
      state = .open(descriptor: descriptor)
      return descriptor
    }
  }

  private static func error(_ code: Int32, path: String) -> ArchiveError {
    switch code {
    case ENOENT, ENOTDIR: .notFound(path: path)
    case EACCES, EPERM: .notReadable(path: path, reason: "no permission to read it")
    default: .notReadable(path: path, reason: String(cString: strerror(code)))
    }
  }
}
