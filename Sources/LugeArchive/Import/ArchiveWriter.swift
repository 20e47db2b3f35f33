import Foundation
import GRDB
import LugeCore

/// Writes one run of an import into an archive. Confined to its connection's thread; the caller
/// begins and ends transactions.
final class ArchiveWriter {
  let db: Database
  let run: Int64
  private let statements: MessageStatements
  let ownName: String?
  private let limit: WorkLimit
  /// Whether the input's media are unpacked only after its messages are written.
  private let unpacksMedia: Bool
  private let json = JSONWriter()

  /// Number of messages that another one of the same export replaced, with the same key but of
  /// another person and with another text.
  private(set) var replaced = 0

  /// The conversation that was begun, if the archive may have it under its former key.
  private var undecided: FormerConversation?
  /// The former keys under which the archive has conversations, by the keys that this import gives.
  private var formerKeys: [ExactKey: String] = [:]

  private var nextID: Int64
  /// Messages that are not in the index yet; if the text is nil, it is built from the stored
  /// message.
  private var unindexed: [(id: Int64, text: String?)] = []
  private var states: [ConversationState] = []
  private var indices: [ExactKey: Int] = [:]
  /// Place of the last state of each conversation, by the conversation's id.
  private var latest: [Int64: Int] = [:]
  private var current: Int?
  private var authorTables: [ExactKey: AuthorTable] = [:]
  /// Interrupted runs whose messages this run has taken over.
  private(set) var completedRuns: Set<Int64> = []

  init(_ db: Database, run: Int64, ownName: String?, limit: WorkLimit, unpacksMedia: Bool) throws {
    self.db = db
    self.unpacksMedia = unpacksMedia
    self.limit = limit
    self.run = run
    self.ownName = ownName
    self.statements = try MessageStatements(db)
    let last = try Int64.fetchOne(db, sql: "SELECT max(id) FROM messages") ?? 0
    // Ids are shifted to make space for ordinals (``ConversationState/ordinalShift``): a file with
    // such an id was not written by a program that counts messages.
    guard last < Int64.max >> (ConversationState.ordinalShift + 1) else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "a message has the number \(last)")
    }
    self.nextID = max(0, last) + 1
  }

  var conversations: [ConversationState] { states }
  var currentName: String? { current.map { states[$0].record.name } }
  var messageCount: Int { states.reduce(0) { $0 + $1.read } }

  // MARK: - Records

  /// Steps that writing a message or a conversation may take; many times what it needs.
  private static let stepsPerRecord: Int64 = 5_000

  func begin(_ record: ConversationRecord) throws {
    limit.allow(Self.stepsPerRecord)
    if isUndecided(record) { return }
    try addHeld()
    let record = underKnownKey(record)
    if indices[ExactKey(record.key)] == nil, let former = record.formerKey,
      try !FormerConversation.isKnown(record.key, db)
    {
      if let found = try FormerConversation(record, under: former, db) {
        undecided = found
        current = nil
        return
      }
      if try FormerConversation.isMerged(former, db) {
        formerKeys[ExactKey(record.key)] = former
      }
    }
    try enter(underKnownKey(record))
  }

  private func enter(_ record: ConversationRecord) throws {
    if let known = indices[ExactKey(record.key)] {
      current = known
      states[known].record = merged(states[known].record, with: record)
      states[known].enterFolder()
      try states[known].otherNames.store(record.otherNames, of: states[known].id, db)
      // An input may switch between conversations; only for one without message keys does this
      // begin another export.
      if record.isRetold {
        let earlier = states[known]
        try beginAgain(&states[known], after: earlier)
      }
      return
    }
    var state = try open(merged(record, with: record))
    // Exports merged earlier have different keys but one conversation.
    if state.isMerged || record.isRetold, let earlier = latest[state.id] {
      try beginAgain(&state, after: states[earlier])
    }
    try state.otherNames.store(record.otherNames, of: state.id, db)
    current = states.count
    indices[ExactKey(record.key)] = states.count
    latest[state.id] = states.count
    states.append(state)
  }

  // MARK: - Former Keys

  /// Returns the record with the key under which the archive has its conversation.
  private func underKnownKey(_ record: ConversationRecord) -> ConversationRecord {
    guard let former = formerKeys[ExactKey(record.key)] else { return record }
    var record = record
    record.key = former
    return record
  }

  /// Whether the record's conversation is still undecided, which then goes on.
  private func isUndecided(_ record: ConversationRecord) -> Bool {
    guard let begun = undecided, ExactKey(begun.record.key) == ExactKey(record.key) else {
      return false
    }
    undecided?.record = record
    return true
  }

  /// Decides whether the conversation that was begun is the one under its former key, and adds the
  /// messages that waited for it.
  private func decide() throws {
    guard let undecided else { return }
    self.undecided = nil
    // An empty one would be taken for the chat by later imports.
    guard !undecided.messages.isEmpty else { return }
    var record = undecided.record
    if undecided.isSame, let former = record.formerKey {
      formerKeys[ExactKey(record.key)] = former
      record.key = former
    }
    try enter(record)
    try add(undecided.messages)
  }

  /// Leaves out a conversation that was begun and is not known to be the archive's, because the
  /// import is cancelled: the next one reads all of it.
  func forgetUndecided() {
    if undecided?.isSame == false { undecided = nil }
  }

  /// Starts to read another export of the same chat: an input may contain several.
  private func beginAgain(
    _ state: inout ConversationState, after earlier: ConversationState
  ) throws {
    state.beginAgain(after: earlier)
    guard state.mayBeRetold, earlier.lowestID <= earlier.highestID else { return }
    let bytes = WorkLimit.byteCount(of: db)
    limit.allowLook(bytes: bytes)
    limit.allow(steps(toFinish: earlier, updated: 0, bytes: bytes))
    let added =
      earlier.lowestOfExport <= earlier.highestID
      ? earlier.lowestOfExport...earlier.highestID : nil
    try state.retold.lookThrough(added, of: state.id, addedBy: run, db)
  }

  func amend(_ record: ConversationRecord) throws {
    let record = underKnownKey(record)
    if isUndecided(record) { return }
    guard let known = indices[ExactKey(record.key)] else { return try begin(record) }
    states[known].record = merged(states[known].record, with: record)
    states[known].enterFolder()
  }

  func add(_ messages: [PreparedMessage]) throws {
    if undecided != nil {
      limit.allow(Self.stepsPerRecord.multipliedClamped(by: Int64(messages.count)))
      try undecided?.hold(messages, keys: statements.keys, db)
      if undecided?.isDecided == true { try decide() }
      return
    }
    guard let current else { return }
    for message in messages {
      // The full-text index takes steps for each of its pages.
      let bytes = Int64(message.record.text.string.utf8.count)
      limit.allow(bytes.multipliedClamped(by: 20).addingClamped(Self.stepsPerRecord))
      let folder = states[current].namedFolder
      let others = states[current].record.mediaFolders
      let placed = folder.map { named(message, beneath: $0, except: others) } ?? message
      guard states[current].holds else {
        try count(placed, to: current)
        continue
      }
      states[current].hasOtherDays = try isInOtherOrder(placed.record, in: states[current])
      let mayWait = states[current].hold(placed)
      if states[current].hasOtherDays != nil || !mayWait { try addHeld() }
    }
    try indexText()
  }

  /// Adds the messages of the current conversation that waited for the order of day and month. If
  /// the archive does not tell it, the guess counts.
  func addHeld() throws {
    try decide()
    guard let current, !states[current].held.isEmpty else { return }
    states[current].hasOtherDays = states[current].hasOtherDays ?? false
    for message in states[current].takeHeld() { try count(message, to: current) }
    try indexText()
  }

  private func count(_ message: PreparedMessage, to place: Int) throws {
    var message = message
    if states[place].hasOtherDays == true {
      message.record.time = states[place].inOtherOrder(message.record.time) ?? message.record.time
    }
    let read = states[place].read
    try add(message, to: &states[place])
    if StoredKind(message.record.kind) == .service {
      states[place].service += states[place].read - read
    }
  }

  /// Whether the archive has a message at the time that it has in the other order of day and month;
  /// nil if it does not tell.
  private func isInOtherOrder(
    _ record: MessageRecord, in state: ConversationState
  ) throws -> Bool? {
    guard let other = state.inOtherOrder(record.time) else { return nil }
    var record = record
    var known = try state.other?.message(record.sourceKey, form: statements.keys, db)
    if state.other?.isForeign == true { record.sourceKey = KnownKey.foreign(record.sourceKey) }
    if known == nil { known = try visible(record, in: state)?.id }
    guard let known, let stored = try Archive.record(known, db) else { return nil }
    // The two are four weeks apart at least, and clocks less than a day.
    func isThere(_ time: Timestamp) -> Bool {
      time.seconds.subtractingClamped(stored.time.seconds).magnitude <= 86_400
    }
    if isThere(record.time) { return false }
    return isThere(other) ? true : nil
  }

  /// Counts a record of the current conversation that was left out.
  func countSkipped() {
    guard let current else { return }
    states[current].skipped += 1
  }

  private func merged(
    _ old: ConversationRecord, with new: ConversationRecord
  ) -> ConversationRecord {
    var result = new
    result.ownAuthorKey = new.ownAuthorKey ?? old.ownAuthorKey
    result.mediaRoot = new.mediaRoot ?? old.mediaRoot
    result.unseen = new.unseen ?? old.unseen
    return result
  }

  /// Finds the conversation's row, or creates one that is invisible until the run has finished.
  private func open(_ record: ConversationRecord) throws -> ConversationState {
    let found = try db.cachedStatement(
      sql: """
        SELECT c.id, l.time, EXISTS (SELECT 1 FROM messages m WHERE m.conversation = c.id),
          c.media_root, c.key, c.count
        FROM conversations c
        LEFT JOIN positions l ON l.conversation = c.id AND l.position = c.count - 1
        WHERE c.key = ?
        """)
    var row = try Row.fetchOne(found, arguments: [record.key])
    if row == nil {
      let ownKey = try String.fetchOne(
        db,
        sql: """
          SELECT c.key FROM other_names n JOIN conversations c ON c.id = n.conversation
          WHERE n.key = ?
          """, arguments: [record.key])
      if let ownKey { row = try Row.fetchOne(found, arguments: [ownKey]) }
    }
    if row == nil, record.isRetold {
      // Its key is a file's name, whose Unicode form depends on the system that wrote it.
      for key in [
        record.key.precomposedStringWithCanonicalMapping,
        record.key.decomposedStringWithCanonicalMapping,
      ] where row == nil {
        row = try Row.fetchOne(found, arguments: [key])
      }
    }
    let ownKey = row?.string(4) ?? record.key
    let source = ownKey.split(separator: ":", maxSplits: 1).first.map(String.init) ?? ""
    let authors = authorTables[ExactKey(source)] ?? AuthorTable(source: source, run: run)
    authorTables[ExactKey(source)] = authors
    if let row {
      let id = row.integer(0) ?? 0
      let folders = try String.fetchSet(
        db, sql: "SELECT path FROM media_folders WHERE conversation = ?", arguments: [id])
      let hadMessages = row.integer(2) == 1
      var state = ConversationState(
        id: id, record: record, hadMessages: hadMessages, countBefore: row.integer(5) ?? 0,
        lastTime: row.integer(1), authors: authors, mediaRoot: hadMessages ? row.string(3) : nil,
        namedFolders: folders)
      state.other = try OtherExport(record.key, of: id, ownKey: ownKey, source: source, db)
      state.isMerged =
        try Row.fetchOne(
          db, sql: "SELECT 1 FROM other_names WHERE conversation = ? LIMIT 1", arguments: [id])
        != nil
      return state
    }
    try db.execute(
      sql: """
        INSERT INTO conversations (key, name, kind, media_root, import) VALUES (?, ?, ?, ?, ?)
        """,
      arguments: [record.key, record.name, record.kind.rawValue, record.mediaRoot, run])
    return ConversationState(
      id: db.lastInsertedRowID, record: record, hadMessages: false, lastTime: nil, authors: authors)
  }

  // MARK: - Messages

  /// Returns a message whose paths begin with a folder, but for those that begin with one already.
  private func named(
    _ message: PreparedMessage, beneath folder: String, except others: Set<String>
  ) -> PreparedMessage {
    guard message.media != nil || message.spans != nil || message.post != nil else {
      return message
    }
    return PreparedMessage(
      message.record.mappingFiles { path in
        others.contains { PathNames.isBeneath(path, $0) }
          ? path : MediaFolders.path(path, beneath: folder)
      }, with: json, alsoKnownAs: message.otherKeys)
  }

  /// Differences between an imported message and the archive's.
  private enum Difference {
    case none, content
    /// The same file in another folder.
    case folder
  }

  private func difference(
    of record: MessageRecord, from id: Int64, in state: ConversationState
  ) throws -> Difference {
    guard !state.namedFolders.isEmpty || state.namedFolder != nil,
      let stored = try Archive.record(id, db)
    else {
      return .content
    }
    let folders = state.namedFolders.union([MediaFolders.nowhere, state.mediaRoot ?? "/"])
    func bare(_ record: MessageRecord) -> MessageRecord {
      var bare = record.mappingFiles { MediaFolders.name(of: $0, in: folders) }
      // The archive may store less of a key than the source has.
      bare.sourceKey = SourceKey.comparable(bare.sourceKey)
      bare.replyTo = bare.replyTo.map {
        ReplyRecord(
          sourceKey: SourceKey.comparable($0.sourceKey), conversationKey: $0.conversationKey)
      }
      return bare
    }
    guard bare(stored) == bare(record) else { return .content }
    // If the newer export omits a file, the older export's folder still has it.
    let isThere =
      unpacksMedia
      || record.files.allSatisfy { self.isThere($0, in: state) }
    return isThere ? .folder : .none
  }

  private func isThere(_ path: String, in state: ConversationState) -> Bool {
    let root = PathNames.isAbsolute(path) ? "" : (state.mediaRoot ?? "") + "/"
    return FileManager.default.fileExists(atPath: root + path)
  }

  private func add(_ message: PreparedMessage, to state: inout ConversationState) throws {
    guard state.mayBeRetold else { return try addAsTold(message, to: &state) }
    var record = message.record
    let known = try state.other?.message(record.sourceKey, form: statements.keys, db)
    let givenTime = record.time
    if let other = state.other {
      record = try other.translated(record, form: statements.keys, db)
    }
    let row = known == nil ? try visible(record, in: state) : nil
    var id = known ?? row?.id
    if row != nil { try state.retold.meet(record, in: state.id, db) }
    let teller = RetoldMessages.Teller(
      isRetold: state.record.isRetold, other: state.other, isOfMerged: state.isMerged)
    if let row, row.isSame || !teller.isRetold && teller.other == nil {
      // The usual case: nothing has to be compared with what another export tells.
      state.retold.meet(row.id)
      state.other?.compare(givenTime.seconds, with: record.time.seconds)
      state.previousTime = record.time
      let message = state.other == nil ? message : PreparedMessage(record, with: json)
      return try addAsTold(message, to: &state)
    }
    let isKnownByKey = known == nil && id != nil
    if let id {
      state.retold.meet(id)
    } else if let last = state.knownEnd,
      Timestamp.minute(
        of: record.time.seconds.subtractingClamped(
          state.isMerged ? RetoldMessages.tolerance : 0))
        <= Timestamp.minute(of: last)
    {
      let author = try record.author.flatMap { try state.authors.existingID(of: $0.key, in: db) }
      if author != nil || record.author == nil {
        id = try state.retold.find(record, author: author, in: state.id, of: teller, db)
        if let id {
          try state.other?.store(
            message.record.sourceKey, of: id, form: statements.keys, db)
        }
      }
    }
    if let id, let stored = try Archive.record(id, db) {
      state.other?.compare(givenTime.seconds, with: stored.time.seconds)
      state.previousTime = stored.time
      return try retell(record, id: id, stored: stored, isKnownByKey: isKnownByKey, &state)
    }
    record.time = record.time.following(state.previousTime)
    if let previous = state.previousTime, !previous.hasSeconds,
      previous.minute == record.time.minute
    {
      // Among messages without seconds, its own second would break their order.
      record.time = previous
    }
    state.previousTime = record.time
    try addAsTold(
      PreparedMessage(record, with: json, alsoKnownAs: message.otherKeys), to: &state)
  }

  /// Returns the message with the record's key, if it was visible before or this run has added it.
  private func visible(
    _ record: MessageRecord, in state: ConversationState
  ) throws -> (id: Int64, isSame: Bool)? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT m.id, m.time, m.certainty, m.text, m.media IS NULL
        FROM messages m
        WHERE m.conversation = ? AND m.source_key = ?
          AND (m.import = ? OR EXISTS (SELECT 1 FROM positions p WHERE p.message = m.id))
        """)
    let key = SourceKey(record.sourceKey, in: statements.keys).databaseValue
    guard let row = try Row.fetchOne(statement, arguments: [state.id, key, run]),
      let id = row.integer(0)
    else { return nil }
    let isSame =
      row.timestamp(1, 2) == record.time && record.media.isEmpty && row.integer(4) == 1
      && row.string(3)?.utf8.elementsEqual(record.text.string.utf8) == true
    return (id, isSame)
  }

  /// Updates a message that another export repeats. If it is known by its own key, the newer export
  /// takes precedence; otherwise only missing content is added. An existing file is kept, and so
  /// are the seconds of a time if the new one has none.
  private func retell(
    _ record: MessageRecord, id: Int64, stored: MessageRecord, isKnownByKey: Bool,
    _ state: inout ConversationState
  ) throws {
    var result = isKnownByKey ? record : stored
    if isKnownByKey {
      let (new, old) = (MessageGist(record), MessageGist(stored))
      if old.hasFile, !new.hasFile, new.file != .none { result.media = stored.media }
      if !new.hasText, old.hasText, new.file != .none { result.text = stored.text }
      if state.other != nil || !state.record.guessedDays.isEmpty
        || record.time.isSameMoment(as: stored.time)
      {
        result.time = stored.time
      }
    } else {
      result.complete(with: record)
    }
    let author = try result.author.map { try state.authors.id(of: $0, in: db) }
    let values = MessageStatements.values(
      PreparedMessage(result, with: json), conversation: state.id, author: author, run: run,
      keys: statements.keys)
    try meet(values, record: result, state: &state)
  }

  private func addAsTold(_ message: PreparedMessage, to state: inout ConversationState) throws {
    let record = message.record
    let author = try record.author.map { try state.authors.id(of: $0, in: db) }
    state.hasRead(record.time.seconds)
    state.hasReadEdit(at: record.edited?.seconds)
    let ordinal = state.nextOrdinal(time: record.time.seconds)
    if try statements.insert(
      message, id: nextID, conversation: state.id, ordinal: ordinal, author: author, run: run)
    {
      state.inserted(ordinal: ordinal)
      state.place(
        nextID, time: record.time.seconds, ordinal: ordinal, author: author,
        isService: StoredKind(record.kind) == .service)
      if !message.otherKeys.isEmpty {
        try state.otherNames.store(message.otherKeys, of: nextID, form: statements.keys, db)
      }
      if message.media != nil || record.post != nil {
        unindexed.append((nextID, nil))
      } else if !record.text.isEmpty {
        unindexed.append((nextID, record.text.string))
      }
      nextID += 1
    } else {
      let values = MessageStatements.values(
        message, conversation: state.id, author: author, run: run, keys: statements.keys)
      try meetVersion(values, record: record, state: &state)
    }
  }

  /// Handles another version of a message whose key is already in the archive: the newer one
  /// counts, in whichever order they are read, and keeps files that its own export omitted.
  private func meetVersion(
    _ values: [DatabaseValue], record: MessageRecord, state: inout ConversationState
  ) throws {
    guard let row = try find(values), let id = row.integer(0) else { return }
    let isVisible = row.integer(3) == 1
    let isSame = row.integer(5) == 1
    let revision = isVisible && state.revised > 0 ? try Archive.revision(id, db) : nil
    let isRevised = revision != nil
    var stored = revision
    if stored == nil, !isSame, isVisible || row.integer(1) == run {
      stored = try Archive.record(id, db)
    }
    let hadReactions = state.metReactions.contains(id)
    if isVisible, record.reactionCount > 0 { state.hasMetReactions(to: id) }
    guard var known = stored else {
      return try meet(values, record: record, found: row, state: &state)
    }
    if !isVisible, let first = known.author, let second = record.author,
      ExactKey(first.key) != ExactKey(second.key), known.text.string != record.text.string
    {
      replaced += 1
    }
    // The archive may store less of a key than the source has.
    known.sourceKey = record.sourceKey
    let isNewer = record.isNewer(than: known)
    if isVisible, !isRevised, let isNewer {
      if isNewer { state.newerCount += 1 } else { state.hasOlder(than: known.edited?.seconds) }
    }
    func completed(_ version: MessageRecord, with other: MessageRecord) -> MessageRecord {
      var version = version
      version.keepFiles(of: other) { unpacksMedia || isThere($0, in: state) }
      return version
    }
    var result = isNewer == false ? completed(known, with: record) : completed(record, with: known)
    if isNewer == nil, !isVisible || hadReactions, known.reactionCount > record.reactionCount {
      // One import has the message twice: nothing tells which is newer, and reactions become more.
      result.reactions = known.reactions
    }
    if result == known, isNewer == false {
      state.foundExisting(id: id, ordinal: row.integer(2))
      state.unchanged += 1
      return
    }
    let updated = state.updated
    if result == record {
      try meet(values, record: result, found: row, state: &state)
    } else {
      try meet(try self.values(result, in: state), record: result, state: &state)
    }
    guard isNewer == nil, isVisible, !isRevised, state.updated > updated, state.other == nil else {
      return
    }
    let older = completed(known, with: record)
    guard older != result else { return }
    var olderValues = try self.values(older, in: state)
    olderValues[0] = id.databaseValue
    olderValues[3] = row[2]
    try statements.olderVersions.store(olderValues, db)
    if older == known { state.undecided += 1 }
  }

  /// Returns the arguments of the statements for a message whose author is known.
  private func values(
    _ record: MessageRecord, in state: ConversationState
  ) throws -> [DatabaseValue] {
    let author = try record.author.flatMap { try state.authors.existingID(of: $0.key, in: db) }
    return MessageStatements.values(
      PreparedMessage(record, with: json), conversation: state.id, author: author, run: run,
      keys: statements.keys)
  }

  /// Adds the new messages of a batch to the full-text index.
  private func indexText() throws {
    for (id, stored) in unindexed {
      let text = try stored ?? String.fetchOne(statements.words, arguments: [id])
      guard let text else { continue }
      statements.index.bind(1, id)
      statements.index.bind(2, text)
      try statements.index.run()
    }
    unindexed.removeAll(keepingCapacity: true)
  }

  /// Returns what the archive has of the message with the same key, compared with these values.
  private func find(_ values: [DatabaseValue]) throws -> Row? {
    statements.find.setUncheckedArguments(StatementArguments(values))
    return try Row.fetchOne(statements.find)
  }

  /// Handles a message whose key is already in the archive: it replaces the archive's.
  ///
  /// - Parameter found: the result of `find` for the values; nil if it is not known.
  private func meet(
    _ values: [DatabaseValue], record: MessageRecord, found: Row? = nil,
    state: inout ConversationState
  ) throws {
    guard let row = try found ?? find(values), let id = row.integer(0) else { return }
    let isVisible = row.integer(3) == 1
    let hasSameRole = row.integer(4) == 1
    let isSame = row.integer(5) == 1
    let difference: Difference =
      if isSame { .none } else if isVisible {
        try self.difference(of: record, from: id, in: state)
      } else { .content }
    let isEqual = difference == .none
    state.foundExisting(id: id, ordinal: row.integer(2))

    var values = values
    values[0] = id.databaseValue
    values[3] = row[2]
    switch (isVisible, row.integer(1) == run) {
    case (true, _):
      if isEqual {
        // If one export has several states of a message, the last one counts.
        if state.revised > 0 {
          try db.cachedStatement(sql: "DELETE FROM revisions WHERE id = ?")
            .execute(arguments: [id])
        }
        state.unchanged += 1
      } else {
        if difference == .folder {
          state.unchanged += 1
          state.moved += 1
        } else {
          state.updated += 1
        }
        try execute(statements.revise, values)
      }
    case (false, true):
      // The key is repeated within one export: the later message counts.
      if isEqual {
        state.unchanged += 1
      } else {
        state.updated += 1
        state.needsRecount = state.needsRecount || !hasSameRole
        // The trigger that removes the old text needs it in the index.
        try indexText()
        try execute(statements.rewrite, values)
        state.movePlaced(to: record.time.seconds)
        try state.retold.move(id, to: record.time, of: state.id, db)
      }
    case (false, false):
      // An interrupted run left this message: this run takes it over.
      if let earlier = row.integer(1) { completedRuns.insert(earlier) }
      try execute(statements.rewrite, values)
      state.place(
        id, time: record.time.seconds, ordinal: row.integer(2),
        author: Int64.fromDatabaseValue(values[6]),
        isService: StoredKind(record.kind) == .service)
    }
  }

  private func execute(_ statement: Statement, _ values: [DatabaseValue]) throws {
    statement.setUncheckedArguments(StatementArguments(values))
    try statement.execute()
  }

  // MARK: - End

  /// Assigns positions to the messages of each conversation, one transaction per conversation.
  /// Called when everything is read.
  func finish(_ willFinish: (ConversationState) throws -> Void) throws {
    let bytes = WorkLimit.byteCount(of: db)
    limit.allowLook(bytes: bytes)
    let updated = states.reduce(0) { $0 + $1.revised }
    // Until one import has reached its end, this one goes on with the first.
    let isLater =
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM imports WHERE state IN ('complete', 'partial'))")
      ?? false
    let addsToKnown = isLater && states.contains { $0.lastTime != nil }
    for index in states.indices {
      let state = states[index]
      try willFinish(state)
      limit.allow(steps(toFinish: state, updated: updated, bytes: bytes))
      try inTransaction {
        if state.isOlder { try statements.olderVersions.restore(in: state.id, db) }
        let finisher = ConversationFinisher(db, state: state, writer: self)
        try finisher.finish()
        try finisher.noteUnseen(isLater: isLater, addsToKnown: addsToKnown)
      }
      if state.isOlder { states[index].keptKnown() }
    }
    try inTransaction { for table in authorTables.values { try table.storeNames(in: db) } }
  }

  /// Returns the number of rows that finishing a conversation may read: those of the run's range of
  /// ids, in which an import may interleave conversations, and the newer states of all of them.
  /// Where the conversation has a small share of the range, its older messages are read instead;
  /// the limit for the archive's size allows that.
  private func steps(toFinish state: ConversationState, updated: Int, bytes: Int64) -> Int64 {
    let range = state.highestID.subtractingClamped(state.lowestID).addingClamped(1)
    // Positions assigned early may have to be assigned again.
    let rows = min(max(0, range), bytes).addingClamped(
      state.revised > 0 ? Int64(updated) : 0
    )
    .addingClamped(Int64(state.placed))
    return rows.multipliedClamped(by: 100).addingClamped(1_000_000)
  }

  /// Makes the messages visible that have been read so far of new conversations. In a conversation
  /// that existed before, their order is known only when everything is read.
  ///
  /// - Complexity: O(new messages) if they are in order of time and a quarter of their range of ids
  ///   is the conversation's, otherwise O(messages of the conversation).
  /// - Returns: whether anything became visible.
  func placeNew() throws -> Bool {
    let bytes = WorkLimit.byteCount(of: db)
    limit.allowLook(bytes: bytes)
    let updated = states.reduce(0) { $0 + $1.revised }
    var hasPlaced = false
    for index in states.indices {
      let state = states[index]
      guard !state.hadMessages, state.lowestID <= state.highestID else { continue }
      limit.allow(steps(toFinish: state, updated: updated, bytes: bytes))
      try ConversationFinisher(db, state: state, writer: self).finish()
      states[index].wasPlaced()
      hasPlaced = true
    }
    return hasPlaced
  }

  /// Removes everything that this run has added.
  func abandon() throws {
    limit.allowLook(bytes: WorkLimit.byteCount(of: db))
    try inTransaction { try db.execute(sql: "DELETE FROM revisions WHERE true") }
    for state in states where state.lowestID <= state.highestID {
      try remove(state)
    }
    try inTransaction {
      try db.execute(sql: "DELETE FROM authors WHERE import = ?", arguments: [run])
      try db.execute(
        sql: """
          DELETE FROM conversations WHERE ready = 0
          AND NOT EXISTS (SELECT 1 FROM messages WHERE conversation = conversations.id)
          """)
    }
  }

  /// Removes messages in steps of 50,000, so that no transaction grows large.
  private func remove(_ state: ConversationState) throws {
    var lowest = state.lowestID
    while lowest <= state.highestID {
      let last = try Int64.fetchOne(
        db,
        sql: """
          SELECT max(id) FROM (
            SELECT id FROM messages WHERE id BETWEEN ? AND ? ORDER BY id LIMIT 50000)
          """, arguments: [lowest, state.highestID])
      guard let last else { return }
      try inTransaction {
        try db.execute(
          sql: "DELETE FROM messages WHERE id BETWEEN ? AND ? AND conversation = ? AND import = ?",
          arguments: [lowest, last, state.id, run])
        // Other messages will reuse their ids.
        try db.execute(
          sql: """
            DELETE FROM other_keys WHERE message BETWEEN ? AND ?
            AND NOT EXISTS (SELECT 1 FROM messages WHERE id = other_keys.message)
            """, arguments: [lowest, last])
      }
      lowest = last.addingClamped(1)
      guard last < state.highestID else { return }
    }
  }

  private func inTransaction(_ body: () throws -> Void) throws {
    try db.inTransaction {
      try body()
      return .commit
    }
  }
}
