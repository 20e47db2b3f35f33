import GRDB

/// The messages of a run that are placed by a later time than their own, because the clock of their
/// source was set back before them. They are stored until they are visible; then
/// `positions.time` has the place.
struct PlacesAfterSteps {
  private(set) var isEmpty = true

  /// Stores the place of a message, if it differs from its time.
  mutating func store(_ place: Int64, of message: Int64, at time: Int64, _ db: Database) throws {
    guard place != time else { return }
    if isEmpty {
      try db.execute(
        sql: """
          CREATE TEMP TABLE IF NOT EXISTS stepped (
            message INTEGER PRIMARY KEY, time INTEGER, place INTEGER
          );
          DELETE FROM temp.stepped;
          """)
      isEmpty = false
    }
    try db.cachedStatement(sql: "INSERT OR REPLACE INTO temp.stepped VALUES (?, ?, ?)")
      .execute(arguments: [message, time, place])
  }

  /// Returns the place of a message; nil if it is its time.
  func place(of message: Int64, at time: Int64, _ db: Database) throws -> Int64? {
    guard !isEmpty else { return nil }
    return try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT place FROM temp.stepped WHERE message = ? AND time = ?"),
      arguments: [message, time])
  }

  /// Returns SQL for the time by which a new message of `messages` is placed.
  var expression: String {
    guard !isEmpty else { return "time" }
    return """
      ifnull(
        (SELECT place FROM temp.stepped s WHERE s.message = messages.id AND s.time = messages.time),
        messages.time)
      """
  }
}
