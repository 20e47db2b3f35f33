import Foundation
import GRDB
import GRDBSQLite
import LugeCore

/// Opens files with SQLite. Only this file passes a name to SQLite.
///
/// Files beside a database (`-wal`, `-shm`, `-journal`) may be crafted. SQLite would open a pipe or
/// follow a link there, roll back any journal, and delete the file that a journal names as its
/// super-journal. So they are checked before each opening.
extension ArchiveFile {
  /// - Parameter query: the query of SQLite's URI, such as `mode=ro`.
  package func queue(_ query: String, _ configuration: Configuration) throws -> DatabaseQueue {
    try checkCompanions()
    return try DatabaseQueue(path: uri(query: query), configuration: configuration)
  }

  /// - Parameter query: the query of SQLite's URI; nil for the plain path, from which GRDB derives
  ///   the name of the WAL.
  package func pool(_ query: String?, _ configuration: Configuration) throws -> DatabasePool {
    try checkCompanions()
    return try DatabasePool(
      path: query.map(uri(query:)) ?? absolutePath, configuration: configuration)
  }

  private func checkCompanions() throws(ArchiveError) {
    for suffix in Self.companions {
      var info = stat()
      guard lstat(absolutePath + suffix, &info) == 0 else { continue }
      guard info.st_mode & S_IFMT == S_IFREG else {
        throw unusableCompanion(suffix, "is no regular file")
      }
    }
    guard !Self.namesSuperJournal(journal: absolutePath + "-journal") else {
      throw unusableCompanion("-journal", "is not Luge's: it would remove another file")
    }
  }

  private func unusableCompanion(_ suffix: String, _ what: String) -> ArchiveError {
    let name = PathNames.name(of: absolutePath) + suffix
    return .notReadable(path: path, reason: "'\(name)' beside it \(what)")
  }

  // MARK: - The first bytes

  /// Whether the file begins like an SQLite database.
  var isDatabase: Bool { beginning(16)?.elementsEqual(Self.databaseName) ?? false }

  /// Whether the file begins like an archive: its number is at byte 68. A journal never changes
  /// whose a file is, and one that a killed program was writing is an archive although it may be no
  /// whole database: its first page may tell of pages that are not there yet.
  var hasMark: Bool {
    guard let bytes = beginning(72) else { return false }
    let number = bytes[68...].reduce(into: Int64(0)) { $0 = $0 << 8 | Int64($1) }
    return bytes.starts(with: Self.databaseName) && number == ArchiveSchema.applicationID
  }

  private static let databaseName = Array("SQLite format 3\u{0}".utf8)

  /// Returns the first bytes; nil if there are fewer, or the file cannot be read.
  ///
  /// They are read through SQLite: closing a descriptor of our own would release the locks that
  /// other connections of this process have on the file.
  private func beginning(_ count: Int) -> [UInt8]? {
    guard isRegular, !KernelFiles.contains(absolutePath) else { return nil }
    var connection: OpaquePointer?
    defer { sqlite3_close(connection) }
    // Immutable: without locks, and without looking at the files beside it.
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    var pointer: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_open_v2(uri(query: "immutable=1"), &connection, flags, nil) == SQLITE_OK,
      sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &pointer) == SQLITE_OK,
      let pointer, let methods = pointer.pointee.pMethods, let read = methods.pointee.xRead
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    return read(pointer, &bytes, Int32(count), 0) == SQLITE_OK ? bytes : nil
  }

  // MARK: - Rollback journals

  /// Whether there is a rollback journal that an interrupted transaction has left, in a file that
  /// is not in WAL mode; true also if it cannot be read. A journal that begins with a zero was
  /// never complete, or is no longer needed: SQLite ignores it, and so does this.
  var hasHotJournal: Bool { Self.isHot(journal: absolutePath + "-journal") }

  static func isHot(journal path: String) -> Bool {
    let descriptor = openJournal(path)
    guard descriptor >= 0 else { return errno != ENOENT }
    defer { close(descriptor) }
    var first: UInt8 = 0
    return read(descriptor, &first, 1) == 1 && first != 0
  }

  /// Whether a journal names a super-journal: it then ends with that file's name and SQLite's magic
  /// number. Luge writes to one database per transaction, so its journals never do.
  private static func namesSuperJournal(journal path: String) -> Bool {
    let descriptor = openJournal(path)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    var end = [UInt8](repeating: 0, count: magic.count)
    let size = lseek(descriptor, 0, SEEK_END)
    return size >= magic.count
      && pread(descriptor, &end, end.count, size - off_t(end.count)) == end.count && end == magic
  }

  private static func openJournal(_ path: String) -> Int32 {
    Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
  }

  // MARK: - Names and settings

  /// Returns SQLite's URI of the file, with a query such as `mode=ro`.
  func uri(query: String) -> String {
    let name = absolutePath.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
    return "file:\(name ?? absolutePath)?\(query)"
  }

  package static func configuration() -> Configuration {
    var configuration = Configuration()
    configuration.label = "Luge archive"
    configuration.busyMode = .timeout(5)
    // Foreign keys are not enforced: whatever removes rows removes what refers to them.
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase(ArchiveSearchSchema.addTokenizer)
    // SQLite reads the table `sqlite_schema` first. A crafted file can make reading any table
    // endless, so read it once with a limit.
    configuration.prepareDatabase { db in
      try WorkLimit.run(on: db) {
        _ = try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema")
      }
    }
    return configuration
  }

  static func readOnlyConfiguration() -> Configuration {
    var configuration = configuration()
    configuration.readonly = true
    return configuration
  }
}
