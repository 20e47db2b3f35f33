import Foundation
import GRDB

/// Making and removing archives: only by who holds the file's lock.
extension ArchiveFile {
  /// The right to make, import into, migrate and remove this archive.
  ///
  /// - Throws: ``ArchiveError/locked(path:process:)`` when somebody else has it; never waits.
  func lock() throws(ArchiveError) -> FileLock {
    do {
      return try FileLock(absolutePath + "-lock")
    } catch {
      switch error {
      case .held(let process): throw .locked(path: path, process: process)
      case .system(ENOSPC), .system(EDQUOT): throw .diskFull(path: path)
      case .system(let code):
        throw .notWritable(
          path: path,
          reason: exists
            ? "\(absolutePath)-lock: \(String(cString: strerror(code)))"
            : code == ENAMETOOLONG
              ? "the name is too long" : "the file cannot be made there")
      }
    }
  }

  /// SQLite's own message for a folder that is missing or read-only is "unable to open".
  func checkCanWrite() throws(ArchiveError) {
    let folder = URL(fileURLWithPath: absolutePath).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: absolutePath, isDirectory: &isFolder) {
      guard !isFolder.boolValue else {
        throw .notWritable(path: path, reason: "it is a folder")
      }
      guard isRegular else { throw .notWritable(path: path, reason: "it is no regular file") }
      guard access(absolutePath, W_OK) == 0 else {
        throw .notWritable(path: path, reason: String(cString: strerror(errno)))
      }
    }
    guard FileManager.default.fileExists(atPath: folder) else {
      throw .notWritable(path: path, reason: "the folder does not exist")
    }
    guard access(folder, W_OK) == 0 else {
      throw .notWritable(path: path, reason: "its folder: \(String(cString: strerror(errno)))")
    }
    try Self.checkBelongsToNone(path)
  }

  /// Makes the archive where there is none, and brings one of an earlier version up to date.
  ///
  /// - Parameter replacesUnreadable: An archive that can't be read is removed, and made again.
  /// - Returns: Whether it was made.
  func prepare(under lock: FileLock, replacesUnreadable: Bool) throws -> Bool {
    if Self.byteCount(absolutePath) > 0 {
      do {
        try checkIsArchive()
        try bringUpToDate(under: lock)
        return false
      } catch {
        let error = ArchiveError(error, path: path)
        guard
          replacesUnreadable && error.isOfContent || error == .notAnArchive(path: path) && isBlank
        else { throw error }
        remove(under: lock)
      }
    }
    try make(under: lock)
    return true
  }

  /// A database without anything in it: what versions before 0.2 left when they were killed while
  /// they made an archive.
  private var isBlank: Bool {
    guard let queue = try? queue("mode=ro", Self.readOnlyConfiguration()) else { return false }
    defer { try? queue.close() }
    let isBlank = try? queue.read { db in
      guard try Int64.fetchOne(db, sql: "PRAGMA application_id") == 0 else { return false }
      let tables = try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
      guard tables == ["grdb_migrations"] else { return tables.isEmpty }
      return try Int.fetchOne(db, sql: "SELECT count(*) FROM grdb_migrations") == 0
    }
    return isBlank ?? false
  }

  /// The archive appears under its name with all its tables, or not at all.
  private func make(under lock: FileLock) throws {
    let draft = draft
    draft.remove(under: lock)
    // Left by a database that is gone: SQLite would take them for the new one's.
    for suffix in Self.companions { unlink(absolutePath + suffix) }
    do {
      try draft.fill()
      try draft.sync()
      guard Self.companions.allSatisfy({ access(draft.absolutePath + $0, F_OK) != 0 }) else {
        throw ArchiveError.notWritable(path: path, reason: "what makes it did not finish")
      }
      // An empty file may be there; what is not empty is not replaced.
      guard Self.byteCount(absolutePath) == 0, rename(draft.absolutePath, absolutePath) == 0 else {
        throw ArchiveError.notWritable(path: path, reason: String(cString: strerror(errno)))
      }
    } catch {
      draft.remove(under: lock)
      if let error = error as? DatabaseError, error.resultCode == .SQLITE_CANTOPEN {
        throw ArchiveError.notWritable(path: path, reason: "the file cannot be made there")
      }
      throw error
    }
  }

  /// Nobody else knows the file, and a half-made one is thrown away: it is written without care.
  private func fill() throws {
    var configuration = Self.configuration()
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;")
    }
    let queue = try queue("mode=rwc", configuration)
    try queue.write { db in
      try ArchiveSchema.create(in: db)
      try db.execute(sql: ArchiveSearchSchema.largerShares)
    }
    try queue.close()
  }

  private func sync() throws(ArchiveError) {
    let descriptor = Foundation.open(absolutePath, O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    guard descriptor >= 0, fsync(descriptor) == 0 else {
      throw errno == ENOSPC
        ? .diskFull(path: path)
        : .notWritable(path: path, reason: String(cString: strerror(errno)))
    }
  }

  /// Gives a complete archive, which is one plain file, its name.
  ///
  /// - Parameter replaces: Whether it takes the place of a file that is there. Without, such a file
  ///   stays, even one that came at the last moment.
  /// - Throws: ``ArchiveError/locked(path:process:)`` while somebody writes the archive there.
  package static func put(
    _ draft: String, at target: String, replaces: Bool
  ) throws(ArchiveError) {
    // Nobody writes the archive that is there meanwhile.
    let lock = try ArchiveFile(target).lock()
    try withExtendedLifetime(lock) { () throws(ArchiveError) in
      // SQLite would apply the old archive's WAL to the new file.
      if replaces || access(target, F_OK) != 0 {
        for suffix in companions { unlink(target + suffix) }
      }
      guard replaces ? rename(draft, target) == 0 : renameToFree(draft, target) else {
        let reason = errno == EEXIST ? "there is a file already" : String(cString: strerror(errno))
        throw .notWritable(path: target, reason: reason)
      }
    }
  }

  /// Renames a file to a name that nobody has; false, with `errno`, where that fails.
  private static func renameToFree(_ draft: String, _ target: String) -> Bool {
    if link(draft, target) == 0 {
      unlink(draft)
      return true
    }
    guard errno != EEXIST else { return false }
    // A disk without hard links: an empty file takes the name, and is replaced at once.
    let descriptor = Foundation.open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return rename(draft, target) == 0
  }

  /// Removes an archive with what belongs to it; whoever writes it by now keeps it.
  package static func removeUnlessWritten(_ path: String) {
    guard let lock = try? ArchiveFile(path).lock() else { return }
    withExtendedLifetime(lock) { removeFiles(at: path) }
  }

  func remove(under lock: FileLock) { Self.removeFiles(at: absolutePath) }
}
