import Foundation
import GRDB
import LugeCore
import LugeWords

/// A path that is, or will be, an archive: how it is opened and checked.
///
/// While it is written, there are files beside it: SQLite's own (`-wal`, `-shm`, `-journal`), the
/// lock for creating, importing, migrating and removing (`-lock`), and a new archive that is not
/// complete (`-new`).
package struct ArchiveFile {
  /// Path as given by the caller, for messages.
  package let path: String
  /// Absolute path without links, so that two names of one archive lead to the same files beside
  /// it. SQLite takes names that begin with `file:` for URIs; an absolute path never does.
  let absolutePath: String

  package init(_ path: String) {
    self.path = path
    self.absolutePath = Self.withoutLinks(URL(fileURLWithPath: path).path)
  }

  /// Makes the path of one of Luge's own files beside an archive.
  private init(beside file: ArchiveFile, _ suffix: String) {
    path = file.path
    absolutePath = file.absolutePath + suffix
  }

  /// Draft that becomes the archive when it is complete.
  var draft: ArchiveFile { ArchiveFile(beside: self, "-new") }

  /// Suffixes of SQLite's files beside a database.
  package static let companions = ["-wal", "-shm", "-journal"]

  /// Removes an archive. The database is first: without it the other files mean nothing, and
  /// creating a new one removes them.
  package static func removeFiles(at path: String) {
    for suffix in [""] + companions { unlink(path + suffix) }
  }

  var exists: Bool { access(absolutePath, F_OK) == 0 }

  /// Whether a path is the archive, or a file that belongs to it: these must not be overwritten.
  package func owns(_ path: String) -> Bool {
    var (one, other) = (stat(), stat())
    if stat(path, &one) == 0, stat(absolutePath, &other) == 0,
      (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino)
    {
      return true
    }
    let name = Self.withoutLinks(URL(fileURLWithPath: path).path)
    return Self.endings.contains { absolutePath + $0 == name }
  }

  /// Suffixes of all files beside an archive.
  private static let endings = companions + ["-lock", "-new"]

  /// Returns whether an archive's path followed by this ending is the archive itself (an empty
  /// ending), or a file that belongs to it.
  static func isEnding(_ ending: some StringProtocol) -> Bool {
    ending.isEmpty || endings.contains(String(ending))
  }

  /// Checks that no archive owns a path as one of the files beside it.
  ///
  /// - Throws: ``ArchiveError/notWritable(path:reason:)`` if one does.
  package static func checkBelongsToNone(_ path: String) throws(ArchiveError) {
    let name = withoutLinks(URL(fileURLWithPath: path).path)
    for ending in endings where name.hasSuffix(ending) {
      let owner = String(name.dropLast(ending.count))
      guard ArchiveFile(owner).isRegular, Archive.isDatabase(owner) else { continue }
      throw .notWritable(
        path: path,
        reason: localized(
          "a file of this name belongs to the archive {name}",
          ["name": PathNames.name(of: owner)]))
    }
  }

  /// Returns a path without links, even if the file does not exist yet.
  package static func withoutLinks(_ path: String, depth: Int = 0) -> String {
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent()
    if depth < 8, let goal = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
      return withoutLinks(URL(fileURLWithPath: goal, relativeTo: folder).path, depth: depth + 1)
    }
    guard let real = realpath(folder.path, nil) else { return path }
    defer { free(real) }
    let name = String(cString: real)
    return "\(name == "/" ? "" : name)/\(url.lastPathComponent)"
  }

  // MARK: - Reading

  /// Opens a pool of connections for reading or, if `readOnly` is false, one that may also write.
  /// An archive of an earlier version is upgraded before, even for reading.
  ///
  /// - Parameter upgrading: called before each step of an upgrade, with the completed share.
  func open(
    readOnly: Bool, upgrading: (Double) -> Void = { _ in }
  ) throws(ArchiveError) -> any DatabaseReader {
    try checkIsFile()
    return try translatingErrors(path: path) {
      let reader = try availableReader()
      let isCurrent = try reader.read(ArchiveSchema.isCurrent)
      let lacksPositions = isCurrent && (try? reader.read(Self.lacksPositions)) == true
      if isCurrent, readOnly, !lacksPositions { return reader }
      try reader.close()
      if !isCurrent { try bringUpToDate(upgrading) }
      if lacksPositions || !isCurrent { placeWhatIsNot() }
      return readOnly ? try availableReader() : try writer()
    }
  }

  /// Whether an account has received messages that have no positions among the others yet, so that
  /// readers would lack them.
  private static func lacksPositions(_ db: Database) throws -> Bool {
    guard try db.tableExists("live_rooms") else { return false }
    return try WorkLimit.run(on: db) {
      try Bool.fetchOne($0, sql: "SELECT EXISTS (\(Archive.unplacedRooms))") ?? false
    }
  }

  /// Assigns positions to the messages that the program of an account has left without, when it was
  /// killed. A program that has the account open does so by itself. Where the archive cannot be
  /// written, or has more rows than fit its size, it is read as it is.
  private func placeWhatIsNot() {
    guard let lock = try? lock() else { return }
    withExtendedLifetime(lock) {
      guard let queue = try? queue("mode=rw", Self.configuration()) else { return }
      try? queue.write { db in
        for room in try Int64.fetchAll(db, sql: Archive.unplacedRooms) {
          try WorkLimit.run(on: db, bytes: WorkLimit.byteCount(of: db).multipliedClamped(by: 4)) {
            try Archive.placeAll(room, $0)
          }
        }
      }
      try? queue.close()
    }
  }

  /// Reads a file that another program has open and is writing.
  ///
  /// - Parameter seconds: how long to wait while nobody may read.
  package func readBesideWriter<Result>(
    waiting seconds: Double = 5, _ body: (Database) throws -> Result
  ) throws(ArchiveError) -> Result {
    try translatingErrors(path: path) {
      var configuration = Self.readOnlyConfiguration()
      configuration.busyMode = .timeout(seconds)
      return try queue("mode=ro", configuration).read(body)
    }
  }

  private func writer() throws -> DatabasePool {
    let pool = try pool("mode=rw", Self.configuration())
    try pool.read(check)
    return pool
  }

  /// Opens the file for reading, after rolling back an interrupted transaction.
  private func availableReader() throws -> any DatabaseReader {
    do {
      return try reader("mode=ro")
    } catch let error as DatabaseError where Self.isUnwritable(error) {
      if hasHotJournal {
        try undoHalfDone()
        return try reader("mode=ro")
      }
      return try immutableReader(after: error)
    }
  }

  /// Throws if the file is not an archive or cannot be read, as ``open(readOnly:upgrading:)`` does.
  func checkIsArchive() throws { try availableReader().close() }

  private static func isUnwritable(_ error: DatabaseError) -> Bool {
    [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM].contains(error.resultCode)
  }

  private func reader(_ option: String) throws -> any DatabaseReader {
    var configuration = Self.configuration()
    configuration.readonly = true
    configuration.maximumReaderCount = 4
    let pool = try pool(option, configuration)
    try pool.read(check)
    return pool
  }

  /// Opens a database in WAL mode in a read-only folder, where its two companion files cannot be
  /// created: SQLite is told that nobody writes to the database (`immutable`). This is safe only if
  /// neither the WAL nor a journal has contents, before and after the file is opened.
  private func immutableReader(after error: DatabaseError) throws -> any DatabaseReader {
    guard !hasHotJournal, !hasLog else { throw interrupted }
    let reader = try reader("immutable=1")
    guard !hasHotJournal, !hasLog else {
      try reader.close()
      throw interrupted
    }
    return reader
  }

  private var interrupted: ArchiveError {
    .notReadable(
      path: path,
      reason: "an import into it was interrupted; open it once in a folder that is writable")
  }

  private var hasLog: Bool { Self.byteCount(absolutePath + "-wal") > 0 }

  /// Rolls back the transaction of a killed program by opening the database for writing. Without
  /// this the database cannot be read.
  private func undoHalfDone() throws {
    // Not a byte is written into a file that is not ours.
    guard hasMark else { throw ArchiveError.notAnArchive(path: path) }
    do {
      let queue = try queue("mode=rw", Self.configuration())
      try queue.read { _ = try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }
      try queue.close()
    } catch let error as DatabaseError where Self.isUnwritable(error) {
      throw interrupted
    }
  }

  private func checkIsFile() throws(ArchiveError) {
    guard !path.isEmpty else { throw .notReadable(path: "''", reason: "no file is named") }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: absolutePath, isDirectory: &isFolder) else {
      throw .notFound(path: path)
    }
    guard !isFolder.boolValue else {
      throw .notReadable(
        path: path, reason: "it is a folder. If it is an export, import it first: luge import")
    }
    guard isRegular else { throw .notReadable(path: path, reason: "it is no regular file") }
    guard !KernelFiles.contains(absolutePath) else {
      throw .notReadable(path: path, reason: KernelFiles.reason)
    }
    guard FileManager.default.isReadableFile(atPath: absolutePath) else {
      throw .notReadable(path: path, reason: "permission denied")
    }
  }

  /// Whether there is a regular file at the path: opening a pipe would wait for its writer, and a
  /// device is no archive.
  var isRegular: Bool {
    var info = stat()
    return stat(absolutePath, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
  }

  /// Whether the path itself is a link, which may lead to any file of the user.
  var isLink: Bool {
    var info = stat()
    return lstat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFLNK
  }

  // MARK: - Versions

  /// Throws unless the file is an archive, and not one of a newer program.
  func check(_ db: Database) throws {
    guard try Self.isMarked(db) else { throw ArchiveError.notAnArchive(path: path) }
    let verdict = try ArchiveSchemaCheck.verdict(on: db)
    if verdict != .strange, try WorkLimit.run(on: db, ArchiveSchema.migrator.hasBeenSuperseded) {
      throw ArchiveError.newerVersion(path: path)
    }
    guard verdict == .known else {
      throw ArchiveError.notReadable(
        path: path,
        reason: "its tables are not those that Luge makes; import the export again")
    }
  }

  private static func isMarked(_ db: Database) throws -> Bool {
    try Int64.fetchOne(db, sql: "PRAGMA application_id") == ArchiveSchema.applicationID
  }

  /// Upgrades the schema. Reading requires the current tables, so an archive of an earlier version
  /// is written to once, by one program; other programs wait for it, at most five minutes.
  private func bringUpToDate(_ upgrading: (Double) -> Void) throws {
    let deadline = ContinuousClock.now + .seconds(300)
    while true {
      do {
        return try bringUpToDate(under: try lock(), upgrading)
      } catch ArchiveError.locked(let path, let process) {
        let reader = try availableReader()
        let isCurrent = try reader.read(ArchiveSchema.isCurrent)
        try reader.close()
        if isCurrent { return }
        guard ContinuousClock.now < deadline else {
          throw ArchiveError.locked(path: path, process: process)
        }
        usleep(50_000)
      } catch ArchiveError.notWritable {
        throw tooOld
      } catch let error as DatabaseError where Self.isUnwritable(error) {
        throw tooOld
      }
    }
  }

  private var tooOld: ArchiveError {
    .notReadable(
      path: path,
      reason:
        "it was made by an earlier version of Luge and has to be changed a little before it can be shown; copy it to where it is writable"
    )
  }

  /// Upgrades the schema; does nothing for an archive of the current version.
  func bringUpToDate(under lock: FileLock, _ upgrading: (Double) -> Void = { _ in }) throws {
    let queue = try queue("mode=rw", Self.configuration())
    try queue.read(check)
    try Self.migrate(queue, upgrading)
    try queue.close()
  }

  /// Runs the migrations that an archive lacks, within a limit of work.
  ///
  /// - Parameter upgrading: called before each step, with the completed share.
  static func migrate(
    _ queue: DatabaseQueue, _ upgrading: (Double) -> Void = { _ in }
  ) throws {
    guard try !queue.read(ArchiveSchema.isCurrent) else { return }
    let (steps, limit) = try missing(in: queue)
    defer { queue.inDatabase { _ in limit.end() } }
    let migrator = ArchiveSchema.migrator
    for (index, step) in steps.enumerated() {
      upgrading(Double(index) / Double(steps.count))
      try limit.check { try migrator.migrate(queue, upTo: step) }
    }
    try queue.write { try $0.execute(sql: ArchiveSearchSchema.largerShares) }
  }

  /// Returns the migrations that an archive lacks, and the limit of their work, which counts from
  /// now on: for each of them, the steps of reading every row once more and writing the results.
  static func missing(in queue: DatabaseQueue) throws -> (steps: [String], limit: WorkLimit) {
    let migrator = ArchiveSchema.migrator
    let done = try queue.read { db in
      try WorkLimit.run(on: db) { try Set(migrator.appliedIdentifiers($0)) }
    }
    let steps = migrator.migrations.filter { !done.contains($0) }
    let limit = queue.inDatabase { db in
      let limit = WorkLimit(on: db)
      for _ in steps { limit.allowLook(bytes: WorkLimit.byteCount(of: db)) }
      return limit
    }
    return (steps, limit)
  }

  package static func byteCount(_ path: String) -> Int64 {
    var info = stat()
    return stat(path, &info) == 0 ? Int64(info.st_size) : 0
  }
}
