import Foundation
import GRDB
import LugeArchive

/// Returns everything that users see of an archive, without the ids that differ between two imports
/// of the same content.
func content(_ path: String) throws -> [String] {
  let archive = try Archive(opening: path)
  return try archive.conversations().sorted { $0.key < $1.key }.flatMap { conversation in
    var summary = conversation
    summary.id = ConversationID(rawValue: 0)
    summary.ownAuthorID = nil
    summary.mediaRoot = nil
    summary.recordedMediaRoot = nil
    summary.namedMediaFolders = []
    summary.partnerID = nil
    let messages = try archive.messages(in: conversation.id, at: 0..<conversation.count)
    let found = try archive.search("w7", limit: 10_000).map(\.position).sorted()
    return ["\(summary)", "found \(found)"]
      + messages.map { message in
        var message = message
        message.id = 0
        message.author?.id = AuthorID(rawValue: 0)
        // The window and the command unpack a zip's media into folders of their own.
        message.media = message.media.map { media in
          var media = media
          media.path = media.path.map {
            $0.split(separator: ".media/", maxSplits: 1).last.map(String.init) ?? $0
          }
          return media
        }
        return "\(message)"
      }
  }
}

/// Returns defects of the file itself; changes nothing.
func damage(_ path: String) throws -> [String] {
  let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
  defer { try? queue.close() }
  var found = try queue.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
  found.removeAll { $0 == "ok" }
  let tables = try queue.read {
    try String.fetchAll(
      $0, sql: "SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%fts5%'")
  }
  for table in tables {
    do {
      try queue.write {
        try $0.execute(sql: "INSERT INTO \(table) (\(table), rank) VALUES ('integrity-check', 1)")
      }
    } catch { found.append("\(table): \(error)") }
  }
  let left = try queue.read {
    try Int.fetchOne(
      $0,
      sql: """
        SELECT (SELECT count(*) FROM revisions)
          + (SELECT count(*) FROM messages WHERE id NOT IN (SELECT message FROM positions))
        """) ?? 0
  }
  if left > 0 { found.append("\(left) rows that nobody sees") }
  return found
}

/// Returns the names of files below a folder, with their sizes if `withSizes`.
func files(_ folder: String, withSizes: Bool = false) -> [String] {
  let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
  return names.sorted().compactMap { name in
    var info = stat()
    guard stat("\(folder)/\(name)", &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return withSizes ? "\(name) \(info.st_size)" : name
  }
}
