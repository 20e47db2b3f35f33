import GRDB
public import LugeCore
import LugeWords

/// Order of search results.
public enum SearchOrder: Sendable, Hashable {
  /// The best match of the words; without words, the newest message.
  case best
  case newest
}

/// Results of a search.
public struct SearchResults: Sendable, Hashable {
  public var hits: [SearchHit]
  /// Whether there are more results than requested.
  public var hasMore: Bool
  /// Parts of the query that do not apply, described for the user.
  public var problems: [String]

  public static let none = SearchResults(hits: [], hasMore: false, problems: [])
}

extension Archive {
  /// Returns the messages that match a query.
  ///
  /// Case and accents are ignored. If more than 20,000 messages have its words, only the newest
  /// 20,000 are considered.
  ///
  /// - Parameters:
  ///   - conversation: the only conversation to search; nil for all.
  ///   - isTyping: whether the last word may be the beginning of a longer one.
  ///   - zone: zone of the query's days.
  /// - Complexity: O(m) for m messages that have the words; O(messages) without words.
  public func search(
    _ query: SearchQuery, in conversation: ConversationID? = nil, order: SearchOrder = .best,
    limit: Int = 50, isTyping: Bool = false, zone: ZoneOffsets = .utc
  ) throws(ArchiveError) -> SearchResults {
    let statement = QueryStatement(
      query, in: conversation, order: order, isTyping: isTyping, zone: zone)
    return try read { db in try statement.run(db, limit: limit, candidates: 20_000) }
  }

  /// Returns the ids of all messages that match a query, in no order.
  ///
  /// - Throws: ``ArchiveError/notReadable(path:reason:)`` if the query has filters that do not
  ///   apply.
  package func messages(
    of query: SearchQuery, in conversation: ConversationID? = nil, zone: ZoneOffsets
  ) throws(ArchiveError) -> Set<Int64> {
    let statement = QueryStatement(
      query, in: conversation, order: .newest, isTyping: false, zone: zone)
    var problems = query.problems
    let found = try read { db in try statement.ids(db, problems: &problems) }
    if let problem = problems.first { throw .notReadable(path: path, reason: problem) }
    return found
  }

  /// Returns the messages that match a query; runs on the database's own queue, and ends when the
  /// task is cancelled.
  ///
  /// - Throws: ``ArchiveError/cancelled`` if the task was cancelled.
  public func results(
    of query: SearchQuery, in conversation: ConversationID? = nil, order: SearchOrder, limit: Int,
    isTyping: Bool, zone: ZoneOffsets
  ) async throws(ArchiveError) -> SearchResults {
    let statement = QueryStatement(
      query, in: conversation, order: order, isTyping: isTyping, zone: zone)
    do {
      let bytes = byteCount
      return try await database.read { db in
        try WorkLimit.run(on: db, bytes: bytes) { db in
          try statement.run(db, limit: limit, candidates: 20_000)
        }
      }
    } catch {
      if error is CancellationError || Task.isCancelled { throw .cancelled }
      throw ArchiveError(error, path: path)
    }
  }
}

/// A query as SQL.
struct QueryStatement: Sendable {
  let query: SearchQuery
  let conversation: ConversationID?
  let order: SearchOrder
  let zone: ZoneOffsets
  private let pattern: String?
  /// Terms without letters, which the index does not have: they are searched for in the texts.
  private let literals: [String]

  init(
    _ query: SearchQuery, in conversation: ConversationID?, order: SearchOrder, isTyping: Bool,
    zone: ZoneOffsets
  ) {
    self.query = query
    self.conversation = conversation
    self.order = order
    self.zone = zone
    var words = query.terms.map { $0.isPhrase ? "\"\($0.text)\"" : $0.text }
    if isTyping, let last = query.terms.last, !last.isPhrase, !last.text.hasSuffix("*") {
      words[words.count - 1] = last.text + "*"
    }
    let expression = SearchPattern(words.joined(separator: " "))?.expression
    pattern = expression
    // Punctuation beside words is ignored; alone, it is what the user searches for.
    literals = expression == nil ? query.terms.map(\.text) : []
  }

  func run(_ db: Database, limit: Int, candidates: Int) throws -> SearchResults {
    guard limit > 0, !query.isEmpty else { return .none }
    var problems = query.problems + query.hints
    guard let (condition, conditionArguments) = try conditions(db, problems: &problems) else {
      return SearchResults(hits: [], hasMore: false, problems: problems)
    }
    var arguments = conditionArguments &+ ["limit": min(limit, 1_000_000) + 1]
    if pattern != nil { arguments = arguments &+ ["candidates": candidates] }
    let sql = pattern == nil ? Self.scan(condition) : indexed(condition)
    let words = query.writtenWords
    // One by one, because highlighted texts may be megabytes long.
    let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
    var hits = try Array(rows.map { Archive.hit($0, words) })
    let hasMore = hits.count > limit
    if hasMore { hits.removeLast(hits.count - limit) }
    return SearchResults(hits: hits, hasMore: hasMore, problems: problems)
  }

  /// Returns all matching messages, in no order; adds filters that do not apply to the problems.
  func ids(_ db: Database, problems: inout [String]) throws -> Set<Int64> {
    guard !query.isEmpty, let (condition, arguments) = try conditions(db, problems: &problems)
    else { return [] }
    let source =
      pattern == nil
      ? "positions p CROSS JOIN messages m ON m.id = p.message WHERE"
      : """
      messages_text CROSS JOIN positions p ON p.message = messages_text.rowid
      CROSS JOIN messages m ON m.id = messages_text.rowid WHERE messages_text MATCH :pattern AND
      """
    return try Set(
      Int64.fetchCursor(db, sql: "SELECT m.id FROM \(source) \(condition)", arguments: arguments))
  }

  /// Returns the SQL condition for a message; nil if none can match.
  private func conditions(
    _ db: Database, problems: inout [String]
  ) throws -> (condition: String, arguments: StatementArguments)? {
    var filters: [String] = []
    var arguments: StatementArguments = [:]

    if query.isWithoutDays { return nil }
    if let conversation {
      filters.append("p.conversation = :conversation")
      arguments = arguments &+ ["conversation": conversation.rawValue]
    }
    if !query.people.isEmpty {
      let people = try people(db)
      problems += people.problems
      filters.append("m.author IN (SELECT value FROM json_each(:people))")
      arguments = arguments &+ ["people": Self.list(people.ids)]
    }
    if !query.conversations.isEmpty {
      let places = try conversations(db)
      if places.isEmpty {
        problems.append("No conversation is called \(Self.quoted(query.conversations)).")
      }
      filters.append("p.conversation IN (SELECT value FROM json_each(:conversations))")
      arguments = arguments &+ ["conversations": Self.list(places)]
    }
    if query.days.lowerBound > Int.min {
      let wall = Self.seconds(query.days.lowerBound)
      filters.append("p.time >= iif(p.certainty = 0, :exactFirst, :wallFirst)")
      arguments = arguments &+ ["exactFirst": zone.seconds(ofLocal: wall), "wallFirst": wall]
    }
    if query.days.upperBound < Int.max {
      let wall = Self.seconds(query.days.upperBound + 1)
      filters.append("p.time < iif(p.certainty = 0, :exactEnd, :wallEnd)")
      arguments = arguments &+ ["exactEnd": zone.seconds(ofLocal: wall), "wallEnd": wall]
    }
    filters += query.contents.map(Self.condition).sorted()
    for (index, literal) in literals.enumerated() {
      // SQLite's strings end at a zero byte.
      guard !literal.utf8.contains(0) else { return nil }
      filters.append("instr(m.text, :literal\(index)) > 0")
      arguments = arguments &+ ["literal\(index)": literal]
    }
    if let pattern { arguments = arguments &+ ["pattern": pattern] }
    return (filters.isEmpty ? "1" : filters.joined(separator: " AND "), arguments)
  }

  // MARK: Meaning of names

  private func people(_ db: Database) throws -> (ids: [Int64], problems: [String]) {
    var found: Set<Int64> = []
    var problems: [String] = []
    for name in query.people {
      if name.lowercased() == "me" {
        let own = try Int64.fetchAll(
          db.cachedStatement(
            sql: "SELECT DISTINCT own_author FROM conversations WHERE own_author > 0"))
        found.formUnion(own)
        // Where nobody is known to be the user: somebody who is called so, not all whose names
        // begin like that.
        if own.isEmpty {
          let called = try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT id FROM authors WHERE lower(name) = 'me'"))
          found.formUnion(called)
          if called.isEmpty {
            problems.append(
              localized(
                "Luge does not know who you are in this archive. Use File > Choose Who You Are…, or “luge import --me NAME”."
              ))
          }
        }
        continue
      }
      let query = TextQuery(name)
      let rows = try Row.fetchCursor(db.cachedStatement(sql: "SELECT id, name FROM authors"))
      var left = WorkLimit.byteCount(of: db)
      while let row = try rows.next() {
        try WorkLimit.takeRow(of: &left)
        if let id = row.integer(0), query.finds(in: row.string(1) ?? "") { found.insert(id) }
      }
    }
    let others = query.people.filter { $0.lowercased() != "me" }
    if found.isEmpty, !others.isEmpty {
      problems.append("Nobody is called \(Self.quoted(others)).")
    }
    return (found.sorted(), problems)
  }

  private func conversations(_ db: Database) throws -> [Int64] {
    let queries = query.conversations.map { TextQuery($0) }
    var found: [Int64] = []
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: "SELECT id, name FROM conversations WHERE ready = 1"))
    var left = WorkLimit.byteCount(of: db)
    while let row = try rows.next() {
      try WorkLimit.takeRow(of: &left)
      let name = row.string(1) ?? ""
      if let id = row.integer(0), queries.contains(where: { $0.finds(in: name) }) {
        found.append(id)
      }
    }
    return found
  }

  /// Limits of names that a problem quotes: their number, and the characters of each.
  private static let mostQuoted = 5
  private static let longestQuoted = 60

  private static func quoted(_ names: [String]) -> String {
    var seen: Set<String> = []
    let different = names.filter { seen.insert($0.lowercased()).inserted }
    let shown = different.prefix(mostQuoted).map { name in
      name.count > longestQuoted ? "“\(name.prefix(longestQuoted))…”" : "“\(name)”"
    }
    return (shown + (different.count > mostQuoted ? ["…"] : [])).joined(separator: " or ")
  }

  private static func list(_ ids: [Int64]) -> String {
    "[\(ids.map(String.init).joined(separator: ","))]"
  }

  /// Returns the seconds of a day. Days of queries are in the years 1 to 9999, or unlimited.
  private static func seconds(_ day: Int) -> Int64 { Int64(day) * 86_400 }

  /// Returns the SQL condition for a content. Media are stored as compact JSON, whose keys always
  /// have the same order.
  private static func condition(_ content: SearchQuery.Content) -> String {
    func kinds(_ kinds: MediaRecord.Kind...) -> String {
      kinds.map { "instr(m.media, '\"kind\":\"\($0.rawValue)\"') > 0" }
        .joined(separator: " OR ")
    }
    let words =
      switch content {
      case .picture: kinds(.photo, .animation) + " OR instr(m.media, '\"mimeType\":\"image/') > 0"
      case .video: kinds(.video, .videoMessage)
      case .voice: kinds(.voice)
      case .audio: kinds(.audio)
      case .file: kinds(.file)
      case .poll: kinds(.poll) + " OR instr(m.post, '\"poll\":{') > 0"
      case .place: kinds(.location)
      case .contact: kinds(.contact)
      case .link:
        """
        instr(m.spans, ',"a","') > 0 OR instr(m.post, '"link":{') > 0
          OR instr(m.text, 'https://') > 0 OR instr(m.text, 'http://') > 0 OR instr(m.text, 'www.') > 0
        """
      }
    return "(\(words))"
  }

  // MARK: Statements

  private static let columns = """
    p.conversation, p.position, m.author, a.name, m.time, m.certainty
    """

  /// Returns SQL with three levels: the innermost query walks the index from its end, the next one
  /// sorts its results, and the outermost highlights words in the best ones only, in a second walk.
  /// Asked one by one, each row would look up all words again.
  private func indexed(_ condition: String) -> String {
    let score = order == .best ? "bm25(messages_text)" : "-p.time"
    return """
      WITH best AS MATERIALIZED (
        SELECT id, score FROM (
          SELECT messages_text.rowid AS id, \(score) AS score
          FROM messages_text CROSS JOIN positions p ON p.message = messages_text.rowid
          CROSS JOIN messages m ON m.id = messages_text.rowid
          WHERE messages_text MATCH :pattern AND \(condition)
          ORDER BY messages_text.rowid DESC LIMIT :candidates
        ) ORDER BY score, id DESC LIMIT :limit
      )
      SELECT best.id, \(Self.columns), best.score,
        length(messages_text.text) > \(Archive.longestMarked),
        iif(length(messages_text.text) > \(Archive.longestMarked), messages_text.text,
          highlight(messages_text, 0, char(2), char(3))), m.media, m.kind, m.action
      FROM messages_text
      CROSS JOIN best ON best.id = +messages_text.rowid
      CROSS JOIN positions p ON p.message = best.id
      CROSS JOIN messages m ON m.id = best.id
      LEFT JOIN authors a ON a.id = m.author
      WHERE messages_text MATCH :pattern AND messages_text.rowid >= (SELECT min(id) FROM best)
      ORDER BY best.score, best.id DESC
      """
  }

  private static func scan(_ condition: String) -> String {
    """
    SELECT m.id, \(columns), 0.0, 0, substr(m.text, 1, 240), m.media, m.kind, m.action
    FROM positions p CROSS JOIN messages m ON m.id = p.message
    LEFT JOIN authors a ON a.id = m.author
    WHERE \(condition) ORDER BY p.time DESC, m.id DESC LIMIT :limit
    """
  }
}

extension ZoneOffsets {
  /// Returns the moment at which a local clock first shows a time, or a later one if the clock
  /// skips it; the inverse of ``localSeconds(at:)``.
  package func seconds(ofLocal local: Int64) -> Int64 {
    let guess = local.subtractingClamped(Int64(offset(at: local)))
    // The guess may be on the other side of a clock change.
    let corrected = local.subtractingClamped(Int64(offset(at: guess)))
    return localSeconds(at: corrected) >= local ? corrected : guess
  }
}

extension Archive {
  /// Returns the authors of most messages in all conversations, the busiest first.
  ///
  /// - Complexity: O(people · log people).
  public func busiestPeople(limit: Int) throws(ArchiveError) -> [StoredAuthor] {
    try people(
      """
      SELECT a.id, a.name FROM conversation_authors m
      JOIN conversations c ON c.id = m.conversation JOIN authors a ON a.id = m.author
      WHERE c.ready = 1 AND m.messages > 0
      GROUP BY a.id ORDER BY total(m.messages) DESC, a.id LIMIT ?
      """, limit)
  }
}
