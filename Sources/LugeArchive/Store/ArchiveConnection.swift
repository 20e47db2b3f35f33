import Foundation
import GRDB

/// The one writing connection of an import, or of notes about what was shown.
struct ArchiveConnection {
  let queue: DatabaseQueue

  /// Pages of the file that are kept in memory, in KiB.
  static let cacheKiB = 32_000

  /// - Parameters:
  ///   - file: An archive that is there, of today's version.
  ///   - isNew: The caller has just made it, and holds its lock: it needs no look at what it is.
  init(_ file: ArchiveFile, isNew: Bool = false) throws {
    // Not a byte is written into a file that is not ours.
    if !isNew { try file.checkIsArchive() }
    var configuration = ArchiveFile.configuration()
    configuration.journalMode = .wal
    configuration.prepareDatabase { db in
      // In WAL mode NORMAL loses no consistency: at most the last transactions after a power cut.
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

  /// Writes into an archive that is there, in one transaction, and leaves one plain file.
  static func write(to path: String, _ body: (Database) throws -> Void) throws {
    let file = ArchiveFile(path)
    guard file.exists else { throw ArchiveError.notFound(path: path) }
    let connection = try ArchiveConnection(file)
    defer { connection.settle() }
    try connection.write(body)
  }

  /// A transaction that does no more than a look at the whole file would.
  func write(_ body: (Database) throws -> Void) throws {
    try queue.write { try WorkLimit.run(on: $0, body) }
  }

  /// Leaves one plain file without companions, so that it can be copied and opened anywhere.
  /// When readers have it open, it stays in WAL mode, which is right, too.
  ///
  /// A process that ends in the middle leaves a journal, which the next one to open the file rolls
  /// back.
  func settle() {
    try? queue.writeWithoutTransaction { db in
      _ = try String.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
    }
    try? queue.close()
  }
}
