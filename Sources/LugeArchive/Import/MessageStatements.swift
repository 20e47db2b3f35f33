import GRDB

/// The statements that put messages into an archive. All take the same arguments: the id as
/// `?1`, then the columns in order.
struct MessageStatements {
  static let columns = [
    "conversation", "source_key", "ordinal", "time", "certainty", "author", "kind", "action",
    "text", "spans", "reply_key", "reply_conversation", "forwarded_from", "edited",
    "edited_certainty", "is_edited", "reactions", "media", "unknown", "import", "post",
  ]
  /// Columns that come from the source; a difference in one of them is a change.
  private static let content = columns.filter {
    !["conversation", "source_key", "ordinal", "import"].contains($0)
  }
  static let columnList = columns.joined(separator: ", ")

  let keys: SourceKey.Form
  let insert: BoundStatement
  let index: BoundStatement
  /// Text to index of a message with media, put together in SQL.
  let words: Statement
  let find: Statement
  let rewrite: Statement
  let revise: Statement

  init(_ db: Database) throws {
    keys = try SourceKey.Form(of: db)
    let named = Self.columns.enumerated().map { "?\($0.offset + 2)" }.joined(separator: ", ")
    insert = try BoundStatement(
      db,
      sql: """
        INSERT INTO messages (id, \(Self.columnList)) VALUES (?1, \(named))
        ON CONFLICT (conversation, source_key) DO NOTHING
        """)
    index = try BoundStatement(
      db, sql: "INSERT INTO messages_text (rowid, text) VALUES (?1, ?2)")
    // Read on its own: for an INSERT … SELECT, as within a trigger, FTS5 writes what it has
    // collected after every row.
    words = try db.makeStatement(sql: "SELECT text FROM messages_words WHERE id = ?")
    find = try db.makeStatement(
      sql: """
        SELECT m.id, m.import, m.ordinal, p.message IS NOT NULL, m.kind IS ?8 AND m.author IS ?7,
          \(Self.content.map { "m.\($0) IS \(Self.parameter($0))" }.joined(separator: " AND "))
        FROM messages m LEFT JOIN positions p ON p.message = m.id
        WHERE m.conversation = ?2 AND m.source_key = ?3
        """)
    rewrite = try db.makeStatement(
      sql: """
        UPDATE messages SET import = ?21,
          \(Self.content.map { "\($0) = \(Self.parameter($0))" }.joined(separator: ", "))
        WHERE id = ?1
        """)
    revise = try db.makeStatement(
      sql: "INSERT OR REPLACE INTO revisions (id, \(Self.columnList)) VALUES (?1, \(named))")
  }

  private static func parameter(_ column: String) -> String {
    "?\((columns.firstIndex(of: column) ?? 0) + 2)"
  }
}
