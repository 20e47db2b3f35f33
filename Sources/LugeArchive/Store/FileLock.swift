#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The exclusive right to create, change and remove the files beside a lock file, held by one
/// program (and one place in it) at a time. It ends with the process at the latest, even if it
/// crashes.
///
/// The lock is `flock`'s, on a small file of its own: closing a descriptor of the database itself
/// would release the locks that SQLite holds in the same process. The holder removes the file when
/// it unlocks, and a new holder checks that the name still leads to the file it has locked, so that
/// nobody holds a lock on a file that others cannot find.
package final class FileLock {
  package enum Failure: Error, Equatable {
    /// Another holder has it, with its process if that could be read.
    case held(process: Int32?)
    /// The lock file cannot be created.
    case system(Int32)
  }

  private let path: String
  private let descriptor: Int32

  /// Takes the lock; never waits.
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
      // Only for the error message of the other program.
      _ = pwrite(descriptor, text, text.count, 0)
      self.descriptor = descriptor
      return
    }
  }

  deinit {
    unlink(path)
    // A child process that is just starting may have the descriptor for a moment longer.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Whether the path still leads to the open file: the previous holder may have removed it
  /// meanwhile.
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
