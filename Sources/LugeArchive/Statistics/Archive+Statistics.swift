import GRDB
public import LugeCore

/// Selection of messages for statistics.
public struct StatisticsScope: Sendable, Hashable {
  /// The only conversations; nil for all conversations and timelines.
  public var conversations: [ConversationID]?
  /// The only people; nil for all.
  public var people: Set<AuthorID>?

  public init(conversations: [ConversationID]? = nil, people: Set<AuthorID>? = nil) {
    self.conversations = conversations
    self.people = people
  }
}

extension Archive {
  /// Number of messages per transaction, so that each one is short.
  private static let statisticsStep = 20_000

  /// Reads all messages of a scope once. Blocks.
  ///
  /// - Parameters:
  ///   - localSeconds: returns the local time at a message, seconds since 1970.
  ///   - progress: called with the number of entries read and their total, several times a second
  ///     in long archives; return false to stop.
  /// - Throws: ``ArchiveError/cancelled`` if `progress` returned false.
  /// - Complexity: O(bytes of text); memory for the results, not for messages.
  public func statistics(
    of scope: StatisticsScope = .init(), localSeconds: (Timestamp) -> Int64,
    progress: (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws(ArchiveError) -> MessageStatistics {
    let wanted = try conversations().filter { scope.conversations?.contains($0.id) ?? true }
    let total = wanted.reduce(0) { $0.addingClamped($1.count) }
    var statistics = MessageStatistics()
    var done = 0
    for conversation in wanted {
      var lower = 0
      while lower < conversation.count {
        guard progress(done, total) else { throw .cancelled }
        let upper = min(conversation.count, lower + Self.statisticsStep)
        try add(
          lower..<upper, of: conversation.id, to: &statistics, people: scope.people, localSeconds)
        done = done.addingClamped(upper - lower)
        lower = upper
      }
    }
    return statistics
  }

  private func add(
    _ positions: Range<Int>, of conversation: ConversationID,
    to statistics: inout MessageStatistics, people: Set<AuthorID>?,
    _ localSeconds: (Timestamp) -> Int64
  ) throws(ArchiveError) {
    try read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT p.time, p.certainty, m.author, m.text, m.media, m.spans, m.kind,
            \(Self.mayHaveAddresses)
          FROM positions p JOIN messages m ON m.id = p.message
          WHERE p.conversation = ? AND p.position >= ? AND p.position < ?
            AND (m.kind = 0 OR m.media IS NOT NULL OR \(Self.mayHaveAddresses))
          ORDER BY p.position
          """)
      let cursor = try Row.fetchCursor(
        statement,
        arguments: [conversation.rawValue, positions.lowerBound, positions.upperBound])
      while let row = try cursor.next() {
        let author = row.integer(2).map(AuthorID.init(rawValue:))
        if let people, author.map({ !people.contains($0) }) ?? true { continue }
        guard let time = row.timestamp(0, 1) else { continue }
        let text = row.string(3) ?? ""
        let media = row.string(4).map { RecordCoding.decode($0, as: MediaRecord.self) } ?? []
        statistics.add(
          text, by: author, at: time, localSeconds: localSeconds(time), in: conversation,
          isWritten: row.integer(6) == 0, media: media.count(where: \.isListed),
          addresses: row.integer(7) == 1 ? Self.addresses(in: text, spans: row.string(5)) : [])
      }
    }
  }

  /// Returns the names of people.
  ///
  /// - Complexity: O(people · log n) for the people passed in.
  public func names(of people: some Collection<AuthorID>) throws(ArchiveError)
    -> [AuthorID: String]
  {
    try read { db in
      let statement = try db.cachedStatement(sql: "SELECT name FROM authors WHERE id = ?")
      var names: [AuthorID: String] = [:]
      for id in people {
        names[id] = try Row.fetchOne(statement, arguments: [id.rawValue])?.string(0)
      }
      return names
    }
  }

  /// Returns the people of a name, ignoring case.
  ///
  /// - Complexity: O(people).
  public func people(named name: String) throws(ArchiveError) -> [AuthorID] {
    let wanted = name.lowercased()
    return try read { db in
      try Row.fetchAll(db, sql: "SELECT id, name FROM authors").compactMap { row in
        row.string(1)?.lowercased() == wanted
          ? row.integer(0).map(AuthorID.init(rawValue:)) : nil
      }
    }
  }
}
