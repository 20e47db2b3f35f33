import GRDB

/// Finds and stores which person in an archive is its owner (the user who exported the chats), for
/// sources that do not say so.
extension Archive {
  /// Returns the people of a conversation, likely owners first: those in the most conversations
  /// without a known owner, and among equals those who wrote most.
  ///
  /// - Complexity: O(people · log people), of all conversations together.
  public func possibleOwners(of conversation: ConversationID) throws(ArchiveError)
    -> [StoredAuthor]
  {
    try read { db in
      try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT a.id, a.name FROM conversation_authors m JOIN authors a ON a.id = m.author
            LEFT JOIN (
              SELECT o.author, count(*) AS shared FROM conversations c
              JOIN conversation_authors o ON o.conversation = c.id
              WHERE c.ready = 1 AND c.own_author IS NULL AND c.kind <> 'timeline'
                AND NOT \(Self.hasKnownPartner)
              GROUP BY o.author) s ON s.author = a.id
            WHERE m.conversation = ?
            ORDER BY ifnull(s.shared, 0) DESC, m.messages DESC, a.id
            """), arguments: [conversation.rawValue]
      ).map(StoredAuthor.init(row:))
    }
  }

  /// Returns the people known to be the user in any conversation: by a source, by an earlier
  /// answer, or as the other person of a conversation of two that is named after one.
  ///
  /// - Complexity: O(conversations · log n).
  public func knownOwners() throws(ArchiveError) -> Set<AuthorID> {
    try read { db in
      let found = try Int64.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT c.own_author FROM conversations c
            WHERE c.ready = 1 AND c.kind <> 'timeline' AND c.own_author > 0
            UNION
            SELECT m.author FROM conversations c
            JOIN conversation_authors m ON m.conversation = c.id JOIN authors a ON a.id = m.author
            WHERE c.ready = 1 AND c.kind <> 'timeline' AND c.own_author IS NULL
              AND \(Self.hasKnownPartner) AND a.name <> c.name
            """))
      return Set(found.map(AuthorID.init(rawValue:)))
    }
  }

  /// Condition that a conversation `c` of two people is named after one of them.
  private static let hasKnownPartner = """
    (c.authors = 2 AND EXISTS (
      SELECT 1 FROM conversation_authors o JOIN authors p ON p.id = o.author
      WHERE o.conversation = c.id AND p.name = c.name))
    """

  /// Returns the people of all conversations except timelines, sorted by name.
  ///
  /// - Complexity: O(people · log people), of all conversations together.
  public func people(limit: Int) throws(ArchiveError) -> [StoredAuthor] {
    try people(
      """
      SELECT a.id, a.name FROM authors a
      WHERE a.id IN (
        SELECT m.author FROM conversation_authors m JOIN conversations c ON c.id = m.conversation
        WHERE c.ready = 1 AND c.kind <> 'timeline')
      ORDER BY a.name COLLATE NOCASE, a.id LIMIT ?
      """, limit)
  }

  /// - Parameter query: SQL query for `id` and `name`, with the limit as its argument.
  func people(_ query: String, _ limit: Int) throws(ArchiveError) -> [StoredAuthor] {
    try read { db in
      try Row.fetchAll(db.cachedStatement(sql: query), arguments: [limit])
        .map(StoredAuthor.init(row:))
    }
  }

  /// Stores a person as the owner of every conversation that the person takes part in. With nil, it
  /// is stored for all conversations that the owner is none of their people. Later imports keep
  /// this unless their source names another owner.
  ///
  /// - Parameters:
  ///   - owner: the person; nil for none of the people.
  ///   - conversation: the only conversation to change; nil for all.
  ///   - onlyWhereUnknown: whether to skip conversations whose owner is known (``knownOwners()``).
  /// - Throws: ``ArchiveError/notFound(path:)``, ``ArchiveError/locked(path:process:)`` and
  ///   errors of the file system.
  public static func setOwner(
    _ owner: AuthorID?, inArchive path: String, of conversation: ConversationID? = nil,
    onlyWhereUnknown: Bool = false
  ) throws(ArchiveError) {
    try translatingErrors(path: path) {
      try ArchiveConnection.write(to: path) { db in
        if let owner {
          try db.execute(
            sql: """
              UPDATE conversations AS c SET own_author = :owner
              WHERE kind <> 'timeline' AND (:only IS NULL OR id = :only)
                AND (:all OR own_author IS NULL AND NOT \(hasKnownPartner)) AND EXISTS (
                  SELECT 1 FROM conversation_authors m
                  WHERE m.conversation = c.id AND m.author = :owner)
              """,
            arguments: [
              "owner": owner.rawValue, "all": !onlyWhereUnknown, "only": conversation?.rawValue,
            ])
        } else {
          try db.execute(
            sql: """
              UPDATE conversations AS c SET own_author = :nobody
              WHERE kind <> 'timeline' AND (:only IS NULL OR id = :only)
                AND (:all OR own_author IS NULL AND NOT \(hasKnownPartner))
              """,
            arguments: [
              "nobody": nobody.rawValue, "all": !onlyWhereUnknown, "only": conversation?.rawValue,
            ])
        }
      }
    }
  }

  /// Takes back that a person is the archive's owner: the owner of these conversations is unknown
  /// again. But if a conversation of two people is named after the other one, its name alone would
  /// make this person the owner; there it is stored that the owner is none of the people.
  ///
  /// - Throws: as ``setOwner(_:inArchive:of:onlyWhereUnknown:)``.
  public static func forgetOwner(
    _ owner: AuthorID, inArchive path: String
  ) throws(ArchiveError) {
    try translatingErrors(path: path) {
      try ArchiveConnection.write(to: path) { db in
        try db.execute(
          sql: """
            UPDATE conversations AS c SET own_author = iif(\(hasKnownPartner), :nobody, NULL)
            WHERE kind <> 'timeline' AND (own_author = :owner
              OR own_author IS NULL AND \(hasKnownPartner) AND EXISTS (
                SELECT 1 FROM conversation_authors m JOIN authors a ON a.id = m.author
                WHERE m.conversation = c.id AND a.id = :owner AND a.name <> c.name))
            """, arguments: ["owner": owner.rawValue, "nobody": nobody.rawValue])
      }
    }
  }

  /// Owner of conversations where the user has answered to be none of the people. No person has
  /// this id.
  static let nobody = AuthorID(rawValue: 0)
}

extension StoredAuthor {
  /// Reads a row with an id and a name.
  init(row: Row) {
    self.init(id: AuthorID(rawValue: row.integer(0) ?? 0), name: row.string(1) ?? "")
  }
}

extension ConversationSummary {
  /// Whether one of the people is stored as the archive's owner; false if the owner is unknown or
  /// none of them.
  public var hasOwner: Bool { ownAuthorID != nil && ownAuthorID != Archive.nobody }
}
