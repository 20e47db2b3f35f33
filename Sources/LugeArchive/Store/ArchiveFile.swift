import Foundation
import GRDB

/// A path that is, or will be, an archive: how it is opened and checked.
struct ArchiveFile {
  let path: String
  /// SQLite takes names that start with `file:` for URIs; an absolute path never does.
  let absolutePath: String

  init(_ path: String) {
    self.path = path
    self.absolutePath = URL(fileURLWithPath: path).path
  }

  var exists: Bool { FileManager.default.fileExists(atPath: absolutePath) }

  /// A pool of connections for reading, or with `readOnly` false one that may also write.
  func open(readOnly: Bool) throws(ArchiveError) -> any DatabaseReader {
    try checkIsFile()
    return try translatingErrors(path: path) {
      guard readOnly else { return try writer() }
      let reader = try availableReader()
      guard try !reader.read(ArchiveSchema.migrator.hasCompletedMigrations) else { return reader }
      try reader.close()
      try bringUpToDate()
      return try availableReader()
    }
  }

  private func writer() throws -> DatabasePool {
    let pool = try DatabasePool(path: absolutePath, configuration: Self.configuration())
    try pool.read(check)
    try ArchiveSchema.migrator.migrate(pool)
    return pool
  }

  private func availableReader() throws -> any DatabaseReader {
    do {
      return try reader(at: absolutePath)
    } catch let error as DatabaseError where Self.isUnwritable(error) {
      return try immutableReader(after: error)
    }
  }

  /// What reads an archive expects today's tables, so one of an earlier version is written to once.
  private func bringUpToDate() throws {
    do {
      try writer().close()
    } catch let error as DatabaseError where Self.isUnwritable(error) {
      throw ArchiveError.notReadable(
        path: path,
        reason:
          "it was made by an earlier version of Luge and has to be changed a little before it can be shown; copy it to where it is writable"
      )
    }
  }

  private static func isUnwritable(_ error: DatabaseError) -> Bool {
    [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM].contains(error.resultCode)
  }

  private func reader(at name: String) throws -> any DatabaseReader {
    var configuration = Self.configuration()
    configuration.readonly = true
    configuration.maximumReaderCount = 4
    let pool = try DatabasePool(path: name, configuration: configuration)
    try pool.read(check)
    return pool
  }

  /// A database in WAL mode needs two files beside it, which a read-only folder does not allow:
  /// promise SQLite that nobody writes. Only right when the WAL holds nothing.
  private func immutableReader(after error: DatabaseError) throws -> any DatabaseReader {
    let log = try? FileManager.default.attributesOfItem(atPath: absolutePath + "-wal")
    guard ((log?[.size] as? NSNumber)?.int64Value ?? 0) == 0 else {
      throw ArchiveError.notReadable(
        path: path,
        reason: "an import into it was interrupted; open it once in a folder that is writable")
    }
    guard
      let name = absolutePath.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
    else { throw error }
    return try reader(at: "file:\(name)?immutable=1")
  }

  private func checkIsFile() throws(ArchiveError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: absolutePath, isDirectory: &isFolder) else {
      throw .notFound(path: path)
    }
    guard !isFolder.boolValue else {
      throw .notReadable(path: path, reason: "it is a folder")
    }
    guard FileManager.default.isReadableFile(atPath: absolutePath) else {
      throw .notReadable(path: path, reason: "permission denied")
    }
  }

  /// That this is an archive, and not one of a newer program.
  func check(_ db: Database) throws {
    guard try Int64.fetchOne(db, sql: "PRAGMA application_id") == ArchiveSchema.applicationID
    else { throw ArchiveError.notAnArchive(path: path) }
    guard try !ArchiveSchema.migrator.hasBeenSuperseded(db) else {
      throw ArchiveError.newerVersion(path: path)
    }
  }

  static func configuration() -> Configuration {
    var configuration = Configuration()
    configuration.label = "Luge archive"
    configuration.busyMode = .timeout(5)
    // Triggers and references are ours alone; foreign keys are not used.
    configuration.foreignKeysEnabled = false
    return configuration
  }
}
