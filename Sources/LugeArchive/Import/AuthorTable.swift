import GRDB

/// Authors of one source, cached in memory during an import.
final class AuthorTable {
  private struct Entry {
    var id: Int64
    var name: String
  }

  private let source: String
  private let run: Int64
  private var entries: [ExactKey: Entry] = [:]
  /// Keys of authors whose names have changed, to be written at the end of the import.
  private var renamed: Set<ExactKey> = []
  private let most: Int

  /// Number of authors in memory.
  var kept: Int { entries.count }

  /// - Parameter most: maximum authors in memory; the archive has the others.
  init(source: String, run: Int64, most: Int = 200_000) {
    self.source = source
    self.run = run
    self.most = most
  }

  /// Forgets authors whose names have not changed, if there are too many.
  private func makeRoom(in db: Database) throws {
    guard entries.count >= most else { return }
    if renamed.count >= most / 2 { try storeNames(in: db) }
    entries = entries.filter { renamed.contains($0.key) }
  }

  /// Returns the id of an author; adds new ones.
  func id(of author: AuthorRecord, in db: Database) throws -> Int64 {
    let key = ExactKey(author.key)
    if let entry = entries[key] {
      if entry.name != author.name { rename(author) }
      return entry.id
    }
    try makeRoom(in: db)
    let found = try db.cachedStatement(
      sql: "SELECT id, name FROM authors WHERE source = ? AND key = ?")
    if let row = try Row.fetchOne(found, arguments: [source, author.key]) {
      let entry = Entry(id: row.integer(0) ?? 0, name: row.string(1) ?? "")
      entries[key] = entry
      if entry.name != author.name { rename(author) }
      return entry.id
    }
    let insert = try db.cachedStatement(
      sql: "INSERT INTO authors (source, key, name, import) VALUES (?, ?, ?, ?)")
    try insert.execute(arguments: [source, author.key, author.name, run])
    let id = db.lastInsertedRowID
    entries[key] = Entry(id: id, name: author.name)
    return id
  }

  func existingID(of key: String, in db: Database) throws -> Int64? {
    if let entry = entries[ExactKey(key)] { return entry.id }
    let found = try db.cachedStatement(sql: "SELECT id FROM authors WHERE source = ? AND key = ?")
    return try Row.fetchOne(found, arguments: [source, key])?.integer(0)
  }

  /// Stores an author's newest name, except that the name of a deleted account never replaces a
  /// real one.
  private func rename(_ author: AuthorRecord) {
    guard author.name != AuthorRecord.deletedAccountName, !author.name.isEmpty else { return }
    entries[ExactKey(author.key)]?.name = author.name
    renamed.insert(ExactKey(author.key))
  }

  func storeNames(in db: Database) throws {
    let update = try db.cachedStatement(sql: "UPDATE authors SET name = ? WHERE id = ?")
    for key in renamed {
      guard let entry = entries[key] else { continue }
      try update.execute(arguments: [entry.name, entry.id])
    }
    renamed = []
  }
}

extension AuthorRecord {
  /// Name that sources show for people whose account was deleted.
  package static let deletedAccountName = "Deleted Account"
}
