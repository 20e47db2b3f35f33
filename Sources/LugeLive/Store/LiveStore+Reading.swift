import Foundation
import GRDB
import LugeArchive
import LugeCore
import LugeEngine

/// Queries about rooms, and the records of what the user has read and left. For places see
/// ``LiveStore``.
extension LiveStore {
  // MARK: Rooms

  package func rooms() throws(ArchiveError) -> [LiveRoom] { try archive.read(Self.rooms) }

  /// Key prefix in `live_account`, followed by the room's number. The value is a ``LiveInvitation``
  /// as JSON, while the user is invited.
  static let invitationKey = "invitation:"

  /// Key prefix in `live_account`, followed by the room's number. The value is the number of people
  /// in the room.
  static let peopleKey = "people:"

  /// Key prefix in `live_account`, followed by the room's number. The value is a ``LiveRemoval`` as
  /// JSON, while the user is out of the room because somebody removed them.
  static let removalKey = "removal:"

  /// Key prefix in `live_account`, followed by the room's number. The value is the last token at
  /// which the user was in the room, while they are not, if nothing is missing up to it.
  static let absenceKey = "absent since:"

  /// Key prefix in `live_account`, followed by the id of a person who has no name now: present,
  /// with an empty value.
  static let namelessKey = "nameless:"

  /// Key prefix in `live_account`, followed by the room's number. The value is a server that knows
  /// the room that replaces it.
  static let successorServerKey = "successor server:"

  /// Key prefix in `live_account`, followed by the room's number. The value is the room that
  /// replaces it, as the protocol names it.
  static let successorKey = "successor:"

  /// Key prefix in `live_account`, followed by the room's number: present, with an empty value,
  /// while the user may not write there.
  static let mayNotWriteKey = "silent:"

  /// Key prefix in `live_account`, followed by the room's number: present, with an empty value,
  /// while the user may delete messages of others there.
  static let mayDeleteKey = "deletes:"

  /// Key in `live_account`. The value is ``NotificationRules`` as JSON.
  static let notificationsKey = "notifications"

  private static func notifications(_ db: Database) throws -> NotificationRules {
    let json = try AccountValues(db).value(of: notificationsKey)
    return json.flatMap {
      try? JSONDecoder().decode(NotificationRules.self, from: Data($0.utf8))
    } ?? NotificationRules()
  }

  /// SQL condition on rows of `live_rooms r`: the newest message is the user's, perhaps of another
  /// device. It marks everything before it as read, even if a server goes on counting that.
  private static let endsWithOwn = """
    ifnull((SELECT e.sender = (SELECT value FROM live_account WHERE key = 'user')
        AND NOT EXISTS (SELECT 1 FROM live_gaps g WHERE g.room = r.id AND g.place > e.place)
      FROM live_events e WHERE e.room = r.id AND e.message IS NOT NULL AND e.place IS NOT NULL
        AND e.kind <> \(EventCode.service.rawValue) AND e.\(isConfirmed)
        AND \(isOutsideOfThreads)
      ORDER BY e.place DESC LIMIT 1), 0)
    """

  static func rooms(_ db: Database) throws -> [LiveRoom] {
    let notifications = try notifications(db)
    return try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT r.id, r.room, r.name, r.membership, r.is_direct, r.is_encrypted,
            max(iif(\(endsWithOwn), min(r.unread, \(unreadInThreads)), r.unread),
              (SELECT count(*) FROM live_account k
              WHERE k.key = '\(unreadKey)' || r.id),
              (SELECT count(*) FROM live_account k JOIN live_events f ON f.message = k.value + 0
                JOIN live_events o ON o.room = r.id AND o.message IS NOT NULL
                  AND o.place >= f.place AND o.kind = 0
                  AND o.sender <> (SELECT value FROM live_account WHERE key = 'user')
                WHERE k.key = '\(unreadKey)' || r.id)),
            iif(\(endsWithOwn) AND \(unreadInThreads) = 0, 0, r.mentions),
            (SELECT count(*) FROM live_queue q WHERE q.room = r.id),
            m.text, m.time, e.kind, e.redacted, m.media,
            e.sender IS (SELECT value FROM live_account WHERE key = 'user'),
            ifnull(a.name, e.sender), m.spans,
            EXISTS (SELECT 1 FROM live_queue q WHERE q.room = r.id AND q.failure IS NOT NULL),
            (SELECT k.value FROM live_account k WHERE k.key = '\(invitationKey)' || r.id),
            (SELECT k.value + 0 FROM live_account k WHERE k.key = '\(peopleKey)' || r.id),
            (SELECT k.value FROM live_account k WHERE k.key = '\(removalKey)' || r.id),
            (SELECT k.value FROM live_account k WHERE k.key = '\(successorKey)' || r.id),
            NOT EXISTS (SELECT 1 FROM live_account k WHERE k.key = '\(mayNotWriteKey)' || r.id),
            \(pictureOfRoom),
            EXISTS (SELECT 1 FROM live_account k WHERE k.key = '\(mayDeleteKey)' || r.id),
            \(authorOfOtherPerson)
          FROM live_rooms r LEFT JOIN live_events e ON e.room = r.id AND e.message IS NOT NULL
            AND e.place = (
              SELECT max(place) FROM live_events WHERE room = r.id AND message IS NOT NULL)
          LEFT JOIN messages m ON m.id = e.message
          LEFT JOIN authors a ON a.id = m.author
          ORDER BY m.time DESC, r.id
          """)
    ).map { row in
      LiveRoom(
        id: ConversationID(rawValue: row.integer(0) ?? 0), room: row.string(1) ?? "",
        name: row.string(2) ?? "",
        membership: row.string(3).flatMap(LiveRoomUpdate.Membership.init(rawValue:)) ?? .left,
        invitation: row.string(18).flatMap {
          try? JSONDecoder().decode(LiveInvitation.self, from: Data($0.utf8))
        }, isDirect: row.flag(4), isEncrypted: row.flag(5),
        removal: row.string(20).flatMap {
          try? JSONDecoder().decode(LiveRemoval.self, from: Data($0.utf8))
        }, successor: row.string(21), mayWrite: row.flag(22),
        mayDelete: row.flag(24),
        people: row.hasNull(atIndex: 19) ? nil : row.count(19),
        picture: row.string(23).flatMap { $0.isEmpty ? nil : $0 },
        person: row.integer(25).map { AuthorID(rawValue: $0) },
        unread: row.count(6), mentions: row.count(7),
        notifications: notifications.wish(for: row.string(1) ?? "", isDirect: row.flag(4)),
        queued: row.count(8), hasFailed: row.flag(17),
        last: row.string(9).map { text in
          LiveRoom.Last(
            text: SpanCoding.decode(row.string(16), text: text),
            media: RecordCoding.decode(row.string(13), as: MediaRecord.self).first,
            author: row.string(15) ?? "", isOwn: row.flag(14),
            isService: row.integer(11) == EventCode.service.rawValue,
            isDeleted: row.flag(12), time: row.integer(10) ?? 0)
        })
    }
  }

  package func isEncrypted(_ conversation: ConversationID) throws(ArchiveError) -> Bool {
    try archive.read { db in
      try Bool.fetchOne(
        db.cachedStatement(sql: "SELECT is_encrypted FROM live_rooms WHERE id = ?"),
        arguments: [conversation.rawValue]) ?? true
    }
  }

  package func room(_ conversation: ConversationID) throws(ArchiveError) -> String? {
    try archive.read { db in
      try String.fetchOne(
        db.cachedStatement(sql: "SELECT room FROM live_rooms WHERE id = ?"),
        arguments: [conversation.rawValue])
    }
  }

  /// Returns, by message id, the people whose last read message this is. Who has read as far as an
  /// event that shows nothing is listed at the message before it.
  package func readers(
    in conversation: ConversationID
  ) throws(ArchiveError) -> [ItemID: [StoredAuthor]] {
    try archive.read { db in
      let rows = try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT e.place, a.id, ifnull(a.name, r.user)
            FROM live_receipts r JOIN live_events e ON e.room = r.room AND e.event = r.event
            LEFT JOIN authors a ON a.source = 'live' AND a.key = r.user
            WHERE r.room = ? AND r.user <> ? AND e.place IS NOT NULL ORDER BY r.time
            """), arguments: [conversation.rawValue, user])
      let statement = try db.cachedStatement(
        sql: """
          SELECT message, place FROM live_events e WHERE room = ? AND message IS NOT NULL
            AND place <= ? AND \(Self.isOutsideOfThreads) ORDER BY place DESC LIMIT 1
          """)
      // Descending, so that all receipts of events between two messages share the one query that
      // finds the message before them.
      var messages: [Int64: Int64] = [:]
      var last: (message: Int64, place: Int64)?
      for place in Set(rows.compactMap { $0.integer(0) }).sorted(by: >) {
        if last.map({ $0.place > place }) ?? true {
          let row = try Row.fetchOne(statement, arguments: [conversation.rawValue, place])
          guard let message = row?.integer(0), let messagePlace = row?.integer(1) else { break }
          last = (message, messagePlace)
        }
        messages[place] = last?.message
      }
      var readers: [ItemID: [StoredAuthor]] = [:]
      for row in rows {
        guard let message = row.integer(0).flatMap({ messages[$0] }) else { continue }
        readers[ItemID(message), default: []].append(
          StoredAuthor(id: AuthorID(rawValue: row.integer(1) ?? 0), name: row.string(2) ?? ""))
      }
      return readers
    }
  }

  /// Returns the place up to which somebody else has read, according to receipts or to their own
  /// messages.
  package func othersReadUpTo(
    in conversation: ConversationID
  ) throws(ArchiveError) -> Int64? {
    try archive.read { db in
      try Int64.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT max(place) FROM (
              SELECT max(e.place) AS place FROM live_receipts r
                JOIN live_events e ON e.room = r.room AND e.event = r.event
                WHERE r.room = ?1 AND r.user <> ?2
              UNION ALL SELECT * FROM (
                SELECT place FROM live_events WHERE room = ?1 AND message IS NOT NULL
                  AND place IS NOT NULL AND sender <> ?2 AND kind = ?3
                ORDER BY place DESC LIMIT 1))
            """),
        arguments: [conversation.rawValue, user, EventCode.message.rawValue])
    }
  }

  /// Returns the id of the last event that the server has, to mark it as read.
  ///
  /// - Parameters:
  ///   - message: the last message to consider; nil: no limit.
  ///   - isOutsideOfThreads: whether messages that name a thread are left out.
  package func lastEvent(
    in conversation: ConversationID, upTo message: ItemID? = nil, isOutsideOfThreads: Bool = false
  ) throws(ArchiveError) -> String? {
    try archive.read { db in
      try String.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT event FROM live_events e WHERE room = ?1 AND message IS NOT NULL
              AND \(Self.isConfirmed) AND place <= ifnull(
                (SELECT place FROM live_events WHERE room = ?1 AND message = ?2), place)
              AND NOT (?3 AND EXISTS (
                SELECT 1 FROM live_named_roots n WHERE n.message = e.message))
            ORDER BY place DESC LIMIT 1
            """), arguments: [conversation.rawValue, message?.rawValue, isOutsideOfThreads])
    }
  }

  /// Beginning of the unread messages.
  package enum UnreadStart: Sendable {
    /// The first unread message; nil if everything was read, or if it is unknown.
    case first(ItemID?)
    /// The beginning may be missing, in this gap. `first` is the first unread message that is
    /// stored after it; nil if there is none, or if it is unknown.
    case missing(Gap, LiveDirection, first: ItemID?)
  }

  /// Returns the first stored unread message of others.
  package func firstUnread(in conversation: ConversationID) throws(ArchiveError) -> ItemID? {
    switch try unreadStart(in: conversation) {
    case .first(let item): return item
    case .missing(_, _, first: let item): return item
    }
  }

  /// Finds where the unread messages of others begin: at the message that the user marked; else
  /// after the last event that the user is known to have read (the read marker, a receipt of
  /// another device, or an own message). If the server names a read marker that is not stored, or
  /// nothing is known to be read, as many messages at the end are unread as the server counts.
  package func unreadStart(
    in conversation: ConversationID
  ) throws(ArchiveError) -> UnreadStart {
    try archive.read { db in
      let room = conversation.rawValue
      let facts = try Row.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT max(0, r.unread - \(Self.unreadInThreads)), (SELECT place FROM live_events
                WHERE room = r.id AND event = r.read_marker),
              (SELECT max(place) FROM (
                SELECT e.place FROM live_events e WHERE e.room = r.id AND e.event = r.read_marker
                UNION ALL SELECT e.place FROM live_receipts c JOIN live_events e
                  ON e.room = c.room AND e.event = c.event
                  WHERE c.room = r.id AND c.user = ?2 AND \(Self.isOutsideOfThreads)
                UNION ALL SELECT * FROM (SELECT e.place FROM live_events e
                  WHERE e.room = r.id AND e.message IS NOT NULL AND e.place IS NOT NULL
                    AND e.sender = ?2 AND \(Self.isConfirmed) AND \(Self.isOutsideOfThreads)
                  ORDER BY e.place DESC LIMIT 1))),
              r.read_marker IS NULL
            FROM live_rooms r WHERE r.id = ?1
            """), arguments: [room, user])
      guard let facts else { return .first(nil) }
      if let marked = try Self.markedUnread(db, room), marked > 0 {
        return .first(ItemID(marked))
      }
      let read = facts.integer(2)
      // Service messages do not count, as on servers.
      let others = """
        SELECT message, place FROM live_events e WHERE room = ?1 AND message IS NOT NULL
          AND sender <> ?2 AND \(Self.isConfirmed) AND place > ?3
          AND kind <> \(EventCode.service.rawValue) AND \(Self.isOutsideOfThreads)
        """
      let tables = LiveTables(db, user: user)
      let unread = facts.count(0)
      let marker = facts.integer(1)
      let hasNoMarker = facts.flag(3)
      if let read, marker != nil || hasNoMarker && unread > 0 {
        let first = try Row.fetchOne(
          db.cachedStatement(sql: "\(others) ORDER BY place LIMIT 1"),
          arguments: [room, user, read])
        let item = first?.integer(0).map { ItemID($0) }
        let place = first?.integer(1)
        if let gap = try tables.gap(room, "place > ? ORDER BY place", read),
          gap.place < place ?? Int64.max
        {
          return .missing(gap, gap.older == nil ? .older : .newer, first: item)
        }
        return .first(item)
      }
      guard unread > 0 else { return .first(nil) }
      let gap = try tables.gap(room, "place < ? ORDER BY place DESC", Int64.max)
      let from = max(read ?? Int64.min, gap?.place ?? Int64.min)
      let known = try Int64.fetchAll(
        db.cachedStatement(sql: "\(others) AND redacted = 0 ORDER BY place DESC LIMIT ?4"),
        arguments: [room, user, from, unread])
      if let gap, gap.place > read ?? Int64.min, known.count < unread {
        return .missing(gap, .older, first: nil)
      }
      return .first(known.last.map { ItemID($0) })
    }
  }

  /// Stores what was reported to the server as read, because its confirmation may come after the
  /// program's end.
  package func recordRead(
    _ event: String, in conversation: ConversationID
  ) throws(ArchiveError) {
    try archive.write { db in
      try db.execute(
        sql: """
          UPDATE live_rooms SET read_marker = ?2 WHERE id = ?1
            AND (SELECT place FROM live_events WHERE room = ?1 AND event = ?2)
              > (SELECT place FROM live_events WHERE room = ?1 AND event = read_marker)
          """, arguments: [conversation.rawValue, event])
    }
  }

  /// Whether the user is not in a room any more.
  package func isLeft(_ conversation: ConversationID) throws(ArchiveError) -> Bool {
    try archive.read { db in
      try Bool.fetchOne(
        db.cachedStatement(sql: "SELECT membership = ? FROM live_rooms WHERE id = ?"),
        arguments: [LiveRoomUpdate.Membership.left.rawValue, conversation.rawValue]) ?? false
    }
  }

  /// Returns the invitation to a room; nil without one.
  package func invitation(
    to conversation: ConversationID
  ) throws(ArchiveError) -> LiveInvitation? {
    try archive.read { db in
      let key = "\(Self.invitationKey)\(conversation.rawValue)"
      let json = try AccountValues(db).value(of: key)
      return json.flatMap { try? JSONDecoder().decode(LiveInvitation.self, from: Data($0.utf8)) }
    }
  }

  /// Counts nothing as unread any more in a room of which the server tells nothing.
  package func forgetUnread(in conversation: ConversationID) throws(ArchiveError) {
    try archive.write { db in
      try db.execute(
        sql: "UPDATE live_rooms SET unread = 0, mentions = 0 WHERE id = ?",
        arguments: [conversation.rawValue])
      try LiveTables(db, user: user).markUnread(nil, conversation.rawValue)
    }
  }

  /// Returns how many of others' messages are stored from the one that the user marked as unread to
  /// the end, and the newest gap after it, where more may be missing; nil if nothing is marked on
  /// this device.
  package func countMarkedUnread(
    in conversation: ConversationID
  ) throws(ArchiveError) -> (stored: Int, newestGap: Gap?)? {
    try archive.read { db in
      let room = conversation.rawValue
      let tables = LiveTables(db, user: user)
      guard let marked = try Self.markedUnread(db, room),
        let place = try tables.stored(message: marked)?.event.place
      else { return nil }
      let newestGap = try tables.gap(room, "place > ? ORDER BY place DESC", place)
      let stored = try Int.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT count(*) FROM live_events WHERE room = ?1 AND message IS NOT NULL
              AND place >= ?2 AND kind = ?3 AND sender <> ?4
            """), arguments: [room, place, EventCode.message.rawValue, user])
      return (stored ?? 0, newestGap)
    }
  }

  // MARK: Marked unread

  /// Key prefix in `live_account`, followed by the room's number. The value is the first message
  /// that the user marked as unread; 0 if another device marked the whole room.
  static let unreadKey = "unread:"

  /// Returns the first message that the user marked as unread; 0 if another device marked the whole
  /// room, nil without a mark.
  static func markedUnread(_ db: Database, _ room: Int64) throws -> Int64? {
    try AccountValues(db).value(of: "\(unreadKey)\(room)").flatMap { Int64($0) }
  }

  package func isMarkedUnread(_ conversation: ConversationID) throws(ArchiveError) -> Bool {
    try archive.read { try Self.markedUnread($0, conversation.rawValue) != nil }
  }

  /// Marks a message of the room, and all after it, as unread.
  ///
  /// - Parameter message: the message; nil removes the mark.
  package func markUnread(
    from message: ItemID?, in conversation: ConversationID
  ) throws(ArchiveError) {
    try archive.write { db in
      try LiveTables(db, user: user).markUnread(message?.rawValue, conversation.rawValue)
    }
  }

  // MARK: Membership

  /// Records that the user has left. Stored messages are kept.
  package func recordLeft(_ conversation: ConversationID) throws(ArchiveError) {
    try archive.write { db in
      let values = AccountValues(db)
      let wasIn = try Bool.fetchOne(
        db.cachedStatement(sql: "SELECT membership = ? FROM live_rooms WHERE id = ?"),
        arguments: [LiveRoomUpdate.Membership.joined.rawValue, conversation.rawValue])
      if wasIn == true {
        let key = "\(Self.absenceKey)\(conversation.rawValue)"
        try values.set(try values.value(of: "token"), of: key)
      }
      try db.execute(
        sql: "UPDATE live_rooms SET membership = ? WHERE id = ?",
        arguments: [LiveRoomUpdate.Membership.left.rawValue, conversation.rawValue])
      try values.set(nil, of: "\(Self.invitationKey)\(conversation.rawValue)")
      try Self.forgetRemoval(db, conversation)
    }
  }

  /// Returns a server that knows the room in which another one goes on; nil if none was named.
  package func successorServer(
    of conversation: ConversationID
  ) throws(ArchiveError) -> String? {
    let key = "\(Self.successorServerKey)\(conversation.rawValue)"
    return try archive.read { try AccountValues($0).value(of: key) }
  }

  /// Removes the record that the user was removed, so that the room is no longer listed.
  package func dismiss(_ conversation: ConversationID) throws(ArchiveError) {
    try archive.write { try Self.forgetRemoval($0, conversation) }
  }

  private static func forgetRemoval(_ db: Database, _ conversation: ConversationID) throws {
    try AccountValues(db).set(nil, of: "\(removalKey)\(conversation.rawValue)")
  }

  // MARK: People

  /// Returns a person's name; the identifier if no name is known.
  package func name(of user: String) throws(ArchiveError) -> String {
    let own = self.user
    return try archive.read { try LiveTables($0, user: own).name(of: user) }
  }

  package func author(of user: String) throws(ArchiveError) -> StoredAuthor {
    try archive.read { db in
      let row = try Row.fetchOne(
        db.cachedStatement(
          sql: "SELECT id, name FROM authors WHERE source = 'live' AND key = ?"),
        arguments: [user])
      return StoredAuthor(
        id: AuthorID(rawValue: row?.integer(0) ?? 0), name: row?.string(1) ?? user)
    }
  }

  /// Whether events after an event are missing; true for events without a place in the room.
  package func hasGap(
    after event: String, in conversation: ConversationID
  ) throws(ArchiveError) -> Bool {
    try archive.read { db in
      try Bool.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT e.place IS NULL OR EXISTS (
              SELECT 1 FROM live_gaps g WHERE g.room = e.room AND g.place > e.place)
            FROM live_events e WHERE e.room = ? AND e.event = ?
            """), arguments: [conversation.rawValue, event]) ?? true
    }
  }

  /// Returns the archive's numbers of those people whom it knows.
  package func numbers(of people: [String]) throws(ArchiveError) -> [String: AuthorID] {
    try archive.read { db in
      let statement = try db.cachedStatement(
        sql: "SELECT id FROM authors WHERE source = 'live' AND key = ?")
      var numbers: [String: AuthorID] = [:]
      for person in people {
        guard let number = try Int64.fetchOne(statement, arguments: [person]) else { continue }
        numbers[person] = AuthorID(rawValue: number)
      }
      return numbers
    }
  }

  /// Whether a message was deleted.
  package func isDeleted(
    _ event: String, in conversation: ConversationID
  ) throws(ArchiveError) -> Bool {
    try archive.read { db in
      try LiveTables(db, user: user).stored(event, conversation.rawValue)?.isRedacted ?? false
    }
  }

  /// Returns the event of the user's reaction to an event, once the server has confirmed it; nil if
  /// there is none.
  package func ownReaction(
    _ emoji: String, to event: String, in conversation: ConversationID
  ) throws(ArchiveError) -> String? {
    try archive.read { db in
      let rows = try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT \(StoredEvent.columns) FROM live_events
            WHERE room = ? AND target = ? AND sender = ? AND kind = ? AND redacted = 0
              AND \(Self.isConfirmed)
            """),
        arguments: [conversation.rawValue, event, user, EventCode.reaction.rawValue])
      return rows.map(StoredEvent.init).first { $0.content?.emoji == emoji }?.event
    }
  }

  // MARK: Threads

  /// SQL condition on rows of `live_events`: the server has confirmed the event. Local ids of
  /// events that it has not confirmed begin with "~" (``LiveTables/echoName(_:)``).
  static let isConfirmed = "event NOT LIKE '~%'"

  /// SQL condition on rows of `live_events e`: the message is not a reply in a thread, so it is
  /// among the room's messages.
  static let isOutsideOfThreads =
    "NOT EXISTS (SELECT 1 FROM live_threads t WHERE t.message = e.message)"

  /// Maximum number of replies of a thread that are shown; the newest ones.
  private static let maxThreadReplies = 1000

  /// Returns the first message of a thread, if it is stored, and the replies, from the oldest to
  /// the newest.
  package func thread(
    of root: String, in conversation: ConversationID
  ) throws(ArchiveError) -> [LiveMessage] {
    try archive.read { db in
      let tables = LiveTables(db, user: user)
      let room = conversation.rawValue
      let replies = try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT t.message, e.place, e.time FROM live_threads t
              JOIN live_events e ON e.message = t.message
            WHERE t.room = ? AND t.root = ? ORDER BY e.place IS NULL, e.place DESC, e.time DESC
            LIMIT ?
            """), arguments: [room, root, Self.maxThreadReplies])
      // `replies` is newest first. Those without a place are in gaps: sort them in by time.
      var ids: [Int64] = []
      var unplaced = replies.filter { $0.integer(1) == nil }[...]
      for reply in replies where reply.integer(1) != nil {
        while let next = unplaced.first, next.integer(2) ?? 0 > reply.integer(2) ?? 0 {
          ids += [next.integer(0)].compactMap(\.self)
          unplaced = unplaced.dropFirst()
        }
        ids += [reply.integer(0)].compactMap(\.self)
      }
      ids += unplaced.compactMap { $0.integer(0) }
      let first = try tables.stored(root, room)?.message
      return try messages(
        (first.map { [$0] } ?? []) + ids.reversed(), tables, withoutPlace: true)
    }
  }

  /// Returns the first event of a message's thread; nil outside of threads.
  package func root(ofThreadWith message: ItemID) throws(ArchiveError) -> String? {
    try archive.read { try LiveTables($0, user: user).root(ofThreadWith: message.rawValue) }
  }

  /// Returns the event that a message names as its thread's first, whether or not it is stored.
  package func namedRoot(of message: ItemID) throws(ArchiveError) -> String? {
    try archive.read { try LiveTables($0, user: user).namedRoot(of: message.rawValue) }
  }

  // MARK: Finding

  /// Returns the places of a room's messages that contain all words of a query, ascending, without
  /// replies in threads, which are not among the room's messages.
  ///
  /// - Throws: `ArchiveError.cancelled` if the task was cancelled.
  package func findPlaces(
    of query: TextQuery, in conversation: ConversationID
  ) async throws(ArchiveError) -> [Int64] {
    try await archive.findPlaces(
      of: query, in: conversation.rawValue,
      among: """
        SELECT e.message, e.place FROM live_events e WHERE e.room = :conversation
          AND e.message IS NOT NULL AND e.place IS NOT NULL AND \(Self.isOutsideOfThreads)
        """
    ).sorted()
  }

  /// Returns the message at a place; nil if it no longer exists.
  package func message(
    atPlace place: Int64, in conversation: ConversationID
  ) throws(ArchiveError) -> LiveMessage? {
    try archive.read { db in
      let id = try Int64.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT message FROM live_events WHERE room = ? AND place = ? AND message IS NOT NULL
            LIMIT 1
            """), arguments: [conversation.rawValue, place])
      return try messages(id.map { [$0] } ?? [], LiveTables(db, user: user)).first
    }
  }

  /// Returns how much of a room is stored.
  package func extent(of conversation: ConversationID) throws(ArchiveError) -> LiveExtent {
    try archive.read { db in
      let row = try Row.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT (SELECT e.time FROM live_events e WHERE e.room = ?1 AND e.message IS NOT NULL
                AND e.place > ifnull((SELECT max(place) FROM live_gaps WHERE room = ?1),
                  -9223372036854775808)
                AND \(Self.isOutsideOfThreads) ORDER BY e.place LIMIT 1),
              NOT EXISTS (SELECT 1 FROM live_gaps WHERE room = ?1)
            """), arguments: [conversation.rawValue])
      guard let row else { return LiveExtent(firstSeconds: nil, isWhole: true) }
      return LiveExtent(firstSeconds: row.integer(0).map { $0 / 1000 }, isWhole: row.flag(1))
    }
  }

  // MARK: Pages

  /// Stored page, or the gap that has to be filled first.
  package enum PageResult: Sendable {
    case page(Page<LiveMessage>)
    case missing(Gap, LiveDirection)
  }

  package func page(
    _ place: PagePlace, in conversation: ConversationID, limit: Int
  ) throws(ArchiveError) -> PageResult {
    try archive.read { db in
      let tables = LiveTables(db, user: user)
      let room = conversation.rawValue
      switch place {
      case .newest:
        return try older(than: Int64.max, room, limit, tables)
      case .before(let id):
        guard let anchor = try tables.stored(message: id.rawValue)?.event.place else {
          return .page(Page([], hasBefore: false, hasAfter: false))
        }
        return try older(than: anchor, room, limit, tables)
      case .after(let id):
        guard let anchor = try tables.stored(message: id.rawValue)?.event.place else {
          return .page(Page([], hasBefore: false, hasAfter: false))
        }
        return try newer(than: anchor, room, limit, tables)
      case .around(let id):
        guard let anchor = try tables.stored(message: id.rawValue)?.event.place else {
          return try older(than: Int64.max, room, limit, tables)
        }
        return try around(anchor, room, limit, tables)
      }
    }
  }

  private func older(
    than place: Int64, _ room: Int64, _ limit: Int, _ tables: LiveTables
  ) throws -> PageResult {
    let gap = try tables.gap(room, "place < ? ORDER BY place DESC", place)
    let ids = try Int64.fetchAll(
      tables.db.cachedStatement(
        sql: """
          SELECT message FROM live_events e WHERE room = ? AND message IS NOT NULL
            AND \(Self.isOutsideOfThreads) AND place < ? AND place > ? ORDER BY place DESC LIMIT ?
          """), arguments: [room, place, gap?.place ?? Int64.min, limit + 1])
    if ids.isEmpty, let gap { return .missing(gap, .older) }
    let hasMore = ids.count > limit || gap != nil
    return .page(
      Page(
        try messages(ids.prefix(limit).reversed(), tables), hasBefore: hasMore,
        hasAfter: place != Int64.max))
  }

  private func newer(
    than place: Int64, _ room: Int64, _ limit: Int, _ tables: LiveTables
  ) throws -> PageResult {
    let gap = try tables.gap(room, "place > ? ORDER BY place", place)
    let ids = try Int64.fetchAll(
      tables.db.cachedStatement(
        sql: """
          SELECT message FROM live_events e WHERE room = ? AND message IS NOT NULL
            AND \(Self.isOutsideOfThreads) AND place > ? AND place < ? ORDER BY place LIMIT ?
          """), arguments: [room, place, gap?.place ?? Int64.max, limit + 1])
    // Where the gap begins may not be known.
    if ids.isEmpty, let gap { return .missing(gap, gap.older == nil ? .older : .newer) }
    let hasMore = ids.count > limit || gap != nil
    return .page(
      Page(
        try messages(Array(ids.prefix(limit)), tables), hasBefore: true, hasAfter: hasMore))
  }

  private func around(
    _ place: Int64, _ room: Int64, _ limit: Int, _ tables: LiveTables
  ) throws -> PageResult {
    let half = max(1, limit / 2)
    let lower = try tables.gap(room, "place < ? ORDER BY place DESC", place)
    let upper = try tables.gap(room, "place > ? ORDER BY place", place)
    let before = try Int64.fetchAll(
      tables.db.cachedStatement(
        sql: """
          SELECT message FROM live_events e WHERE room = ? AND message IS NOT NULL
            AND \(Self.isOutsideOfThreads) AND place < ? AND place > ? ORDER BY place DESC LIMIT ?
          """), arguments: [room, place, lower?.place ?? Int64.min, half + 1])
    let after = try Int64.fetchAll(
      tables.db.cachedStatement(
        sql: """
          SELECT message FROM live_events e WHERE room = ? AND message IS NOT NULL
            AND \(Self.isOutsideOfThreads) AND place >= ? AND place < ? ORDER BY place LIMIT ?
          """), arguments: [room, place, upper?.place ?? Int64.max, half + 1])
    return .page(
      Page(
        try messages(before.prefix(half).reversed() + after.prefix(half), tables),
        hasBefore: before.count > half || lower != nil,
        hasAfter: after.count > half || upper != nil))
  }

  /// Returns the message of an event; for events that show nothing, the message that they refer to,
  /// else the nearest one before them, else after them, without crossing a gap.
  package func message(
    ofEvent event: String, in conversation: ConversationID
  ) throws(ArchiveError) -> ItemID? {
    try archive.read { db in
      let tables = LiveTables(db, user: user)
      let room = conversation.rawValue
      guard let found = try tables.stored(event, room) else { return nil }
      if let message = found.message { return ItemID(message) }
      if let target = found.target, let message = try tables.stored(target, room)?.message {
        return ItemID(message)
      }
      guard let place = found.place else { return nil }
      // Not across a gap, where the message would be another one.
      return try Int64.fetchOne(
        db,
        sql: """
          SELECT message FROM live_events e WHERE room = ?1 AND message IS NOT NULL
            AND \(Self.isOutsideOfThreads) AND place > ifnull((SELECT max(place) FROM live_gaps
              WHERE room = ?1 AND place < ?2), -9223372036854775808)
            AND place < ifnull((SELECT min(place) FROM live_gaps
              WHERE room = ?1 AND place > ?2), 9223372036854775807)
          ORDER BY place > ?2, abs(place - ?2) LIMIT 1
          """, arguments: [room, place]
      ).map { ItemID($0) }
    }
  }

  /// Returns the first message at or after a time, in milliseconds, if it is certain: nothing is
  /// missing between it and the one before. Nil if the server has to be asked.
  ///
  /// In a room that is newer than its first messages (those of another network), what happened when
  /// it was made stands before them with a later time: only what follows an earlier message counts.
  package func message(
    at time: Int64, in conversation: ConversationID
  ) throws(ArchiveError) -> ItemID? {
    try archive.read { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT e.message, e.place, (SELECT max(b.place) FROM live_events b
            WHERE b.room = e.room AND b.message IS NOT NULL AND b.place < e.place)
          FROM live_events e
          WHERE e.room = ?1 AND e.message IS NOT NULL AND e.time >= ?2
            AND \(Self.isConfirmed) AND \(Self.isOutsideOfThreads)
            AND e.place > ifnull((SELECT o.place FROM live_events o
              WHERE o.room = ?1 AND o.message IS NOT NULL AND o.place IS NOT NULL
                AND o.time < ?2 ORDER BY o.place LIMIT 1), -9223372036854775808)
          ORDER BY e.place LIMIT 1
          """, arguments: [conversation.rawValue, time])
      guard let row, let place = row.integer(1) else { return nil }
      // Where none before it is known, an earlier one may be in any gap.
      let before = row.integer(2)
      let isMissing = try Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS (SELECT 1 FROM live_gaps WHERE room = ?1 AND place < ?2 AND place > ?3)
          """,
        arguments: [
          conversation.rawValue, before == nil ? Int64.max : place, before ?? Int64.min,
        ])
      return isMissing == true ? nil : row.integer(0).map { ItemID($0) }
    }
  }

  /// Whether an event is stored and has a place.
  package func isPlaced(
    _ event: String, in conversation: ConversationID
  ) throws(ArchiveError) -> Bool {
    try archive.read { db in
      try LiveTables(db, user: user).stored(event, conversation.rawValue)?.place != nil
    }
  }

  /// Returns whether a search of the archive finds an event's message: it has a position, which
  /// comes a moment after it was inserted in the middle.
  package func isSearchable(
    _ event: String, in conversation: ConversationID
  ) throws(ArchiveError) -> Bool {
    try archive.read { db in
      try Bool.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT EXISTS (SELECT 1 FROM live_events e JOIN positions p ON p.message = e.message
              WHERE e.room = ? AND e.event = ?)
            """), arguments: [conversation.rawValue, event]) ?? false
    }
  }

  /// Returns the event that an event refers to; nil if the event shows a message itself, or refers
  /// to none.
  package func target(
    of event: String, in conversation: ConversationID
  ) throws(ArchiveError) -> String? {
    try archive.read { db in
      let found = try LiveTables(db, user: user).stored(event, conversation.rawValue)
      return found?.message == nil ? found?.target : nil
    }
  }

  /// Returns the read marker, the event that the user has read last on the server, if it is not
  /// stored with a place; nil if it is, or if there is none.
  package func missingMarker(in conversation: ConversationID) throws(ArchiveError) -> String? {
    try archive.read { db in
      try String.fetchOne(
        db,
        sql: """
          SELECT r.read_marker FROM live_rooms r WHERE r.id = ? AND NOT EXISTS (
            SELECT 1 FROM live_events WHERE room = r.id AND event = r.read_marker
              AND place IS NOT NULL)
          """, arguments: [conversation.rawValue])
    }
  }

  /// Returns the event that a message replies to; nil if it is no reply.
  package func replyTarget(of message: ItemID) throws(ArchiveError) -> String? {
    try archive.read { db in
      try String.fetchOne(
        db, sql: "SELECT reply_key FROM messages WHERE id = ?", arguments: [message.rawValue])
    }
  }
}
