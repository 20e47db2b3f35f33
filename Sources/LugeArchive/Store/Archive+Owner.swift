import GRDB

/// Who of the people in an archive its user is, where no source told.
extension Archive {
  /// The people of conversations whose owner is not known, those who wrote most first; last those
  /// after whom a conversation of two is named, who are the other one there.
  ///
  /// - Complexity: O(people · log n).
  public func possibleOwners(limit: Int) throws(ArchiveError) -> [StoredAuthor] {
    try read { db in
      try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT a.id, a.name FROM conversations c
            JOIN conversation_authors m ON m.conversation = c.id JOIN authors a ON a.id = m.author
            WHERE c.ready = 1 AND c.own_author IS NULL AND c.kind <> 'timeline'
            GROUP BY a.id ORDER BY
              max(a.name = c.name AND (
                SELECT count(*) FROM conversation_authors x WHERE x.conversation = c.id) <= 2),
              count(*) DESC, total(m.messages) DESC, a.id LIMIT ?
            """), arguments: [limit]
      ).map(StoredAuthor.init(row:))
    }
  }

  /// All people of conversations that are no timelines, by name.
  public func people(limit: Int) throws(ArchiveError) -> [StoredAuthor] {
    try read { db in
      try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT a.id, a.name FROM authors a
            WHERE EXISTS (
              SELECT 1 FROM conversation_authors m JOIN conversations c ON c.id = m.conversation
              WHERE m.author = a.id AND c.ready = 1 AND c.kind <> 'timeline')
            ORDER BY a.name COLLATE NOCASE, a.id LIMIT ?
            """), arguments: [limit]
      ).map(StoredAuthor.init(row:))
    }
  }

  /// Notes in an archive who its user is: the owner of every conversation that this person takes
  /// part in. Imports keep it unless the source knows better.
  ///
  /// - Parameters:
  ///   - owner: nil for none of the people.
  ///   - onlyWhereUnknown: leaves conversations alone whose owner is known.
  /// - Throws: ``ArchiveError/notFound(path:)``, ``ArchiveError/locked(path:process:)`` and
  ///   errors of the file system.
  public static func setOwner(
    _ owner: AuthorID?, inArchive path: String, onlyWhereUnknown: Bool = false
  ) throws(ArchiveError) {
    try translatingErrors(path: path) {
      try ArchiveConnection.write(to: path) { db in
        if let owner {
          try db.execute(
            sql: """
              UPDATE conversations SET own_author = :owner
              WHERE kind <> 'timeline' AND (:all OR own_author IS NULL) AND EXISTS (
                SELECT 1 FROM conversation_authors m
                WHERE m.conversation = conversations.id AND m.author = :owner)
              """, arguments: ["owner": owner.rawValue, "all": !onlyWhereUnknown])
        } else {
          try db.execute(
            sql: """
              UPDATE conversations SET own_author = :nobody
              WHERE kind <> 'timeline' AND (:all OR own_author IS NULL)
              """, arguments: ["nobody": nobody.rawValue, "all": !onlyWhereUnknown])
        }
      }
    }
  }

  /// Takes back that a person is the archive's user: the owner of these conversations is unknown
  /// again.
  ///
  /// - Throws: as ``setOwner(_:inArchive:onlyWhereUnknown:)``.
  public static func forgetOwner(
    _ owner: AuthorID, inArchive path: String
  ) throws(ArchiveError) {
    try translatingErrors(path: path) {
      try ArchiveConnection.write(to: path) { db in
        try db.execute(
          sql: """
            UPDATE conversations SET own_author = NULL
            WHERE kind <> 'timeline' AND own_author = :owner
            """, arguments: ["owner": owner.rawValue])
      }
    }
  }

  /// In place of an owner where the user has said that there is none: no person has this number.
  static let nobody = AuthorID(rawValue: 0)
}

extension StoredAuthor {
  /// Of a row that is a number and a name.
  init(row: Row) {
    self.init(id: AuthorID(rawValue: row.integer(0) ?? 0), name: row.string(1) ?? "")
  }
}
