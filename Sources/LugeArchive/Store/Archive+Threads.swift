import GRDB

extension Archive {
  /// A message among those it answers, from the first one, and those that answer it, the oldest
  /// first. Empty when there is no such message.
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
      let answers = try Int64.fetchAll(
        db,
        sql: """
          SELECT a.id FROM messages m
          JOIN messages a ON a.conversation = m.conversation AND a.reply_key = m.source_key
          JOIN positions p ON p.message = a.id
          WHERE m.id = ? AND a.post IS NOT NULL ORDER BY a.time, a.id LIMIT ?
          """, arguments: [id, below])
      let below = try answers.filter { seen.insert($0).inserted }
        .compactMap { try Self.message($0, db) }
      return ancestors.reversed() + [message] + below
    }
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
