import GRDB
import GRDBSQLite

/// A statement that is run for every message, bound without the intermediate values that GRDB
/// creates: they would take a large part of an import's time.
final class BoundStatement {
  private let statement: Statement
  private let handle: OpaquePointer
  private let db: Database

  /// SQLITE_TRANSIENT, which makes SQLite copy its arguments. The C macro is a cast, which Swift
  /// does not import.
  private static var copies: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  init(_ db: Database, sql: String) throws {
    self.db = db
    statement = try db.makeStatement(sql: sql)
    handle = statement.sqliteStatement
  }

  func bind(_ index: Int32, _ value: Int64) { sqlite3_bind_int64(handle, index, value) }
  func bind(_ index: Int32, _ blob: [UInt8]) {
    sqlite3_bind_blob(handle, index, blob, Int32(clamping: blob.count), Self.copies)
  }

  func bindNull(_ index: Int32) { sqlite3_bind_null(handle, index) }

  func bind(_ index: Int32, _ value: Int64?) {
    if let value { bind(index, value) } else { bindNull(index) }
  }

  /// Binds a text. SQLite's text ends at a zero byte: it is replaced by a substitute character of
  /// the same length, so that styled ranges stay valid.
  func bind(_ index: Int32, _ text: String) {
    var text = text
    let hasZero = text.withUTF8 { bytes in
      let hasZero = bytes.contains(0)
      if !hasZero { bind(index, bytes) }
      return hasZero
    }
    if hasZero {
      text.utf8.map { $0 == 0 ? 0x1A : $0 }.withUnsafeBufferPointer { bind(index, $0) }
    }
  }

  func bind(_ index: Int32, _ text: String?) {
    if let text { bind(index, text) } else { bindNull(index) }
  }

  private func bind(_ index: Int32, _ bytes: UnsafeBufferPointer<UInt8>) {
    // SQLite treats a null pointer as NULL, and copies the bytes, so that they may be the string's
    // own.
    var nothing: CChar = 0
    if let start = bytes.baseAddress {
      start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
        _ = sqlite3_bind_text(handle, index, $0, Int32(clamping: bytes.count), Self.copies)
      }
    } else {
      sqlite3_bind_text(handle, index, &nothing, 0, Self.copies)
    }
  }

  /// Runs the statement; its bindings are kept.
  func run() throws {
    let code = sqlite3_step(handle)
    guard code == SQLITE_DONE || code == SQLITE_ROW else {
      let error = DatabaseError(
        resultCode: ResultCode(rawValue: sqlite3_extended_errcode(db.sqliteConnection)),
        message: String(cString: sqlite3_errmsg(db.sqliteConnection)))
      sqlite3_reset(handle)
      throw error
    }
    sqlite3_reset(handle)
  }

  /// Number of rows that the last run changed.
  var changes: Int { Int(sqlite3_changes(db.sqliteConnection)) }
}
