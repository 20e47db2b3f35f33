import Foundation
import GRDB
import LugeCore

/// Checks that a file's tables, indexes, views and triggers are, word for word, those that this
/// program creates.
///
/// An archive may come from anybody, and SQLite executes a file's own schema: a view in place of a
/// table, a trigger, a computed column. A view that counts without end would keep `luge info` from
/// returning. So the schema is compared with that of the migrations before anything is read through
/// it. (`PRAGMA trusted_schema = OFF` is not possible: SQLite 3.40 then refuses `json_extract` in
/// our own index.)
enum ArchiveSchemaCheck {
  enum Verdict: Equatable {
    /// The schema of the migrations.
    case known
    /// Another schema, but with the usual table of migrations, so that a newer program's file can
    /// be told from a foreign one.
    case unknown
    /// Another schema, of which nothing may be read.
    case strange
  }

  /// SHA-256 of the schema after each migration, from the first to the last. When you add a
  /// migration to ``ArchiveSchema``, append the digest that the test `HostileArchiveTests/digests`
  /// prints; without it, each archive would be refused.
  static let digests = [
    "fdbcbfe111b990e6c41cba7cbb4a6bf3309628e1896aadc98eb8f162026a7a05",
    "287df2148ba0ee067c3d4fab46f0c421f282485f8fca1ad8309de4e0c39e12b2",
    "f72530765514bf453df550b7adb55431fc3dae4c0b1db2266361029c062e9c1c",
    "d529f5cf46ff21b782effd80cf0f32a8bda8b4064e7b23948da6835526f38de6",
    "ca333726064ff3838dbf4eb03f5a05c29b68c020e4e988fcc50e61a1e91d3431",
    "a05dd0e2c55d003e3470d51af5c513034e837bdf46de8b3f0670ad117ea3adb9",
    "e08ac372b62c7cabba49a620e3e9c716e77defb0700b5a947225dcddcc93aa0c",
    "1044aced00dae2a160181454f0af01c97df9e5fc3634ea1aa3606626b1c36a53",
    "8007ae496a80a9a044752ae1d8cee0eaa3c19c6257715970d2b8d37dca16edde",
    "8007ae496a80a9a044752ae1d8cee0eaa3c19c6257715970d2b8d37dca16edde",
    "3b0460b5ce54f0f1d62a6d15544578c5ba41b0b20fa0a709db279c4cf3f57b60",
    "3b0460b5ce54f0f1d62a6d15544578c5ba41b0b20fa0a709db279c4cf3f57b60",
    "7d8920c0c1c12febf7f0f090c815cc11a2f5a3929cb1d07f5b77935839f3289b",
    "f988439a8d67509ba30e0639ede9ecdad6e4a557052ad01a38211c265c9ddc39",
    "f988439a8d67509ba30e0639ede9ecdad6e4a557052ad01a38211c265c9ddc39",
    "ac1c851dd5c3a3c9578e8f769e5ae7791696b912c05fe3443cd0b55294e3c894",
    "ac1c851dd5c3a3c9578e8f769e5ae7791696b912c05fe3443cd0b55294e3c894",
    "ac1c851dd5c3a3c9578e8f769e5ae7791696b912c05fe3443cd0b55294e3c894",
    "ac1c851dd5c3a3c9578e8f769e5ae7791696b912c05fe3443cd0b55294e3c894",
    "b163c8b29d7185c794ea0d107e6a5504bfa94b66f241e3334b073162d0412659",
    "b163c8b29d7185c794ea0d107e6a5504bfa94b66f241e3334b073162d0412659",
    "ea55a675cef0fac35907c30609935428b8a5a69abacf2be7331f21cfa13293b1",
  ]

  /// - Complexity: O(objects of the schema); reads no row of the file's tables.
  static func verdict(on db: Database) throws -> Verdict {
    let objects = try objects(of: db)
    let digest = digest(of: objects)
    if digests.contains(digest) { return try isAsMigrated(db, digest) ? .known : .unknown }
    return objects.contains(migrations) ? .unknown : .strange
  }

  /// Whether the schema is that of the migrations that the file lists. A file that omits some of
  /// their names would be migrated again, over existing tables.
  private static func isAsMigrated(_ db: Database, _ digest: String) throws -> Bool {
    let migrator = ArchiveSchema.migrator
    let done = try WorkLimit.run(on: db) { try Set(migrator.appliedIdentifiers($0)) }
    let count = migrator.migrations.prefix { done.contains($0) }.count
    return count == done.count && digests.indices.contains(count - 1)
      && digests[count - 1] == digest
  }

  private static let migrations = """
    grdb_migrations table grdb_migrations \
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)
    """

  /// Returns a line for each object: its kind, its table and its definition.
  static func objects(of db: Database) throws -> [String] {
    // Indexes that come with a table have no definition; statistics tables of SQLite are harmless.
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT name, type, tbl_name, sql FROM sqlite_schema
        WHERE sql IS NOT NULL AND NOT (type = 'table' AND name = tbl_name AND (name, sql) IN (VALUES
          ('sqlite_stat1', 'CREATE TABLE sqlite_stat1(tbl,idx,stat)'),
          ('sqlite_stat4', 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)')))
        """)
    var objects: [String] = []
    while let row = try rows.next() {
      let text = (0..<4).map { row.string($0) ?? "" }
      let object = "\(text[0]) \(text[1]) \(text[2]) \(withoutComments(text[3]))"
      // Tables of an account are not created by the migrations.
      if !text[0].hasPrefix("live_") || !AccountSchema.knownObjects.contains(object) {
        objects.append(object)
      }
    }
    return objects.sorted()
  }

  static func digest(of objects: [String]) -> String {
    SHA256.hexadecimal(objects.joined(separator: "\n").utf8)
  }

  /// Returns a definition with a single space in place of spaces, line ends and comments, which may
  /// differ between versions. Text in quotes stays unchanged, so that no two definitions that
  /// SQLite distinguishes become equal.
  static func withoutComments(_ sql: String) -> String {
    var plain: [UInt8] = []
    var rest = Array(sql.utf8)[...]
    while let byte = rest.first {
      if let closing = closingQuote(of: byte) {
        let end = rest.dropFirst().firstIndex(of: closing).map { $0 + 1 } ?? rest.endIndex
        plain += rest[..<end]
        rest = rest[end...]
      } else if rest.starts(with: "--".utf8) {
        rest = rest.drop { $0 != 0x0A }
      } else if byte == 0x20 || (0x09...0x0D).contains(byte) {
        if let last = plain.last, last != 0x20 { plain.append(0x20) }
        rest.removeFirst()
      } else {
        plain.append(byte)
        rest.removeFirst()
      }
    }
    if plain.last == 0x20 { plain.removeLast() }
    return String(decoding: plain, as: UTF8.self)
  }

  /// Returns the quote that ends a quoted text. A quote within quotes is doubled, which reads as
  /// the end of one text and the beginning of another.
  private static func closingQuote(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): byte
    case UInt8(ascii: "["): UInt8(ascii: "]")
    default: nil
    }
  }
}
