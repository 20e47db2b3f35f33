import GRDB
import LugeCore

extension Archive {
  /// Returns the messages at a range of positions, in order; positions outside of the conversation
  /// are omitted.
  ///
  /// - Complexity: O(log n + k) for k messages, in one query.
  public func messages(
    in conversation: ConversationID, at positions: Range<Int>
  ) throws(ArchiveError) -> [StoredMessage] {
    guard !positions.isEmpty else { return [] }
    return try read { db in
      let statement = try db.cachedStatement(
        sql: """
          \(Self.messageSelection)
          WHERE p.conversation = ? AND p.position >= ? AND p.position < ? ORDER BY p.position
          """)
      let rows = try Row.fetchCursor(
        statement,
        arguments: [conversation.rawValue, positions.lowerBound, positions.upperBound])
      let answered = AnsweredContents(db)
      return try Array(rows.map { try Self.message($0, answered) })
    }
  }

  /// Returns the messages that those at a range of positions answer, by the ids of the answers;
  /// omits messages that the archive does not have.
  ///
  /// - Complexity: O(log n + k) for k messages, in one query; only answers are decoded.
  package func answered(
    in conversation: ConversationID, at positions: Range<Int>
  ) throws(ArchiveError) -> [Int64: StoredReply.Original] {
    guard !positions.isEmpty else { return [:] }
    return try read { db in
      let statement = try db.cachedStatement(
        sql: """
          \(Self.messageSelection)
          WHERE p.conversation = ? AND p.position >= ? AND p.position < ?
            AND m.reply_key IS NOT NULL
          """)
      let rows = try Row.fetchCursor(
        statement,
        arguments: [conversation.rawValue, positions.lowerBound, positions.upperBound])
      let contents = AnsweredContents(db)
      var answered: [Int64: StoredReply.Original] = [:]
      while let row = try rows.next() {
        guard let id = row.integer(0),
          let original = try Self.reply(row, contents, mayLackPosition: false)?.original
        else { continue }
        answered[id] = original
      }
      return answered
    }
  }

  /// Returns a message by its id; nil if it does not exist or is not visible.
  ///
  /// - Complexity: O(log n).
  public func message(_ id: Int64) throws(ArchiveError) -> StoredMessage? {
    try read { db in try Self.message(id, db) }
  }

  static func message(_ id: Int64, _ db: Database) throws -> StoredMessage? {
    let statement = try db.cachedStatement(sql: "\(messageSelection) WHERE p.message = ?")
    return try Row.fetchOne(statement, arguments: [id]).map {
      try message($0, AnsweredContents(db))
    }
  }

  /// With cross joins, SQLite has to begin with the positions.
  private static let messageSelection = """
    \(messageColumns)
    FROM positions p
    CROSS JOIN messages m ON m.id = p.message
    \(messageJoins)
    """

  /// Also selects messages without a position, which count as if they were at the first one.
  static let unplacedSelection = """
    \(messageColumns)
    FROM messages m
    LEFT JOIN positions p ON p.message = m.id
    \(messageJoins)
    """

  private static let messageColumns = """
    SELECT m.id, p.position, m.source_key, m.author, a.name, m.time, m.certainty, m.text, m.spans,
      m.kind, m.action, m.reply_key, m.reply_conversation, m.forwarded_from, m.edited,
      m.edited_certainty, m.is_edited, m.reactions, m.media, m.unknown,
      r.id, rp.position, r.author, ra.name, m.post
    """

  private static let messageJoins = """
    LEFT JOIN authors a ON a.id = m.author
    LEFT JOIN conversations rc ON rc.key = m.reply_conversation
    LEFT JOIN messages r ON m.reply_key IS NOT NULL AND r.source_key = m.reply_key
      AND r.conversation = iif(m.reply_conversation IS NULL, m.conversation, rc.id)
    LEFT JOIN positions rp ON rp.message = r.id
    LEFT JOIN authors ra ON ra.id = r.author
    """

  static func message(
    _ row: Row, _ answered: AnsweredContents, answersMayLackPositions: Bool = false
  ) throws -> StoredMessage {
    StoredMessage(
      id: row.integer(0) ?? 0, position: row.count(1), sourceKey: row.key(2) ?? "",
      author: row.integer(3).map {
        StoredAuthor(id: AuthorID(rawValue: $0), name: row.string(4) ?? "")
      },
      time: row.timestamp(5, 6) ?? Timestamp(seconds: 0, certainty: .exact),
      text: SpanCoding.decode(row.string(8), text: row.string(7) ?? ""),
      kind: StoredKind.kind(row.integer(9), action: row.string(10)),
      reply: try reply(row, answered, mayLackPosition: answersMayLackPositions),
      forwardedFrom: row.string(13), edited: row.timestamp(14, 15),
      isEdited: row.integer(16) == 1, reactions: RecordCoding.decode(row.string(17)),
      media: RecordCoding.decode(row.string(18)), unknownFields: row.string(19),
      post: RecordCoding.decodePost(row.string(24)))
  }

  private static func reply(
    _ row: Row, _ answered: AnsweredContents, mayLackPosition: Bool
  ) throws -> StoredReply? {
    guard let key = row.key(11) else { return nil }
    var reply = StoredReply(sourceKey: key, conversationKey: row.string(12), original: nil)
    // A message without a position belongs to an import that has not finished.
    if let id = row.integer(20), mayLackPosition || row.integer(21) != nil {
      let content = try answered.content(of: id)
      reply.original = .init(
        id: id, position: row.count(21),
        author: row.integer(22).map {
          StoredAuthor(id: AuthorID(rawValue: $0), name: row.string(23) ?? "")
        },
        snippet: content.snippet, media: content.media)
    }
    return reply
  }
}

/// Contents that replies show of the messages that they answer. Each is read and decoded once,
/// however many messages of one query answer it.
///
/// Confined to the queue of its database.
final class AnsweredContents {
  typealias Content = (snippet: String, media: MediaRecord?)

  private let db: Database
  private var known: [Int64: Content] = [:]

  init(_ db: Database) { self.db = db }

  /// - Complexity: O(bytes of the message), at the first call for it.
  func content(of message: Int64) throws -> Content {
    if let content = known[message] { return content }
    let statement = try db.cachedStatement(
      sql: "SELECT substr(text, 1, 160), spans, media FROM messages WHERE id = ?")
    let content: Content? = try Row.fetchOne(statement, arguments: [message]).map { row in
      // A poll's note may be megabytes long, of which a reply shows a line.
      var media = RecordCoding.decode(row.string(2), as: MediaRecord.self).first
      if let note = media?.note {
        media?.note = Clipping.prefix(note, bytes: Clipping.sentenceLimit)
      }
      return (SpanCoding.decode(row.string(1), text: row.string(0) ?? "").concealed, media)
    }
    let found = content ?? ("", nil)
    known[message] = found
    return found
  }
}
