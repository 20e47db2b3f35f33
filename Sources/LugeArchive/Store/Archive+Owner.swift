import GRDB

/// Finds and stores which person in an archive is its user, if no source contains that.
extension Archive {
  /// Returns the people of conversations with an unknown owner, those with most messages first. If
  /// a conversation of two is named after one of them, its owner is known: the other one.
  ///
  /// - Complexity: O(people · log n).
  public func possibleOwners(limit: Int) throws(ArchiveError) -> [StoredAuthor] {
    try people(
      """
      SELECT a.id, a.name FROM conversations c
      JOIN conversation_authors m ON m.conversation = c.id JOIN authors a ON a.id = m.author
      WHERE c.ready = 1 AND c.own_author IS NULL AND c.kind <> 'timeline'
        AND NOT \(Self.hasKnownPartner)
      GROUP BY a.id ORDER BY count(*) DESC, total(m.messages) DESC, a.id LIMIT ?
      """, limit)
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

  /// Returns all people of conversations except timelines, by name.
  public func people(limit: Int) throws(ArchiveError) -> [StoredAuthor] {
    try people(
      """
      SELECT a.id, a.name FROM authors a
      WHERE EXISTS (
        SELECT 1 FROM conversation_authors m JOIN conversations c ON c.id = m.conversation
        WHERE m.author = a.id AND c.ready = 1 AND c.kind <> 'timeline')
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

  /// Stores which person is the archive's user: the owner of every conversation that this person
  /// takes part in. Later imports keep it unless their source contains another one.
  ///
  /// - Parameters:
  ///   - owner: the person; nil for none of the people.
  ///   - onlyWhereUnknown: whether to skip conversations with a known owner (``knownOwners()``).
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
              UPDATE conversations AS c SET own_author = :owner
              WHERE kind <> 'timeline'
                AND (:all OR own_author IS NULL AND NOT \(hasKnownPartner)) AND EXISTS (
                  SELECT 1 FROM conversation_authors m
                  WHERE m.conversation = c.id AND m.author = :owner)
              """, arguments: ["owner": owner.rawValue, "all": !onlyWhereUnknown])
        } else {
          try db.execute(
            sql: """
              UPDATE conversations AS c SET own_author = :nobody
              WHERE kind <> 'timeline'
                AND (:all OR own_author IS NULL AND NOT \(hasKnownPartner))
              """, arguments: ["nobody": nobody.rawValue, "all": !onlyWhereUnknown])
        }
      }
    }
  }

  /// Removes a person as the archive's user. The owner of these conversations is unknown again, or
  /// nobody if the conversation's name would imply this person.
  ///
  /// - Throws: as ``setOwner(_:inArchive:onlyWhereUnknown:)``.
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

  /// Owner of conversations whose user is none of their people, according to the user. No person
  /// has this id.
  static let nobody = AuthorID(rawValue: 0)
}

extension StoredAuthor {
  /// Reads a row with an id and a name.
  init(row: Row) {
    self.init(id: AuthorID(rawValue: row.integer(0) ?? 0), name: row.string(1) ?? "")
  }
}

extension ConversationSummary {
  /// Whether one of its people is known to be the archive's user; false if that is unknown, or if
  /// the user is none of them.
  public var hasOwner: Bool { ownAuthorID != nil && ownAuthorID != Archive.nobody }
}
