import GRDB
import GRDBSQLite
import LugeCore

/// Ends what SQLite would do on and on in a file that somebody made for that.
///
/// A table is a tree of pages, and nothing keeps a page from having one child many times: ten pages
/// may be a table of more rows than anybody can count. Of what this program asks, nothing takes
/// more steps than a look at each row of a whole archive, and these are fewer than its bytes. What
/// an import adds is allowed beside that.
package final class WorkLimit {
  /// Steps of SQLite's machine for a byte of the file, and those that a small file has.
  private static let stepsPerByte: Int64 = 20
  private static let fewestSteps: Int64 = 20_000_000
  /// Steps after which SQLite asks.
  private static let interval: Int64 = 1_000_000

  private let connection: SQLiteConnection?
  private let steps = UnsafeMutablePointer<Int64>.allocate(capacity: 1)

  /// From now on until ``end()`` counts what the connection does.
  init(on db: Database) {
    connection = db.sqliteConnection
    steps.initialize(to: 0)
    sqlite3_progress_handler(
      connection, Int32(Self.interval),
      { context in
        guard let steps = context?.assumingMemoryBound(to: Int64.self) else { return 0 }
        steps.pointee = steps.pointee.subtractingClamped(WorkLimit.interval)
        return steps.pointee < 0 ? 1 : 0
      }, steps)
  }

  deinit { steps.deallocate() }

  /// To be called on the connection's thread, before the limit goes away.
  func end() { sqlite3_progress_handler(connection, 0, nil, nil) }

  /// Allows a look at each row of a file of this size.
  func allowLook(bytes: Int64) {
    allow(bytes.multipliedClamped(by: Self.stepsPerByte).addingClamped(Self.fewestSteps))
  }

  func allow(_ more: Int64) { steps.pointee = steps.pointee.addingClamped(more) }

  /// - Throws: ``DatabaseError`` that calls the file damaged when the work was ended; what `body`
  ///   throws.
  func check<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError
      where error.resultCode == .SQLITE_INTERRUPT && steps.pointee < 0
    {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "its tables do not end")
    }
  }

  /// - Parameter bytes: of the file; nil looks.
  /// - Throws: as ``check(_:)``.
  package static func run<Result>(
    on db: Database, bytes: Int64? = nil, _ body: (Database) throws -> Result
  ) throws -> Result {
    let limit = WorkLimit(on: db)
    defer { limit.end() }
    limit.allowLook(bytes: bytes ?? byteCount(of: db))
    return try limit.check { try body(db) }
  }

  /// Returns the bytes of the file that a connection has open, including the WAL.
  package static func byteCount(of db: Database) -> Int64 {
    guard let name = sqlite3_db_filename(db.sqliteConnection, nil) else { return 0 }
    let path = String(cString: name)
    return ArchiveFile.byteCount(path).addingClamped(ArchiveFile.byteCount(path + "-wal"))
  }
}
