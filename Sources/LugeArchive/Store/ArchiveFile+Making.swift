import Foundation
import GRDB

/// Creating and removing archives, which requires the file's lock.
extension ArchiveFile {
  /// Takes the lock that allows to create, import into, migrate and remove this archive.
  ///
  /// - Throws: ``ArchiveError/locked(path:process:)`` if another process or importer has it; never
  ///   waits.
  package func lock() throws(ArchiveError) -> FileLock {
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

  /// Throws if the folder is missing or read-only, for which SQLite only says "unable to open".
  func checkCanWrite() throws(ArchiveError) {
    let folder = URL(fileURLWithPath: absolutePath).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: absolutePath, isDirectory: &isFolder) {
      guard !isFolder.boolValue else {
        throw .notWritable(path: path, reason: "it is a folder")
      }
      guard isRegular else { throw .notWritable(path: path, reason: "it is no regular file") }
      guard !KernelFiles.contains(absolutePath) else {
        throw .notWritable(path: path, reason: KernelFiles.reason)
      }
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

  /// Creates the archive if it does not exist, and upgrades one of an earlier version.
  ///
  /// - Parameter replacesUnreadable: whether an archive that cannot be read is removed and created
  ///   again.
  /// - Returns: whether it was created.
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

  /// Whether the file is a database without contents: versions before 0.2 left one when they were
  /// killed while creating an archive.
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

  /// Creates the archive: it appears under its name with all its tables, or not at all.
  private func make(under lock: FileLock) throws {
    let draft = draft
    draft.remove(under: lock)
    // Companions of a removed database: SQLite would use them for the new one.
    for suffix in Self.companions { unlink(absolutePath + suffix) }
    do {
      try draft.fill()
      try draft.sync()
      guard Self.companions.allSatisfy({ access(draft.absolutePath + $0, F_OK) != 0 }) else {
        throw ArchiveError.notWritable(path: path, reason: "what makes it did not finish")
      }
      // An empty file may be replaced, but no other.
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

  /// Fills a draft. It is written without journal or syncs, because no other process knows the
  /// file, and an incomplete one is deleted.
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

  /// Renames a complete archive, which is a single file, to its final name.
  ///
  /// - Parameter replaces: whether an existing file is replaced. Otherwise it stays, even if it
  ///   appeared at the last moment.
  /// - Parameter lock: lock of the target, if the caller has it already.
  /// - Throws: ``ArchiveError/locked(path:process:)`` while another process writes the archive
  ///   there.
  package static func put(
    _ draft: String, at target: String, replaces: Bool, under lock: FileLock? = nil
  ) throws(ArchiveError) {
    // The lock keeps other processes from writing the existing archive meanwhile.
    let lock = if let lock { lock } else { try ArchiveFile(target).lock() }
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

  /// Renames a file to a name that does not exist yet; returns false, with `errno`, on failure.
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

  /// Removes an archive with its companions, unless another process is writing it.
  package static func removeUnlessWritten(_ path: String) {
    guard let lock = try? ArchiveFile(path).lock() else { return }
    withExtendedLifetime(lock) { removeFiles(at: path) }
  }

  /// Removes a draft that no process is working on, and all files that belong to it.
  static func removeDraft(_ path: String) {
    // The lock's own file goes with it.
    guard let lock = try? ArchiveFile(path).lock() else { return }
    withExtendedLifetime(lock) {
      removeFiles(at: path)
      removeFiles(at: path + "-new")
    }
  }

  func remove(under lock: FileLock) { Self.removeFiles(at: absolutePath) }
}
