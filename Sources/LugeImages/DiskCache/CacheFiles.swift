import Glibc
import Synchronization

/// Folder of cached files under a byte limit, which several programs may share.
///
/// A file is written under a temporary name and then renamed, so that no program reads an
/// incomplete one. The least recently used files are removed first.
final class CacheFiles: Sendable {
  private struct State {
    /// Bytes in the folder when it was last scanned, and bytes written since.
    var knownBytes: Int?
    var writtenSince = 0
    var nextTemporary = 0
  }

  let folder: String
  /// Maximum bytes of files; kept to within an eighth, because other programs write as well.
  let byteLimit: Int

  // MARK: Mutable State (under the lock; files are touched without it)

  private let state = Mutex(State())

  init(folder: String, byteLimit: Int) {
    self.folder = folder
    self.byteLimit = byteLimit
  }

  /// Returns the path of a file, whether or not it exists.
  ///
  /// - Parameter name: name of the content, any text. The file may belong to another name; each
  ///   file contains its own.
  func path(of name: String, _ suffix: CacheFolder.Suffix) -> String {
    "\(folder)/\(SourceIdentity.fileName(of: name))\(suffix.rawValue)"
  }

  /// Stores a file. Waits for the disk.
  ///
  /// - Parameter write: writes the file to a path and returns its bytes; nil when it failed.
  /// - Returns: the number of files removed to make space; nil when the file could not be stored.
  /// - Complexity: that of writing, and sometimes O(files).
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

  /// Scans the folder, and removes the least recently used files when it is too full.
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
