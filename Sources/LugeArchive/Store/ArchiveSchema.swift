import GRDB

/// Tables of a `.luge` file, and the migrations of older files.
enum ArchiveSchema {
  /// `LUGE`: distinguishes an archive from other SQLite files.
  static let applicationID: Int64 = 0x4C55_4745

  static let version1 = "v1: conversations, messages, positions, search"

  /// Whether a file has all current tables.
  static func isCurrent(_ db: Database) throws -> Bool {
    try WorkLimit.run(on: db, migrator.hasCompletedMigrations)
  }

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration(version1) { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: people)
      try db.execute(sql: messages())
      try db.execute(sql: positions)
      try db.execute(sql: search)
      try db.execute(sql: imports)
    }
    migrator.registerMigration("v2: search in what media say") { db in
      try db.execute(
        sql: """
          DROP TRIGGER messages_deleted;
          DROP TRIGGER messages_retext;
          DROP TABLE messages_text;
          """)
      try db.execute(sql: ArchiveSearchSchema.version2)
      try db.execute(sql: "INSERT INTO messages_text (messages_text) VALUES ('rebuild')")
    }
    migrator.registerMigration("v3: what pictures look like") { db in
      try db.execute(sql: pictures)
    }
    migrator.registerMigration("v4: heights of laid out messages") { db in
      try db.execute(sql: heights)
    }
    migrator.registerMigration("v5: posts") { db in try db.execute(sql: posts) }
    migrator.registerMigration("v6: posts by author") { db in try db.execute(sql: postsByAuthor) }
    migrator.registerMigration("v7: what people say of themselves") { db in
      try db.execute(sql: profiles)
    }
    migrator.registerMigration("v8: search in what posts say, posts by who passed them on") { db in
      try db.execute(sql: ArchiveSearchSchema.migrationOfPosts)
      try db.execute(sql: postsByBooster)
    }
    migrator.registerMigration("v9: what tells one archive from all others") { db in
      try db.execute(sql: identity)
    }
    // Three steps: the index is read with the tokenizer that it was written with.
    migrator.registerMigration("v10: sentences without blanks leave the index") { db in
      try db.execute(sql: ArchiveSearchSchema.removalOfUnspaced)
    }
    migrator.registerMigration("v11: words of sentences without blanks") { db in
      try ArchiveSearchSchema.changeTokenizer(db)
    }
    migrator.registerMigration("v12: sentences without blanks, by their characters") { db in
      try db.execute(sql: ArchiveSearchSchema.insertionOfUnspaced)
    }
    migrator.registerMigration("v13: media folders of later imports") { db in
      try db.execute(sql: mediaFolders)
    }
    migrator.registerMigration("v14: what merged exports call a chat and its messages") { db in
      try db.execute(sql: otherNames)
    }
    // Three steps, as above.
    migrator.registerMigration("v15: letters in parts and of other widths leave the index") { db in
      try db.execute(sql: ArchiveSearchSchema.Varying.second.removal)
    }
    migrator.registerMigration("v16: one form for all that is searched") { db in
      try ArchiveSearchSchema.changeTokenizer(db, from: "luge", to: "luge2")
    }
    migrator.registerMigration("v17: letters in parts and of other widths, in that form") { db in
      try db.execute(sql: ArchiveSearchSchema.Varying.second.insertion)
    }
    // Tables do not change: only new archives store less of such keys, which earlier programs would
    // not find.
    migrator.registerMigration("v18: shorter keys of messages that their source gives none") { _ in
    }
    // Three steps, as above.
    migrator.registerMigration("v19: letters that are one to a search leave the index") { db in
      try db.execute(sql: ArchiveSearchSchema.Varying.third.removal)
    }
    migrator.registerMigration("v20: one form for letters that are one to a search") { db in
      try ArchiveSearchSchema.changeTokenizer(db, from: "luge2", to: "luge3")
    }
    migrator.registerMigration("v21: letters that are one to a search, in that form") { db in
      try db.execute(sql: ArchiveSearchSchema.Varying.third.insertion)
    }
    migrator.registerMigration("v22: what later imports brought and nobody has seen") { db in
      try db.execute(sql: unseen)
    }
    return migrator
  }

  /// Creates the current tables in an empty file directly, which is faster than running all
  /// migrations. `HostileArchiveTests` compare the SQL with that of the migrations.
  static func create(in db: Database) throws {
    try db.execute(
      sql: """
        PRAGMA application_id = \(applicationID);
        PRAGMA user_version = \(SourceKey.Form.current.rawValue);
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        """)
    for tables in [
      people, messages(and: ", post TEXT"), positions, imports, ArchiveSearchSchema.current,
      pictures, heights, answers, postsByAuthor, profiles, postsByBooster, identity,
      mediaFolders, otherNames, unseen,
    ] { try db.execute(sql: tables) }
    let done = try db.makeStatement(sql: "INSERT INTO grdb_migrations VALUES (?)")
    for migration in migrator.migrations { try done.execute(arguments: [migration]) }
  }

  /// Returns an SQL expression for the key of the person who boosted the post in a row of
  /// `messages`; NULL for none.
  static func booster(of row: String) -> String {
    // Within an index, columns are named without their table.
    let prefix = row == "messages" ? "" : "\(row)."
    return "json_extract(\(prefix)post, '$.boostedBy.key')"
  }

  /// Additional columns for posts, as JSON; and the index of replies.
  private static let posts = """
    ALTER TABLE messages ADD COLUMN post TEXT;
    ALTER TABLE revisions ADD COLUMN post TEXT;

    """ + answers

  private static let answers = """
    CREATE INDEX messages_answers ON messages (conversation, reply_key) WHERE post IS NOT NULL;
    """

  private static let postsByAuthor = """
    CREATE INDEX messages_people ON messages (conversation, author) WHERE post IS NOT NULL
    """

  private static let postsByBooster = """
    CREATE INDEX messages_boosters ON messages (conversation, \(booster(of: "messages")))
    WHERE post IS NOT NULL
    """

  private static let profiles = """
    CREATE TABLE profiles (
      author INTEGER PRIMARY KEY REFERENCES authors ON DELETE CASCADE, about TEXT NOT NULL
    )
    """

  private static let identity = """
    CREATE TABLE identity (value TEXT NOT NULL);
    INSERT INTO identity VALUES (lower(hex(randomblob(16))));
    """

  /// Media folders that paths of a conversation's messages include, in addition to its own.
  private static let mediaFolders = """
    CREATE TABLE media_folders (
      conversation INTEGER NOT NULL,
      path TEXT NOT NULL,
      PRIMARY KEY (conversation, path)
    ) WITHOUT ROWID;
    """

  /// Names and keys, in other exports, of merged chats, their people and messages, so that the next
  /// export of any of them adds only what is new.
  private static let otherNames = """
    CREATE TABLE other_names (
      id INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      conversation INTEGER NOT NULL,
      -- seconds that its clock is ahead
      clock_offset INTEGER NOT NULL
    );
    CREATE TABLE other_people (
      name INTEGER NOT NULL,
      key TEXT NOT NULL,
      -- key of the author here
      person TEXT NOT NULL,
      PRIMARY KEY (name, key)
    ) WITHOUT ROWID;
    CREATE TABLE other_keys (
      name INTEGER NOT NULL,
      source_key NOT NULL,
      message INTEGER NOT NULL,
      PRIMARY KEY (name, source_key)
    ) WITHOUT ROWID;
    CREATE INDEX other_keys_message ON other_keys (message);
    """

  /// Conversations with messages that later imports have brought and that nobody has seen yet.
  private static let unseen = """
    CREATE TABLE unseen (
      conversation INTEGER PRIMARY KEY,
      -- time of the last message that is not new; NULL: the whole conversation is new
      after INTEGER
    );
    """

  /// Facts about pictures that exports do not contain, found when they are first shown. They are
  /// derived from the files, so that the table may be deleted at any time.
  private static let pictures = """
    CREATE TABLE pictures (
      conversation INTEGER NOT NULL,
      -- as in the media of messages
      path TEXT NOT NULL,
      width INTEGER,
      height INTEGER,
      blur_hash TEXT,
      PRIMARY KEY (conversation, path)
    ) WITHOUT ROWID;
    """

  /// Heights of the last layout, so that the next opening has an exact scroll bar at once. Derived,
  /// like `pictures`; imports remove the chunks whose messages they change.
  private static let heights = """
    CREATE TABLE heights (
      conversation INTEGER NOT NULL,
      -- digest of everything beside the messages that decides: width, fonts, style, program
      style INTEGER NOT NULL,
      -- of HeightChunk.length positions
      chunk INTEGER NOT NULL,
      heights BLOB NOT NULL,
      PRIMARY KEY (conversation, style, chunk)
    ) WITHOUT ROWID;
    CREATE TABLE height_sets (
      conversation INTEGER NOT NULL,
      style INTEGER NOT NULL,
      -- seconds since 1970 of the last opening
      used INTEGER NOT NULL,
      PRIMARY KEY (conversation, style)
    ) WITHOUT ROWID;
    """

  private static let people = """
    CREATE TABLE conversations (
      id INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      kind TEXT NOT NULL,
      own_author INTEGER,
      media_root TEXT,
      -- 0 until an import that names the conversation has finished
      ready INTEGER NOT NULL DEFAULT 0,
      import INTEGER NOT NULL,
      -- what follows is kept here so that opening a file reads no messages
      count INTEGER NOT NULL DEFAULT 0,
      messages INTEGER NOT NULL DEFAULT 0,
      service INTEGER NOT NULL DEFAULT 0,
      authors INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE authors (
      id INTEGER PRIMARY KEY,
      source TEXT NOT NULL,
      key TEXT NOT NULL,
      name TEXT NOT NULL,
      import INTEGER NOT NULL,
      UNIQUE (source, key)
    );
    CREATE TABLE conversation_authors (
      conversation INTEGER NOT NULL,
      author INTEGER NOT NULL,
      messages INTEGER NOT NULL,
      PRIMARY KEY (conversation, author)
    ) WITHOUT ROWID;
    """

  /// Columns of messages. Keys have no affinity: decimal keys are stored as integers, which halves
  /// the index and, for sources that number their messages, appends to it instead of scattering;
  /// see ``SourceKey``.
  static let messageColumns = """
      conversation INTEGER NOT NULL,
      source_key NOT NULL,
      -- explicit place among messages of one second; NULL: in order of id
      ordinal INTEGER,
      time INTEGER NOT NULL,
      certainty INTEGER NOT NULL,
      author INTEGER,
      kind INTEGER NOT NULL,
      action TEXT,
      text TEXT NOT NULL,
      spans TEXT,
      reply_key,
      reply_conversation TEXT,
      forwarded_from TEXT,
      edited INTEGER,
      edited_certainty INTEGER,
      is_edited INTEGER NOT NULL,
      reactions TEXT,
      media TEXT,
      unknown TEXT,
      import INTEGER NOT NULL
    """

  /// Returns SQL for the tables of messages. `revisions` has newer states of visible messages until
  /// the import that contains them has finished.
  ///
  /// - Parameter later: columns added after the first version, in SQLite's form.
  private static func messages(and later: String = "") -> String {
    """
    CREATE TABLE messages (
      id INTEGER PRIMARY KEY,
      \(messageColumns)
    \(later));
    CREATE UNIQUE INDEX messages_key ON messages (conversation, source_key);
    CREATE TABLE revisions (
      id INTEGER PRIMARY KEY,
      \(messageColumns)
    \(later));
    """
  }

  /// Table for access by position: a message is visible if it has one.
  private static let positions = """
    CREATE TABLE positions (
      conversation INTEGER NOT NULL,
      position INTEGER NOT NULL,
      message INTEGER NOT NULL,
      time INTEGER NOT NULL,
      certainty INTEGER NOT NULL,
      PRIMARY KEY (conversation, position)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX positions_message ON positions (message);
    """

  /// Search tables of version 1; ``ArchiveSearchSchema`` has the later changes.
  private static let search = """
    CREATE VIRTUAL TABLE messages_text USING fts5 (
      text, content = 'messages', content_rowid = 'id',
      tokenize = "unicode61 remove_diacritics 2"
    );
    CREATE TRIGGER messages_deleted AFTER DELETE ON messages WHEN old.text <> '' BEGIN
      INSERT INTO messages_text (messages_text, rowid, text) VALUES ('delete', old.id, old.text);
    END;
    -- one trigger: the order of two would be SQLite's choice
    CREATE TRIGGER messages_retext AFTER UPDATE OF text ON messages
    WHEN old.text <> new.text BEGIN
      INSERT INTO messages_text (messages_text, rowid, text)
        SELECT 'delete', old.id, old.text WHERE old.text <> '';
      INSERT INTO messages_text (rowid, text) SELECT new.id, new.text WHERE new.text <> '';
    END;
    """

  private static let imports = """
    CREATE TABLE imports (
      id INTEGER PRIMARY KEY,
      path TEXT NOT NULL,
      size INTEGER,
      modified INTEGER,
      state TEXT NOT NULL,
      -- who runs it, to tell a running import from an interrupted one
      process TEXT NOT NULL,
      started INTEGER NOT NULL,
      finished INTEGER,
      added INTEGER NOT NULL DEFAULT 0,
      updated INTEGER NOT NULL DEFAULT 0,
      unchanged INTEGER NOT NULL DEFAULT 0,
      skipped INTEGER NOT NULL DEFAULT 0,
      error TEXT
    );
    """
}
