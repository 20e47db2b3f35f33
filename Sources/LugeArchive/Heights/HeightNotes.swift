import Dispatch
import Foundation
import GRDB
import Synchronization

/// Writes measured heights of messages into an archive, in the background.
///
/// Like ``PictureNotes``, this is optional: if the archive cannot be written, heights are measured
/// again next time.
///
/// For each conversation, the ``setLimit`` styles used last are kept (a style includes a width),
/// and at most ``byteLimit`` bytes in the archive; the least recently used are removed first.
public final class HeightNotes: Sendable {
  public static let setLimit = 4
  /// Maximum bytes of encoded heights in one archive: about six sets of a million messages.
  public static let byteLimit = 8 << 20

  private let path: String
  private let queue = DispatchQueue(label: "luge.height-notes", qos: .background)

  // MARK: Mutable State (under the lock)

  private let canWrite = Mutex(true)

  /// - Parameter path: path of an archive.
  public init(archive path: String) { self.path = path }

  /// Stores the chunks whose heights are all known. Callable on any thread; returns at once.
  ///
  /// - Parameters:
  ///   - style: returns a digest of everything that heights depend on except the messages; called
  ///     in the background.
  ///   - entries: returns the height at each position, negative where it is unknown; called in the
  ///     background.
  public func keep(
    _ conversation: ConversationID, style: @escaping @Sendable () -> UInt64,
    entries: @escaping @Sendable () -> [Int32]
  ) {
    attempt { [self] in
      let heights = entries()
      let chunks = stride(from: 0, to: heights.count, by: HeightChunk.length).compactMap { lower in
        HeightChunk.encode(heights[lower..<min(heights.count, lower + HeightChunk.length)])
          .map { (lower / HeightChunk.length, $0) }
      }
      guard !chunks.isEmpty else { return }
      let style = style()
      try write { db in
        let insert = try db.makeStatement(
          sql:
            "INSERT OR REPLACE INTO heights (conversation, style, chunk, heights) VALUES (?, ?, ?, ?)"
        )
        for (chunk, data) in chunks {
          try insert.execute(arguments: [
            conversation.rawValue, Int64(bitPattern: style), chunk, data,
          ])
        }
        try Self.touch(db, conversation, style)
        try Self.trim(db, conversation)
      }
    }
  }

  /// Records that a set of heights was used; writes at most once a day.
  public func used(_ conversation: ConversationID, style: UInt64, by archive: Archive) {
    attempt { [self] in
      let day = Int64(Date().timeIntervalSince1970) - 86_400
      let isRecent =
        try archive.read { db in
          try Int64.fetchOne(
            db,
            sql: "SELECT used FROM height_sets WHERE conversation = ? AND style = ? AND used > ?",
            arguments: [conversation.rawValue, Int64(bitPattern: style), day])
        } != nil
      if !isRecent { try write { try Self.touch($0, conversation, style) } }
    }
  }

  /// Removes all heights, as if no conversation had been opened yet.
  public func forgetAll() {
    attempt { [self] in
      try write {
        try $0.execute(sql: "DELETE FROM heights WHERE true; DELETE FROM height_sets WHERE true;")
      }
    }
  }

  /// Waits until everything passed in so far is written: call it before the program ends, and in
  /// tests.
  public func flush() { queue.sync {} }

  private func attempt(_ body: @escaping @Sendable () throws -> Void) {
    queue.async { [self] in
      guard canWrite.withLock({ $0 }) else { return }
      do { try body() } catch { canWrite.withLock { $0 = false } }
    }
  }

  private func write(_ body: (Database) throws -> Void) throws {
    try ArchiveConnection.write(to: path, body)
  }

  private static func touch(_ db: Database, _ conversation: ConversationID, _ style: UInt64) throws
  {
    try db.execute(
      sql: "INSERT OR REPLACE INTO height_sets (conversation, style, used) VALUES (?, ?, ?)",
      arguments: [
        conversation.rawValue, Int64(bitPattern: style), Int64(Date().timeIntervalSince1970),
      ])
  }

  private static func trim(_ db: Database, _ conversation: ConversationID) throws {
    try db.execute(
      sql: """
        DELETE FROM height_sets WHERE conversation = ?1 AND style NOT IN (
          SELECT style FROM height_sets WHERE conversation = ?1
          ORDER BY used DESC LIMIT ?2)
        """,
      arguments: [conversation.rawValue, setLimit])
    try removeOrphans(db)
    while let bytes = try Int64.fetchOne(db, sql: "SELECT sum(length(heights)) FROM heights"),
      bytes > byteLimit, try Int.fetchOne(db, sql: "SELECT count(*) FROM height_sets") ?? 0 > 1
    {
      try db.execute(
        sql: """
          DELETE FROM height_sets WHERE (conversation, style) IN (
            SELECT conversation, style FROM height_sets ORDER BY used LIMIT 1)
          """)
      try removeOrphans(db)
    }
  }

  private static func removeOrphans(_ db: Database) throws {
    try db.execute(
      sql: """
        DELETE FROM heights WHERE (conversation, style) NOT IN (
          SELECT conversation, style FROM height_sets)
        """)
  }
}
