import Foundation
import GRDB
import LugeCore

/// An archive into which an account writes the messages it receives, one by one, for as long as it
/// is open: nothing else can be imported into it meanwhile.
///
/// Messages are in the order of their server, whatever their times. Where times go back, positions
/// keep the latest time before, because they are looked up by ascending times.
package final class AccountArchive: Sendable {
  package let path: String
  package let pool: DatabasePool
  private let lock: HeldLock

  /// Opens the archive; creates it if it does not exist.
  package init(path: String) throws(ArchiveError) {
    let file = ArchiveFile(path)
    try file.checkCanWrite()
    let lock = try file.lock()
    self.path = path
    self.lock = HeldLock(lock)
    pool = try translatingErrors(path: path) {
      _ = try file.prepare(under: lock, replacesUnreadable: false)
      var configuration = ArchiveFile.configuration()
      configuration.maximumReaderCount = 3
      let pool = try file.pool(nil, configuration)
      try pool.read(file.check)
      // Deleted content is overwritten in the file, too.
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA secure_delete = ON") }
      return pool
    }
  }

  /// Attempts to settle, and milliseconds between them: somebody may be reading.
  private static let settleAttempts = 20
  private static let settlePause = 10
  /// Milliseconds that SQLite waits for others at any other time.
  private static let busyMilliseconds = 5000

  /// Brings all that was written into the file itself: a copy of the file alone has everything
  /// then, and nowhere beside it stands what was deleted. Blocks for as long as the disk takes.
  package func settle() {
    for _ in 0..<Self.settleAttempts {
      let isBusy = try? pool.writeWithoutTransaction { db in
        // Waiting for readers is for this loop: SQLite would wait for seconds each time.
        try db.execute(sql: "PRAGMA busy_timeout = 0")
        defer { try? db.execute(sql: "PRAGMA busy_timeout = \(Self.busyMilliseconds)") }
        return try Bool.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      }
      if isBusy == false { return }
      Thread.sleep(forTimeInterval: Double(Self.settlePause) / 1000)
    }
  }

  /// Number of index pages that one step merges, and maximum number of steps.
  private static let mergedPages = 64
  private static let mostMerges = 50_000

  /// The note that the word index still has words of deleted messages; nil without one.
  package var deletedWords: String? {
    get throws(ArchiveError) {
      try read { db in
        try String.fetchOne(
          db, sql: "SELECT value FROM live_account WHERE key = ?",
          arguments: [AccountTables.deletedWordsKey])
      }
    }
  }

  /// Removes the words of deleted messages from the word index, which keeps them in its older parts
  /// until these are merged. That writes the whole index again; without deleted messages it writes
  /// nothing. Other writes come in between.
  ///
  /// - Parameter seconds: after which it stops. The note of them stays, so that the next call goes
  ///   on.
  package func forgetDeletedWords(within seconds: Double = .infinity) {
    guard let note = try? deletedWords else { return }
    let start = ContinuousClock.now
    // A negative number has all parts merged; the later steps go on with that.
    var pages = -Self.mergedPages
    for _ in 0..<Self.mostMerges {
      let isDone = try? pool.write { try Self.merge(pages, $0, removing: note) }
      guard isDone == false, start.duration(to: .now) / .seconds(1) < seconds else { return }
      pages = Self.mergedPages
    }
  }

  /// Merges so many pages of the word index, and removes the note once all are merged. A message
  /// that was deleted in between has left another note, which stays.
  ///
  /// - Returns: whether all are merged.
  package static func merge(
    _ pages: Int, _ db: Database, removing note: String
  ) throws -> Bool {
    let before = db.totalChangesCount
    try db.execute(
      sql: "INSERT INTO messages_text (messages_text, rank) VALUES ('merge', ?)",
      arguments: [pages])
    // One change is the command itself.
    guard db.totalChangesCount - before <= 1 else { return false }
    try db.execute(
      sql: "DELETE FROM live_account WHERE key = ? AND value = ?",
      arguments: [AccountTables.deletedWordsKey, note])
    return true
  }

  package func write<Result>(
    _ body: (Database) throws -> Result
  ) throws(ArchiveError) -> Result {
    try translatingErrors(path: path) { try pool.write(body) }
  }

  package func read<Result>(_ body: (Database) throws -> Result) throws(ArchiveError) -> Result {
    try translatingErrors(path: path) { try pool.read(body) }
  }

  /// `@unchecked Sendable`: the lock is not used until its owner is freed, which frees it.
  private final class HeldLock: @unchecked Sendable {
    private let lock: FileLock
    init(_ lock: FileLock) { self.lock = lock }
  }
}

/// Statements by which an account writes into an archive's own tables, each within a transaction of
/// the caller.
package struct AccountTables {
  let db: Database

  package init(_ db: Database) { self.db = db }

  // MARK: Conversations and people

  /// - Returns: the conversation's id.
  package func put(_ record: ConversationRecord) throws -> Int64 {
    let own: Int64? = try record.ownAuthorKey.map {
      try self.author(AuthorRecord(key: $0, name: $0))
    }
    try db.cachedStatement(
      sql: """
        INSERT INTO conversations (key, name, kind, own_author, media_root, ready, import)
        VALUES (?, ?, ?, ?, ?, 1, 0)
        ON CONFLICT (key) DO UPDATE SET name = excluded.name, kind = excluded.kind,
          own_author = excluded.own_author, media_root = excluded.media_root
        """
    ).execute(
      arguments: [record.key, record.name, record.kind.rawValue, own, record.mediaRoot])
    return try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM conversations WHERE key = ?"),
      arguments: [record.key]) ?? 0
  }

  /// Returns the author's id. An existing author keeps the name, see ``rename(_:)``.
  package func author(_ record: AuthorRecord) throws -> Int64 {
    let known = try db.cachedStatement(
      sql: "SELECT id FROM authors WHERE source = 'live' AND key = ?")
    if let id = try Int64.fetchOne(known, arguments: [record.key]) { return id }
    try db.cachedStatement(
      sql: "INSERT INTO authors (source, key, name, import) VALUES ('live', ?, ?, 0)"
    ).execute(arguments: [record.key, record.name])
    return db.lastInsertedRowID
  }

  package func rename(_ record: AuthorRecord) throws {
    let id = try author(record)
    try db.cachedStatement(sql: "UPDATE authors SET name = ?1 WHERE id = ?2 AND name <> ?1")
      .execute(arguments: [record.name, id])
  }

  // MARK: Messages

  /// Adds a message, which is invisible until it has a position.
  ///
  /// - Returns: its id, which does not change.
  package func add(_ record: MessageRecord, to conversation: Int64) throws -> Int64 {
    let values = try values(record, conversation)
    let columns = MessageStatements.columns
    try db.cachedStatement(
      sql: """
        INSERT INTO messages (\(columns.joined(separator: ", ")))
        VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
        """
    ).execute(arguments: StatementArguments(values))
    let id = db.lastInsertedRowID
    try db.cachedStatement(
      sql: """
        INSERT INTO messages_text (rowid, text) SELECT id, text FROM messages_words WHERE id = ?
        """
    ).execute(arguments: [id])
    return id
  }

  /// Replaces the content, and the key, of a message by those of a record.
  package func replace(_ id: Int64, with record: MessageRecord, in conversation: Int64) throws {
    let values = try values(record, conversation)
    let columns = MessageStatements.columns
    try db.cachedStatement(
      sql: """
        UPDATE messages SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")) WHERE id = ?
        """
    ).execute(arguments: StatementArguments(values + [id.databaseValue]))
    let position = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT position FROM positions WHERE message = ?"),
      arguments: [id])
    if let position { try forgetHeights(conversation, around: position) }
  }

  private func values(
    _ record: MessageRecord, _ conversation: Int64
  ) throws -> [DatabaseValue] {
    let message = PreparedMessage(record, with: JSONWriter())
    let author: Int64? = try record.author.map { try self.author($0) }
    return try Array(
      MessageStatements.values(
        message, conversation: conversation, author: author, run: 0, keys: SourceKey.Form(of: db)
      )
      .dropFirst())
  }

  // MARK: Positions

  /// Appends a message to a conversation.
  package func append(_ id: Int64, to conversation: Int64) throws {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT position, time FROM positions WHERE conversation = ?
          ORDER BY position DESC LIMIT 1
          """), arguments: [conversation])
    let position = (row?.integer(0) ?? -1).addingClamped(1)
    let latest: Int64 = row?.integer(1) ?? Int64.min
    try db.cachedStatement(
      sql: """
        INSERT INTO positions (conversation, position, message, time, certainty)
        SELECT ?1, ?2, id, max(time, ?3), certainty FROM messages WHERE id = ?4
        """
    ).execute(arguments: [conversation, position, latest, id])
    try forgetHeights(conversation, around: position)
  }

  /// Returns the rooms in which messages have no positions yet.
  package func roomsToPlace() throws -> [Int64] {
    try Int64.fetchAll(db, sql: Archive.unplacedRooms)
  }

  /// Assigns positions to all messages of a room, in the order of their places.
  package func placeAll(_ room: Int64) throws { try Archive.placeAll(room, db) }

  /// Updates the stored counts for one message that was appended.
  ///
  /// - Complexity: O(log n) for n people.
  package func countOne(_ id: Int64, in conversation: Int64) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO conversation_authors (conversation, author, messages)
        SELECT ?1, author, 1 FROM messages WHERE id = ?2 AND author IS NOT NULL
        ON CONFLICT DO UPDATE SET messages = messages + 1
        """
    ).execute(arguments: [conversation, id])
    try db.cachedStatement(
      sql: """
        UPDATE conversations SET count = count + 1,
          messages = messages + (SELECT kind <> 1 FROM messages WHERE id = ?2),
          service = service + (SELECT kind = 1 FROM messages WHERE id = ?2),
          authors = authors + (SELECT count(*) FROM messages m JOIN conversation_authors a
            ON a.conversation = ?1 AND a.author = m.author WHERE m.id = ?2 AND a.messages = 1)
        WHERE id = ?1
        """
    ).execute(arguments: [conversation, id])
  }

  private func forgetHeights(_ conversation: Int64, around position: Int64) throws {
    try db.cachedStatement(
      sql: """
        DELETE FROM heights WHERE conversation = ?1 AND chunk BETWEEN (?2 - 1) / ?3 AND (?2 + 1) / ?3
        """
    ).execute(arguments: [conversation, position, HeightChunk.length])
  }

  /// Key in `live_account` while the word index has words of deleted messages. Each deletion gives
  /// it another value.
  static let deletedWordsKey = "deleted words"

  /// Notes that a message with words was deleted, see `AccountArchive.forgetDeletedWords()`.
  package func noteDeletedWords() throws {
    try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO live_account VALUES (?, hex(randomblob(16)))"
    ).execute(arguments: [Self.deletedWordsKey])
  }

  /// Removes a message permanently.
  package func remove(_ id: Int64) throws {
    try db.cachedStatement(sql: "DELETE FROM positions WHERE message = ?").execute(
      arguments: [id])
    try db.cachedStatement(sql: "DELETE FROM messages WHERE id = ?").execute(arguments: [id])
  }

  // MARK: Reading

  /// Returns the messages with these ids, in this order, whether or not they have positions.
  package func messages(_ ids: [Int64]) throws -> [StoredMessage] {
    let statement = try db.cachedStatement(sql: "\(Archive.unplacedSelection) WHERE m.id = ?")
    let answered = AnsweredContents(db)
    return try ids.compactMap { id in
      try Row.fetchOne(statement, arguments: [id]).map {
        try Archive.message($0, answered, answersMayLackPositions: true)
      }
    }
  }
}
