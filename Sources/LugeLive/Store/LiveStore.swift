import Foundation
import GRDB
import LugeArchive
import LugeCore

/// Store of an account's events, and of its messages to be sent. All changes that belong together
/// are one transaction: after a crash at any moment, the next sync continues after the stored
/// events, and queued messages are sent under the same transaction ids.
///
/// An event's **place** is its order number in its room (`live_events.place`): messages are shown
/// in this order, and a gap has a place of its own, between those of its neighbours. Once the
/// server has confirmed an event, its place never changes. An event has none while it is only known
/// from a thread or a quote, or because it shows nothing. A **position** is the archive's:
/// consecutive numbers of the messages, which are assigned again when messages come in between.
///
/// All calls wait for the disk.
package final class LiveStore: Sendable {
  package let user: String
  let archive: AccountArchive
  private let interruption = Interruption()

  /// - Parameter path: path of the archive, created if it does not exist.
  package init(path: String, user: String) throws(ArchiveError) {
    self.user = user
    archive = try AccountArchive(path: path)
    try archive.write { db in
      let hasThreadsToSettle = try AccountSchema.prepare(db)
      let values = AccountValues(db)
      let known = try values.value(of: "user")
      guard known == nil || known == user else {
        throw ArchiveError.notWritable(path: path, reason: "it is the archive of \(known ?? "")")
      }
      if known == nil { try values.set(user, of: "user") }
      if hasThreadsToSettle { try LiveTables(db, user: user).settleAllThreads() }
    }
    // Assign positions for search and for reading without a server. If that fails (a full disk),
    // the messages are shown all the same.
    try? placeWhatIsNot()
  }

  /// Token from which the next sync continues.
  package var token: String? {
    get throws(ArchiveError) { try archive.read { try AccountValues($0).value(of: "token") } }
  }

  /// See `AccountArchive.settle()`.
  package func settle() { archive.settle() }

  /// See `AccountArchive.forgetDeletedWords(within:)`.
  package func forgetDeletedWords(within seconds: Double = .infinity) {
    archive.forgetDeletedWords(within: seconds)
  }

  /// Whether the word index still has words of deleted messages.
  package var hasDeletedWords: Bool { (try? archive.deletedWords) != nil }

  /// Gives up storing what the server has sent, until ``permit()``, because the program ends: a
  /// large response takes seconds. Nothing of the response that is being stored stays.
  package func interrupt() { interruption.isSet = true }

  /// Permits storing responses.
  package func permit() { interruption.isSet = false }

  // MARK: The server's responses

  /// Stores a response of the server, completely or not at all.
  ///
  /// - Returns: the changes of each room.
  /// - Throws: ``ArchiveError/cancelled`` after ``interrupt()``.
  package func take(_ batch: LiveBatch) throws(ArchiveError) -> [LiveRoomChange] {
    try archive.write { db in
      let tables = LiveTables(db, user: user, interruption)
      let since = try tables.account.value(of: "token")
      try note(batch.notifications, tables)
      let mentions = try Self.mentions(db)
      var works: [RoomWork] = []
      var naming: Set<Int64> = []
      for update in batch.rooms {
        guard let work = try take(update, since: since, tables) else { continue }
        works.append(work)
        if let now = update.mentions, now > mentions[work.room] ?? 0 { naming.insert(work.room) }
      }
      try tables.account.set(batch.token, of: "token")
      // The first response tells everything.
      if since == nil { try tables.account.set("1", of: Self.standingKey) }
      return try works.map { work in
        var change = try change(work, tables)
        change.namesUser = naming.contains(work.room)
        return change
      }
    }
  }

  private func note(_ rules: NotificationRules?, _ tables: LiveTables) throws {
    guard let rules else { return }
    let json = String(decoding: try JSONEncoder().encode(rules), as: UTF8.self)
    try tables.account.set(json, of: Self.notificationsKey)
  }

  /// Key in `live_account` once the archive has what ``LiveService/standing()`` tells.
  private static let standingKey = "standing 3"

  /// Whether ``LiveService/standing()`` has to be asked for: not before the first response.
  package func lacksStanding() throws(ArchiveError) -> Bool {
    try archive.read { db in
      let values = AccountValues(db)
      return try values.has("token") && !values.has(Self.standingKey)
    }
  }

  /// Stores what notifies, where the user may write and which rooms follow, of known rooms.
  package func take(standing batch: LiveBatch) throws(ArchiveError) {
    try archive.write { db in
      let tables = LiveTables(db, user: user)
      try note(batch.notifications, tables)
      for update in batch.rooms where update.membership == .joined {
        let room = try Int64.fetchOne(
          db.cachedStatement(sql: "SELECT id FROM live_rooms WHERE room = ? AND membership = ?"),
          arguments: [update.room, update.membership.rawValue])
        if let room { try noteStanding(update, room, tables) }
      }
      try tables.account.set("1", of: Self.standingKey)
    }
  }

  /// Returns how many messages name the user, by room; rooms without such messages are left out.
  private static func mentions(_ db: Database) throws -> [Int64: Int] {
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT id, mentions FROM live_rooms WHERE mentions > 0"))
    return Dictionary(rows.map { ($0.integer(0) ?? 0, $0.count(1)) }) { first, _ in first }
  }

  private func take(
    _ update: LiveRoomUpdate, since: String?, _ tables: LiveTables
  ) throws -> RoomWork? {
    let db = tables.db
    if update.isOnlyAddition {
      let isKnown = try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM live_rooms WHERE room = ?)",
        arguments: [update.room])
      guard isKnown == true else { return nil }
    }
    try tables.rename(update.members, replaces: true)
    let membership = try String.fetchOne(
      db.cachedStatement(sql: "SELECT membership FROM live_rooms WHERE room = ?"),
      arguments: [update.room]
    ).flatMap(LiveRoomUpdate.Membership.init(rawValue:))
    let (room, isNew) = try describe(update, tables)
    let end = try end(of: room, update, membership, since: since, tables)
    var work = RoomWork(room: room)
    work.typing = update.typing
    let repictured = try tables.notePictures(update.members, of: room, replaces: true)
    // What was sent while the user was out of the room is missing, too.
    let isBack = membership != .joined && update.membership == .joined
    if let before = update.before, !update.isBeginning, isNew || isBack || update.hasGap {
      // All earlier events of a new room are missing.
      let isKnown = try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM live_events WHERE room = ?)", arguments: [room])
      try tables.addGap(older: isKnown == true ? end : nil, newer: before, room: room)
      work.leavesGap = isKnown == true
    }
    for event in update.events {
      try tables.take(event, event.isAttached ? .nowhere : .end, &work)
    }
    if !isNew {
      try tables.touchMessages(of: repictured, &work)
    }
    try tables.note(unreadInThreads: update.unreadInThreads, &work)
    // Of one person's receipts, the last one may be about a part of the room.
    for receipt in update.receipts.sorted(by: { $0.time < $1.time }) {
      try tables.noteThread(receipt, room)
      work.hasNewReceipts = work.hasNewReceipts || receipt.user != user
      if case .thread = receipt.reach { continue }
      try tables.execute(
        """
        INSERT INTO live_receipts (room, user, event, time) VALUES (?, ?, ?, ?)
        ON CONFLICT (room, user) DO UPDATE SET event = excluded.event, time = excluded.time
        """, [room, receipt.user, receipt.event, receipt.time])
    }
    try tables.finish(&work)
    return work
  }

  /// Returns the token at which a room's stored events end; nil if it is not known. While the user
  /// is out of a room, tokens go on without what is sent there: it is before them.
  ///
  /// - Parameter membership: what the user was in the room before the update.
  private func end(
    of room: Int64, _ update: LiveRoomUpdate, _ membership: LiveRoomUpdate.Membership?,
    since: String?, _ tables: LiveTables
  ) throws -> String? {
    guard !update.isOnlyAddition else { return since }
    let key = "\(LiveStore.absenceKey)\(room)"
    if membership == .joined {
      // Behind a gap, more is missing than what comes after the token.
      if update.membership != .joined {
        try tables.account.set(update.hasGap ? nil : since, of: key)
      }
      return since
    }
    let end = try tables.account.value(of: key)
    if update.membership == .joined { try tables.account.set(nil, of: key) }
    return end
  }

  private func describe(
    _ update: LiveRoomUpdate, _ tables: LiveTables
  ) throws -> (room: Int64, isNew: Bool) {
    let known = try Row.fetchOne(
      tables.db.cachedStatement(sql: "SELECT id, name, is_direct FROM live_rooms WHERE room = ?"),
      arguments: [update.room])
    let before = known?.string(1).flatMap { $0 == update.room ? nil : $0 }
    let fallback =
      try update.fallbackName
      ?? (update.namedAfter.isEmpty
        ? nil : update.namedAfter.map { try tables.name(of: $0) }.joined(separator: ", "))
    // A fallback name is replaced by one that is known now.
    let hasFallback = try known.map { try hasFallbackName($0.integer(0) ?? 0, tables) } ?? false
    let name =
      update.name ?? (hasFallback ? fallback ?? before : before ?? fallback) ?? update.room
    let isDirect = update.isDirect ?? known?.flag(2) ?? false
    var id = known?.integer(0) ?? 0
    if known == nil || name != known?.string(1) || update.isDirect != nil {
      id = try tables.archive.put(
        ConversationRecord(
          key: "live:\(update.room)", name: name, kind: isDirect ? .personal : .group,
          ownAuthorKey: user))
    }
    try tables.execute(
      """
      INSERT INTO live_rooms (id, room, name, membership, is_direct, is_encrypted)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (id) DO UPDATE SET name = ?3, membership = iif(?7, membership, ?4),
        is_direct = ?5, is_encrypted = max(is_encrypted, ?6)
      """,
      [
        id, update.room, name, update.membership.rawValue, isDirect, update.isEncrypted,
        update.isOnlyAddition,
      ])
    if !update.isOnlyAddition {
      try note(update.invitation, to: id, tables)
      try noteStanding(update, id, tables)
    }
    try tables.execute(
      """
      UPDATE live_rooms SET unread = ifnull(?2, unread), mentions = ifnull(?3, mentions),
        read_marker = ifnull(?4, read_marker) WHERE id = ?1
      """, [id, update.unread, update.mentions, update.readMarker])
    if update.name != nil || fallback != nil || known == nil {
      try note(hasFallbackName: update.name == nil && (before == nil || hasFallback), id, tables)
    }
    if let picture = update.picture {
      try tables.account.set(picture, of: "\(LiveStore.pictureKey)\(id)")
    }
    if let people = update.people {
      try tables.account.set("\(people)", of: "\(LiveStore.peopleKey)\(id)")
    }
    if let isMarked = update.isMarkedUnread {
      // This device's mark includes the message from which on the room is unread.
      let known = try LiveStore.markedUnread(tables.db, id)
      if isMarked != (known != nil) { try tables.markUnread(isMarked ? 0 : nil, id) }
    }
    return (id, known == nil)
  }

  /// Key prefix in `live_account`, followed by the room's number: the room has no name of its own.
  private static let unnamedKey = "unnamed:"

  private func hasFallbackName(_ room: Int64, _ tables: LiveTables) throws -> Bool {
    try tables.account.has("\(Self.unnamedKey)\(room)")
  }

  private func note(hasFallbackName: Bool, _ room: Int64, _ tables: LiveTables) throws {
    try tables.account.set(hasFallbackName ? "1" : nil, of: "\(Self.unnamedKey)\(room)")
  }

  /// Key prefix in `live_account`, followed by the number of a room in which the user may do
  /// everything as one of those who made it.
  private static let creatorKey = "creator:"

  /// Stores what a response says of the user's standing in a room: whether they may write, whether
  /// they were removed, and which room replaces it.
  private func noteStanding(
    _ update: LiveRoomUpdate, _ room: Int64, _ tables: LiveTables
  ) throws {
    func keep(_ value: String?, as prefix: String) throws {
      try tables.account.set(value, of: "\(prefix)\(room)")
    }
    if update.membership != .left {
      try keep(nil, as: LiveStore.removalKey)
    } else if var removal = update.removal {
      let name = try tables.name(of: removal.by)
      removal.name = name == removal.by ? nil : name
      let json = String(decoding: try JSONEncoder().encode(removal), as: UTF8.self)
      try keep(json, as: LiveStore.removalKey)
    }
    if let successor = update.successor {
      try keep(successor, as: LiveStore.successorKey)
      try keep(update.successorServer, as: LiveStore.successorServerKey)
    }
    // Who created a room is said once; later events say only what others may do.
    if update.isOwn { try keep("1", as: Self.creatorKey) }
    if let mayWrite = update.mayWrite {
      let isCreator = try tables.account.has("\(Self.creatorKey)\(room)")
      try keep(mayWrite || isCreator ? nil : "", as: LiveStore.mayNotWriteKey)
    }
    if let moderators = update.moderators {
      let json = String(decoding: try JSONEncoder().encode(moderators), as: UTF8.self)
      try keep(json, as: LiveStore.moderatorsKey)
    }
    if let mayDelete = update.mayDelete {
      let isCreator = try tables.account.has("\(Self.creatorKey)\(room)")
      try keep(mayDelete || isCreator ? "" : nil, as: LiveStore.mayDeleteKey)
    }
  }

  /// Stores an invitation; nil removes it.
  private func note(
    _ invitation: LiveInvitation?, to room: Int64, _ tables: LiveTables
  ) throws {
    // With a number, the inviter has the same colour in the invitation as later in the room. A
    // name that is known stays: the invitation's may be of their own making.
    if let invitation {
      _ = try tables.archive.author(
        AuthorRecord(key: invitation.inviter, name: invitation.shownInviter))
    }
    let json = try invitation.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
    try tables.account.set(json, of: "\(LiveStore.invitationKey)\(room)")
  }

  // MARK: Gaps

  package struct Gap: Sendable, Hashable {
    var room: Int64
    var place: Int64
    var older: String?
    var newer: String

    init(room: Int64, place: Int64, older: String?, newer: String) {
      self.room = room
      self.place = place
      self.older = older
      self.newer = newer
    }

    /// Reads a row of `place, older, newer`; nil if they are not what they should be.
    init?(_ row: Row, room: Int64) {
      guard let place = row.integer(0), let newer = row.string(2) else { return nil }
      self.init(room: room, place: place, older: row.string(1), newer: newer)
    }
  }

  /// Stores the server's events of a gap, from its newer or its older side.
  package func fill(
    _ gap: Gap, _ direction: LiveDirection, with page: LivePage
  ) throws(ArchiveError) -> LiveRoomChange {
    try archive.write { db in
      let tables = LiveTables(db, user: user, interruption)
      // The newest ones first.
      try tables.rename(direction == .older ? page.members : page.members.reversed())
      try tables.notePictures(page.members, of: gap.room)
      var work = RoomWork(room: gap.room)
      // Another request may have filled it meanwhile.
      let isThere = try Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS (SELECT 1 FROM live_gaps WHERE room = ? AND place = ?
            AND newer = ? AND older IS ?)
          """, arguments: [gap.room, gap.place, gap.newer, gap.older])
      guard isThere == true else { return try change(work, tables) }
      let isOlder = direction == .older
      let edge = try Int64.fetchOne(
        db,
        sql: isOlder
          ? "SELECT min(place) FROM live_events WHERE room = ? AND place > ?"
          : "SELECT max(place) FROM live_events WHERE room = ? AND place < ?",
        arguments: [gap.room, gap.place])
      var place =
        edge
        ?? gap.place.addingClamped(isOlder ? LiveTables.gapRoom : -LiveTables.gapRoom)
      var reachesOtherSide = false
      for event in try tables.upToNextGap(page.events, of: gap, direction) {
        let next = place.addingClamped(isOlder ? -1 : 1)
        // An event that has a place already keeps it; only the others use up the next one.
        let known = try tables.take(event, event.isAttached ? .nowhere : .at(next), &work)
        if let known, !known.isEcho, let old = known.place {
          if isOlder ? old < gap.place : old > gap.place { reachesOtherSide = true }
        } else if !event.isAttached {
          place = next
        }
      }
      let came = isOlder ? gap.newer : gap.older
      if reachesOtherSide || page.next == nil || page.next == came {
        try tables.execute(
          "DELETE FROM live_gaps WHERE room = ? AND place = ?", [gap.room, gap.place])
      } else {
        try tables.execute(
          """
          UPDATE live_gaps SET \(isOlder ? "newer" : "older") = ? WHERE room = ? AND place = ?
          """, [page.next, gap.room, gap.place])
      }
      work.isOutOfPlace = work.isOutOfPlace || !work.added.isEmpty
      try tables.finish(&work)
      return try change(work, tables)
    }
  }

  /// Stores events of a thread, wherever in the room they belong: new ones have no place among the
  /// room's messages until the gap around them is filled. Nothing is stored unless the thread's
  /// first event is a message of the room itself: its replies would be shown nowhere.
  package func take(
    _ page: LivePage, ofThread root: String, in conversation: ConversationID
  ) throws(ArchiveError) -> LiveRoomChange {
    try archive.write { db in
      let tables = LiveTables(db, user: user)
      try tables.rename(page.members)
      try tables.notePictures(page.members, of: conversation.rawValue)
      var work = RoomWork(room: conversation.rawValue)
      guard let first = try tables.stored(root, work.room), first.place != nil,
        let message = first.message, try tables.namedRoot(of: message) == nil
      else { return try change(work, tables) }
      // In chronological order, so that replies find the message that they answer.
      for event in page.events.reversed() {
        let isOfThread =
          if case .message(let content) = event.kind { content.thread == root } else { false }
        guard isOfThread || event.isAttached else { continue }
        // A message just sent from here gets its id and place by the sync.
        if let transaction = event.transaction,
          try tables.stored(LiveTables.echoName(transaction), work.room) != nil
        {
          continue
        }
        try tables.take(event, .nowhere, &work)
      }
      try tables.finish(&work)
      var change = try change(work, tables)
      change.added = try messages(work.added, tables, withoutPlace: true, polls: work.polls)
      return change
    }
  }

  /// Assigns positions to the messages of rooms in which some were inserted in the middle. Takes
  /// time proportional to all messages of these rooms, so call it in a quiet moment.
  package func placeWhatIsNot() throws(ArchiveError) {
    let rooms = try archive.read { try AccountTables($0).roomsToPlace() }
    for room in rooms {
      try archive.write { db in try LiveTables(db, user: user).placeAll(room) }
    }
  }

  /// Returns a room by the protocol's id, and the user's messages before its newest gap whose
  /// places the server has not said; nil for an unknown room.
  package func ownBeforeGap(
    inRoom room: String
  ) throws(ArchiveError) -> (ConversationID, [String])? {
    try archive.read { db in
      let id = try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT id FROM live_rooms WHERE room = ?"), arguments: [room])
      guard let id else { return nil }
      return (ConversationID(rawValue: id), try LiveTables(db, user: user).ownBeforeGap(id))
    }
  }

  // MARK: Changes for lists

  func change(_ work: RoomWork, _ tables: LiveTables) throws -> LiveRoomChange {
    var change = LiveRoomChange(ConversationID(rawValue: work.room))
    let polls = work.polls
    change.added = try messages(work.added, tables, polls: polls)
    let own = Set(work.added)
    change.changed = try messages(
      work.changed.subtracting(own).subtracting(work.moved).sorted(), tables, polls: polls)
    change.moved = try messages(
      work.moved.subtracting(own).sorted(), tables, polls: polls)
    change.removed = work.removed.map { ItemID($0) }
    change.leavesGap = work.leavesGap && !work.added.isEmpty
    change.typing = work.typing
    change.hasNewReceipts = work.hasNewReceipts
    change.deletesWords = work.deletesWords
    return change
  }

  /// - Parameters:
  ///   - withoutPlace: whether to include replies in threads that have no place among the room's
  ///     messages yet; they count as older than all.
  ///   - polls: polls whose votes are counted already, by their events.
  func messages(
    _ ids: [Int64], _ tables: LiveTables, withoutPlace: Bool = false,
    polls: [String: LivePollState] = [:]
  ) throws -> [LiveMessage] {
    try tables.archive.messages(ids).compactMap {
      try tables.checkGoesOn()
      return try message($0, tables, withoutPlace: withoutPlace, polls)
    }
  }

  /// Minimum milliseconds by which messages before a late one are newer.
  private static let late: Int64 = 10 * 60_000

  /// SQL of a message's facts besides its content: its event, its thread, why it was not sent, how
  /// many of the twenty messages before it are newer by more than ``late``, and a summary of the
  /// thread that begins with it. Messages before a gap are not compared with those after it.
  /// Service messages make nothing late: what a bridge brings into a new room is older than the
  /// room.
  private static let facts = """
    SELECT \(StoredEvent.columns),
      (SELECT root FROM live_threads t WHERE t.message = e.message),
      (SELECT failure FROM live_queue q WHERE q."transaction" = substr(e.event, 2)
        AND e.event LIKE '~%'),
      (SELECT count(*) FROM (SELECT b.time FROM live_events b
        WHERE b.room = e.room AND b.message IS NOT NULL AND b.place < e.place
          AND b.kind <> \(EventCode.service.rawValue)
          AND b.place > ifnull((SELECT max(g.place) FROM live_gaps g
            WHERE g.room = e.room AND g.place < e.place), -9223372036854775808)
        ORDER BY b.place DESC LIMIT 20) WHERE time > e.time + \(late)),
      (SELECT count(*) FROM live_threads t JOIN live_events a ON a.message = t.message
        WHERE t.room = e.room AND t.root = e.event AND a.redacted = 0),
      (SELECT t.message FROM live_threads t JOIN live_events a ON a.message = t.message
        WHERE t.room = e.room AND t.root = e.event AND a.redacted = 0
        ORDER BY a.place DESC, a.time DESC LIMIT 1),
      \(picture(of: "e.sender", in: "e.room")),
      e.room,
      (SELECT value + 0 FROM live_account
        WHERE key = '\(unreadThreadKey)' || e.room || ' ' || e.event)
    FROM live_events e WHERE e.message = ?
    """

  private func message(
    _ stored: StoredMessage, _ tables: LiveTables, withoutPlace: Bool,
    _ polls: [String: LivePollState]
  ) throws -> LiveMessage? {
    let statement = try tables.db.cachedStatement(sql: Self.facts)
    guard let row = try Row.fetchOne(statement, arguments: [stored.id]) else { return nil }
    let event = StoredEvent(row)
    guard let place = event.place ?? (withoutPlace ? Int64.min : nil) else { return nil }
    var state = LiveMessage.State.sent
    if event.event.hasPrefix("~") {
      state = row.string(12).map { .failed($0) } ?? .waiting
    }
    // A single wrong clock makes nothing late: at least two of the messages shortly before must be
    // newer.
    let isLate = row.count(13) > 1
    let isOwn = event.sender == user
    let written =
      isOwn && stored.isEdited
      ? try row.integer(17).flatMap { try tables.lastEdit(of: event, $0) } : nil
    let last = try row.integer(15).flatMap { try tables.archive.messages([$0]).first }
    return LiveMessage(
      stored: stored, event: event.event, sender: event.sender, isOwn: isOwn,
      state: state, place: place, isLate: isLate, thread: row.string(11),
      answers: try last.map {
        LiveMessage.Answers(
          count: row.count(14), last: $0, unread: row.count(18),
          isLastOwn: try tables.sender(ofMessage: $0.id) == user)
      },
      origin: event.content?.message?.forwardedFrom, picture: row.string(16),
      written: isOwn ? written ?? event.content?.message : nil,
      poll: try polls[event.event] ?? row.integer(17).flatMap { try tables.poll(of: event, $0) })
  }
}
