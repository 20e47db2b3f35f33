import GRDB

/// States of messages that remain if the export being read turns out to be older than the archive:
/// that is known only at its end. By then `revisions` has the export's states.
final class OlderVersions {
  private let parameters: String
  private var isMade = false

  /// - Parameter parameters: the parameters of the columns of ``MessageStatements``.
  init(parameters: String) { self.parameters = parameters }

  func store(_ values: [DatabaseValue], _ db: Database) throws {
    if !isMade {
      try db.execute(
        sql: """
          CREATE TEMP TABLE IF NOT EXISTS older_versions (
            id INTEGER PRIMARY KEY, \(MessageStatements.columnList));
          DELETE FROM temp.older_versions;
          """)
      isMade = true
    }
    let statement = try db.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO temp.older_versions (id, \(MessageStatements.columnList))
        VALUES (?1, \(parameters))
        """)
    statement.setUncheckedArguments(StatementArguments(values))
    try statement.execute()
  }

  /// Puts them in place of the export's states.
  func restore(in conversation: Int64, _ db: Database) throws {
    guard isMade else { return }
    try db.execute(
      sql: """
        INSERT OR REPLACE INTO revisions (id, \(MessageStatements.columnList))
        SELECT id, \(MessageStatements.columnList) FROM temp.older_versions WHERE conversation = ?
        """, arguments: [conversation])
  }
}
