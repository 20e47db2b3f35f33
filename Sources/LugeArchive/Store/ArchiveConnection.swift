import Foundation
import GRDB

/// The only writing connection, of an import or of notes about what was shown.
struct ArchiveConnection {
  let queue: DatabaseQueue

  /// Size of SQLite's page cache, KiB.
  static let cacheKiB = 32_000

  /// - Parameters:
  ///   - file: an existing archive of the current version.
  ///   - isNew: whether the caller has just created it and holds its lock, so that it need not be
  ///     checked.
  init(_ file: ArchiveFile, isNew: Bool = false) throws {
    // Never write into a file that is not an archive.
    if !isNew { try file.checkIsArchive() }
    var configuration = ArchiveFile.configuration()
    configuration.journalMode = .wal
    configuration.prepareDatabase { db in
      // In WAL mode, NORMAL stays consistent: a power failure loses at most the last transactions.
      try db.execute(
        sql: """
          PRAGMA synchronous = NORMAL;
          PRAGMA cache_size = -\(Self.cacheKiB);
          PRAGMA secure_delete = OFF;
          """)
    }
    do {
      // It may have been removed since; this must not make an empty one.
      queue = try file.queue("mode=rw", configuration)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
      throw ArchiveError.notWritable(
        path: file.path, reason: "the file cannot be opened for writing")
    }
    guard try queue.read(ArchiveSchema.isCurrent) else {
      throw ArchiveError.newerVersion(path: file.path)
    }
  }

  /// Writes into an existing archive, in one transaction, and leaves a single file.
  static func write(to path: String, _ body: (Database) throws -> Void) throws {
    let file = ArchiveFile(path)
    guard file.exists else { throw ArchiveError.notFound(path: path) }
    let connection = try ArchiveConnection(file)
    defer { connection.settle() }
    try connection.write(body)
  }

  /// Runs a transaction that does not take more steps than scanning the whole file.
  func write(_ body: (Database) throws -> Void) throws {
    try queue.write { try WorkLimit.run(on: $0, body) }
  }

  /// Leaves a single file without companions, so that it can be copied and opened anywhere. While
  /// readers have it open, it stays in WAL mode, which is correct as well.
  ///
  /// A process that dies in the middle leaves a journal, which the next one to open the file rolls
  /// back.
  ///
  /// - Returns: the error if the disk is full or fails: all that was written is in the archive, but
  ///   only as long as its companions stay beside it.
  @discardableResult
  func settle() -> DatabaseError? {
    var failure: DatabaseError?
    do {
      try queue.writeWithoutTransaction { db in
        _ = try String.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
      }
    } catch let error as DatabaseError
      where [.SQLITE_FULL, .SQLITE_IOERR].contains(error.resultCode)
    {
      failure = error
    } catch {}
    try? queue.close()
    return failure
  }
}
