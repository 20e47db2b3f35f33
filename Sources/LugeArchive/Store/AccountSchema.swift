import GRDB

/// The tables that an account adds to its archive. They are created when an account first opens the
/// file; an archive that is only read does not have them, and code that reads archives does not use
/// them. They are defined here because a file's schema is compared with everything that Luge
/// creates.
package enum AccountSchema {
  package static let version = 4

  /// Creates the tables, or upgrades those of an earlier version, within the caller's transaction.
  ///
  /// - Returns: whether the thread of each message has to be found again.
  /// - Complexity: O(events) for an upgrade, otherwise O(1).
  /// - Throws: an error if a newer program has created them.
  package static func prepare(_ db: Database) throws -> Bool {
    var hasThreadsToSettle = false
    if try !db.tableExists("live_account") {
      for object in objects + threadObjects + namedRootObjects { try db.execute(sql: object.sql) }
      try db.execute(
        sql: "INSERT INTO live_account VALUES ('version', ?)", arguments: ["\(version)"])
    }
    var found = try String.fetchOne(
      db, sql: "SELECT value FROM live_account WHERE key = 'version'")
    if found == "1" {
      try db.execute(sql: "DROP INDEX IF EXISTS live_events_place")
      try db.execute(sql: placeIndex.sql)
      found = "2"
    }
    if found == "2" {
      if try !db.tableExists("live_threads") {
        for object in threadObjects { try db.execute(sql: object.sql) }
      }
      try db.execute(
        sql: """
          INSERT INTO live_threads (message, room, root)
          SELECT message, room, json_extract(content, '$.message.thread') FROM live_events
          WHERE message IS NOT NULL AND json_valid(content)
            AND json_extract(content, '$.message.thread') IS NOT NULL
          """)
      found = "3"
    }
    if found == "3" {
      if try !db.tableExists("live_named_roots") {
        for object in namedRootObjects { try db.execute(sql: object.sql) }
      }
      try db.execute(
        sql: "INSERT INTO live_named_roots (message, room, root) SELECT * FROM live_threads")
      try db.execute(sql: "DELETE FROM live_threads")
      try db.execute(
        sql: "UPDATE live_account SET value = ? WHERE key = 'version'", arguments: ["\(version)"])
      found = "\(version)"
      hasThreadsToSettle = true
    }
    guard found.flatMap({ Int($0) }) == version else {
      throw DatabaseError(
        resultCode: .SQLITE_MISMATCH,
        message: "the account was kept by a newer version of Luge")
    }
    return hasThreadsToSettle
  }

  /// Tables and indexes of all versions, written as ``ArchiveSchemaCheck`` compares them.
  static let knownObjects = Set(
    (objects + threadObjects + namedRootObjects + [formerPlaceIndex]).map {
      "\($0.name) \($0.kind) \($0.table) \(ArchiveSchemaCheck.withoutComments($0.sql))"
    })

  private typealias Object = (kind: String, name: String, table: String, sql: String)

  /// Index of all events by their order number (`place`), including those that show nothing:
  /// finding the first and the last one must be as fast in a large room as in a small one. It has
  /// all columns of the table that the query for the ids of a page of messages needs.
  private static let placeIndex: Object = (
    "index", "live_events_place", "live_events",
    """
    CREATE INDEX live_events_place ON live_events (room, place, message)
    """
  )

  /// The index of version 1.
  private static let formerPlaceIndex: Object = (
    "index", "live_events_place", "live_events",
    """
    CREATE INDEX live_events_place ON live_events (room, place) WHERE message IS NOT NULL
    """
  )

  /// Table of the messages that are shown in a thread instead of among the room's other messages.
  private static let threadObjects: [Object] = [
    (
      "table", "live_threads", "live_threads",
      """
      CREATE TABLE live_threads (
        message INTEGER PRIMARY KEY,
        room INTEGER NOT NULL,
        -- the event that the thread begins with
        root TEXT NOT NULL
      )
      """
    ),
    (
      "index", "live_threads_root", "live_threads",
      """
      CREATE INDEX live_threads_root ON live_threads (room, root)
      """
    ),
  ]

  /// Table of the events that messages name as the roots of their threads. Such an event may itself
  /// be in a thread, or may not be stored.
  private static let namedRootObjects: [Object] = [
    (
      "table", "live_named_roots", "live_named_roots",
      """
      CREATE TABLE live_named_roots (
        message INTEGER PRIMARY KEY,
        room INTEGER NOT NULL,
        root TEXT NOT NULL
      )
      """
    ),
    (
      "index", "live_named_roots_root", "live_named_roots",
      """
      CREATE INDEX live_named_roots_root ON live_named_roots (room, root)
      """
    ),
  ]

  /// Plain tables and their indexes, without anything that SQLite would execute.
  private static let objects: [Object] = [
    (
      "table", "live_account", "live_account",
      """
      CREATE TABLE live_account (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID
      """
    ),
    (
      "table", "live_rooms", "live_rooms",
      """
      CREATE TABLE live_rooms (
        -- id of the archive's conversation
        id INTEGER PRIMARY KEY,
        room TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        membership TEXT NOT NULL,
        is_direct INTEGER NOT NULL DEFAULT 0,
        is_encrypted INTEGER NOT NULL DEFAULT 0,
        unread INTEGER NOT NULL DEFAULT 0,
        mentions INTEGER NOT NULL DEFAULT 0,
        read_marker TEXT,
        -- the place that the next event gets
        next INTEGER NOT NULL DEFAULT 1,
        -- 1 while messages have no position yet, or one that contradicts their place
        unplaced INTEGER NOT NULL DEFAULT 0
      )
      """
    ),
    (
      "table", "live_events", "live_events",
      """
      CREATE TABLE live_events (
        id INTEGER PRIMARY KEY,
        room INTEGER NOT NULL,
        -- the server's name; before that is known '~' and the transaction
        event TEXT NOT NULL,
        -- NULL if the order is unknown, as of an edit that came together with the edited event
        place INTEGER,
        sender TEXT NOT NULL,
        time INTEGER NOT NULL,
        kind INTEGER NOT NULL,
        -- the event that this one edits, reacts to or deletes
        target TEXT,
        -- content as JSON; NULL once the event was deleted
        content TEXT,
        redacted INTEGER NOT NULL DEFAULT 0,
        -- 1 until the server has said where it belongs
        echo INTEGER NOT NULL DEFAULT 0,
        -- the row in the archive's messages
        message INTEGER
      )
      """
    ),
    (
      "index", "live_events_event", "live_events",
      """
      CREATE UNIQUE INDEX live_events_event ON live_events (room, event)
      """
    ),
    placeIndex,
    (
      "index", "live_events_target", "live_events",
      """
      CREATE INDEX live_events_target ON live_events (room, target) WHERE target IS NOT NULL
      """
    ),
    (
      "index", "live_events_message", "live_events",
      """
      CREATE UNIQUE INDEX live_events_message ON live_events (message) WHERE message IS NOT NULL
      """
    ),
    (
      "table", "live_gaps", "live_gaps",
      """
      CREATE TABLE live_gaps (
        room INTEGER NOT NULL,
        -- older events have smaller places, newer ones larger ones
        place INTEGER NOT NULL,
        -- tokens from which the server continues, on the older side and on the newer one
        older TEXT,
        newer TEXT NOT NULL,
        PRIMARY KEY (room, place)
      ) WITHOUT ROWID
      """
    ),
    (
      "table", "live_queue", "live_queue",
      """
      CREATE TABLE live_queue (
        id INTEGER PRIMARY KEY,
        room INTEGER NOT NULL,
        "transaction" TEXT NOT NULL UNIQUE,
        body TEXT NOT NULL,
        -- why it is not sent, once the server has said no
        failure TEXT
      )
      """
    ),
    (
      "table", "live_receipts", "live_receipts",
      """
      CREATE TABLE live_receipts (
        room INTEGER NOT NULL,
        user TEXT NOT NULL,
        event TEXT NOT NULL,
        time INTEGER NOT NULL,
        PRIMARY KEY (room, user)
      ) WITHOUT ROWID
      """
    ),
  ]
}
