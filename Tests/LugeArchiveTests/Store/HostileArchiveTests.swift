import Foundation
import GRDB
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

/// Archives that somebody made to do harm, or that a disk has damaged beyond what checks find.
@Suite("Store: archives from strangers") struct HostileArchiveTests {
  private static let endless = """
    WITH RECURSIVE endless (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM endless)
    """

  private func archive(_ folder: TemporaryFolder, _ sql: String...) throws -> String {
    let path = folder.path + "/a.luge"
    _ = try ArchiveImporter(into: path).run(
      .messages((0..<20).map { MessageRecord.plain($0, "the words \($0)") }))
    let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
    try queue.writeWithoutTransaction { db in
      for statement in sql { try db.execute(sql: statement) }
    }
    try queue.close()
    return path
  }

  @Test(
    "A column of another kind than it should be is read as something, or there are words",
    arguments: [
      "x'ff00fe'", "x'00'", "'abc'", "NULL", "9223372036854775807", "-9223372036854775808",
      "1e300", "-0.5", "zeroblob(100000)",
    ])
  func columns(value: String) throws {
    let folder = try TemporaryFolder()
    let path = try archive(folder)
    let tables = ["conversations", "authors", "messages", "positions", "conversation_authors"]
    let columns = try DatabaseQueue(path: path).read { db in
      try tables.flatMap { table in
        try db.columns(in: table).filter { $0.name != "id" }.map { (table, $0.name) }
      }
    }
    #expect(columns.count > 30)
    let whole = try Data(contentsOf: URL(filePath: path))
    for (table, column) in columns {
      let path = folder.path + "/b.luge"
      try whole.write(to: URL(filePath: path))
      let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
      // A check or a trigger may refuse it.
      _ = try? queue.writeWithoutTransaction { db in
        try db.execute(sql: "UPDATE OR IGNORE \(table) SET \(column) = \(value)")
      }
      try queue.close()
      do throws(ArchiveError) {
        let archive = try Archive(opening: path)
        for conversation in try archive.conversations() {
          let messages = try archive.messages(in: conversation.id, at: 0..<100)
          #expect(messages.count <= 20, "\(table).\(column)")
          _ = try archive.media(in: conversation.id)
          _ = try archive.links(in: conversation.id)
          _ = try archive.times(in: conversation.id, at: [0, 5, 19])
          _ = try archive.position(of: .max)
        }
        _ = try archive.search("words")
        _ = try archive.people(limit: 10)
        _ = try archive.imports()
      } catch {
        #expect(!"\(error)".isEmpty, "\(table).\(column)")
      }
    }
  }

  @Test("The schema after each migration is known by its digest")
  func digests() throws {
    let migrator = ArchiveSchema.migrator
    var digests: [String] = []
    for name in migrator.migrations {
      let queue = try DatabaseQueue()
      try migrator.migrate(queue, upTo: name)
      digests.append(
        try queue.read { ArchiveSchemaCheck.digest(of: try ArchiveSchemaCheck.objects(of: $0)) })
    }
    #expect(ArchiveSchemaCheck.digests == digests, "what belongs there: \(digests)")
  }

  @Test("An archive that is made at once is the one that all migrations make")
  func made() throws {
    let made = try DatabaseQueue(configuration: ArchiveFile.configuration())
    let migrated = try DatabaseQueue()
    try made.write(ArchiveSchema.create)
    try ArchiveSchema.migrator.migrate(migrated)
    func tables(_ queue: DatabaseQueue) throws -> [String] {
      try queue.read { db in
        try ArchiveSchemaCheck.objects(of: db)
          + String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid")
          + String.fetchAll(db, sql: "PRAGMA application_id")
          + String.fetchAll(db, sql: "SELECT length(value) FROM identity")
      }
    }
    #expect(try tables(made) == tables(migrated))
    #expect(try made.read(ArchiveSchema.isCurrent))
  }

  @Test(
    "An archive that lacks names of its migrations is refused in words, not migrated again",
    arguments: ["", "WHERE rowid > 3", "WHERE rowid = 5"])
  func withoutMigrations(condition: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    _ = try ArchiveImporter(into: path).run(.messages([.plain(1, "hello")]))
    let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
    try queue.write { try $0.execute(sql: "DELETE FROM grdb_migrations \(condition)") }
    try queue.close()
    #expect {
      _ = try Archive(opening: path)
    } throws: { error in
      guard case .notReadable(_, let reason) = error as? ArchiveError else { return false }
      return reason.contains("import the export again")
    }
  }

  @Test("What SQLite reads as something else is not the same definition")
  func quotes() {
    let plain = ArchiveSchemaCheck.withoutComments
    #expect(plain("CREATE  TABLE a (\n  -- the key\n  b\n)\n") == "CREATE TABLE a ( b )")
    for (one, other) in [
      ("a = \"b c\"", "a = \"b--\", evil = \"\n c\""), ("'a b'", "'a  b'"),
      ("'' b", "'--' evil\n' b"),
      ("[a b]", "[a--]evil\n b]"), ("a b", "a ' b"), ("'it''s'", "'it'' --\ns'"),
    ] {
      #expect(plain(one) != plain(other), "\(other)")
    }
  }

  @Test(
    "What SQLite would run of another schema is not opened, and does not hang",
    arguments: [
      [
        "ALTER TABLE conversations RENAME TO kept",
        "CREATE VIEW conversations AS \(endless) SELECT kept.* FROM kept, endless",
      ],
      [
        "ALTER TABLE grdb_migrations RENAME TO kept",
        "CREATE VIEW grdb_migrations AS \(endless) SELECT identifier FROM kept, endless",
      ],
      [
        """
        CREATE TRIGGER more AFTER INSERT ON pictures BEGIN
          INSERT INTO profiles (author, about) \(endless) SELECT n, '' FROM endless; END
        """
      ],
      ["CREATE TABLE guest (a, b AS (zeroblob(1000000000)))"],
      ["CREATE INDEX more ON messages (hex(text))"],
      ["DROP INDEX positions_message"],
      [
        "DROP VIEW messages_words",
        "CREATE VIEW messages_words AS \(endless) SELECT n AS id, 'a' AS text FROM endless",
      ],
    ])
  func schema(statements: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    _ = try ArchiveImporter(into: path).run(.messages([.plain(1)]))
    let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
    // Views of one's own making are checked when a table is renamed.
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA legacy_alter_table = ON")
      for statement in statements { try db.execute(sql: statement) }
    }
    try queue.close()
    let before = try Data(contentsOf: URL(filePath: path))
    #expect { try Archive(opening: path) } throws: { error in
      "\(error)".contains("its tables are not those that Luge makes")
    }
    #expect(throws: ArchiveError.self) {
      try ArchiveImporter(into: path).run(.messages([.plain(2)]))
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test(
    "A table whose pages have one page for all their children is no endless table",
    arguments: [
      "conversations", "messages", "imports", "revisions", "authors", "profiles", "identity",
      "sqlite_schema", "messages_text_data", "messages_text_docsize", "messages_text_content",
    ])
  func circles(table: String) async throws {
    let folder = try TemporaryFolder()
    let path = try archive(folder)
    guard try makeEndless(table, of: path) else { return }

    let begin = ContinuousClock.now
    read(path)
    for query in ["words", "+", "from:nobody words", "in:nothing words"] {
      _ = try? await Archive(opening: path).results(
        of: SearchQuery(query), order: .newest, limit: 5, isTyping: false, zone: .utc)
    }
    #expect(begin.duration(to: .now) < .seconds(120))
    if table == "conversations" {
      #expect { try Archive(opening: path).conversations() } throws: { error in
        "\(error)".contains("its tables do not end")
      }
    }
  }

  @Test(
    "An import into an archive without an end ends, and says why",
    arguments: ["imports", "messages", "revisions"])
  func imports(table: String) throws {
    let folder = try TemporaryFolder()
    let path = try archive(
      folder,
      "INSERT INTO revisions SELECT * FROM messages WHERE id = 3",
      "DELETE FROM positions WHERE position > 5")
    #expect(try makeEndless(table, of: path))
    let begin = ContinuousClock.now
    do throws(ArchiveError) {
      _ = try ArchiveImporter(into: path).run(
        .messages((0..<40).map { MessageRecord.plain($0, "other words \($0)") }))
    } catch {
      #expect("\(error)".contains("damaged"), "\(error)")
    }
    #expect(begin.duration(to: .now) < .seconds(120))
  }

  @Test(
    "An archive of an earlier version without an end is not brought up to date on and on",
    arguments: ["messages", "grdb_migrations", "messages_text_data", "messages_text_docsize"],
    ["v1", "v7"])
  func migrations(table: String, version: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let migrator = ArchiveSchema.migrator
    let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
    try migrator.migrate(
      queue, upTo: try #require(migrator.migrations.first { $0.hasPrefix("\(version):") }))
    try queue.write { db in
      for id in 0..<20 {
        try db.execute(
          sql: """
            INSERT INTO messages (id, conversation, source_key, time, certainty, kind, text,
              is_edited, import) VALUES (?1, 1, ?1, ?1, 0, 0, 'words', 0, 1)
            """, arguments: [id])
      }
    }
    try queue.close()
    guard try makeEndless(table, of: path) else { return }
    let begin = ContinuousClock.now
    read(path)
    #expect(begin.duration(to: .now) < .seconds(120))
  }

  /// Gives the root page of a table 300 to the power of 6 times its one leaf as its children.
  ///
  /// - Returns: whether it is a table with numbered rows: an index is refused by SQLite itself.
  private func makeEndless(_ table: String, of path: String) throws -> Bool {
    let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
    let found = try queue.read {
      try Int.fetchOne(
        $0, sql: "SELECT rootpage FROM sqlite_schema WHERE name = ?", arguments: [table])
    }
    try queue.close()
    guard let root = table == "sqlite_schema" ? 1 : found else { return false }
    var file = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let size = Int(file[16]) << 8 | Int(file[17])
    let start = (root - 1) * size
    // The first page begins with what the file says of itself.
    let head = root == 1 ? 100 : 0
    guard file[start + head] == 13 || file[start + head] == 5 else { return false }
    func bytes(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    /// An inner page with 300 times the same child.
    func inner(_ child: Int, head: Int = 0) -> [UInt8] {
      let count = 300
      var page = [UInt8](repeating: 0, count: size)
      page.replaceSubrange(
        head..<head + 12,
        with: [5, 0, 0] + bytes(count, 2) + bytes(size - 5 * count, 2) + [0] + bytes(child, 4))
      for index in 0..<count {
        let cell = size - 5 * (index + 1)
        page.replaceSubrange(head + 12 + 2 * index..<head + 14 + 2 * index, with: bytes(cell, 2))
        page.replaceSubrange(cell..<cell + 5, with: bytes(child, 4) + [UInt8(1)])
      }
      return page
    }
    if head == 0 {
      file += file[start..<start + size]
    } else {
      // A leaf with one row that may be there any number of times: an index that comes with a
      // table, and has no text.
      var leaf = [UInt8](repeating: 0, count: size)
      let name = Array("sqlite_autoindex_conversations_1".utf8)
      let body = Array("index".utf8) + name + Array("conversations".utf8) + [2]
      let header = [
        UInt8(6), UInt8(13 + 2 * 5), UInt8(13 + 2 * name.count), UInt8(13 + 2 * 13), 1, 0,
      ]
      let cell = bytes(header.count + body.count, 1) + [1] + header + body
      leaf.replaceSubrange(0..<8, with: [13, 0, 0, 0, 1] + bytes(size - cell.count, 2) + [0])
      leaf.replaceSubrange(8..<10, with: bytes(size - cell.count, 2))
      leaf.replaceSubrange(size - cell.count..<size, with: cell)
      file += leaf
    }
    for _ in 0..<5 { file += inner(file.count / size) }
    let page = inner(file.count / size, head: head)
    file.replaceSubrange(start + head..<start + size, with: page[head...])
    file.replaceSubrange(28..<32, with: bytes(file.count / size, 4))
    try Data(file).write(to: URL(filePath: path))
    return true
  }

  @Test("Statistics that somebody made SQLite gather are no harm")
  func statistics() throws {
    let folder = try TemporaryFolder()
    let path = try archive(folder, "ANALYZE")
    #expect(try Archive(opening: path).conversations().map(\.count) == [20])
  }

  @Test("A pipe is not waited for")
  func pipe() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/pipe.luge"
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: ArchiveError.notReadable(path: path, reason: "it is no regular file")) {
      try Archive(opening: path)
    }
    #expect(throws: ArchiveError.notWritable(path: path, reason: "it is no regular file")) {
      try ArchiveImporter(into: path).run(.messages([.plain(1)]))
    }
    var info = stat()
    #expect(stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFIFO)
  }

  /// Every way to open an archive.
  private static let openings: [@Sendable (String) throws -> Void] = [
    { _ = try Archive(opening: $0) }, { _ = try Archive(opening: $0, readOnly: false) },
    { _ = try ArchiveImporter(into: $0).run(.messages([.plain(1)])) },
    {
      var options = ImportOptions()
      options.replacesUnreadable = true
      _ = try ArchiveImporter(into: $0, options: options).run(.messages([.plain(1)]))
    },
    { _ = try AccountArchive(path: $0) },
    { try ArchiveConnection.write(to: $0) { _ in } },
    {
      _ = try ForeignDatabase.open(ArchiveFile($0), hasLog: true).read {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema")
      }
    },
  ]

  @Test("A journal that names another file is not rolled back", arguments: 0..<7)
  func superJournal(opening: Int) throws {
    let folder = try TemporaryFolder()
    let path = try archive(folder)
    let other = try folder.write("precious", as: "other")
    try StrangeJournal.put(beside: path, naming: other)
    #expect {
      try Self.openings[opening](path)
    } throws: { error in
      "\(error)".contains("'a.luge-journal' beside it is not Luge's")
    }
    #expect(try folder.text("other") == "precious")
    #expect(folder.exists("a.luge-journal"))
  }

  @Test(
    "What lies beside an archive and is no file is neither waited for nor followed",
    arguments: ["-journal", "-wal", "-shm"], 0..<7)
  func companions(suffix: String, opening: Int) throws {
    let folder = try TemporaryFolder()
    let path = try archive(folder)
    let other = try folder.write("precious", as: "other")
    for isLink in [false, true] {
      unlink(path + suffix)
      #expect((isLink ? symlink(other, path + suffix) : mkfifo(path + suffix, 0o600)) == 0)
      #expect {
        try Self.openings[opening](path)
      } throws: { error in
        "\(error)".contains("'a.luge\(suffix)' beside it is no regular file")
      }
      #expect(try folder.text("other") == "precious")
    }
  }

  @Test(
    "A count that the positions do not have is made anew",
    arguments: ["-1", "-9223372036854775808", "9223372036854775807", "2147483647", "21", "1e300"])
  func counts(value: String) throws {
    let folder = try TemporaryFolder()
    let path = try archive(
      folder, "UPDATE conversations SET count = \(value), messages = \(value), service = \(value)")
    let archive = try Archive(opening: path)
    let conversation = try #require(try archive.conversations().first)
    #expect(conversation.count == 20)
    #expect(conversation.messages >= 0 && conversation.service >= 0)
    let size = try #require(
      try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)
    #expect(conversation.messages.addingClamped(conversation.service) <= 2 * size.intValue)
    // Even one with a last position of its own is not longer than the file.
    let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
    try queue.write {
      try $0.execute(
        sql: """
          UPDATE positions SET position = 2000000000 WHERE position = 19;
          UPDATE conversations SET count = 2000000001;
          """)
    }
    try queue.close()
    let longer = try #require(try Archive(opening: path).conversations().first)
    #expect(longer.count <= size.intValue)
  }

  @Test("Counts of people that no number can add up")
  func sums() throws {
    let folder = try TemporaryFolder()
    let path = try archive(
      folder,
      """
      INSERT INTO conversations (key, name, kind, ready, import) VALUES ('other', 'B', 'group', 1, 1)
      """,
      """
      INSERT INTO conversation_authors (conversation, author, messages)
      SELECT 2, author, messages FROM conversation_authors
      """, "UPDATE conversation_authors SET messages = 9223372036854775807")
    let archive = try Archive(opening: path)
    #expect(try archive.busiestPeople(limit: 5).map(\.name) == ["Anna"])
    #expect(try archive.possibleOwners(of: .init(rawValue: 1)).map(\.name) == ["Anna"])
    let id = try #require(try archive.messages(in: .init(rawValue: 1), at: 0..<1).first?.id)
    #expect(try archive.thread(of: id, above: .max, below: .max).messages.map(\.id) == [id])
    #expect(try archive.thread(of: id, above: .min, below: .min).messages.map(\.id) == [id])
  }

  @Test("What the kernel does not let anybody read is no full disk")
  func unreadable() {
    #expect {
      try Archive(opening: "/proc/self/mem")
    } throws: { error in
      if case .notReadable = error as? ArchiveError { true } else { false }
    }
  }

  @Test("Any value in any column is read, or is an error")
  func values() throws {
    let folder = try TemporaryFolder()
    let path = try archive(folder)
    let tables = [
      "conversations", "messages", "positions", "authors", "conversation_authors", "imports",
      "pictures", "heights", "height_sets", "profiles", "identity", "unseen",
    ]
    let values = [
      "-9223372036854775808", "9223372036854775807", "-1", "1e300", "'abc'", "x'00ff'", "NULL",
    ]
    var tried = 0
    for table in tables {
      let columns = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration()).read {
        try String.fetchAll($0, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
      }
      for column in columns {
        for value in values {
          let file = folder.path + "/hostile.luge"
          try? FileManager.default.removeItem(atPath: file)
          try FileManager.default.copyItem(atPath: path, toPath: file)
          let queue = try DatabaseQueue(path: file, configuration: ArchiveFile.configuration())
          try? queue.write {
            try $0.execute(sql: "UPDATE OR IGNORE \(table) SET \"\(column)\" = \(value)")
          }
          try queue.close()
          read(file)
          tried += 1
        }
      }
    }
    #expect(tried > 300)
  }

  private func read(_ path: String) {
    do throws(ArchiveError) {
      let archive = try Archive(opening: path)
      _ = try archive.imports()
      _ = try archive.search("words")
      _ = try archive.search("+")
      for conversation in try archive.conversations() {
        #expect((0...HeightIndex.longest).contains(conversation.count))
        for message in try archive.messages(in: conversation.id, at: 0..<3) {
          #expect(Timestamp.range.contains(message.time.seconds))
          _ = try archive.place(of: message.id)
          _ = try archive.thread(of: message.id)
        }
        _ = try archive.times(in: conversation.id, at: 0..<3)
        _ = try archive.pictures(in: conversation.id, kinds: [.photo])
        _ = try archive.keptHeights(in: conversation.id, style: 1, count: conversation.count)
      }
      _ = try ArchiveImporter(into: path).run(.messages([.plain(100, at: 5), .plain(3, "other")]))
    } catch {
      #expect(!error.description.isEmpty)
    }
  }
}
