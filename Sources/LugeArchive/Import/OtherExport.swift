import GRDB
import LugeCore

/// An export that was merged into a conversation, with the mapping of its names and keys to those
/// of the archive.
struct OtherExport {
  /// Row id in `other_names`.
  let name: Int64
  /// Whether the conversation has another key in the archive; then message keys of the export are
  /// not valid in it.
  let isForeign: Bool
  private let people: [ExactKey: AuthorRecord]
  /// Seconds by which the export's clock is ahead, from the last common message.
  private var offset: Int64

  /// - Returns: nil if no export of that key was merged into the conversation.
  init?(_ key: String, of conversation: Int64, ownKey: String, source: String, _ db: Database)
    throws
  {
    let row = try Row.fetchOne(
      db, sql: "SELECT id, clock_offset FROM other_names WHERE key = ? AND conversation = ?",
      arguments: [key, conversation])
    guard let row, let id = row.integer(0) else { return nil }
    name = id
    isForeign = ExactKey(key) != ExactKey(ownKey)
    offset = isForeign ? row.integer(1) ?? 0 : 0
    people = try Archive.otherPeople(id, db).reduce(into: [:]) { people, person in
      let known = try Row.fetchOne(
        db, sql: "SELECT name FROM authors WHERE source = ? AND key = ?",
        arguments: [source, person.value])
      people[person.key] = AuthorRecord(
        key: person.value, name: known?.string(0) ?? person.value)
    }
  }

  /// Returns the message that has a key in the export.
  func message(_ key: String, form: SourceKey.Form, _ db: Database) throws -> Int64? {
    let statement = try db.cachedStatement(
      sql: "SELECT message FROM other_keys WHERE name = ? AND source_key = ?")
    return try Row.fetchOne(
      statement, arguments: [name, SourceKey(key, in: form).databaseValue])?.integer(0)
  }

  /// Returns a record of the export with the archive's names, keys and clock.
  func translated(
    _ record: MessageRecord, form: SourceKey.Form, _ db: Database
  ) throws -> MessageRecord {
    var record = record
    record.time.seconds = record.time.seconds.subtractingClamped(offset)
    if let author = record.author, let known = people[ExactKey(author.key)] {
      record.author = known
    }
    guard isForeign else { return record }
    record.sourceKey = KnownKey.foreign(record.sourceKey)
    if let reply = record.replyTo, reply.conversationKey == nil {
      var key = KnownKey.foreign(reply.sourceKey)
      if let answered = try message(reply.sourceKey, form: form, db),
        let row = try Row.fetchOne(
          db.cachedStatement(sql: "SELECT source_key FROM messages WHERE id = ?"),
          arguments: [answered])
      {
        key = row.key(0) ?? key
      }
      record.replyTo = ReplyRecord(sourceKey: key)
    }
    return record
  }

  /// Moves the clock offset by what a common message shows, rounded to 15 minutes: all time zones
  /// are multiples of that. Seconds that the merge has found remain.
  mutating func compare(_ time: Int64, with stored: Int64) {
    let difference = time.subtractingClamped(stored).subtractingClamped(offset)
    let half: Int64 = difference < 0 ? -450 : 450
    offset = offset.addingClamped(difference.addingClamped(half) / 900 * 900)
  }

  /// Records that the export has an archive's message under a key of its own.
  func store(_ key: String, of message: Int64, form: SourceKey.Form, _ db: Database) throws {
    let statement = try db.cachedStatement(
      sql: "INSERT OR IGNORE INTO other_keys (name, source_key, message) VALUES (?, ?, ?)")
    try statement.execute(
      arguments: [name, SourceKey(key, in: form).databaseValue, message])
  }

  /// Whether the export is known to have a message of the archive.
  func has(_ message: Int64, _ db: Database) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: "SELECT 1 FROM other_keys WHERE message = ? AND name = ?")
    return try Row.fetchOne(statement, arguments: [message, name]) != nil
  }
}

/// Writes the names and keys of other exports into an archive.
struct OtherNames {
  private var ids: [ExactKey: Int64] = [:]

  mutating func store(_ names: [OtherName], of conversation: Int64, _ db: Database) throws {
    for name in names where ids[ExactKey(name.key)] == nil {
      try db.execute(
        sql: """
          INSERT OR IGNORE INTO other_names (key, conversation, clock_offset) VALUES (?, ?, ?)
          """, arguments: [name.key, conversation, name.clockOffset])
      // If two chats use the same name, the first keeps it.
      let id = try Row.fetchOne(
        db, sql: "SELECT id FROM other_names WHERE key = ? AND conversation = ?",
        arguments: [name.key, conversation])?.integer(0)
      guard let id else { continue }
      ids[ExactKey(name.key)] = id
      for (key, person) in name.people {
        try db.execute(
          sql: "INSERT OR REPLACE INTO other_people (name, key, person) VALUES (?, ?, ?)",
          arguments: [id, key.text, person])
      }
    }
  }

  func store(
    _ keys: [KnownKey], of message: Int64, form: SourceKey.Form, _ db: Database
  ) throws {
    for key in keys {
      guard let name = ids[ExactKey(key.conversation)] else { continue }
      let statement = try db.cachedStatement(
        sql: "INSERT OR IGNORE INTO other_keys (name, source_key, message) VALUES (?, ?, ?)")
      try statement.execute(
        arguments: [name, SourceKey(key.key, in: form).databaseValue, message])
    }
  }
}
