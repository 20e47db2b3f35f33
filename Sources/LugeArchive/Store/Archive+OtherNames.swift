import GRDB
import LugeCore

extension Archive {
  /// Returns the names and keys of a chat in other exports, if several were merged.
  package func otherNames(of conversation: ConversationID) throws(ArchiveError) -> [OtherName] {
    try otherNames("WHERE conversation = ?", [conversation.rawValue])[conversation] ?? []
  }

  /// Whether several exports of a chat were merged.
  func hasOtherNames(_ conversation: ConversationID) throws(ArchiveError) -> Bool {
    try read { db in
      try Row.fetchOne(
        db.cachedStatement(sql: "SELECT 1 FROM other_names WHERE conversation = ? LIMIT 1"),
        arguments: [conversation.rawValue]) != nil
    }
  }

  /// Returns the names and keys of all chats in other exports.
  func otherNames() throws(ArchiveError) -> [ConversationID: [OtherName]] {
    try otherNames("", [])
  }

  private func otherNames(
    _ condition: String, _ arguments: StatementArguments
  ) throws(ArchiveError) -> [ConversationID: [OtherName]] {
    try read { db in
      var found: [ConversationID: [OtherName]] = [:]
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT id, conversation, key, clock_offset FROM other_names \(condition) ORDER BY id
          """, arguments: arguments)
      while let row = try rows.next() {
        guard let id = row.integer(0), let conversation = row.integer(1) else { continue }
        found[ConversationID(rawValue: conversation), default: []].append(
          OtherName(
            key: row.string(2) ?? "", clockOffset: row.integer(3) ?? 0,
            people: try Self.otherPeople(id, db)))
      }
      return found
    }
  }

  static func otherPeople(_ name: Int64, _ db: Database) throws -> [ExactKey: String] {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT key, person FROM other_people WHERE name = ?", arguments: [name])
    var people: [ExactKey: String] = [:]
    while let row = try rows.next() {
      if let key = row.string(0), let person = row.string(1) { people[ExactKey(key)] = person }
    }
    return people
  }
}

/// Keys of a conversation's messages in other exports.
package struct KnownKeys {
  private let archive: Archive
  private let isEmpty: Bool

  package init(_ conversation: ConversationSummary, of archive: Archive) throws(ArchiveError) {
    self.archive = archive
    isEmpty = try !archive.hasOtherNames(conversation.id)
  }

  /// - Complexity: O(log n); no query if the conversation has no other names.
  package func keys(of message: Int64) throws(ArchiveError) -> [KnownKey] {
    guard !isEmpty else { return [] }
    return try archive.read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT n.key, k.source_key FROM other_keys k JOIN other_names n ON n.id = k.name
          WHERE k.message = ? ORDER BY k.name, k.source_key
          """)
      return try Row.fetchAll(statement, arguments: [message]).compactMap { row in
        guard let name = row.string(0), let key = row.key(1) else { return nil }
        return KnownKey(conversation: name, key: key)
      }
    }
  }
}
