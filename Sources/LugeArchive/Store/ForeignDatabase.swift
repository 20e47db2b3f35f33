import GRDB
import GRDBSQLite

/// Opens another program's database for reading, without a change to it or to its folder.
package enum ForeignDatabase {
  /// Maximum bytes of a value or row: reading a longer one fails with `SQLITE_TOOBIG`, before
  /// memory is taken for it.
  package static let largestValue = 16 << 20

  /// - Parameter hasLog: whether its newest transactions are in its WAL, which then is read.
  ///   Other programs must not write into either file meanwhile: SQLite's locks on a WAL need a
  ///   file beside it, so none are taken.
  package static func open(_ file: ArchiveFile, hasLog: Bool) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.label = "foreign database"
    configuration.prepareDatabase { db in
      sqlite3_limit(db.sqliteConnection, SQLITE_LIMIT_LENGTH, Int32(largestValue))
      guard hasLog else { return }
      // A connection that has the file to itself keeps the WAL's index in memory, not in `-shm`.
      try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
      // The last connection would remove a WAL that holds no whole transaction.
      var persists: Int32 = 1
      sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_PERSIST_WAL, &persists)
    }
    return try file.queue(hasLog ? "mode=ro&vfs=unix-none" : "immutable=1", configuration)
  }
}
