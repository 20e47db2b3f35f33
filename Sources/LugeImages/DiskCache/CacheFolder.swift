import Glibc
import LugeCore

/// Folder of cached files, which several programs may share.
enum CacheFolder {
  /// Endings of the names of files that belong to the cache.
  enum Suffix: String, CaseIterable {
    case pixels = ".pixels"
    case original = ".original"
    /// A file that is not renamed yet.
    case temporary = ".tmp"

    init?(of name: String) {
      guard let suffix = Self.allCases.first(where: { name.hasSuffix($0.rawValue) }) else {
        return nil
      }
      self = suffix
    }
  }

  private struct Entry {
    var name: String
    var bytes: Int
    var changed: Int
  }

  /// Seconds after which a file that was never renamed must be left from a program that has ended.
  private static let orphanSeconds = 3600

  /// Makes a folder and its parents, readable only by the user.
  static func make(_ folder: String) -> Bool {
    if mkdir(folder, 0o700) == 0 || errno == EEXIST { return true }
    guard errno == ENOENT, let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else {
      return false
    }
    return make(String(folder[..<slash])) && (mkdir(folder, 0o700) == 0 || errno == EEXIST)
  }

  static func touch(_ path: String, olderThan seconds: Int) {
    var status = stat()
    guard stat(path, &status) == 0, time(nil).subtractingClamped(status.st_mtim.tv_sec) > seconds
    else { return }
    utimensat(AT_FDCWD, path, nil, 0)
  }

  /// Removes files, oldest first, down to `leaving` bytes when there are more than `limit`.
  ///
  /// - Returns: bytes that are left, and number of files removed.
  /// - Complexity: O(*n* log *n*), *n* files.
  static func sweep(_ folder: String, toBytes limit: Int, leaving: Int? = nil) -> (Int, Int) {
    var entries = entries(folder)
    var bytes = entries.reduce(0) { $0 + $1.bytes }
    guard bytes > limit else { return (bytes, 0) }
    entries.sort { $0.changed < $1.changed }
    var removed = 0
    for entry in entries {
      guard bytes > leaving ?? limit else { break }
      // Another program may have removed it already.
      if unlink("\(folder)/\(entry.name)") == 0 { removed += 1 }
      bytes -= entry.bytes
    }
    return (bytes, removed)
  }

  private static func entries(_ folder: String) -> [Entry] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    let now = time(nil)
    var entries: [Entry] = []
    while let found = readdir(listing) {
      let name = withUnsafeBytes(of: &found.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      var status = stat()
      guard let suffix = Suffix(of: name), stat("\(folder)/\(name)", &status) == 0 else {
        continue
      }
      let age = now.subtractingClamped(status.st_mtim.tv_sec)
      if suffix == .temporary {
        if age > orphanSeconds { unlink("\(folder)/\(name)") }
        continue
      }
      entries.append(
        Entry(
          name: name, bytes: Int(status.st_size),
          // Milliseconds keep the order of files that were written within one second.
          changed: status.st_mtim.tv_sec.multipliedClamped(by: 1000)
            .addingClamped(status.st_mtim.tv_nsec / 1_000_000)))
    }
    return entries
  }
}
