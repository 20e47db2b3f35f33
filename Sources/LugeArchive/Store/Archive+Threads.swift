import GRDB

/// A message with the conversation around it.
public struct MessageThread: Sendable {
  /// Messages of a thread: the chain of replies that leads to the message, from the first one; the
  /// message; and all replies to it, each followed by the replies to it, the oldest first. Empty if
  /// the message does not exist.
  public var messages: [StoredMessage] = []
  /// Whether there are more messages above, or more replies below, than were read.
  public var isCutAbove = false
  public var isCutBelow = false
}

extension Archive {
  /// Returns a message with those it answers and those that answer it, directly or indirectly.
  ///
  /// - Parameters:
  ///   - above: maximum number of answered messages.
  ///   - below: maximum number of replies.
  /// - Complexity: O((above + below) · log n).
  public func thread(
    of id: Int64, above: Int = 200, below: Int = 500
  ) throws(ArchiveError) -> MessageThread {
    let below = below.clamped(to: 0...Int(Int32.max))
    return try read { db in
      guard let message = try Self.message(id, db) else { return MessageThread() }
      var thread = MessageThread()
      var ancestors: [StoredMessage] = []
      // Replies in exports may form cycles.
      var seen: Set<Int64> = [id]
      var next = message.reply?.original?.id
      while let parent = next, seen.insert(parent).inserted {
        if ancestors.count >= above {
          thread.isCutAbove = true
          break
        }
        guard let found = try Self.message(parent, db) else { break }
        ancestors.append(found)
        next = found.reply?.original?.id
      }
      thread.messages = ancestors.reversed() + [message]
      // A stack: the top is read next. Reads no more replies to one message than are still allowed.
      var waiting = try Self.answers(to: id, limit: below + 1, db).reversed() as [Int64]
      let end = thread.messages.count + below
      while let answer = waiting.popLast() {
        guard seen.insert(answer).inserted else { continue }
        if thread.messages.count >= end {
          thread.isCutBelow = true
          break
        }
        guard let found = try Self.message(answer, db) else { continue }
        thread.messages.append(found)
        let room = end - thread.messages.count
        waiting += try Self.answers(to: answer, limit: room + 1, db).reversed()
      }
      return thread
    }
  }

  private static func answers(to id: Int64, limit: Int, _ db: Database) throws -> [Int64] {
    try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT a.id FROM messages m
          JOIN messages a ON a.conversation = m.conversation AND a.reply_key = m.source_key
          JOIN positions p ON p.message = a.id
          WHERE m.id = ? AND a.post IS NOT NULL ORDER BY a.time, a.id LIMIT ?
          """), arguments: [id, max(0, limit)])
  }

  /// Returns the message with a key in its source.
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
            WHERE m.conversation = ? AND m.source_key IN (?, ?, ?)
            """),
        arguments: [
          conversation.rawValue, SourceKey(key, in: .spelled).databaseValue,
          SourceKey(key, in: .packed).databaseValue, SourceKey(key, in: .short).databaseValue,
        ])
    }
  }
}
