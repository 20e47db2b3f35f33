import Foundation
import GRDB
import LugeArchive

/// Counts the votes of polls.
///
/// A poll is closed by the first end that its author sent, or somebody who may delete messages of
/// others. Of each person the last vote before that counts. Both follow the times of events, so
/// the result does not depend on the order of their arrival.
extension LiveTables {
  /// Maximum number of people whose votes are counted, those who voted first: anybody may let any
  /// number of people vote.
  private static let mostVoters = 5000

  /// Returns the poll that a message is; nil for other messages, and for a deleted one.
  func poll(of base: StoredEvent, _ room: Int64) throws -> LivePollState? {
    guard base.content?.message?.poll != nil else { return nil }
    let edit = try edits(of: base, room).first { Self.applies($0, to: base) }
    return try poll(of: base, edit: edit, room)
  }

  /// - Parameter edit: the edit that counts; nil without one.
  func poll(of base: StoredEvent, edit: StoredEvent?, _ room: Int64) throws -> LivePollState? {
    guard !base.isRedacted, base.code == .message, let own = base.content?.message?.poll else {
      return nil
    }
    let moderators = try moderators(of: room)
    let end = try relations(.pollEnd, to: base, room, "AND redacted = 0 ORDER BY time, event")
      .first { $0.sender == base.sender || moderators.contains($0.sender) }
    let last = try relations(
      .vote, to: base, room,
      """
      AND id IN (SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY sender ORDER BY time DESC, event DESC) AS step
        FROM live_events WHERE room = ? AND target = ? AND kind = ? AND redacted = 0
          AND time <= ?) WHERE step = 1)
      ORDER BY time, event LIMIT ?
      """,
      [room, base.event, EventCode.vote.rawValue, end?.time ?? Int64.max, Self.mostVoters])
    return LivePollState(
      edit?.content?.message?.poll ?? own, isClosed: end != nil,
      votes: last.map { ($0.sender, $0.content?.answers ?? []) }, user: user)
  }

  private func moderators(of room: Int64) throws -> LiveModerators {
    let json = try account.value(of: "\(LiveStore.moderatorsKey)\(room)")
    return json.flatMap { try? JSONDecoder().decode(LiveModerators.self, from: Data($0.utf8)) }
      ?? LiveModerators()
  }
}

extension LiveStore {
  /// Key prefix in `live_account`, followed by the room's number. The value is ``LiveModerators``
  /// as JSON.
  static let moderatorsKey = "moderators:"

  /// Stores votes in a poll and its end, wherever in the room they belong: they show nothing.
  package func take(
    _ page: LivePage, ofPoll poll: String, in conversation: ConversationID
  ) throws(ArchiveError) -> LiveRoomChange {
    try archive.write { db in
      let tables = LiveTables(db, user: user)
      try tables.rename(page.members)
      var work = RoomWork(room: conversation.rawValue)
      for event in page.events where !event.isShown && event.target == poll {
        // A vote just sent from here gets its id by the answer to its request.
        if let transaction = event.transaction,
          try tables.stored(LiveTables.echoName(transaction), work.room) != nil
        {
          continue
        }
        try tables.take(event, .nowhere, &work)
      }
      try tables.finish(&work)
      return try change(work, tables)
    }
  }
}
