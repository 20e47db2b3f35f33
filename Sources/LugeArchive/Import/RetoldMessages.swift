import GRDB
import LugeCore

/// Finds the messages of an archive that an export contains in another form: by author, time and
/// text, in order within a minute.
///
/// In a merged conversation, clocks may also differ a little: then by the nearest time.
struct RetoldMessages {
  /// The export that is read.
  struct Teller {
    /// ``ConversationRecord/isRetold``
    var isRetold: Bool
    /// Nil for the conversation's own export.
    var other: OtherExport?
    /// Whether several exports were merged into the conversation.
    var isOfMerged: Bool
  }

  /// Seconds by which clocks of merged exports may differ.
  static let tolerance: Int64 = 90

  private struct Candidate {
    var id: Int64
    var author: Int64?
    var time: Timestamp
    var gist: MessageGist
    var isService: Bool
    var isEdited: Bool
    /// Whether only an export under another conversation key had the message.
    var isForeign: Bool
  }

  /// The minute of ``candidates``, counted since 1970.
  private var minute: Int64?
  private var candidates: [Candidate] = []
  /// Messages around a minute, of which one may be the same at a slightly different time.
  private var near: (minute: Int64, candidates: [Candidate])?
  /// Whether `temp.told` has messages that are not visible yet.
  private var hasUnseen = false
  /// Messages that this run has matched already: each is matched once.
  private var met: Set<Int64> = []
  /// Numbers of files whose names, which a phone makes, are those of the archive, and of those that
  /// have another name there: a chat's other phone names every file otherwise.
  private var sameNames = 0
  private var otherNames = 0

  /// Maximum messages of one minute that are compared, and of matched messages that are kept.
  private static let mostOfMinute = 1000
  private static let mostMet = 200_000

  /// Includes messages that a run has added and that are not visible yet.
  ///
  /// - Parameter ids: the range of those that it has added since the last call for the
  ///   conversation, which stay included; nil for none. Messages added later are not included.
  /// - Complexity: O(n log n) for n ids.
  mutating func lookThrough(
    _ ids: ClosedRange<Int64>?, of conversation: Int64, addedBy run: Int64, _ db: Database
  ) throws {
    hasUnseen = true
    minute = nil
    near = nil
    try db.execute(
      sql: """
        CREATE TEMP TABLE IF NOT EXISTS told (
          conversation INTEGER, minute INTEGER, message INTEGER,
          PRIMARY KEY (conversation, minute, message)
        ) WITHOUT ROWID
        """)
    guard let ids else { return }
    // SQLite rounds quotients towards 0, which before 1970 would be the next minute.
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO temp.told
        SELECT conversation, (time - (time % 60 + 60) % 60) / 60, id
        FROM messages WHERE id BETWEEN ? AND ? AND conversation = ? AND import = ?
        """, arguments: [ids.lowerBound, ids.upperBound, conversation, run])
  }

  /// Includes a message at the time that it has now, if it is not visible yet.
  func move(_ id: Int64, to time: Timestamp, of conversation: Int64, _ db: Database) throws {
    guard hasUnseen else { return }
    try db.cachedStatement(sql: "INSERT OR IGNORE INTO temp.told VALUES (?, ?, ?)")
      .execute(arguments: [conversation, time.minute, id])
  }

  /// Records that a message was matched, by its key or here, so that it is not matched again.
  mutating func meet(_ id: Int64) {
    if met.count >= Self.mostMet { met.removeAll(keepingCapacity: true) }
    met.insert(id)
  }

  /// Records that the archive has a message under the same key, whose files may show whether they
  /// are named as in the archive. Where the archive has one of the same minute under another name,
  /// this one may have been added by an earlier import of another phone: it shows the contrary.
  mutating func meet(
    _ record: MessageRecord, in conversation: Int64, _ db: Database
  ) throws {
    guard !record.media.isEmpty else { return }
    let gist = MessageGist(record)
    guard gist.content.hasMadeName else { return }
    try look(at: record.time.minute, of: conversation, db)
    let bareGist = gist.withoutMadeName
    let hasOther = candidates.contains {
      !$0.isForeign && $0.gist.mayBe(bareGist)
        && gist.content.hasSameMadeName(as: $0.gist.content) == false
    }
    if hasOther { otherNames += 1 } else { sameNames += 1 }
  }

  /// Returns the message that a record repeats; nil if the record is new.
  ///
  /// - Complexity: O(log n) if the minute differs from the last record's, otherwise O(messages of
  ///   that minute, and of those around it in a merged conversation).
  mutating func find(
    _ record: MessageRecord, author: Int64?, in conversation: Int64, of teller: Teller,
    _ db: Database
  ) throws -> Int64? {
    let now = record.time.minute
    try look(at: now, of: conversation, db)
    let gist = MessageGist(record)
    let bareGist = gist.withoutMadeName
    let isOfOwnPhone = teller.other?.isForeign != true
    let hasOwnNames = isOfOwnPhone && otherNames <= sameNames
    func mayBe(_ candidate: Candidate) -> Bool {
      candidate.gist.mayBe(hasOwnNames && !candidate.isForeign ? gist : bareGist)
    }
    let isService = StoredKind(record.kind) == .service
    func isRight(_ candidate: Candidate) -> Bool {
      candidate.author == author && candidate.isService == isService
        && !met.contains(candidate.id)
    }
    // Keys of the conversation's own export tell its messages from each other.
    let mayBeOwn = teller.isRetold || teller.other != nil
    func isNow(_ candidate: Candidate) -> Bool {
      isRight(candidate) && candidate.time.isSameMoment(as: record.time)
        && (mayBeOwn || candidate.isForeign)
    }
    var found =
      candidates.first { isNow($0) && $0.gist.words == gist.words && mayBe($0) }
      ?? candidates.first { isNow($0) && mayBe($0) }
    if isOfOwnPhone, gist.content.hasMadeName {
      let known =
        found ?? candidates.first { isNow($0) && !$0.isForeign && $0.gist.mayBe(bareGist) }
      switch known.flatMap({ gist.content.hasSameMadeName(as: $0.gist.content) }) {
      case true?: sameNames += 1
      case false?: otherNames += 1
      case nil: break
      }
    }
    if found == nil, teller.isOfMerged, !isService {
      if near?.minute != now {
        let reach = (Self.tolerance + 59) / 60
        near = (
          now,
          try load(
            now.subtractingClamped(reach)...now.addingClamped(reach), of: conversation, db)
        )
      }
      func distance(_ candidate: Candidate) -> UInt64 {
        candidate.time.seconds.subtractingClamped(record.time.seconds).magnitude
      }
      /// Whether one of them is the other after an edit: both are of one second.
      func mayBeEdited(_ candidate: Candidate) -> Bool {
        (candidate.isEdited || record.isEdited) && candidate.gist.mayBeEdited(bareGist)
          && candidate.time.hasSeconds && record.time.hasSeconds
          && candidate.time.seconds == record.time.seconds
      }
      // A message that this export is known to have is another one.
      found = try near?.candidates.filter {
        guard isRight($0),
          $0.gist.words == gist.words && mayBe($0)
            && distance($0) <= Self.tolerance.magnitude || mayBeEdited($0)
        else { return false }
        guard let other = teller.other else { return $0.isForeign }
        return try other.isForeign && !$0.isForeign && !other.has($0.id, db)
      }.min { distance($0) < distance($1) }
    }
    if let found { meet(found.id) }
    return found?.id
  }

  /// Loads the candidates of a minute, unless they are those of the last look.
  private mutating func look(at now: Int64, of conversation: Int64, _ db: Database) throws {
    guard minute != now else { return }
    candidates = try load(now...now, of: conversation, db)
    minute = now
  }

  private func load(
    _ minutes: ClosedRange<Int64>, of conversation: Int64, _ db: Database
  ) throws -> [Candidate] {
    var candidates = try visible(minutes, of: conversation, db)
    guard hasUnseen else { return candidates }
    let seen = Set(candidates.map(\.id))
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(Self.columns)
        FROM temp.told t CROSS JOIN messages m ON m.id = t.message
        WHERE t.conversation = ? AND t.minute BETWEEN ? AND ?
        ORDER BY m.time, ifnull(m.ordinal, m.id << \(ConversationState.ordinalShift)), m.id LIMIT ?
        """)
    let rows = try Row.fetchCursor(
      statement,
      arguments: [conversation, minutes.lowerBound, minutes.upperBound, Self.mostOfMinute])
    while let row = try rows.next() {
      if let candidate = Self.candidate(row), !seen.contains(candidate.id) {
        candidates.append(candidate)
      }
    }
    return candidates
  }

  private func visible(
    _ minutes: ClosedRange<Int64>, of conversation: Int64, _ db: Database
  ) throws -> [Candidate] {
    var candidates: [Candidate] = []
    let last = try db.cachedStatement(
      sql: "SELECT max(position) FROM positions WHERE conversation = ?")
    guard let last = try Row.fetchOne(last, arguments: [conversation])?.integer(0) else {
      return []
    }
    let count = Int(clamping: last.addingClamped(1))
    let start = minutes.lowerBound.multipliedClamped(by: 60)
    let end = minutes.upperBound.addingClamped(1).multipliedClamped(by: 60)
    let first = try Archive.firstPosition(db, conversation, count: count, notBefore: start)
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(Self.columns)
        FROM positions p CROSS JOIN messages m ON m.id = p.message
        WHERE p.conversation = ? AND p.position >= ? AND p.position < ? ORDER BY p.position
        """)
    let rows = try Row.fetchCursor(
      statement, arguments: [conversation, first, first.addingClamped(Self.mostOfMinute)])
    while let row = try rows.next() {
      guard let candidate = Self.candidate(row), candidate.time.seconds < end else { break }
      candidates.append(candidate)
    }
    return candidates
  }

  private static let columns =
    """
    m.id, m.author, m.time, m.certainty, m.text, m.kind, m.action, m.media, m.source_key, m.is_edited
    """

  private static func candidate(_ row: Row) -> Candidate? {
    guard let id = row.integer(0), let time = row.timestamp(2, 3) else { return nil }
    let kind = StoredKind.kind(row.integer(5), action: row.string(6))
    return Candidate(
      id: id, author: row.integer(1), time: time,
      gist: MessageGist(
        text: row.string(4) ?? "", kind: kind, media: RecordCoding.decode(row.string(7))),
      isService: StoredKind(kind) == .service, isEdited: row.integer(9) == 1,
      isForeign: row.key(8).map(KnownKey.isForeign) ?? false)
  }
}
