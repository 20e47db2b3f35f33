import GRDB
import GRDBSQLite
import LugeCore

/// Limits the work of SQLite on a file, which may have been crafted to never end.
///
/// A table is a tree of pages, and a page may be the child of many others, so that ten pages can
/// form a table of more rows than can ever be read. No query of Luge takes more steps than reading
/// all rows of an archive, which has fewer rows than bytes. What an import adds is allowed in
/// addition.
package final class WorkLimit {
  /// Steps of SQLite's virtual machine per byte of the file, and the minimum for small files.
  private static let stepsPerByte: Int64 = 20
  private static let fewestSteps: Int64 = 20_000_000
  /// Number of steps between two checks.
  private static let interval: Int64 = 1_000_000

  private let connection: SQLiteConnection?
  private let steps = UnsafeMutablePointer<Int64>.allocate(capacity: 1)

  /// Counts the connection's steps from now on, until ``end()``.
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

  /// Ends the counting. Call it on the connection's thread, before the limit is freed.
  func end() { sqlite3_progress_handler(connection, 0, nil, nil) }

  /// Allows as many steps as reading each row of a file of this size takes.
  func allowLook(bytes: Int64) {
    allow(bytes.multipliedClamped(by: Self.stepsPerByte).addingClamped(Self.fewestSteps))
  }

  /// Number of steps that are left, as of the last check.
  var left: Int64 { steps.pointee }

  func allow(_ more: Int64) { steps.pointee = steps.pointee.addingClamped(more) }

  /// - Throws: ``DatabaseError`` that the file is damaged, if the limit was reached; any error of
  ///   `body`.
  func check<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError
      where error.resultCode == .SQLITE_INTERRUPT && steps.pointee < 0
    {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "its tables do not end")
    }
  }

  /// - Parameter bytes: size of the file; nil: read from the connection.
  /// - Throws: as ``check(_:)``.
  package static func run<Result>(
    on db: Database, bytes: Int64? = nil, _ body: (Database) throws -> Result
  ) throws -> Result {
    let limit = WorkLimit(on: db)
    defer { limit.end() }
    limit.allowLook(bytes: bytes ?? byteCount(of: db))
    return try limit.check { try body(db) }
  }

  /// Counts a row for which more is done than SQLite's steps: a table has fewer rows than its file
  /// has bytes.
  ///
  /// - Parameter left: ``byteCount(of:)`` at the beginning.
  /// - Throws: ``DatabaseError`` that the file is damaged, if there are more.
  static func takeRow(of left: inout Int64) throws {
    guard left > 0 else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "its tables do not end")
    }
    left -= 1
  }

  /// Returns the bytes of the file that a connection has open, including the WAL.
  package static func byteCount(of db: Database) -> Int64 {
    guard let name = sqlite3_db_filename(db.sqliteConnection, nil) else { return 0 }
    let path = String(cString: name)
    return ArchiveFile.byteCount(path).addingClamped(ArchiveFile.byteCount(path + "-wal"))
  }
}
