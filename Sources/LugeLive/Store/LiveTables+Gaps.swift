import GRDB

/// Where what a page brings belongs, besides its gap.
extension LiveTables {
  /// Returns the events of a page that a gap may take. A server that ignores where a page was to
  /// end goes on beyond what is known on the gap's other side, among the events of the next gap:
  /// these come with that one's own pages, and would be on the wrong side of what is known.
  ///
  /// Servers may also tell of known events in another order than before, with new ones among them.
  /// Therefore the page is cut only if it goes past all that is known up to the next gap, and after
  /// the last of that. What shows nothing by itself is kept, because it has no place.
  func upToNextGap(
    _ events: [RoomEvent], of gap: LiveStore.Gap, _ direction: LiveDirection
  ) throws -> [RoomEvent] {
    let isOlder = direction == .older
    guard
      let next = try self.gap(
        gap.room, isOlder ? "place < ? ORDER BY place DESC" : "place > ? ORDER BY place",
        gap.place),
      let end = try String.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT event FROM live_events WHERE room = ? AND place > ? AND place < ? AND echo = 0
            ORDER BY place \(isOlder ? "" : "DESC") LIMIT 1
            """),
        arguments: [gap.room, min(gap.place, next.place), max(gap.place, next.place)]),
      events.contains(where: { $0.id == end }),
      let last = try events.lastIndex(where: { event in
        guard let known = try stored(event.id, gap.room), !known.isEcho, let place = known.place
        else { return false }
        return place > min(gap.place, next.place) && place < max(gap.place, next.place)
      })
    else { return events }
    return events[...last] + events[(last + 1)...].filter(\.isAttached)
  }

  /// Returns the user's own messages that stand before the newest gap of a room because they were
  /// written before it was known: the server has them, but has not said where they belong.
  func ownBeforeGap(_ room: Int64) throws -> [String] {
    try String.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT event FROM (
            SELECT event, echo FROM live_events WHERE room = ?1 AND message IS NOT NULL
              AND place < (SELECT max(place) FROM live_gaps WHERE room = ?1)
            ORDER BY place DESC LIMIT \(Self.mostOwnBeforeGap))
          WHERE echo = 1 AND event NOT LIKE '~%'
          """), arguments: [room])
  }

  /// Number of messages before a gap among which the user's own are looked for.
  private static let mostOwnBeforeGap = 50
}
