import GRDB

/// Makes the messages visible that an import has added to one conversation: applies newer states,
/// assigns positions in order of time, and updates the stored counts. Runs inside one transaction.
struct ConversationFinisher {
  private let db: Database
  private let state: ConversationState
  private let writer: ArchiveWriter

  init(_ db: Database, state: ConversationState, writer: ArchiveWriter) {
    self.db = db
    self.state = state
    self.writer = writer
  }

  func finish() throws {
    let revisions = try applyRevisions()
    // A bubble's side and author name depend on the participants, so heights change with them.
    if state.needsRecount || revisions.changedRoles { try forgetHeights(from: 0) }
    try appendWithoutOverlap()
    try place(from: revisions.earliest)
    if state.needsRecount || revisions.changedRoles {
      try Archive.recount(state.id, db)
    } else {
      try count()
    }
    try describe()
  }

  // MARK: - Newer states

  /// - Returns: the earliest old or new time of a message whose time changed, and whether a message
  ///   changed its kind or author.
  private func applyRevisions() throws -> (earliest: Int64?, changedRoles: Bool) {
    guard state.revised > 0 else { return (nil, false) }
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT min(min(m.time, r.time)) FILTER (WHERE m.time <> r.time),
          max(m.kind IS NOT r.kind OR m.author IS NOT r.author)
        FROM revisions r JOIN messages m ON m.id = r.id WHERE r.conversation = ?
        """, arguments: [state.id])
    let kept: Set = ["conversation", "source_key", "ordinal", "import"]
    let columns = MessageStatements.columns.filter { !kept.contains($0) }
    try db.execute(
      sql: """
        UPDATE messages SET \(columns.map { "\($0) = r.\($0)" }.joined(separator: ", "))
        FROM revisions r WHERE r.id = messages.id AND r.conversation = ?
        """, arguments: [state.id])
    try forgetHeightsOfRevised()
    try db.execute(sql: "DELETE FROM revisions WHERE conversation = ?", arguments: [state.id])
    return (row?.integer(0), row?.integer(1) == 1)
  }

  // MARK: - Positions

  /// Appends an export that shares no message with the archive and begins in the second in which
  /// the archive ends: it continues the archive.
  private func appendWithoutOverlap() throws {
    guard state.prefixLength > 0, state.ordinal == nil, let lastTime = state.lastTime else {
      return
    }
    try db.execute(
      sql: "UPDATE messages SET ordinal = NULL \(isNew) AND time = ?",
      arguments: new + [lastTime])
  }

  /// Appends new messages that are all later than the visible ones; otherwise assigns positions
  /// again from the first change on.
  private func place(from earliestChange: Int64?) throws {
    let placesAny = state.lowestID <= state.highestID
    let earliestNew = placesAny ? state.earliest : nil
    guard let earliest = [earliestNew, earliestChange].compactMap({ $0 }).min() else { return }

    let count =
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM positions WHERE conversation = ?", arguments: [state.id])
      ?? 0
    let start = try Archive.firstPosition(db, state.id, count: count, notBefore: earliest)
    try forgetHeights(from: start)
    if start == count, state.isInOrder {
      // They are in the order of their ids: no sort is needed.
      try append(after: count, inOrderOf: "id")
    } else if start == count {
      try sorting { try append(after: count, inOrderOf: "time, \(Self.order)") }
    } else {
      try sorting { try placeAnew(from: start, placesNew: placesAny) }
    }
  }

  private func append(after count: Int, inOrderOf order: String) throws {
    try db.execute(
      sql: """
        INSERT INTO positions (conversation, position, message, time, certainty)
        SELECT \(state.id), \(count) - 1 + row_number() OVER (ORDER BY \(order)),
          id, time, certainty
        FROM messages \(isNew)
        """, arguments: new)
  }

  /// Runs a sort with half of the cache's memory: SQLite's sorter uses up to the cache size in
  /// addition to the cache.
  private func sorting(_ body: () throws -> Void) throws {
    try db.execute(sql: "PRAGMA cache_size = -\(ArchiveConnection.cacheKiB / 2)")
    defer { try? db.execute(sql: "PRAGMA cache_size = -\(ArchiveConnection.cacheKiB)") }
    try body()
  }

  private func placeAnew(from start: Int, placesNew: Bool) throws {
    try db.execute(
      sql: """
        CREATE TEMP TABLE IF NOT EXISTS placing (
          message INTEGER PRIMARY KEY, time INTEGER, certainty INTEGER, place INTEGER
        );
        DELETE FROM temp.placing;
        """)
    try db.execute(
      sql: """
        INSERT INTO temp.placing
        SELECT m.id, m.time, m.certainty, \(Self.order)
        FROM positions p JOIN messages m ON m.id = p.message
        WHERE p.conversation = ? AND p.position >= ?
        """, arguments: [state.id, start])
    if placesNew {
      try db.execute(
        sql: """
          INSERT INTO temp.placing SELECT id, time, certainty, \(Self.order)
          FROM messages \(isNew)
          """, arguments: new)
    }
    try db.execute(
      sql: "DELETE FROM positions WHERE conversation = ? AND position >= ?",
      arguments: [state.id, start])
    try db.execute(
      sql: """
        INSERT INTO positions (conversation, position, message, time, certainty)
        SELECT \(state.id), \(start) - 1 + row_number() OVER (ORDER BY time, place, message),
          message, time, certainty
        FROM temp.placing;
        DELETE FROM temp.placing;
        """)
  }

  private var isNew: String { Self.isNew(isDense: state.isDense) }

  /// Returns the condition for the run's messages: `import` is set when a run adds or takes over
  /// one.
  ///
  /// - Parameter isDense: see ``ConversationState/isDense``. Then the rows of the range are read,
  ///   in order; otherwise the conversation's, in the order of their keys. Without the sign before
  ///   the condition for the conversation, SQLite would always take the index of keys.
  static func isNew(isDense: Bool) -> String {
    "WHERE id BETWEEN ? AND ? AND \(isDense ? "+" : "")conversation = ? AND import = ?"
  }

  private static let order = "ifnull(ordinal, id << \(ConversationState.ordinalShift))"

  private var new: StatementArguments {
    [state.lowestID, state.highestID, state.id, writer.run]
  }

  // MARK: - Heights

  /// Deletes the heights from a position on, and that of the message before it, whose bubble
  /// depends on the next one.
  private func forgetHeights(from position: Int) throws {
    try db.execute(
      sql: "DELETE FROM heights WHERE conversation = ? AND chunk >= ?",
      arguments: [state.id, max(0, position - 1) / HeightChunk.length])
  }

  /// Deletes the height chunks of messages with newer states, and of their neighbours.
  private func forgetHeightsOfRevised() throws {
    try db.execute(
      sql: """
        DELETE FROM heights WHERE conversation = ?1 AND chunk IN (
          SELECT (p.position + d.column1) / ?2 FROM revisions r
          JOIN positions p ON p.message = r.id
          CROSS JOIN (VALUES (-1), (0), (1)) d
          WHERE r.conversation = ?1)
        """, arguments: [state.id, HeightChunk.length])
  }

  // MARK: - Counts

  private func count() throws {
    let added = state.added - state.placed
    let service = state.addedService - state.placedService
    let add = try db.cachedStatement(
      sql: """
        INSERT INTO conversation_authors (conversation, author, messages) VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET messages = messages + excluded.messages
        """)
    for (author, messages) in state.addedByAuthor {
      try add.execute(arguments: [state.id, author, messages])
    }
    try db.execute(
      sql: """
        UPDATE conversations
        SET count = count + ?, messages = messages + ?, service = service + ? WHERE id = ?
        """,
      arguments: [added, added - service, service, state.id])
  }

  /// Updates name, kind and similar facts from the newest import.
  private func describe() throws {
    let record = state.record
    var own = try record.ownAuthorKey.flatMap { try state.authors.existingID(of: $0, in: db) }
    if own == nil, let name = writer.ownName {
      own = try Int64.fetchOne(
        db,
        sql: """
          SELECT a.id FROM conversation_authors c JOIN authors a ON a.id = c.author
          WHERE c.conversation = ? AND a.name = ? COLLATE NOCASE ORDER BY c.messages DESC
          """, arguments: [state.id, name])
    }
    if let own, let about = record.about, !about.isEmpty {
      try db.execute(
        sql: "INSERT OR REPLACE INTO profiles (author, about) VALUES (?, ?)",
        arguments: [own, String(about.prefix(10_000))])
    }
    // Exports that were merged into the chat later, and older ones, do not name it.
    let isNamed = state.other?.isForeign == true || state.isOlder
    try db.execute(
      sql: """
        UPDATE conversations SET name = ifnull(?, name), kind = ifnull(?, kind),
          own_author = CASE WHEN ?1 IS NULL THEN ifnull(own_author, ?3)
            ELSE ifnull(?3, own_author) END,
          media_root = ?, ready = 1,
          authors = (SELECT count(*) FROM conversation_authors WHERE conversation = ?5)
        WHERE id = ?5
        """,
      arguments: [
        isNamed ? nil : record.name, isNamed ? nil : record.kind.rawValue, own, state.mediaRoot,
        state.id,
      ])
    for folder in state.namedFolders {
      try db.execute(
        sql: "INSERT OR IGNORE INTO media_folders (conversation, path) VALUES (?, ?)",
        arguments: [state.id, folder])
    }
  }

  // MARK: - What is new

  /// Notes that the messages which this import has added are new to the user. What an earlier
  /// import has added, and nobody has seen, stays new.
  ///
  /// - Parameters:
  ///   - isLater: whether an earlier import has reached its end. A first import, of however many
  ///     chats, brings nothing new, also if it was stopped and goes on.
  ///   - addsToKnown: whether the import belongs to conversations that the archive had.
  func noteUnseen(isLater: Bool, addsToKnown: Bool) throws {
    guard let newest = state.newest else { return }
    let unseen: UnseenMessages
    if isLater, let known = state.lastTime {
      unseen = .after(known)
    } else if let given = state.record.unseen {
      unseen = given
    } else if addsToKnown {
      unseen = .all
    } else {
      return
    }
    var after: Int64?
    if case .after(let time) = unseen {
      guard newest > time else { return }
      after = time
    }
    try db.execute(
      sql: "INSERT OR IGNORE INTO unseen (conversation, after) VALUES (?, ?)",
      arguments: [state.id, after])
  }
}
