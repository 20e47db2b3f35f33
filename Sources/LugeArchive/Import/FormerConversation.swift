import GRDB

/// A conversation that the archive may have under its former key. As that key may also be another
/// chat's, the messages wait until enough of them are there to tell.
struct FormerConversation {
  var record: ConversationRecord
  private(set) var messages: [PreparedMessage] = []
  /// The archive's conversation under the former key, and how many messages it has.
  private let id: Int64
  private let count: Int
  private var byteCount = 0
  /// How many of the messages the archive's conversation has.
  private var known = 0

  /// Bytes of messages that wait at most.
  private static let byteLimit = 64 << 20
  /// About what a record takes besides its texts.
  private static let recordBytes = 512

  /// - Returns: nil if the archive has no conversation under the former key.
  init?(_ record: ConversationRecord, under former: String, _ db: Database) throws {
    guard
      let row = try Row.fetchOne(
        db.cachedStatement(sql: "SELECT id, count FROM conversations WHERE key = ?"),
        arguments: [former]), let id = row.integer(0)
    else { return nil }
    self.record = record
    self.id = id
    count = row.integer(1).map { Int(clamping: $0) } ?? 0
  }

  /// Whether the archive has a conversation under the key, or has merged one into another.
  static func isKnown(_ key: String, _ db: Database) throws -> Bool {
    try isMerged(key, db)
      || Row.fetchOne(
        db.cachedStatement(sql: "SELECT 1 FROM conversations WHERE key = ?"), arguments: [key])
        != nil
  }

  static func isMerged(_ key: String, _ db: Database) throws -> Bool {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT 1 FROM other_names WHERE key = ?"), arguments: [key]) != nil
  }

  /// Adds messages to those that wait.
  mutating func hold(
    _ messages: [PreparedMessage], keys: SourceKey.Form, _ db: Database
  ) throws {
    let find = try db.cachedStatement(
      sql: "SELECT 1 FROM messages WHERE conversation = ? AND source_key = ?")
    for message in messages {
      byteCount = byteCount.addingClamped(message.byteCount).addingClamped(Self.recordBytes)
      let key = SourceKey(message.record.sourceKey, in: keys).databaseValue
      if try Row.fetchOne(find, arguments: [id, key]) != nil { known += 1 }
    }
    self.messages += messages
  }

  /// Whether further messages would not change ``isSame``, or too many wait.
  var isDecided: Bool {
    known >= 64 && known * 2 >= messages.count || byteCount >= Self.byteLimit
  }

  /// Whether it is the archive's conversation. One export of a chat has most messages of another,
  /// or many; two chats may have a few that were sent to both at once.
  var isSame: Bool {
    let most = min(count, messages.count)
    return known > 0 && (known * 2 >= most || known >= 3 && known * 20 >= most)
  }
}
