import Foundation
import GRDB
import LugeCore

/// Opening with SQLite: here alone is a file's name handed to it.
///
/// SQLite takes what lies beside a database for its own: it opens pipes, follows links, and rolls
/// back any journal. One that names a super-journal has SQLite remove the file of that name,
/// whatever that is. So what lies there is looked at first, each time.
extension ArchiveFile {
  package func queue(_ option: String, _ configuration: Configuration) throws -> DatabaseQueue {
    try checkCompanions()
    return try DatabaseQueue(path: address(option), configuration: configuration)
  }

  /// - Parameter option: nil for the plain path, from which GRDB knows the WAL's.
  package func pool(_ option: String?, _ configuration: Configuration) throws -> DatabasePool {
    try checkCompanions()
    return try DatabasePool(
      path: option.map(address) ?? absolutePath, configuration: configuration)
  }

  private func checkCompanions() throws(ArchiveError) {
    for suffix in Self.companions {
      var info = stat()
      guard lstat(absolutePath + suffix, &info) == 0 else { continue }
      guard info.st_mode & S_IFMT == S_IFREG else { throw strange(suffix, "is no regular file") }
    }
    guard !Self.namesOther(journal: absolutePath + "-journal") else {
      throw strange("-journal", "is not Luge's: it would remove another file")
    }
  }

  private func strange(_ suffix: String, _ what: String) -> ArchiveError {
    let name = PathNames.name(of: absolutePath) + suffix
    return .notReadable(path: path, reason: "'\(name)' beside it \(what)")
  }

  // MARK: - Rollback journals

  /// Whether there is a rollback journal of an interrupted transaction outside of the WAL. A
  /// journal that begins with a zero was never complete, or is no longer needed: SQLite ignores it,
  /// and so does this.
  var hasJournal: Bool { Self.isHot(journal: absolutePath + "-journal") }

  static func isHot(journal path: String) -> Bool {
    let descriptor = openJournal(path)
    guard descriptor >= 0 else { return errno != ENOENT }
    defer { close(descriptor) }
    var first: UInt8 = 0
    return read(descriptor, &first, 1) == 1 && first != 0
  }

  /// Whether a journal ends as those of a transaction on several databases do: with the name of
  /// another file, and this. Luge never has more than one in a transaction.
  private static func namesOther(journal path: String) -> Bool {
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

  /// The file's name with an option for SQLite.
  func address(_ option: String) -> String {
    let name = absolutePath.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
    return "file:\(name ?? absolutePath)?\(option)"
  }

  package static func configuration() -> Configuration {
    var configuration = Configuration()
    configuration.label = "Luge archive"
    configuration.busyMode = .timeout(5)
    // Triggers and references are ours alone; foreign keys are not used.
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase(ArchiveSearchSchema.addTokenizer)
    // The schema is read before anything else, and may be a table without an end, too.
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
