import GRDB

extension Archive {
  /// A message among those it answers, from the first one, and those that answer it or its answers, each
  /// followed by its own answers, the oldest first. Empty when there is no such message.
  ///
  /// - Parameters:
  ///   - above: answered messages, at most.
  ///   - below: answers, at most.
  /// - Complexity: O((above + below) · log n).
  public func thread(
    of id: Int64, above: Int = 200, below: Int = 500
  ) throws(ArchiveError) -> [StoredMessage] {
    try read { db in
      guard let message = try Self.message(id, db) else { return [] }
      var ancestors: [StoredMessage] = []
      var seen: Set<Int64> = [id]
      var next = message.reply?.original?.id
      while ancestors.count < above, let parent = next, seen.insert(parent).inserted,
        let found = try Self.message(parent, db)
      {
        ancestors.append(found)
        next = found.reply?.original?.id
      }
      var answers: [StoredMessage] = []
      var open = try Array(Self.answers(to: id, atMost: below, db).reversed())
      while answers.count < below, let next = open.popLast() {
        guard seen.insert(next).inserted, let found = try Self.message(next, db) else { continue }
        answers.append(found)
        open += try Self.answers(to: next, atMost: below - answers.count, db).reversed()
      }
      return ancestors.reversed() + [message] + answers
    }
  }

  /// The oldest first.
  private static func answers(
    to id: Int64, atMost limit: Int, _ db: Database
  ) throws -> [Int64] {
    try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT a.id FROM messages m
          JOIN messages a ON a.conversation = m.conversation AND a.reply_key = m.source_key
          JOIN positions p ON p.message = a.id
          WHERE m.id = ? AND a.post IS NOT NULL ORDER BY a.time, a.id LIMIT ?
          """), arguments: [id, limit])
  }

  /// The message that a source knows by this key.
  ///
  /// - Complexity: O(log n).
  public func message(
    withKey key: String, in conversation: ConversationID
  ) throws(ArchiveError) -> Int64? {
    try read { db in
      try Int64.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT m.id FROM messages m JOIN positions p ON p.message = m.id
            WHERE m.conversation = ? AND m.source_key = ?
            """), arguments: [conversation.rawValue, keyValue(key)])
    }
  }
}
