import GRDB

/// What an account keeps in its archive beside the archive's own tables. Made when an account first
/// opens the file; an archive that is only read has none of it, and nothing else reads it.
enum LiveSchema {
  static let version = 1

  static func prepare(_ db: Database) throws {
    let exists = try db.tableExists("live_account")
    if !exists { try db.execute(sql: tables) }
    let found = try String.fetchOne(
      db, sql: "SELECT value FROM live_account WHERE key = 'version'")
    guard found.flatMap({ Int($0) }) == version else {
      throw DatabaseError(
        resultCode: .SQLITE_MISMATCH,
        message: "the account was kept by a newer version of Luge")
    }
  }

  private static let tables = """
    CREATE TABLE live_account (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    INSERT INTO live_account VALUES ('version', '\(version)');
    CREATE TABLE live_rooms (
      -- that of the conversation
      id INTEGER PRIMARY KEY,
      room TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      membership TEXT NOT NULL,
      is_direct INTEGER NOT NULL DEFAULT 0,
      is_encrypted INTEGER NOT NULL DEFAULT 0,
      unread INTEGER NOT NULL DEFAULT 0,
      mentions INTEGER NOT NULL DEFAULT 0,
      read_marker TEXT,
      -- after the last place that was given
      next INTEGER NOT NULL DEFAULT 1,
      -- 1 while messages have no position yet, or another one than their place says
      unplaced INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE live_events (
      id INTEGER PRIMARY KEY,
      room INTEGER NOT NULL,
      -- the server's name; before that is known '~' and the transaction
      event TEXT NOT NULL,
      -- NULL where the order is not known: of edits that came with what they edit
      place INTEGER,
      sender TEXT NOT NULL,
      time INTEGER NOT NULL,
      kind INTEGER NOT NULL,
      -- the event that it is about
      target TEXT,
      -- what it says, as JSON; NULL once that was taken back
      content TEXT,
      redacted INTEGER NOT NULL DEFAULT 0,
      -- 1 until the server has said where it belongs
      echo INTEGER NOT NULL DEFAULT 0,
      -- the row in the archive's messages
      message INTEGER
    );
    CREATE UNIQUE INDEX live_events_event ON live_events (room, event);
    CREATE INDEX live_events_place ON live_events (room, place) WHERE message IS NOT NULL;
    CREATE INDEX live_events_target ON live_events (room, target) WHERE target IS NOT NULL;
    CREATE UNIQUE INDEX live_events_message ON live_events (message) WHERE message IS NOT NULL;
    CREATE TABLE live_gaps (
      room INTEGER NOT NULL,
      -- older events have smaller places, newer ones larger ones
      place INTEGER NOT NULL,
      -- where the server goes on from the older side, and from the newer one
      older TEXT,
      newer TEXT NOT NULL,
      PRIMARY KEY (room, place)
    ) WITHOUT ROWID;
    CREATE TABLE live_queue (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      room INTEGER NOT NULL,
      \"transaction\" TEXT NOT NULL UNIQUE,
      body TEXT NOT NULL,
      -- why it is not sent, once the server has said no
      failure TEXT
    );
    CREATE TABLE live_receipts (
      room INTEGER NOT NULL,
      user TEXT NOT NULL,
      event TEXT NOT NULL,
      time INTEGER NOT NULL,
      PRIMARY KEY (room, user)
    ) WITHOUT ROWID;
    """
}

/// How kinds of events are kept.
enum EventCode: Int64 {
  case message = 0
  case edit, reaction, redaction, service, encrypted, hidden

  init(_ kind: RoomEvent.Kind) {
    switch kind {
    case .message: self = .message
    case .edit: self = .edit
    case .reaction: self = .reaction
    case .redaction: self = .redaction
    case .service: self = .service
    case .encrypted: self = .encrypted
    case .hidden: self = .hidden
    }
  }
}
