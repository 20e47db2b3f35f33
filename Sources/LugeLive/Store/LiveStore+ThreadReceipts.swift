import GRDB
import LugeArchive

/// The parts of threads that were read, apart from those of the room that they are in.
///
/// Unread messages of a thread are counted by the server. One that does not count threads apart
/// includes them in the room's number.
extension LiveStore {
  /// Key prefix in `live_account`, followed by the room's number, a space and the thread's first
  /// event. The value is the number of unread messages in the thread; missing for none.
  static let unreadThreadKey = "thread:"

  /// Key prefix in `live_account`, followed by the room's number, a space and the thread's first
  /// event; or nothing behind the space for the room with all its threads. The value is the last
  /// event that somebody else has read there.
  static let threadReadKey = "read:"

  /// SQL for the number of unread messages in the threads of a room `r`. A "!" follows the space.
  static let unreadInThreads = """
    (SELECT ifnull(sum(k.value + 0), 0) FROM live_account k
      WHERE k.key > '\(unreadThreadKey)' || r.id || ' '
        AND k.key < '\(unreadThreadKey)' || r.id || '!')
    """

  /// Returns the last event of a thread that the server has; nil for an unknown thread.
  package func lastEvent(
    ofThread root: String, in conversation: ConversationID
  ) throws(ArchiveError) -> String? {
    try archive.read { db in
      try String.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT e.event FROM live_events e WHERE e.room = ?1 AND e.message IS NOT NULL
              AND \(Self.isConfirmed) AND (e.event = ?2 OR e.message IN (
                SELECT message FROM live_threads WHERE room = ?1 AND root = ?2))
            ORDER BY e.place IS NULL, e.place DESC, e.time DESC LIMIT 1
            """), arguments: [conversation.rawValue, root])
    }
  }

  /// Returns the first event of the thread with unread messages whose last message is the newest;
  /// nil without one.
  package func unreadThread(in conversation: ConversationID) throws(ArchiveError) -> String? {
    let prefix = "\(Self.unreadThreadKey)\(conversation.rawValue) "
    return try archive.read { db in
      let key = try String.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT k.key FROM live_account k WHERE k.key > ?1 AND k.key < ?2 AND k.value + 0 > 0
            ORDER BY (SELECT max(e.place) FROM live_threads t
              JOIN live_events e ON e.message = t.message
              WHERE t.room = ?3 AND t.root = substr(k.key, length(?1) + 1)) DESC LIMIT 1
            """),
        arguments: [
          prefix, "\(Self.unreadThreadKey)\(conversation.rawValue)!", conversation.rawValue,
        ])
      return key.map { String($0.dropFirst(prefix.count)) }
    }
  }

  /// Counts nothing of a thread as unread any more, until the server says otherwise.
  ///
  /// - Returns: the changes; nil if nothing was unread.
  package func recordRead(
    thread root: String, in conversation: ConversationID
  ) throws(ArchiveError) -> LiveRoomChange? {
    try archive.write { db in
      let tables = LiveTables(db, user: user)
      var work = RoomWork(room: conversation.rawValue)
      let key = "\(Self.unreadThreadKey)\(work.room) \(root)"
      guard let count = try tables.account.value(of: key).flatMap({ Int($0) }) else { return nil }
      try tables.account.set(nil, of: key)
      try tables.execute(
        "UPDATE live_rooms SET unread = max(0, unread - ?) WHERE id = ?", [count, work.room])
      if let first = try tables.stored(root, work.room)?.message { work.changed.insert(first) }
      return try change(work, tables)
    }
  }

  /// Returns the place up to which somebody else has read a thread, according to receipts or to
  /// their own messages in it.
  package func othersReadUpTo(
    inThread root: String, in conversation: ConversationID
  ) throws(ArchiveError) -> Int64? {
    try archive.read { db in
      try Int64.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT max(place) FROM (
              SELECT e.place AS place FROM live_account k
                JOIN live_events e ON e.room = ?1 AND e.event = k.value
                WHERE k.key IN (?2 || ' ', ?2 || ' ' || ?3)
              UNION ALL SELECT e.place FROM live_threads t
                JOIN live_events e ON e.message = t.message
                WHERE t.room = ?1 AND t.root = ?3 AND e.sender <> ?4)
            """),
        arguments: [
          conversation.rawValue, "\(Self.threadReadKey)\(conversation.rawValue)", root, user,
        ])
    }
  }
}

extension LiveTables {
  /// Maximum number of a room's threads whose unread messages are known.
  private static let mostUnreadThreads = 1000

  /// Stores how many messages of threads are unread.
  ///
  /// - Parameter counts: the numbers by the threads' first events, complete; nil if they did not
  ///   change.
  func note(unreadInThreads counts: [String: Int]?, _ work: inout RoomWork) throws {
    guard let counts else { return }
    let prefix = "\(LiveStore.unreadThreadKey)\(work.room) "
    let end = "\(LiveStore.unreadThreadKey)\(work.room)!"
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: "SELECT key, value + 0 FROM live_account WHERE key > ? AND key < ?"),
      arguments: [prefix, end])
    var changed: Set<String> = []
    var known: [String: Int] = [:]
    for row in rows {
      guard let key = row.string(0) else { continue }
      known[String(key.dropFirst(prefix.count))] = row.count(1)
    }
    for root in known.keys where counts[root] ?? 0 <= 0 {
      try account.set(nil, of: prefix + root)
      changed.insert(root)
    }
    let unread = counts.filter { $0.value > 0 }.sorted { $0.key < $1.key }
    for (root, count) in unread.prefix(Self.mostUnreadThreads) where known[root] != count {
      try account.set("\(count)", of: prefix + root)
      changed.insert(root)
    }
    for root in changed {
      if let first = try stored(root, work.room)?.message { work.changed.insert(first) }
    }
  }

  /// Stores how far somebody else has read a thread, or the room with its threads.
  func noteThread(_ receipt: LiveReceipt, _ room: Int64) throws {
    guard receipt.user != user else { return }
    let root: String
    switch receipt.reach {
    case .room: return
    case .everything: root = ""
    case .thread(let event): root = event
    }
    // Receipts of several people: the one that is further on counts. One statement for each, as
    // large rooms get many.
    try db.cachedStatement(
      sql: """
        INSERT INTO live_account VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2
        WHERE (SELECT place FROM live_events WHERE room = ?3 AND event = ?2)
          > ifnull((SELECT place FROM live_events
            WHERE room = ?3 AND event = live_account.value), -9223372036854775808)
        """
    ).execute(
      arguments: ["\(LiveStore.threadReadKey)\(room) \(root)", receipt.event, room])
  }
}
