import GRDB
import LugeArchive
import LugeCore
import LugeWords

/// Reads the database of Messages: `chat.db` of a Mac, `sms.db` of an iPhone backup.
///
/// It is opened read-only. Tapbacks become reactions; edits and unsent messages are marked. Memory
/// holds the tapbacks of one conversation.
public enum MessagesDatabaseReader: ExportReader {
  public static let formatName = "iMessage (chat.db)"
  public static var evidence: String {
    localized("an SQLite database with the tables of Messages, or its name")
  }

  /// Known file names; the last one is that of `sms.db` in a backup.
  private static let names: Set<String> = [
    "chat.db", "sms.db", "3d0d7e5fb2ce288813306e4d4636b395e047a3d28",
  ]

  public static func isBinary(_ prefix: [UInt8]) -> Bool {
    prefix.starts(with: Array("SQLite format 3\0".utf8))
  }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    guard isBinary(prefix) else { return 0 }
    if prefix.firstRange(of: Array("chat_message_join".utf8)) != nil { return 97 }
    return names.contains(fileName.lowercased()) ? 70 : 0
  }

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    guard let path = (source as? FileByteSource)?.path else {
      throw ArchiveError.notReadable(
        path: source.name, reason: "a database is not read inside a zip: unpack it first")
    }
    let file = ArchiveFile(path)
    let hasLog = ArchiveFile.byteCount(path + "-wal") > 0
    do {
      let queue = try open(file, hasLog: hasLog, sink: sink)
      defer { try? queue.close() }
      try queue.read { db in
        try WorkLimit.run(on: db) { db in
          try MessagesDatabase(db, path: path, mediaRoot: source.context.mediaRoot, sink: sink)
            .read()
        }
      }
      try sink.progress(bytes: source.size ?? 0)
    } catch let error as DatabaseError {
      throw ArchiveError.malformed(
        path: path, place: "database", reason: error.message ?? "SQLite error \(error.resultCode)")
    }
  }

  private static func open(
    _ file: ArchiveFile, hasLog: Bool, sink: any ImportSink
  ) throws -> DatabaseQueue {
    if hasLog {
      do {
        let queue = try ForeignDatabase.open(file, hasLog: true)
        _ = try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }
        return queue
      } catch is DatabaseError {
        try sink.note(
          SkippedRecord(
            file: file.path, place: "database",
            reason: "the newest messages are in \(file.path)-wal, which cannot be read"))
      }
    }
    return try ForeignDatabase.open(file, hasLog: false)
  }
}
