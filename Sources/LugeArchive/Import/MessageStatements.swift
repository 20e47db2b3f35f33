import GRDB
import LugeCore

/// The statements that write messages into an archive. All take the same arguments: the id as `?1`,
/// then the columns in order.
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
  /// Selects the text to index of a message with media, composed in SQL.
  let words: Statement
  let find: Statement
  let rewrite: Statement
  let revise: Statement
  let olderVersions: OlderVersions

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
    // A separate query: in an INSERT … SELECT, as in a trigger, FTS5 would flush its buffer after
    // every row.
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
    olderVersions = OlderVersions(parameters: named)
  }

  private static func parameter(_ column: String) -> String {
    "?\((columns.firstIndex(of: column) ?? 0) + 2)"
  }

  /// Adds a message; returns false if the archive has one with its key.
  func insert(
    _ message: PreparedMessage, id: Int64, conversation: Int64, ordinal: Int64?, author: Int64?,
    run: Int64
  ) throws -> Bool {
    let record = message.record
    insert.bind(1, id)
    insert.bind(2, conversation)
    bind(key: record.sourceKey, at: 3)
    insert.bind(4, ordinal)
    insert.bind(5, record.time.seconds)
    insert.bind(6, Int64(record.time.certainty.rawValue))
    insert.bind(7, author)
    insert.bind(8, StoredKind(record.kind).rawValue)
    insert.bind(9, Self.action(record))
    insert.bind(10, record.text.string)
    insert.bind(11, message.spans)
    if let reply = record.replyTo {
      bind(key: reply.sourceKey, at: 12)
    } else {
      insert.bindNull(12)
    }
    insert.bind(13, record.replyTo?.conversationKey)
    insert.bind(14, record.forwardedFrom)
    insert.bind(15, record.edited?.seconds)
    insert.bind(16, record.edited.map { Int64($0.certainty.rawValue) })
    insert.bind(17, Int64(record.isEdited ? 1 : 0))
    insert.bind(18, message.reactions)
    insert.bind(19, message.media)
    insert.bind(20, record.unknownFields)
    insert.bind(21, run)
    insert.bind(22, message.post)
    try insert.run()
    return insert.changes == 1
  }

  private func bind(key: String, at index: Int32) {
    switch SourceKey(key, in: keys) {
    case .number(let number): insert.bind(index, number)
    case .digest(let high, let low, let count):
      insert.bind(index, SourceKey.bytes(high, low, count: count))
    case .text(let text): insert.bind(index, text)
    }
  }

  /// Returns the arguments of the other statements; the caller adds id and ordinal.
  static func values(
    _ message: PreparedMessage, conversation: Int64, author: Int64?, run: Int64,
    keys: SourceKey.Form
  ) -> [DatabaseValue] {
    let record = message.record
    return [
      .null, conversation.databaseValue, SourceKey(record.sourceKey, in: keys).databaseValue, .null,
      record.time.seconds.databaseValue, Int64(record.time.certainty.rawValue).databaseValue,
      author.databaseValue, StoredKind(record.kind).rawValue.databaseValue,
      text(action(record)), text(record.text.string), text(message.spans),
      record.replyTo.map { SourceKey($0.sourceKey, in: keys).databaseValue } ?? .null,
      text(record.replyTo?.conversationKey), text(record.forwardedFrom),
      (record.edited?.seconds).databaseValue,
      (record.edited.map { Int64($0.certainty.rawValue) }).databaseValue,
      Int64(record.isEdited ? 1 : 0).databaseValue, text(message.reactions), text(message.media),
      text(record.unknownFields), run.databaseValue, text(message.post),
    ]
  }

  private static func action(_ record: MessageRecord) -> String? {
    if case .service(let action) = record.kind { action } else { nil }
  }

  /// Returns a text as ``BoundStatement/bind(_:_:)-(_,String)`` binds it.
  private static func text(_ string: String?) -> DatabaseValue {
    guard let string else { return .null }
    guard string.utf8.contains(0) else { return string.databaseValue }
    return String(decoding: string.utf8.map { $0 == 0 ? 0x1A : $0 }, as: UTF8.self).databaseValue
  }
}
