import GRDB
public import LugeCore

extension Archive {
  /// Returns the positions in a timeline of the posts that a person boosted, the oldest first.
  ///
  /// - Complexity: O(k log n) for k posts; O(n) in an archive written only by an earlier version.
  public func positions(
    ofPostsBoostedBy author: AuthorID, in conversation: ConversationID
  ) throws(ArchiveError) -> [Int] {
    try read { db in
      // Without the plus, SQLite would compare as text and not use the index.
      try Self.positions(
        db.cachedStatement(
          sql: """
            SELECT p.position FROM authors a
            CROSS JOIN messages m ON \(ArchiveSchema.booster(of: "m")) = +a.key
            CROSS JOIN positions p ON p.message = m.id
            WHERE a.id = ? AND m.conversation = ? AND m.post IS NOT NULL ORDER BY p.position
            """), arguments: [author.rawValue, conversation.rawValue])
    }
  }

  /// Returns the positions in a timeline of a person's posts, the oldest first.
  ///
  /// - Complexity: O(k log n) for k posts, without reading them.
  public func positions(
    ofPostsBy author: AuthorID, in conversation: ConversationID
  ) throws(ArchiveError) -> [Int] {
    try read { db in
      try Self.positions(
        db.cachedStatement(
          sql: """
            SELECT p.position FROM messages m CROSS JOIN positions p ON p.message = m.id
            WHERE m.conversation = ? AND m.author = ? AND m.post IS NOT NULL ORDER BY p.position
            """), arguments: [conversation.rawValue, author.rawValue])
    }
  }

  /// Maximum number of conversations whose colours are made different from others.
  private static var coloredFaces: Int { 1000 }

  /// Returns the colours of the partners of all conversations of two, as
  /// ``ConversationSummary/colorIndex`` has them, so that a person has one colour in the list, in
  /// the conversation and in others.
  ///
  /// - Complexity: O(conversations · log n).
  public func faceColors() throws(ArchiveError) -> AuthorColors {
    AuthorColors(
      try read { db in
        try Int64.fetchAll(
          db.cachedStatement(
            sql: """
              SELECT CAST(
                coalesce(iif(c.kind = 'timeline', c.own_author, \(Self.partnerSQL)), ~c.id)
                AS INTEGER)
              FROM conversations c WHERE c.ready = 1 ORDER BY c.kind <> 'timeline', c.id LIMIT ?
              """), arguments: [Self.coloredFaces])
      })
  }

  /// Gives conversations their colours. The order of their ids decides, so that later imports
  /// change no colour; people of timelines come first, because posts take theirs from the number.
  static func color(_ summaries: inout [ConversationSummary]) {
    func place(_ summary: ConversationSummary) -> (Int, Int64) {
      (summary.kind == .timeline ? 0 : 1, summary.id.rawValue)
    }
    let ordered = summaries.sorted { place($0) < place($1) }
    let colors = AuthorColors(ordered.prefix(coloredFaces).map(\.face))
    for index in summaries.indices { summaries[index].colorIndex = colors[summaries[index].face] }
  }

  /// Returns the authors of most messages of a conversation, the busiest first.
  ///
  /// - Complexity: O(people of the conversation).
  public func busiestAuthors(
    in conversation: ConversationID, limit: Int
  ) throws(ArchiveError) -> [AuthorID] {
    try read { db in
      try Int64.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT author FROM conversation_authors WHERE conversation = ?
            ORDER BY messages DESC, author LIMIT ?
            """), arguments: [conversation.rawValue, limit]
      ).map(AuthorID.init(rawValue:))
    }
  }

  private static func positions(
    _ statement: Statement, arguments: StatementArguments
  ) throws -> [Int] {
    try Array(Row.fetchCursor(statement, arguments: arguments).map { $0.count(0) })
  }

  /// Returns a person's description of themselves; nil if no source has it.
  ///
  /// - Complexity: O(log n).
  public func about(_ author: AuthorID) throws(ArchiveError) -> String? {
    try read { db in
      // An archive of an earlier version that is opened for reading only has no such table.
      guard try db.tableExists("profiles") else { return nil }
      return try String.fetchOne(
        db.cachedStatement(sql: "SELECT about FROM profiles WHERE author = ?"),
        arguments: [author.rawValue])
    }
  }

  /// Returns the person with a key in a conversation's source; nil if no message is theirs.
  ///
  /// - Complexity: O(log n).
  public func author(
    withKey key: String, in conversation: ConversationID
  ) throws(ArchiveError) -> StoredAuthor? {
    try read { db in
      // The text before the ":" of a conversation's key is the source.
      let row = try Row.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT a.id, a.name FROM conversations c JOIN authors a
              ON a.source = iif(instr(c.key, ':') > 0, substr(c.key, 1, instr(c.key, ':') - 1), c.key)
            WHERE c.id = ? AND a.key = ?
            """), arguments: [conversation.rawValue, key])
      return row.flatMap { row in
        row.integer(0).map { StoredAuthor(id: AuthorID(rawValue: $0), name: row.string(1) ?? "") }
      }
    }
  }
}
