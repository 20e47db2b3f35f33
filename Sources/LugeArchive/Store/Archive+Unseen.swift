import GRDB
import LugeCore

extension Archive {
  /// Returns what nobody has seen yet, by conversation.
  ///
  /// - Complexity: O(such conversations).
  public func unseen() throws(ArchiveError) -> [ConversationID: UnseenMessages] {
    try read { db in
      var found: [ConversationID: UnseenMessages] = [:]
      let rows = try Row.fetchCursor(
        db.cachedStatement(sql: "SELECT conversation, after FROM unseen"))
      while let row = try rows.next() {
        guard let conversation = row.integer(0) else { continue }
        found[ConversationID(rawValue: conversation)] =
          row.integer(1).map { UnseenMessages.after($0.clamped(to: Timestamp.range)) }
          ?? UnseenMessages.all
      }
      return found
    }
  }

  /// Stores that the messages of a conversation have been seen up to a time, if any were unseen.
  ///
  /// - Parameter last: time of the last message that the user could see, seconds since 1970.
  /// - Throws: errors of the file system; ``ArchiveError/locked(path:process:)``.
  public func setSeen(_ conversation: ConversationID, upTo last: Int64) throws(ArchiveError) {
    let isUnseen = try read { db in
      try Row.fetchOne(
        db.cachedStatement(sql: "SELECT 1 FROM unseen WHERE conversation = ?"),
        arguments: [conversation.rawValue]) != nil
    }
    guard isUnseen else { return }
    try translatingErrors(path: path) {
      try ArchiveConnection.write(to: path) { db in
        let id = conversation.rawValue
        try db.execute(
          sql: "UPDATE unseen SET after = ? WHERE conversation = ? AND ifnull(after < ?, 1)",
          arguments: [last, id, last])
        try db.execute(
          sql: """
            DELETE FROM unseen WHERE conversation = ? AND after >= (
              SELECT time FROM positions WHERE conversation = ? ORDER BY position DESC LIMIT 1)
            """, arguments: [id, id])
      }
    }
  }
}
