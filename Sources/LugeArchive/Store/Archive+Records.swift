import GRDB
import LugeCore

extension Archive {
  /// Returns the messages at a range of positions as their source had them, in order, each with its
  /// id: for exports.
  ///
  /// - Complexity: O(log n + k) for k messages, in one query.
  package func records(in conversation: ConversationID, at positions: Range<Int>)
    throws(ArchiveError)
    -> [(id: Int64, record: MessageRecord)]
  {
    try records(in: conversation, at: positions, bytes: .max).records
  }

  /// Returns the first of these messages, up to the one with which they reach a size.
  ///
  /// - Parameter bytes: size of what may be long in them.
  /// - Returns: the messages, and the position behind them.
  package func records(
    in conversation: ConversationID, at positions: Range<Int>, bytes: Int
  ) throws(ArchiveError) -> (records: [(id: Int64, record: MessageRecord)], end: Int) {
    guard !positions.isEmpty else { return ([], positions.upperBound) }
    return try read { db -> (records: [(id: Int64, record: MessageRecord)], end: Int) in
      let statement = try db.cachedStatement(
        sql: """
          \(Self.recordColumns), p.position
          FROM positions p CROSS JOIN messages m ON m.id = p.message
          LEFT JOIN authors a ON a.id = m.author
          WHERE p.conversation = ? AND p.position >= ? AND p.position < ? ORDER BY p.position
          """)
      let rows = try Row.fetchCursor(
        statement,
        arguments: [conversation.rawValue, positions.lowerBound, positions.upperBound])
      var records: [(id: Int64, record: MessageRecord)] = []
      var size = 0
      while let row = try rows.next() {
        records.append((row.integer(0) ?? 0, Self.record(row)))
        for column in Self.longColumns {
          let length = try row.withUnsafeData(atIndex: column) { $0?.count ?? 0 }
          size = size.addingClamped(length)
        }
        if size >= bytes {
          let next = row.count(20).addingClamped(1)
          return (records, next.clamped(to: positions.lowerBound + 1...positions.upperBound))
        }
      }
      return (records, positions.upperBound)
    }
  }

  /// Returns one message, whether or not it has a position.
  static func record(_ id: Int64, _ db: Database) throws -> MessageRecord? {
    let statement = try db.cachedStatement(
      sql: """
        \(recordColumns) FROM messages m LEFT JOIN authors a ON a.id = m.author WHERE m.id = ?
        """)
    return try Row.fetchOne(statement, arguments: [id]).map(record)
  }

  /// Returns the newer state of a visible message that the running import has read; nil if there is
  /// none.
  static func revision(_ id: Int64, _ db: Database) throws -> MessageRecord? {
    let statement = try db.cachedStatement(
      sql: """
        \(recordColumns) FROM revisions m LEFT JOIN authors a ON a.id = m.author WHERE m.id = ?
        """)
    return try Row.fetchOne(statement, arguments: [id]).map(record)
  }

  private static let recordColumns = """
    SELECT m.id, m.source_key, a.key, a.name, m.time, m.certainty, m.text, m.spans, m.kind,
      m.action, m.reply_key, m.reply_conversation, m.forwarded_from, m.edited,
      m.edited_certainty, m.is_edited, m.reactions, m.media, m.unknown, m.post
    """

  /// The text, and all that is stored as JSON.
  private static let longColumns = [6, 7, 16, 17, 18, 19]

  private static func record(_ row: Row) -> MessageRecord {
    MessageRecord(
      sourceKey: row.key(1) ?? "",
      author: row.string(2).map { AuthorRecord(key: $0, name: row.string(3) ?? "") },
      time: row.timestamp(4, 5) ?? Timestamp(seconds: 0, certainty: .exact),
      text: SpanCoding.decode(row.string(7), text: row.string(6) ?? ""),
      kind: StoredKind.kind(row.integer(8), action: row.string(9)),
      replyTo: row.key(10).map { ReplyRecord(sourceKey: $0, conversationKey: row.string(11)) },
      forwardedFrom: row.string(12), edited: row.timestamp(13, 14), isEdited: row.integer(15) == 1,
      reactions: RecordCoding.decode(row.string(16)), media: RecordCoding.decode(row.string(17)),
      unknownFields: row.string(18), post: RecordCoding.decodePost(row.string(19)))
  }

  /// Returns the ``AuthorRecord/key`` of a person.
  package func key(of author: AuthorID) throws(ArchiveError) -> String? {
    try read { db in
      try String.fetchOne(
        db, sql: "SELECT key FROM authors WHERE id = ?", arguments: [author.rawValue])
    }
  }
}
