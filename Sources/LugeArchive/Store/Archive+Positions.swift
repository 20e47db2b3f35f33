import GRDB
public import LugeCore

extension Archive {
  /// Returns the first position whose message is not older than `time`; nil if all are older.
  ///
  /// - Complexity: O(log² n).
  public func position(
    in conversation: ConversationID, atOrAfter time: Timestamp
  ) throws(ArchiveError) -> Int? {
    try read { db in
      let count = try Self.count(db, conversation)
      let found = try Self.firstPosition(
        db, conversation.rawValue, count: count, notBefore: time.seconds)
      return found < count ? found : nil
    }
  }

  /// Returns a message's present position; nil if no visible message has this id.
  ///
  /// - Complexity: O(log n).
  public func position(of messageID: Int64) throws(ArchiveError) -> Int? {
    try read { db in
      let statement = try db.cachedStatement(
        sql: "SELECT position FROM positions WHERE message = ?")
      return try Row.fetchOne(statement, arguments: [messageID]).map { $0.count(0) }
    }
  }

  /// Returns the conversation and position of a message; nil if no visible message has this id.
  ///
  /// - Complexity: O(log n).
  public func place(
    of messageID: Int64
  ) throws(ArchiveError) -> (conversation: ConversationID, position: Int)? {
    try read { db in
      let statement = try db.cachedStatement(
        sql: "SELECT conversation, position FROM positions WHERE message = ?")
      return try Row.fetchOne(statement, arguments: [messageID]).map {
        (ConversationID(rawValue: $0.integer(0) ?? 0), $0.count(1))
      }
    }
  }

  /// Returns the times at the given positions, in their order; nil for a position that does not
  /// exist.
  ///
  /// - Complexity: O(k log n) for k positions, without reading messages.
  public func times(
    in conversation: ConversationID, at positions: some Sequence<Int>
  ) throws(ArchiveError) -> [Timestamp?] {
    let wanted = Array(positions)
    return try read { db in
      let statement = try db.cachedStatement(
        sql: "SELECT time, certainty FROM positions WHERE conversation = ? AND position = ?")
      return try wanted.map { position in
        try Row.fetchOne(statement, arguments: [conversation.rawValue, position])?
          .timestamp(0, 1)
      }
    }
  }

  /// Returns the first days of all months that have messages, in all conversations, ascending.
  ///
  /// - Parameter zone: zone of the months.
  /// - Complexity: O(m log n) for m months of each conversation.
  public func months(zone: ZoneOffsets) throws(ArchiveError) -> [CivilDate] {
    try read { db in
      let time = try db.cachedStatement(
        sql: "SELECT time, certainty FROM positions WHERE conversation = ? AND position = ?")
      let all = try Row.fetchAll(
        db.cachedStatement(sql: "SELECT id, count FROM conversations WHERE count > 0"))
      var found: Set<Int> = []
      for conversation in all {
        guard let id = conversation.integer(0) else { continue }
        let count = conversation.count(1)
        var position = 0
        while position < count,
          let first = try Row.fetchOne(time, arguments: [id, position])?.timestamp(0, 1)
        {
          let isExact = first.certainty == .exact
          let local = isExact ? zone.localSeconds(at: first.seconds) : first.seconds
          let date = CivilDate(localSeconds: local)
          found.insert(CivilDate.day(year: date.year, month: date.month, day: 1))
          let next = date.month == 12 ? (date.year + 1, 1) : (date.year, date.month + 1)
          let end = Int64(CivilDate.day(year: next.0, month: next.1, day: 1)) * 86_400
          // Times may not ascend, because clocks are set wrong.
          position = max(
            position + 1,
            try Self.firstPosition(
              db, id, from: position, count: count,
              notBefore: isExact ? zone.seconds(ofLocal: end) : end))
        }
      }
      return found.sorted().map { CivilDate(daysSince1970: $0) }
    }
  }

  private static func count(_ db: Database, _ conversation: ConversationID) throws -> Int {
    let statement = try db.cachedStatement(sql: "SELECT count FROM conversations WHERE id = ?")
    return try Row.fetchOne(statement, arguments: [conversation.rawValue])?.count(0) ?? 0
  }

  /// Finds a position by binary search, assuming ascending times; returns `count` if all are older.
  static func firstPosition(
    _ db: Database, _ conversation: Int64, from first: Int = 0, count: Int,
    notBefore seconds: Int64
  ) throws -> Int {
    let statement = try db.cachedStatement(
      sql: "SELECT time FROM positions WHERE conversation = ? AND position = ?")
    var lower = first
    var upper = count
    while lower < upper {
      let middle = lower + (upper - lower) / 2
      let time = try Row.fetchOne(statement, arguments: [conversation, middle])?.integer(0)
      if let time, time < seconds { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }

  /// SQL for the rooms of an account in which messages were inserted in the middle and have no
  /// positions yet.
  static let unplacedRooms = "SELECT id FROM live_rooms WHERE unplaced = 1"

  /// Assigns positions to all messages of an account's room, in the order of their places.
  static func placeAll(_ room: Int64, _ db: Database) throws {
    try db.execute(sql: "DELETE FROM positions WHERE conversation = ?", arguments: [room])
    try db.execute(
      sql: """
        INSERT INTO positions (conversation, position, message, time, certainty)
        SELECT ?1, row_number() OVER (ORDER BY o.place) - 1, m.id,
          max(m.time) OVER (ORDER BY o.place), m.certainty
        FROM live_events o JOIN messages m ON m.id = o.message
        WHERE o.room = ?1 AND o.place IS NOT NULL
        """, arguments: [room])
    try db.execute(sql: "DELETE FROM heights WHERE conversation = ?", arguments: [room])
    try recount(room, db)
    try db.execute(sql: "UPDATE live_rooms SET unplaced = 0 WHERE id = ?", arguments: [room])
  }

  /// Counts the messages of a conversation, and of each author in it, again.
  static func recount(_ conversation: Int64, _ db: Database) throws {
    try db.cachedStatement(
      sql: "DELETE FROM conversation_authors WHERE conversation = ?"
    ).execute(arguments: [conversation])
    try db.cachedStatement(
      sql: """
        INSERT INTO conversation_authors (conversation, author, messages)
        SELECT p.conversation, m.author, count(*)
        FROM positions p JOIN messages m ON m.id = p.message
        WHERE p.conversation = ? AND m.author IS NOT NULL GROUP BY m.author
        """
    ).execute(arguments: [conversation])
    try db.cachedStatement(
      sql: """
        UPDATE conversations SET (count, messages, service) = (
          SELECT count(*), count(*) FILTER (WHERE m.kind <> 1), count(*) FILTER (WHERE m.kind = 1)
          FROM positions p JOIN messages m ON m.id = p.message WHERE p.conversation = ?1),
          authors = (SELECT count(*) FROM conversation_authors WHERE conversation = ?1)
        WHERE id = ?1
        """
    ).execute(arguments: [conversation])
  }
}
