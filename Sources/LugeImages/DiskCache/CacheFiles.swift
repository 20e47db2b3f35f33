import Glibc
import Synchronization

/// A folder of cached files under a limit in bytes, shared with other programs that do the same.
///
/// A file is written under another name and then renamed, so that nobody sees half of one. What was
/// of no use for longest goes first.
final class CacheFiles: Sendable {
  private struct State {
    /// Bytes in the folder as of the last look, and written since.
    var knownBytes: Int?
    var writtenSince = 0
    var nextTemporary = 0
  }

  let folder: String
  /// Bytes of files; held to within an eighth, for other programs write as well.
  let byteLimit: Int

  // MARK: Mutable State (under the lock; files are touched without it)

  private let state = Mutex(State())

  init(folder: String, byteLimit: Int) {
    self.folder = folder
    self.byteLimit = byteLimit
  }

  /// Returns the path of a file, whether or not it exists.
  ///
  /// - Parameter name: of it, any text; files of other names may stand there, which they say
  ///   themselves.
  func path(of name: String, _ suffix: CacheFolder.Suffix) -> String {
    "\(folder)/\(SourceIdentity.fileName(of: name))\(suffix.rawValue)"
  }

  /// Puts a file there. Waits for the disk.
  ///
  /// - Parameter write: writes it to a path and says how many bytes it took; nil when it could not.
  /// - Returns: how many files had to go for it; nil when it is not there.
  /// - Complexity: that of writing, and once in a while O(files).
  func put(_ path: String, write: (_ temporary: String) -> Int?) -> Int? {
    let number = state.withLock { state in
      defer { state.nextTemporary += 1 }
      return state.nextTemporary
    }
    let temporary = "\(folder)/.\(getpid())-\(number)\(CacheFolder.Suffix.temporary.rawValue)"
    guard CacheFolder.make(folder), let written = write(temporary) else { return nil }
    guard rename(temporary, path) == 0 else {
      unlink(temporary)
      return nil
    }
    let mustSweep = state.withLock { state in
      state.writtenSince += written
      guard let known = state.knownBytes else { return true }
      return known + state.writtenSince > byteLimit || state.writtenSince > byteLimit / 8
    }
    return mustSweep ? sweep() : 0
  }

  /// Looks at the folder, and removes what was of no use for longest when it is too full.
  private func sweep() -> Int {
    let (bytes, removed) = CacheFolder.sweep(
      folder, toBytes: byteLimit, leaving: byteLimit * 3 / 4)
    state.withLock { state in
      state.knownBytes = max(0, bytes)
      state.writtenSince = 0
    }
    return max(0, removed)
  }
}
