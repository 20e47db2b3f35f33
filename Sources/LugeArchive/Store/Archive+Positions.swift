import GRDB

extension Archive {
  /// The first position whose message is not older than `time`; nil when all are older.
  ///
  /// - Complexity: O(log² n).
  public func position(
    in conversation: ConversationID, atOrAfter time: Timestamp
  ) throws(ArchiveError) -> Int? {
    try read { db in
      let count = try Self.count(db, conversation)
      let found = try Self.firstPosition(
        db, conversation.rawValue, count: count, notBefore: time.seconds)
      return found < count ? found : nil
    }
  }

  /// Returns a message's present position; nil if no visible message has this id.
  ///
  /// - Complexity: O(log n).
  public func position(of messageID: Int64) throws(ArchiveError) -> Int? {
    try read { db in
      let statement = try db.cachedStatement(
        sql: "SELECT position FROM positions WHERE message = ?")
      return try Row.fetchOne(statement, arguments: [messageID]).map { $0.count(0) }
    }
  }

  /// The conversation that a message is in, and where; nil if no visible message has this id.
  ///
  /// - Complexity: O(log n).
  public func place(
    of messageID: Int64
  ) throws(ArchiveError) -> (conversation: ConversationID, position: Int)? {
    try read { db in
      let statement = try db.cachedStatement(
        sql: "SELECT conversation, position FROM positions WHERE message = ?")
      return try Row.fetchOne(statement, arguments: [messageID]).map {
        (ConversationID(rawValue: $0.integer(0) ?? 0), $0.count(1))
      }
    }
  }

  /// The times at the given positions, in their order; nil for a position that does not exist.
  ///
  /// - Complexity: O(k log n) for k positions; reads no messages.
  public func times(
    in conversation: ConversationID, at positions: some Sequence<Int>
  ) throws(ArchiveError) -> [Timestamp?] {
    let wanted = Array(positions)
    return try read { db in
      let statement = try db.cachedStatement(
        sql: "SELECT time, certainty FROM positions WHERE conversation = ? AND position = ?")
      return try wanted.map { position in
        try Row.fetchOne(statement, arguments: [conversation.rawValue, position])?
          .timestamp(0, 1)
      }
    }
  }

  private static func count(_ db: Database, _ conversation: ConversationID) throws -> Int {
    let statement = try db.cachedStatement(sql: "SELECT count FROM conversations WHERE id = ?")
    return try Row.fetchOne(statement, arguments: [conversation.rawValue])?.count(0) ?? 0
  }

  /// Binary search over positions, whose times ascend; `count` when all are older.
  static func firstPosition(
    _ db: Database, _ conversation: Int64, count: Int, notBefore seconds: Int64
  ) throws -> Int {
    let statement = try db.cachedStatement(
      sql: "SELECT time FROM positions WHERE conversation = ? AND position = ?")
    var lower = 0
    var upper = count
    while lower < upper {
      let middle = lower + (upper - lower) / 2
      let time = try Row.fetchOne(statement, arguments: [conversation, middle])?.integer(0)
      if let time, time < seconds { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }

  /// Counts anew what is in a conversation, and who wrote how much of it.
  static func recount(_ conversation: Int64, _ db: Database) throws {
    try db.cachedStatement(
      sql: "DELETE FROM conversation_authors WHERE conversation = ?"
    ).execute(arguments: [conversation])
    try db.cachedStatement(
      sql: """
        INSERT INTO conversation_authors (conversation, author, messages)
        SELECT p.conversation, m.author, count(*)
        FROM positions p JOIN messages m ON m.id = p.message
        WHERE p.conversation = ? AND m.author IS NOT NULL GROUP BY m.author
        """
    ).execute(arguments: [conversation])
    try db.cachedStatement(
      sql: """
        UPDATE conversations SET (count, messages, service) = (
          SELECT count(*), count(*) FILTER (WHERE m.kind <> 1), count(*) FILTER (WHERE m.kind = 1)
          FROM positions p JOIN messages m ON m.id = p.message WHERE p.conversation = ?1),
          authors = (SELECT count(*) FROM conversation_authors WHERE conversation = ?1)
        WHERE id = ?1
        """
    ).execute(arguments: [conversation])
  }
}
