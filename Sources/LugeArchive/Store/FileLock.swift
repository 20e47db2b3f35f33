#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The right to make, change and remove what lies beside a lock file, held by one program (and one
/// place in it) at a time. It ends with the process at the latest, however that ends.
///
/// The lock is `flock`'s, on a small file of its own: a descriptor of the database itself would,
/// when it is closed, take away the locks that SQLite holds in the same process. Who lets go
/// removes the file, and who gets a lock makes sure that the name still means the file that is
/// locked: nobody holds a lock on a file that another one cannot find.
package final class FileLock {
  package enum Failure: Error, Equatable {
    /// Somebody else holds it; who, if that could be read.
    case held(process: Int32?)
    /// The lock file can't be made.
    case system(Int32)
  }

  private let path: String
  private let descriptor: Int32

  /// Never waits.
  package init(_ path: String) throws(Failure) {
    self.path = path
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
      guard descriptor >= 0 else {
        if errno == EINTR { continue }
        throw .system(errno)
      }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let code = errno
        let holder = Self.holder(descriptor)
        close(descriptor)
        if code == EINTR { continue }
        throw code == EWOULDBLOCK ? .held(process: holder) : .system(code)
      }
      guard Self.isNamed(descriptor, path) else {
        close(descriptor)
        continue
      }
      let text = Array("\(getpid())\n".utf8)
      ftruncate(descriptor, 0)
      // Only for the words with which another program is turned away.
      _ = pwrite(descriptor, text, text.count, 0)
      self.descriptor = descriptor
      return
    }
  }

  deinit {
    unlink(path)
    // A child that is being started may have the descriptor for a moment longer.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// The one before may have removed the name after it was opened here.
  private static func isNamed(_ descriptor: Int32, _ path: String) -> Bool {
    var locked = stat()
    var named = stat()
    return fstat(descriptor, &locked) == 0 && lstat(path, &named) == 0
      && locked.st_ino == named.st_ino && locked.st_dev == named.st_dev
  }

  private static func holder(_ descriptor: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return Int32(String(decoding: bytes.prefix(max(0, count)).prefix { $0 != 0x0A }, as: UTF8.self))
  }
}
