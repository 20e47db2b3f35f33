import GRDB

/// The values of `live_account`: facts about the account and its rooms, by key.
struct AccountValues {
  let db: Database

  init(_ db: Database) { self.db = db }

  func value(of key: String) throws -> String? {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT value FROM live_account WHERE key = ?"), arguments: [key])
  }

  func has(_ key: String) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM live_account WHERE key = ?)"),
      arguments: [key]) ?? false
  }

  /// - Parameter value: nil removes the key.
  func set(_ value: String?, of key: String) throws {
    if let value {
      try db.cachedStatement(sql: "INSERT OR REPLACE INTO live_account VALUES (?, ?)").execute(
        arguments: [key, value])
    } else {
      try db.cachedStatement(sql: "DELETE FROM live_account WHERE key = ?").execute(
        arguments: [key])
    }
  }
}
