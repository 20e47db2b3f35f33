import Foundation
import GRDB

/// The one writing connection of an import.
struct ArchiveConnection {
  let queue: DatabaseQueue

  /// Makes the file and its tables when they do not exist.
  init(_ file: ArchiveFile) throws {
    try file.checkCanWrite()
    var configuration = ArchiveFile.configuration()
    configuration.journalMode = .wal
    configuration.prepareDatabase { db in
      // In WAL mode NORMAL loses no consistency: at most the last transactions after a power cut.
      try db.execute(
        sql: """
          PRAGMA synchronous = NORMAL;
          PRAGMA cache_size = -32000;
          PRAGMA secure_delete = OFF;
          """)
    }
    let isNew = file.isMissingOrEmpty
    if !isNew {
      // Not a byte is written into a file that is not ours.
      let probe = try DatabaseQueue(
        path: file.absolutePath, configuration: Self.readOnlyConfiguration())
      try probe.read(file.check)
      try probe.close()
    }
    do {
      queue = try DatabaseQueue(path: file.absolutePath, configuration: configuration)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
      throw ArchiveError.notWritable(
        path: file.path, reason: "the file cannot be \(isNew ? "made there" : "opened for writing")"
      )
    }
    let migrator = ArchiveSchema.migrator
    guard try queue.read({ try !migrator.hasCompletedMigrations($0) }) else { return }
    try migrator.migrate(queue)
    try queue.write { try Self.tuneSearch($0) }
  }

  private static func readOnlyConfiguration() -> Configuration {
    var configuration = ArchiveFile.configuration()
    configuration.readonly = true
    return configuration
  }

  /// A larger share of the index is sorted in memory before it is written: fewer, larger segments
  /// and less merging.
  private static func tuneSearch(_ db: Database) throws {
    try db.execute(
      sql: "INSERT INTO messages_text (messages_text, rank) VALUES ('hashsize', 8388608)")
  }

  /// Leaves one plain file without companions, so that it can be copied and opened anywhere.
  /// When readers have it open, it stays in WAL mode, which is right, too.
  func settle() {
    try? queue.writeWithoutTransaction { db in
      _ = try String.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
    }
    try? queue.close()
  }
}

extension ArchiveFile {
  var isMissingOrEmpty: Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: absolutePath)
    return ((attributes?[.size] as? NSNumber)?.int64Value ?? 0) == 0
  }

  /// SQLite's own message for a folder that is missing or read-only is "unable to open".
  func checkCanWrite() throws(ArchiveError) {
    let folder = URL(fileURLWithPath: absolutePath).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: absolutePath, isDirectory: &isFolder) {
      guard !isFolder.boolValue else {
        throw .notWritable(path: path, reason: "it is a folder")
      }
      guard access(absolutePath, W_OK) == 0 else {
        throw .notWritable(path: path, reason: String(cString: strerror(errno)))
      }
    }
    guard FileManager.default.fileExists(atPath: folder) else {
      throw .notWritable(path: path, reason: "the folder does not exist")
    }
    guard access(folder, W_OK) == 0 else {
      throw .notWritable(path: path, reason: "its folder: \(String(cString: strerror(errno)))")
    }
  }

  func remove() {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: absolutePath + suffix)
    }
  }
}
