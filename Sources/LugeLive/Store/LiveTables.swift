import GRDB
import LugeArchive

/// Changes of one room within a transaction, by message ids.
struct RoomWork {
  let room: Int64
  var added: [Int64] = []
  var changed: Set<Int64> = []
  var moved: Set<Int64> = []
  var removed: [Int64] = []
  var leavesGap = false
  var typing: [String]?
  var hasNewReceipts = false
  /// Events that were stored or removed, or got another id: threads depend on which are stored.
  var arrived: [String] = []
  /// Events whose messages must be computed again, because events that refer to them came or went.
  /// Done once, at the end, however many these are; the same for ``redacted``.
  var stale: Set<String> = []
  /// Events whose content must be removed.
  var redacted: Set<String> = []
  /// Whether words of messages were deleted, which the word index still has.
  var deletesWords = false
  /// Polls with their votes, by their events, so that the votes are counted once for the archive
  /// and for the list.
  var polls: [String: LivePollState] = [:]
  /// Whether events were inserted or reordered, so that positions must be reassigned.
  var isOutOfPlace = false

  init(room: Int64) { self.room = room }
}

/// Stores what a server reports about rooms, within a transaction.
struct LiveTables {
  let db: Database
  let user: String
  let archive: AccountTables
  private let interruption: Interruption?
  var account: AccountValues { AccountValues(db) }

  /// - Parameter interruption: what ends the transaction before it is complete.
  init(_ db: Database, user: String, _ interruption: Interruption? = nil) {
    self.db = db
    self.user = user
    self.interruption = interruption
    archive = AccountTables(db)
  }

  /// Throws ``ArchiveError/cancelled`` if the transaction was interrupted.
  func checkGoesOn() throws {
    if interruption?.isSet == true { throw ArchiveError.cancelled }
  }

  enum Placing: Equatable {
    case end
    case at(Int64)
    /// Without a place: the event shows nothing, or where it belongs is not known yet.
    case nowhere
  }

  // MARK: Events

  /// Stores an event. One that is stored already only gets its place, if it had none; a message
  /// sent from here also gets its id.
  ///
  /// - Returns: the event's previous row; nil for a new event.
  @discardableResult
  func take(
    _ event: RoomEvent, _ placing: Placing, _ work: inout RoomWork
  ) throws -> StoredEvent? {
    try checkGoesOn()
    if let known = try stored(event.id, work.room) {
      if known.isEcho {
        try settle(known, event, placing, &work)
      } else if known.place == nil, placing != .nowhere {
        try execute(
          "UPDATE live_events SET place = ? WHERE id = ?",
          [try place(placing, work.room), known.id])
        // A message that was stored without a place until now, as a reply in a thread or a quote.
        if let message = known.message {
          work.added.append(message)
          work.arrived.append(event.id)
        }
      }
      return known
    }
    if let transaction = event.transaction,
      let echo = try stored(Self.echoName(transaction), work.room)
    {
      try execute("DELETE FROM live_queue WHERE \"transaction\" = ?", [transaction])
      try settle(echo, event, placing, &work)
      return nil
    }
    try insert(event, placing, isEcho: false, &work)
    return nil
  }

  static func echoName(_ transaction: String) -> String { "~\(transaction)" }

  func insert(
    _ event: RoomEvent, _ placing: Placing, isEcho: Bool, _ work: inout RoomWork
  ) throws {
    let isRedacted =
      try event.isRedacted
      || Bool.fetchOne(
        db.cachedStatement(
          sql:
            "SELECT EXISTS (SELECT 1 FROM live_events WHERE room = ? AND target = ? AND kind = ?)"
        ), arguments: [work.room, event.id, EventCode.redaction.rawValue]) ?? false
    try execute(
      """
      INSERT INTO live_events (room, event, place, sender, time, kind, target, content, redacted, echo)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        work.room, event.id, try place(placing, work.room), event.sender, event.time,
        EventCode(event.kind).rawValue, event.target ?? event.answered,
        isRedacted ? nil : StoredContent(event.kind)?.json, isRedacted, isEcho,
      ])
    let id = db.lastInsertedRowID
    if event.isShown, let base = try stored(event.id, work.room) {
      let message = try archive.add(try record(of: base, &work), to: work.room)
      try execute("UPDATE live_events SET message = ? WHERE id = ?", [message, id])
      if case .message(let content) = event.kind, let root = content.thread, root != event.id {
        try execute(
          "INSERT INTO live_named_roots (message, room, root) VALUES (?, ?, ?)",
          [message, work.room, root])
      }
      work.added.append(message)
      work.arrived.append(event.id)
      if placing != .end { work.isOutOfPlace = true }
      try touchAnswers(to: event.id, &work)
    }
    if case .redaction(let target) = event.kind { work.redacted.insert(target) }
    if let target = event.target { work.stale.insert(target) }
  }

  /// Gives the server's id and order to a message sent from here.
  private func settle(
    _ echo: StoredEvent, _ event: RoomEvent, _ placing: Placing, _ work: inout RoomWork
  ) throws {
    guard placing != .nowhere else { return }
    // It keeps its place if nothing that the server has, and no gap, is after it: unsent messages
    // after it then stay after it.
    let last = try Int64.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT max(place) FROM (
            SELECT place FROM live_events WHERE room = ?1 AND message IS NOT NULL AND echo = 0
            UNION ALL SELECT place FROM live_gaps WHERE room = ?1)
          """), arguments: [work.room])
    let isBehind = echo.place.map { $0 > last ?? .min } ?? true
    let stays = placing == .end && isBehind
    let place = stays ? echo.place : try place(placing, work.room)
    try execute(
      "UPDATE live_events SET event = ?, place = ?, time = ?, echo = 0 WHERE id = ?",
      [event.id, place, event.time, echo.id])
    if let message = echo.message {
      work.arrived.append(event.id)
      work.stale.insert(event.id)
      try touchAnswers(to: event.id, &work)
      if !stays {
        work.moved.insert(message)
        work.isOutOfPlace = true
      }
    }
    if echo.message == nil, let target = echo.target { work.stale.insert(target) }
  }

  /// Removes an event's content and that of its edits. What it did to another event, as an edit or
  /// a reaction, is taken back.
  private func redact(_ target: String, _ work: inout RoomWork) throws {
    // What came redacted, or is not here, has left no words.
    let hasWords = try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM live_events
              WHERE room = ?1 AND event = ?2 AND content IS NOT NULL AND kind NOT IN (?4, ?5))
            OR EXISTS (SELECT 1 FROM live_events
              WHERE room = ?1 AND target = ?2 AND kind = ?3 AND content IS NOT NULL)
          """),
      arguments: [
        work.room, target, EventCode.edit.rawValue, EventCode.reaction.rawValue,
        EventCode.vote.rawValue,
      ])
    if hasWords == true { try noteDeletedWords(&work) }
    try execute(
      "UPDATE live_events SET redacted = 1, content = NULL WHERE room = ? AND event = ?",
      [work.room, target])
    // Edits of a deleted message contain its text, too.
    try execute(
      "UPDATE live_events SET content = NULL, redacted = 1 WHERE room = ? AND target = ? AND kind = ?",
      [work.room, target, EventCode.edit.rawValue])
    if let about = try stored(target, work.room)?.target { work.stale.insert(about) }
  }

  func noteDeletedWords(_ work: inout RoomWork) throws {
    work.deletesWords = true
    try archive.noteDeletedWords()
  }

  /// Updates the row of a message from all its events.
  func refresh(_ event: String, _ work: inout RoomWork) throws {
    try checkGoesOn()
    guard let base = try stored(event, work.room), let message = base.message else { return }
    try archive.replace(message, with: try record(of: base, &work), in: work.room)
    work.changed.insert(message)
    try touchAnswers(to: event, &work)
    try touchRoot(of: message, &work)
  }

  /// Marks the first message of a thread as changed, because it shows the last reply.
  func touchRoot(of message: Int64, _ work: inout RoomWork) throws {
    guard let root = try root(ofThreadWith: message),
      let first = try stored(root, work.room)?.message
    else { return }
    work.changed.insert(first)
  }

  /// Returns the first event of a message's thread; nil outside of threads.
  func root(ofThreadWith message: Int64) throws -> String? {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT root FROM live_threads WHERE message = ?"),
      arguments: [message])
  }

  /// Marks replies to a message as changed, because they quote it; at most 200.
  private func touchAnswers(to event: String, _ work: inout RoomWork) throws {
    let answers = try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT message FROM live_events WHERE room = ? AND target = ? AND message IS NOT NULL
          LIMIT 200
          """),
      arguments: [work.room, event])
    work.changed.formUnion(answers)
  }

  func relations(
    _ kind: EventCode, to base: StoredEvent, _ room: Int64, _ condition: String,
    _ values: StatementArguments = []
  ) throws -> [StoredEvent] {
    let own: StatementArguments = [room, base.event, kind.rawValue]
    return try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT \(StoredEvent.columns) FROM live_events
          WHERE room = ? AND target = ? AND kind = ? \(condition)
          """), arguments: own + values
    ).map(StoredEvent.init)
  }

  /// The edit that counts, if there is one.
  func edits(of base: StoredEvent, _ room: Int64) throws -> [StoredEvent] {
    try relations(
      .edit, to: base, room,
      "AND sender = ? AND redacted = 0 ORDER BY time DESC, event DESC LIMIT 1", [base.sender])
  }

  /// Content of the edit of a message that counts; nil without one.
  func lastEdit(of base: StoredEvent, _ room: Int64) throws -> MessageContent? {
    try edits(of: base, room).first?.content?.message
  }

  /// Returns who wrote a message, by the protocol's id.
  func sender(ofMessage message: Int64) throws -> String? {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT sender FROM live_events WHERE message = ?"),
      arguments: [message])
  }

  /// Whether an edit is one of its message: a poll becomes no text, and a text no poll.
  static func applies(_ edit: StoredEvent, to base: StoredEvent) -> Bool {
    (edit.content?.message?.poll == nil) == (base.content?.message?.poll == nil)
  }

  /// Maximum number of reactions to a message that are counted, the first ones: anybody may send
  /// any number.
  private static let mostReactions = 3000

  private func record(of base: StoredEvent, _ work: inout RoomWork) throws -> MessageRecord {
    let room = work.room
    var base = base
    // A redaction may have been stored before the event had this id.
    base.isRedacted =
      try base.isRedacted || !relations(.redaction, to: base, room, "LIMIT 1").isEmpty
    let edits = try edits(of: base, room).filter { Self.applies($0, to: base) }
    let reactions = try relations(
      .reaction, to: base, room, "AND redacted = 0 ORDER BY time, event LIMIT ?",
      [Self.mostReactions])
    let poll = try poll(of: base, edit: edits.first, room)
    work.polls[base.event] = poll
    return Aggregation.record(
      of: base, name: try name(of: base.sender), relations: edits + reactions, poll: poll
    ) { (try? name(of: $0)) ?? $0 }
  }

  func name(of user: String) throws -> String {
    let statement = try db.cachedStatement(
      sql: "SELECT name FROM authors WHERE source = 'live' AND key = ?")
    return try String.fetchOne(statement, arguments: [user]) ?? user
  }

  func stored(_ event: String, _ room: Int64) throws -> StoredEvent? {
    try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT \(StoredEvent.columns) FROM live_events WHERE room = ? AND event = ?"),
      arguments: [room, event]
    ).map(StoredEvent.init)
  }

  func stored(message: Int64) throws -> (room: Int64, event: StoredEvent)? {
    try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT \(StoredEvent.columns), room FROM live_events WHERE message = ?"),
      arguments: [message]
    ).map { ($0.integer(11) ?? 0, StoredEvent($0)) }
  }

  /// Stores people's names, as far as no newer ones are known.
  ///
  /// - Parameters:
  ///   - members: of several names of a person, the last one counts if they replace others, else
  ///     the first one.
  ///   - replaces: whether the names are newer than those known. Old events tell what somebody was
  ///     called then.
  func rename(_ members: [LiveMember], replaces: Bool = false) throws {
    for member in members {
      let key = "\(LiveStore.namelessKey)\(member.id)"
      if replaces {
        try account.set(member.name == member.id ? "" : nil, of: key)
      } else if try name(of: member.id) != member.id || account.has(key) {
        continue
      }
      try archive.rename(AuthorRecord(key: member.id, name: member.name))
    }
  }

  // MARK: Pictures of people

  /// Stores the pictures of a room's members.
  ///
  /// - Parameter replaces: whether the pictures are newer than those known.
  /// - Returns: the people whose pictures have changed.
  @discardableResult
  func notePictures(
    _ members: [LiveMember], of room: Int64, replaces: Bool = false
  ) throws -> [String] {
    var changed: [String] = []
    for member in members {
      guard let picture = member.picture else { continue }
      let key = LiveStore.pictureKey(of: member.id, in: room)
      let known = try account.value(of: key)
      guard known != picture, known == nil || replaces else { continue }
      try account.set(picture, of: key)
      if picture != known ?? "" { changed.append(member.id) }
    }
    return changed
  }

  /// Number of a room's newest messages that show a changed picture at once; older ones show it
  /// when they are read again.
  private static let repictured = 500

  /// Marks the newest messages of people as changed, because they show the people's pictures.
  ///
  /// - Complexity: O(n) for n people.
  func touchMessages(of people: [String], _ work: inout RoomWork) throws {
    guard !people.isEmpty else { return }
    let people = Set(people)
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT message, sender FROM live_events WHERE room = ?
            AND message IS NOT NULL AND place IS NOT NULL ORDER BY place DESC LIMIT ?
          """), arguments: [work.room, Self.repictured])
    while let row = try rows.next() {
      guard let message = row.integer(0), people.contains(row.string(1) ?? "") else { continue }
      work.changed.insert(message)
    }
  }

  /// - Parameter message: the message; 0 for the whole room, nil removes the mark.
  func markUnread(_ message: Int64?, _ room: Int64) throws {
    try account.set(message.map { "\($0)" }, of: "\(LiveStore.unreadKey)\(room)")
  }

  // MARK: Places

  /// Number of free places on either side of a gap.
  static let gapRoom: Int64 = 1 << 32

  /// Returns the place for an event; at the end, the room's next one, which is thereby used up.
  func place(_ placing: Placing, _ room: Int64) throws -> Int64? {
    switch placing {
    case .nowhere: return nil
    case .at(let place): return place
    case .end:
      return try Int64.fetchOne(
        db.cachedStatement(
          sql: "UPDATE live_rooms SET next = next + 1 WHERE id = ? RETURNING next - 1"),
        arguments: [room])
    }
  }

  /// Returns the first gap of a room that matches a condition on its place, in the order that the
  /// condition ends with.
  func gap(_ room: Int64, _ condition: String, _ place: Int64) throws -> LiveStore.Gap? {
    try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT place, older, newer FROM live_gaps WHERE room = ? AND \(condition) LIMIT 1"),
      arguments: [room, place]
    ).flatMap { LiveStore.Gap($0, room: room) }
  }

  /// Adds a gap between the stored events and the following ones.
  func addGap(older: String?, newer: String, room: Int64) throws {
    try execute(
      "UPDATE live_rooms SET next = next + ? WHERE id = ?", [2 * Self.gapRoom, room])
    try execute(
      """
      INSERT INTO live_gaps (room, place, older, newer)
      SELECT id, next - ?, ?, ? FROM live_rooms WHERE id = ?
      """, [Self.gapRoom, older, newer, room])
  }

  // MARK: The end of a room's part of a transaction

  /// Redacts, computes stale messages and threads again, and assigns positions to new messages, or
  /// postpones that to a quiet moment.
  func finish(_ work: inout RoomWork) throws {
    for event in work.redacted { try redact(event, &work) }
    for event in work.stale { try refresh(event, &work) }
    (work.redacted, work.stale) = ([], [])
    try settleThreads(&work)
    let isUnplaced =
      try Bool.fetchOne(
        db.cachedStatement(sql: "SELECT unplaced FROM live_rooms WHERE id = ?"),
        arguments: [work.room]) ?? false
    if !work.removed.isEmpty {
      try placeAll(work.room)
    } else if work.isOutOfPlace {
      try execute("UPDATE live_rooms SET unplaced = 1 WHERE id = ?", [work.room])
    } else if !isUnplaced {
      for message in work.added {
        try archive.append(message, to: work.room)
        try archive.countOne(message, in: work.room)
      }
    }
  }

  /// Assigns positions to all messages of a room, in the order of their places.
  func placeAll(_ room: Int64) throws { try archive.placeAll(room) }

  func execute(_ sql: String, _ arguments: StatementArguments) throws {
    try db.cachedStatement(sql: sql).execute(arguments: arguments)
  }
}
