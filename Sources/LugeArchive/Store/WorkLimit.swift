import GRDB
import GRDBSQLite
import LugeCore

/// Ends what SQLite would do on and on in a file that somebody made for that.
///
/// A table is a tree of pages, and nothing keeps a page from having one child many times: ten pages
/// may be a table of more rows than anybody can count. Of what this program asks, nothing takes
/// more steps than a look at each row of a whole archive, and these are fewer than its bytes.
enum WorkLimit {
  /// Steps of SQLite's machine for a byte of the file, and those that a small file has.
  private static let stepsPerByte = 20
  private static let fewestSteps = 20_000_000
  /// Steps after which SQLite asks.
  private static let interval = 1_000_000

  /// - Parameter bytes: of the file.
  /// - Throws: ``DatabaseError`` that calls the file damaged when the work did not end; what `body`
  ///   throws.
  static func run<Result>(
    on db: Database, bytes: Int64, _ body: (Database) throws -> Result
  ) throws -> Result {
    var left =
      bytes.multipliedClamped(by: Int64(stepsPerByte)).addingClamped(Int64(fewestSteps))
      / Int64(interval)
    let connection = db.sqliteConnection
    return try withUnsafeMutablePointer(to: &left) { left in
      sqlite3_progress_handler(
        connection, Int32(interval),
        { context in
          guard let left = context?.assumingMemoryBound(to: Int64.self) else { return 0 }
          left.pointee -= 1
          return left.pointee < 0 ? 1 : 0
        }, left)
      defer { sqlite3_progress_handler(connection, 0, nil, nil) }
      do {
        return try body(db)
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_INTERRUPT && left.pointee < 0
      {
        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "its tables do not end")
      }
    }
  }
}
