import GRDB

/// Decides which messages are in which thread.
///
/// A message may name any event as the root of its thread: also an event that is itself in a
/// thread, that names the message in turn, or that is not stored. Whatever it names, the message
/// has to be shown somewhere:
///
/// - in the thread of the first message that is in no thread, on the way from the named event to
///   the event that this one names, and so on;
/// - in no thread, among the room's own messages, if the named event is not stored, or if the way
///   leads back to the message.
///
/// So the result depends on which messages are stored, and not on the order of their arrival.
///
/// Invariant: the root of each row of `live_threads` is a message that has no row there.
extension LiveTables {
  /// Returns the event that a message names as its thread's first, whether or not it is stored.
  func namedRoot(of message: Int64) throws -> String? {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT root FROM live_named_roots WHERE message = ?"),
      arguments: [message])
  }

  /// Updates threads after all changes of a transaction, because an event may name a later one.
  func settleThreads(_ work: inout RoomWork) throws {
    guard !work.arrived.isEmpty else { return }
    let arrived = work.arrived
    work.arrived = []
    let hasThreads = try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM live_named_roots WHERE room = ?)"),
      arguments: [work.room])
    guard hasThreads == true else { return }
    let links = try links(below: arrived, work.room)
    let roots = try roots(of: links, work.room)
    let added = Set(work.added)
    var touched: Set<String> = []
    for (event, link) in links {
      let before = try root(ofThreadWith: link.message)
      let after = roots[event] ?? nil
      guard before != after else { continue }
      if let after {
        try execute(
          "INSERT OR REPLACE INTO live_threads (message, room, root) VALUES (?, ?, ?)",
          [link.message, work.room, after])
      } else {
        try execute("DELETE FROM live_threads WHERE message = ?", [link.message])
      }
      touched.formUnion([before, after].compactMap(\.self))
      // The message moves from a thread to the room's own messages, or from these to a thread.
      if (before == nil) != (after == nil), !added.contains(link.message) {
        work.moved.insert(link.message)
      }
    }
    for event in touched {
      if let first = try stored(event, work.room)?.message { work.changed.insert(first) }
    }
  }

  /// Updates all threads of an archive that an earlier version wrote, with other rules for threads.
  func settleAllThreads() throws {
    for room in try Int64.fetchAll(db, sql: "SELECT id FROM live_rooms") {
      var work = RoomWork(room: room)
      work.arrived = try String.fetchAll(
        db,
        sql: """
          SELECT e.event FROM live_named_roots n JOIN live_events e ON e.message = n.message
          WHERE n.room = ?
          """, arguments: [room])
      try settleThreads(&work)
    }
  }

  private struct Link {
    var message: Int64
    /// The event that the message names; nil if it names none.
    var named: String?
  }

  /// Returns the messages whose threads may have changed, by their events: those of the given
  /// events, and all messages that name one of these as their root, directly or through others.
  private func links(below events: [String], _ room: Int64) throws -> [String: Link] {
    var links: [String: Link] = [:]
    var waiting = events
    var seen = Set(events)
    while let event = waiting.popLast() {
      if let message = try message(of: event, room) {
        links[event] = Link(message: message, named: try namedRoot(of: message))
      }
      let below = try String.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT e.event FROM live_named_roots n JOIN live_events e ON e.message = n.message
            WHERE n.room = ? AND n.root = ?
            """), arguments: [room, event])
      waiting += below.filter { seen.insert($0).inserted }
    }
    return links
  }

  /// Returns the first event of each message's thread; nil for messages in the room itself.
  ///
  /// - Complexity: O(messages), however they are linked.
  private func roots(
    of links: [String: Link], _ room: Int64
  ) throws -> [String: String?] {
    var roots: [String: String?] = [:]
    for start in links.keys where roots[start] == nil {
      /// Events on the way from `start`, from each to the one that it names, whose roots are still
      /// unknown; and the index of each in `way`.
      var way: [String] = []
      var steps: [String: Int] = [:]
      var event = start
      while true {
        if let known = roots[event] {
          event = known ?? event
          break
        }
        if let step = steps[event] {
          // A cycle: all messages on it are in the room; those that lead to it are in the thread of
          // the first one on it.
          for other in way[step...] { roots[other] = .some(nil) }
          way.removeSubrange(step...)
          break
        }
        steps[event] = way.count
        way.append(event)
        let named = links[event]?.named
        if let named, links[named] != nil {
          event = named
        } else if let named, let message = try message(of: named, room) {
          // The thread of the named message has not changed.
          event = try root(ofThreadWith: message) ?? named
          break
        } else {
          roots[event] = .some(nil)
          way.removeLast()
          break
        }
      }
      for other in way { roots[other] = event }
    }
    return roots
  }

  /// Returns the message of an event; nil for events that are not stored or show nothing.
  private func message(of event: String, _ room: Int64) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(
        sql: "SELECT message FROM live_events WHERE room = ? AND event = ?"),
      arguments: [room, event])
  }
}
