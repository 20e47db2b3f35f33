import Foundation
import GRDB
import LugeArchive
import LugeCore
import LugeWords

/// Queue of messages to be sent: stored, in order, under transaction ids that never change.
extension LiveStore {
  package struct Queued: Sendable, Hashable {
    package var conversation: Int64
    package var room: String
    package var transaction: String
    /// The content; nil if this version cannot read it: written by another version, or damaged.
    package var outgoing: LiveOutgoing?
    /// Whether it has a row, which shows why it is not sent.
    package var isShown: Bool
  }

  /// Stores a message, an edit, a reaction or a deletion until it is sent, and shows it; a deletion
  /// is shown once the server has confirmed it.
  ///
  /// - Parameter deletesAtOnce: whether a deletion removes the words now, as if it were confirmed.
  package func enqueue(
    _ outgoing: LiveOutgoing, in conversation: ConversationID, now: Int64,
    as transaction: String = UUID().uuidString.lowercased(), deletesAtOnce: Bool = false
  ) throws(ArchiveError) -> LiveRoomChange {
    try archive.write { db in
      let tables = LiveTables(db, user: user)
      let room = conversation.rawValue
      // It may be stored already, if a program ended before it removed it from the outbox.
      let isKnown = try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM live_queue WHERE \"transaction\" = ?)",
        arguments: [transaction])
      if isKnown == true { return LiveRoomChange(conversation) }
      let body = String(decoding: try JSONEncoder().encode(outgoing), as: UTF8.self)
      try tables.execute(
        "INSERT INTO live_queue (room, \"transaction\", body) VALUES (?, ?, ?)",
        [room, transaction, body])
      var work = RoomWork(room: room)
      let kind: RoomEvent.Kind =
        switch outgoing {
        case .message(let content): .message(content)
        case .edit(let target, let content): .edit(of: target, content)
        case .reaction(let target, let emoji): .reaction(to: target, emoji: emoji)
        case .redaction(let target, _): .redaction(of: target)
        case .vote(let target, let answers, _): .vote(in: target, answers: answers)
        }
      let event = RoomEvent(
        id: LiveTables.echoName(transaction), sender: user, time: now, kind: kind)
      // A message to be deleted stays until the server has confirmed that.
      if case .redaction(let target, _) = outgoing {
        if deletesAtOnce {
          work.redacted.insert(target)
          work.stale.insert(target)
        }
      } else {
        try tables.insert(event, event.isShown ? .end : .nowhere, isEcho: true, &work)
      }
      try tables.finish(&work)
      return try change(work, tables)
    }
  }

  /// Returns the first waiting message of a room; nil if an earlier one has failed, or none waits.
  package func nextQueued(
    in conversation: ConversationID
  ) throws(ArchiveError) -> Queued? {
    try archive.read { db in
      let row = try Row.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT q.\"transaction\", q.body, q.failure, r.room,
              EXISTS (SELECT 1 FROM live_events e WHERE e.room = q.room
                AND e.event = '~' || q.\"transaction\" AND e.message IS NOT NULL)
            FROM live_queue q JOIN live_rooms r ON r.id = q.room
            WHERE q.room = ? AND NOT \(Self.isRefusedEdit) ORDER BY q.id LIMIT 1
            """), arguments: [conversation.rawValue])
      guard let row, row.hasNull(atIndex: 2) else { return nil }
      return Queued(
        conversation: conversation.rawValue, room: row.string(3) ?? "",
        transaction: row.string(0) ?? "",
        outgoing: row.string(1).flatMap {
          try? JSONDecoder().decode(LiveOutgoing.self, from: Data($0.utf8))
        }, isShown: row.flag(4))
    }
  }

  /// Returns the rooms with waiting messages.
  package func roomsWithQueue() throws(ArchiveError) -> [ConversationID] {
    try archive.read { db in
      try Int64.fetchAll(db, sql: "SELECT DISTINCT room FROM live_queue ORDER BY room")
        .map(ConversationID.init(rawValue:))
    }
  }

  /// Returns the row of a waiting message; nil if it was discarded, or has none (an edit).
  package func message(ofQueued queued: Queued) throws(ArchiveError) -> ItemID? {
    try archive.read { db in
      try Int64.fetchOne(
        db, sql: "SELECT message FROM live_events WHERE room = ? AND event = ?",
        arguments: [queued.conversation, LiveTables.echoName(queued.transaction)]
      ).map { ItemID($0) }
    }
  }

  /// Stores the address of a waiting message's uploaded file.
  ///
  /// - Returns: the content to send now; nil if it was discarded meanwhile.
  package func uploaded(
    _ queued: Queued, to address: String
  ) throws(ArchiveError) -> (LiveOutgoing, LiveRoomChange)? {
    guard case .message(var content) = queued.outgoing else { return nil }
    content.media?.path = address
    let outgoing = LiveOutgoing.message(content)
    return try archive.write { db in
      let tables = LiveTables(db, user: user)
      var work = RoomWork(room: queued.conversation)
      let echo = LiveTables.echoName(queued.transaction)
      guard try tables.stored(echo, work.room) != nil else { return nil }
      try tables.execute(
        "UPDATE live_queue SET body = ? WHERE \"transaction\" = ?",
        [String(decoding: try JSONEncoder().encode(outgoing), as: UTF8.self), queued.transaction])
      try tables.execute(
        "UPDATE live_events SET content = ? WHERE room = ? AND event = ?",
        [StoredContent(.message(content))?.json, work.room, echo])
      try tables.refresh(echo, &work)
      return (outgoing, try change(work, tables))
    }
  }

  /// Stores the event id that the server has given to a sent message.
  ///
  /// An id that belongs to somebody else's event, or to another message of the user's, says nothing
  /// about this one: it is marked as failed, and stays.
  package func sent(_ queued: Queued, as event: String) throws(ArchiveError) -> LiveRoomChange {
    try archive.write { db in
      let tables = LiveTables(db, user: user)
      var work = RoomWork(room: queued.conversation)
      let named = try tables.stored(event, work.room)
      let echo = LiveTables.echoName(queued.transaction)
      let known = try tables.stored(echo, work.room)
      // What was stored before this one was written cannot be it either.
      if let named, let known, let message = known.message,
        named.sender != user || named.isEcho || named.id < known.id
      {
        try Self.fail(
          queued, because: localized("The server's answer is about another message."), tables)
        work.changed.insert(message)
        return try change(work, tables)
      }
      try tables.execute(
        "DELETE FROM live_queue WHERE \"transaction\" = ?", [queued.transaction])
      if let known {
        if named != nil {
          // The event has arrived by sync first, without its transaction id.
          try drop(known, tables, &work)
        } else {
          try tables.execute(
            "UPDATE live_events SET event = ? WHERE id = ?", [event, known.id])
          if known.message != nil { work.arrived.append(event) }
          try tables.refresh(event, &work)
        }
      }
      try tables.finish(&work)
      return try change(work, tables)
    }
  }

  /// SQL for whether an entry `q` of the queue is an edit that the server has refused.
  private static let isRefusedEdit = """
    (q.failure IS NOT NULL
      AND CASE WHEN json_valid(q.body) THEN json_extract(q.body, '$.edit') IS NOT NULL ELSE 0 END)
    """

  /// Takes back an edit that the server has refused: the message has its old words again. Its new
  /// ones stay in the queue, where they hold up nothing, until ``forget(_:)``.
  package func refused(
    _ queued: Queued, reason: String
  ) throws(ArchiveError) -> LiveRoomChange {
    try archive.write { db in
      let tables = LiveTables(db, user: user)
      var work = RoomWork(room: queued.conversation)
      try Self.fail(queued, because: reason, tables)
      let echo = LiveTables.echoName(queued.transaction)
      if let event = try tables.stored(echo, work.room) { try drop(event, tables, &work) }
      try tables.finish(&work)
      return try change(work, tables)
    }
  }

  /// Returns the edits of a room that the server has refused, in their order.
  package func refusedEdits(
    in conversation: ConversationID
  ) throws(ArchiveError) -> [LiveRefusedEdit] {
    try archive.read { db in
      let tables = LiveTables(db, user: user)
      let rows = try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT q.id, q.body FROM live_queue q WHERE q.room = ? AND \(Self.isRefusedEdit)
            ORDER BY q.id
            """), arguments: [conversation.rawValue])
      return try rows.compactMap { row in
        guard let id = row.integer(0), let body = row.string(1),
          case .edit(let target, let content) = try? JSONDecoder().decode(
            LiveOutgoing.self, from: Data(body.utf8))
        else { return nil }
        let event = try tables.stored(target, conversation.rawValue)
        let message = event?.isRedacted == false ? event?.message : nil
        return LiveRefusedEdit(id: id, message: message.map { ItemID($0) }, content: content)
      }
    }
  }

  /// Removes refused edits whose words the user has again.
  package func forget(_ edits: [LiveRefusedEdit]) throws(ArchiveError) {
    try archive.write { db in
      let tables = LiveTables(db, user: user)
      for edit in edits { try tables.execute("DELETE FROM live_queue WHERE id = ?", [edit.id]) }
    }
  }

  private static func fail(_ queued: Queued, because reason: String, _ tables: LiveTables) throws {
    try tables.execute(
      "UPDATE live_queue SET failure = ? WHERE \"transaction\" = ?",
      [reason, queued.transaction])
  }

  /// Marks a message as refused by the server: nothing after it is sent until the user has decided.
  package func failed(
    _ queued: Queued, reason: String
  ) throws(ArchiveError) -> LiveRoomChange {
    try archive.write { db in
      let tables = LiveTables(db, user: user)
      var work = RoomWork(room: queued.conversation)
      try Self.fail(queued, because: reason, tables)
      if let message = try tables.stored(
        LiveTables.echoName(queued.transaction), work.room)?.message
      {
        work.changed.insert(message)
      }
      return try change(work, tables)
    }
  }

  /// Puts a failed message back into the queue.
  package func retry(_ message: Int64) throws(ArchiveError) -> LiveRoomChange? {
    try archive.write { db in
      let tables = LiveTables(db, user: user)
      guard let (room, event) = try tables.stored(message: message) else { return nil }
      try tables.execute(
        "UPDATE live_queue SET failure = NULL WHERE \"transaction\" = ?",
        [String(event.event.dropFirst())])
      var work = RoomWork(room: room)
      work.changed.insert(message)
      return try change(work, tables)
    }
  }

  /// Removes an unsent message, and its row.
  package func discard(_ message: Int64) throws(ArchiveError) -> LiveRoomChange? {
    try archive.write { db in
      let tables = LiveTables(db, user: user)
      guard let (room, event) = try tables.stored(message: message), event.event.hasPrefix("~")
      else { return nil }
      var work = RoomWork(room: room)
      try tables.execute(
        "DELETE FROM live_queue WHERE \"transaction\" = ?", [String(event.event.dropFirst())])
      try drop(event, tables, &work)
      try tables.noteDeletedWords(&work)
      try tables.finish(&work)
      return try change(work, tables)
    }
  }

  /// Removes an entry without a row that the user could discard: a reaction, a deletion, a vote.
  package func discard(_ queued: Queued) throws(ArchiveError) -> LiveRoomChange {
    try archive.write { db in
      let tables = LiveTables(db, user: user)
      var work = RoomWork(room: queued.conversation)
      try discard(transaction: queued.transaction, tables, &work)
      return try change(work, tables)
    }
  }

  /// Removes the user's reaction to an event that waits to be sent.
  ///
  /// - Returns: its transaction, and the changes; nil if none waits.
  package func discardReaction(
    _ emoji: String, to event: String, in conversation: ConversationID
  ) throws(ArchiveError) -> (transaction: String, change: LiveRoomChange)? {
    try archive.write { db in
      let tables = LiveTables(db, user: user)
      var work = RoomWork(room: conversation.rawValue)
      guard let base = try tables.stored(event, work.room),
        let waiting = try tables.relations(
          .reaction, to: base, work.room, "AND sender = ? AND NOT \(Self.isConfirmed)", [user]
        ).first(where: { $0.content?.emoji == emoji })
      else { return nil }
      let transaction = String(waiting.event.dropFirst())
      try discard(transaction: transaction, tables, &work)
      return (transaction, try change(work, tables))
    }
  }

  private func discard(
    transaction: String, _ tables: LiveTables, _ work: inout RoomWork
  ) throws {
    try tables.execute("DELETE FROM live_queue WHERE \"transaction\" = ?", [transaction])
    if let event = try tables.stored(LiveTables.echoName(transaction), work.room) {
      try drop(event, tables, &work)
    }
    try tables.finish(&work)
  }

  private func drop(
    _ event: StoredEvent, _ tables: LiveTables, _ work: inout RoomWork
  ) throws {
    try tables.execute("DELETE FROM live_events WHERE id = ?", [event.id])
    if let message = event.message {
      try tables.touchRoot(of: message, &work)
      try tables.execute("DELETE FROM live_threads WHERE message = ?", [message])
      try tables.execute("DELETE FROM live_named_roots WHERE message = ?", [message])
      work.arrived.append(event.event)
      try tables.archive.remove(message)
      work.removed.append(message)
    }
    if let target = event.target { try tables.refresh(target, &work) }
  }
}
