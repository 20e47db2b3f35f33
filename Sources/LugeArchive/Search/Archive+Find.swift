import GRDB
public import LugeCore

/// Find within one conversation; returns positions only.
///
/// Each call runs on the database's own queue. When the awaiting task is cancelled, SQLite is
/// interrupted, so that a key stroke ends the search for the previous text.
extension Archive {
  /// Returns the positions of all messages that contain all words of a query, ascending.
  ///
  /// - Throws: ``ArchiveError/cancelled`` if the task was cancelled.
  /// - Complexity: O(m log n) for m messages that contain the words; if the index does not have
  ///   them (emoji, punctuation), each message is scanned.
  public func findPositions(
    of query: TextQuery, in conversation: ConversationID
  ) async throws(ArchiveError) -> [Int] {
    try await find(query, in: conversation, atOrBefore: .max, limit: .max).sorted()
  }

  /// Returns the last message at or before a position that contains all words; nil if there is
  /// none. Ids follow the order of messages within an import; if imports were interleaved, the
  /// result may be an earlier match than the nearest.
  ///
  /// - Complexity: O(log n) for frequent words, at most as ``findPositions(of:in:)``.
  public func findLast(
    of query: TextQuery, in conversation: ConversationID, atOrBefore position: Int
  ) async throws(ArchiveError) -> Int? {
    try await find(query, in: conversation, atOrBefore: position, limit: 1).first
  }

  private func find(
    _ query: TextQuery, in conversation: ConversationID, atOrBefore position: Int, limit: Int
  ) async throws(ArchiveError) -> [Int] {
    guard !query.isEmpty, position >= 0 else { return [] }
    let search = FindStatement(query)
    do {
      let bytes = byteCount
      return try await database.read { db in
        try WorkLimit.run(on: db, bytes: bytes) { db in
          try search.positions(db, conversation.rawValue, atOrBefore: position, limit: limit)
        }
      }
    } catch {
      if error is CancellationError || Task.isCancelled { throw .cancelled }
      throw ArchiveError(error, path: path)
    }
  }
}

extension AccountArchive {
  /// Returns the places of all messages that contain all words of a query, in no order. Messages of
  /// an account have places of their own, because their positions are updated later.
  ///
  /// - Parameter messages: an SQL query for `message` and `place` of the conversation
  ///   `:conversation`.
  /// - Throws: ``ArchiveError/cancelled`` if the task was cancelled.
  package func findPlaces(
    of query: TextQuery, in conversation: Int64, among messages: String
  ) async throws(ArchiveError) -> [Int64] {
    guard !query.isEmpty else { return [] }
    let search = FindStatement(query)
    do {
      return try await pool.read { try search.places($0, conversation, among: messages) }
    } catch {
      if error is CancellationError || Task.isCancelled { throw .cancelled }
      throw ArchiveError(error, path: path)
    }
  }
}

/// The SQL of a find query.
private struct FindStatement: Sendable {
  let query: TextQuery
  private let pattern: String?
  /// Whether SQLite's results must be filtered with `TextQuery.matches`.
  private let isChecked: Bool

  init(_ query: TextQuery) {
    self.query = query
    pattern = SearchPattern(query)?.expression
    let isPlain = query.words.allSatisfy { word in
      SearchPattern.isIndexed(word) && !TextQuery.isUnspaced(word)
        && word.allSatisfy { $0.isLetter || $0.isNumber }
    }
    isChecked = !isPlain || query.options.contains(.matchesCase)
  }

  func positions(
    _ db: Database, _ conversation: Int64, atOrBefore position: Int, limit: Int
  ) throws -> [Int] {
    let rows =
      try pattern == nil
      ? scanned(db, conversation, atOrBefore: position)
      : indexed(db, conversation, atOrBefore: position)
    var found: [Int] = []
    while found.count < limit, let row = try rows.next() {
      let candidate = row.count(0)
      guard candidate <= position, !isChecked || query.matches(row.string(1) ?? "") else {
        continue
      }
      found.append(candidate)
    }
    return found
  }

  func places(_ db: Database, _ conversation: Int64, among messages: String) throws -> [Int64] {
    var arguments: StatementArguments = ["conversation": conversation]
    let matches: String
    if let pattern {
      matches = """
        messages_text t CROSS JOIN (\(messages)) o ON o.message = t.rowid
        WHERE t.messages_text MATCH :pattern
        """
      arguments = arguments &+ ["pattern": pattern]
    } else {
      matches = "(\(messages)) o JOIN messages t ON t.id = o.message WHERE instr(t.text, :word)"
      arguments = arguments &+ ["word": plainWord]
    }
    let isChecked = isChecked || pattern == nil
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: "SELECT o.place\(isChecked ? ", t.text" : "") FROM \(matches)"),
      arguments: arguments)
    var found: [Int64] = []
    while let row = try rows.next() {
      if !isChecked || query.matches(row.string(1) ?? "") { found.append(row[0]) }
    }
    return found
  }

  private func indexed(
    _ db: Database, _ conversation: Int64, atOrBefore position: Int
  ) throws -> RowCursor {
    let isBounded = position != .max
    let statement = try db.cachedStatement(
      sql: """
        SELECT tp.position\(isChecked ? ", messages_text.text" : "")
        FROM messages_text CROSS JOIN positions tp ON tp.message = messages_text.rowid
        WHERE messages_text MATCH :pattern AND tp.conversation = :conversation
        \(isBounded ? """
          AND messages_text.rowid <= ifnull((
            SELECT message FROM positions WHERE conversation = :conversation
            AND position = :position), 9223372036854775807)
          ORDER BY messages_text.rowid DESC
          """ : "")
        """)
    var arguments: StatementArguments = ["pattern": pattern, "conversation": conversation]
    if isBounded { arguments = arguments &+ ["position": position] }
    return try Row.fetchCursor(statement, arguments: arguments)
  }

  /// A word without case variants, which SQL's `instr` can match; empty if there is none.
  private var plainWord: String {
    query.words.first { $0.lowercased() == $0.uppercased() } ?? ""
  }

  /// Returns messages from the given position backwards, so that the first match is the nearest.
  private func scanned(
    _ db: Database, _ conversation: Int64, atOrBefore position: Int
  ) throws -> RowCursor {
    let statement = try db.cachedStatement(
      sql: """
        SELECT p.position, m.text FROM positions p CROSS JOIN messages m ON m.id = p.message
        WHERE p.conversation = ? AND p.position <= ? AND instr(m.text, ?)
        ORDER BY p.position DESC
        """)
    return try Row.fetchCursor(statement, arguments: [conversation, position, plainWord])
  }
}
