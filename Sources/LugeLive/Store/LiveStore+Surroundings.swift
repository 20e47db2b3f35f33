import GRDB
import LugeArchive
import LugeCore

/// Stores events in the middle of a gap, after a jump.
extension LiveStore {
  /// Stores events from within a gap. If some of them are stored already, the new ones are joined
  /// to these; otherwise they are stored with a gap on either side, within the gap that the times
  /// around it suggest.
  ///
  /// - Returns: the changes; empty if the event has a place already, or if no gap has space for it.
  package func take(
    _ surroundings: LiveSurroundings, of event: String, in conversation: ConversationID
  ) throws(ArchiveError) -> LiveRoomChange {
    try archive.write { db in
      let tables = LiveTables(db, user: user)
      try tables.rename(surroundings.members.reversed())
      try tables.notePictures(surroundings.members, of: conversation.rawValue)
      var work = RoomWork(room: conversation.rawValue)
      try tables.take(surroundings, of: event, &work)
      work.isOutOfPlace = work.isOutOfPlace || !work.added.isEmpty
      try tables.finish(&work)
      return try change(work, tables)
    }
  }

  /// Stores an event, and what is attached to it, for those that quote it. It has no place among
  /// the room's messages until a page or a jump comes to it.
  package func take(
    quoted found: LiveSurroundings, in conversation: ConversationID
  ) throws(ArchiveError) -> LiveRoomChange {
    try archive.write { db in
      let tables = LiveTables(db, user: user)
      try tables.rename(found.members.reversed())
      try tables.notePictures(found.members, of: conversation.rawValue)
      var work = RoomWork(room: conversation.rawValue)
      for event in found.events { try tables.take(event, .nowhere, &work) }
      try tables.finish(&work)
      return try change(work, tables)
    }
  }

  /// Returns the event of a message that has no place; nil if it has one.
  package func event(ofUnplaced message: ItemID) throws(ArchiveError) -> String? {
    try archive.read { db in
      try String.fetchOne(
        db.cachedStatement(
          sql: "SELECT event FROM live_events WHERE message = ? AND place IS NULL"),
        arguments: [message.rawValue])
    }
  }

  /// Returns the event that a message replies to, if it is not stored; nil if it is stored, or if
  /// the message is no reply.
  package func missingQuote(
    of message: ItemID, in conversation: ConversationID
  ) throws(ArchiveError) -> String? {
    try archive.read { db in
      try String.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT m.reply_key FROM messages m WHERE m.id = ?2 AND NOT EXISTS (
              SELECT 1 FROM live_events e WHERE e.room = ?1 AND e.event = m.reply_key)
            """), arguments: [conversation.rawValue, message.rawValue])
    }
  }
}

extension LiveTables {
  private typealias Gap = LiveStore.Gap

  fileprivate func take(
    _ surroundings: LiveSurroundings, of event: String, _ work: inout RoomWork
  ) throws {
    let room = work.room
    let events = surroundings.events
    let own = events.filter { !$0.isAttached }
    guard let target = own.firstIndex(where: { $0.id == event }),
      try place(of: event, room) == nil
    else { return }
    let places = try own.map { try place(of: $0.id, room) }
    let above = places[target...].firstIndex { $0 != nil }
    let below = places[..<target].lastIndex { $0 != nil }
    let new = own[((below ?? -1) + 1)..<(above ?? own.count)]
    var attached: [RoomEvent] { events.filter(\.isAttached) }

    if let above, let known = places[above] {
      // Right before stored events.
      guard let gap = try gap(room, "place < ? ORDER BY place DESC", known),
        let edge = try edge("min(place)", "place > ?", gap.place, room)
      else { return }
      for (step, event) in new.reversed().enumerated() {
        try take(event, .at(edge.subtractingClamped(1 + Int64(step))), &work)
      }
      let closes = below.flatMap { places[$0] }.map { $0 < gap.place } ?? false
      if closes || (below == nil && surroundings.before == nil) {
        try remove(gap)
      } else if below == nil, let before = surroundings.before {
        try execute(
          "UPDATE live_gaps SET newer = ? WHERE room = ? AND place = ?", [before, room, gap.place])
      }
    } else if let below, let known = places[below] {
      // Right after stored events.
      guard let gap = try gap(room, "place > ? ORDER BY place", known),
        let edge = try edge("max(place)", "place < ?", gap.place, room)
      else { return }
      for (step, event) in new.enumerated() {
        try take(event, .at(edge.addingClamped(1 + Int64(step))), &work)
      }
      if let after = surroundings.after {
        try execute(
          "UPDATE live_gaps SET older = ? WHERE room = ? AND place = ?", [after, room, gap.place])
      } else {
        try remove(gap)
      }
    } else {
      try takeApart(Array(new), surroundings, time: own[target].time, &work)
    }
    for event in attached { try take(event, .nowhere, &work) }
  }

  /// Stores events between two gaps of their own, in the middle of the free places of a gap.
  private func takeApart(
    _ events: [RoomEvent], _ surroundings: LiveSurroundings, time: Int64, _ work: inout RoomWork
  ) throws {
    let room = work.room
    guard let gap = try gap(around: time, room),
      let upper = try edge("min(place)", "place > ?", gap.place, room)
    else { return }
    let lower =
      try edge("max(place)", "place < ?", gap.place, room)
      ?? upper.subtractingClamped(4 * Self.gapRoom)
    let count = Int64(events.count)
    // After very many jumps into one gap, there are no free order numbers for the events around
    // these.
    guard upper.subtractingClamped(lower) > 1 << 20 else { return }
    let first = Self.middle(lower, upper) - count / 2
    try remove(gap)
    for (step, event) in events.enumerated() {
      try take(event, .at(first + Int64(step)), &work)
    }
    if let before = surroundings.before {
      try add(
        Gap(
          room: room, place: Self.middle(lower, first), older: gap.older, newer: before))
    }
    let last = first + count - 1
    try add(
      Gap(
        room: room, place: Self.middle(last, upper), older: surroundings.after, newer: gap.newer))
  }

  /// Returns the place half-way between two.
  private static func middle(_ lower: Int64, _ upper: Int64) -> Int64 {
    lower / 2 + upper / 2
  }

  /// Returns the gap in which events of a time may be missing, according to senders' clocks.
  private func gap(around time: Int64, _ room: Int64) throws -> Gap? {
    let gaps = try Row.fetchAll(
      db,
      sql: """
        SELECT g.place, g.older, g.newer, (SELECT e.time FROM live_events e
          WHERE e.room = g.room AND e.message IS NOT NULL AND e.place > g.place
          ORDER BY e.place LIMIT 1)
        FROM live_gaps g WHERE g.room = ? ORDER BY g.place
        """, arguments: [room])
    // The first one with newer events after it.
    let found = gaps.first { $0.integer(3).map { $0 >= time } ?? true } ?? gaps.last
    return found.flatMap { Gap($0, room: room) }
  }

  private func place(of event: String, _ room: Int64) throws -> Int64? {
    guard let known = try stored(event, room), !known.isEcho else { return nil }
    return known.place
  }

  private func edge(
    _ which: String, _ condition: String, _ place: Int64, _ room: Int64
  ) throws -> Int64? {
    try Int64.fetchOne(
      db, sql: "SELECT \(which) FROM live_events WHERE room = ? AND \(condition)",
      arguments: [room, place])
  }

  private func add(_ gap: Gap) throws {
    try execute(
      "INSERT INTO live_gaps (room, place, older, newer) VALUES (?, ?, ?, ?)",
      [gap.room, gap.place, gap.older, gap.newer])
  }

  private func remove(_ gap: Gap) throws {
    try execute("DELETE FROM live_gaps WHERE room = ? AND place = ?", [gap.room, gap.place])
  }
}
