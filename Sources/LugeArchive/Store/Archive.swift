import Foundation
import GRDB

/// A `.luge` file: conversations with their messages, for reading by position, by time and by
/// search.
///
/// All calls wait for the disk and are meant for background threads; several threads may call at
/// the same time. The result of a call is one consistent state of the file. A running import is
/// invisible until it has finished with a conversation or, with ``ImportOptions/showsEvery``, with
/// a part of a new one.
public final class Archive: Sendable {
  /// Path as given by the caller, for messages.
  public let path: String
  /// A random number in hexadecimal digits that the archive gets when it is created. It
  /// distinguishes archives whatever their names and copies; like everything in a file, it may have
  /// been forged.
  public let identity: String?
  let database: any DatabaseReader
  private let media: MediaAccess
  /// Media folders that the conversations record, if they are needed.
  private let mediaRoots: [String]

  /// - Parameter readOnly: whether nothing is written, not even SQLite's small files beside a
  ///   database; works in read-only folders and on read-only media. An archive of an earlier
  ///   version is upgraded first, and has to be writable for that. Messages that an account's
  ///   killed program left without positions get these first, if the archive is writable.
  /// - Parameter media: returns, for the archive's identity, the folders that its media may be read
  ///   from; the default is none.
  /// - Parameter upgrading: called on the caller's thread during an upgrade, with the completed
  ///   share, 0 to 1: it may take minutes for a large archive.
  /// - Throws: ``ArchiveError/notFound(path:)``, ``ArchiveError/notAnArchive(path:)``,
  ///   ``ArchiveError/newerVersion(path:)``, ``ArchiveError/notReadable(path:reason:)`` and errors
  ///   of the file system.
  /// - Complexity: a few page reads, whatever the size of the file.
  public init(
    opening path: String, readOnly: Bool = true,
    media: (_ identity: String?) -> MediaAccess = { _ in .none },
    upgrading: (Double) -> Void = { _ in }
  ) throws(ArchiveError) {
    self.path = path
    let database = try ArchiveFile(path).open(readOnly: readOnly, upgrading: upgrading)
    self.database = database
    let identity = try translatingErrors(path: path) {
      try database.read { db in
        try WorkLimit.run(on: db) {
          try String.fetchOne($0, sql: "SELECT value FROM identity LIMIT 1")
        }
      }
    }
    self.identity = identity
    let access = media(identity)
    self.media = access
    mediaRoots = try translatingErrors(path: path) {
      guard access.needsAllRoots else { return [] }
      let bytes = ArchiveFile.byteCount(path)
      return try database.read { db in
        try WorkLimit.run(on: db, bytes: bytes) { db in
          try String.fetchAll(
            db,
            sql: """
              SELECT media_root FROM conversations WHERE media_root IS NOT NULL
              UNION SELECT path FROM media_folders
              """)
        }
      }
    }
  }

  /// Whether a file begins like an SQLite database.
  public static func isDatabase(_ path: String) -> Bool { ArchiveFile(path).isDatabase }

  /// Returns all conversations, the one with the newest message first.
  ///
  /// - Complexity: O(conversations).
  public func conversations() throws(ArchiveError) -> [ConversationSummary] {
    var summaries = try read { db in
      let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.conversationsSQL))
      return try Array(rows.map(summary))
    }
    Self.color(&summaries)
    return summaries
  }

  /// Returns a conversation, without its ``ConversationSummary/colorIndex``.
  ///
  /// - Complexity: O(log n).
  public func conversation(_ id: ConversationID) throws(ArchiveError) -> ConversationSummary? {
    try read { db in
      let sql = "\(Self.conversationsSelection) WHERE c.id = ? AND c.ready = 1"
      return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [id.rawValue])
        .map(summary)
    }
  }

  /// Returns the conversation with this name or key; a unique beginning of a name suffices. Case is
  /// ignored.
  ///
  /// - Throws: ``ArchiveError/noSuchConversation(name:known:)`` if none or several match.
  public func conversation(named name: String) throws(ArchiveError) -> ConversationSummary {
    let all = try conversations()
    let wanted = name.lowercased()
    let exact = all.filter { $0.name.lowercased() == wanted || $0.key.lowercased() == wanted }
    let candidates = exact.isEmpty ? all.filter { $0.name.lowercased().hasPrefix(wanted) } : exact
    guard candidates.count == 1, let only = candidates.first else {
      let known = candidates.isEmpty ? all.map(\.name) : candidates.map { "\($0.name) (\($0.key))" }
      throw .noSuchConversation(name: name, known: known)
    }
    return only
  }

  /// Returns the imports, oldest first.
  public func imports() throws(ArchiveError) -> [ImportRun] {
    try read { db in try ImportRun.all(db) }
  }

  /// Whether it belongs to an account, which gets its messages from a server and not by imports.
  public func isAccount() throws(ArchiveError) -> Bool {
    try read { db in try db.tableExists("live_account") }
  }

  func read<Result>(_ body: (Database) throws -> Result) throws(ArchiveError) -> Result {
    try translatingErrors(path: path) {
      let bytes = byteCount
      return try database.read { try WorkLimit.run(on: $0, bytes: bytes, body) }
    }
  }

  /// Returns the number of messages in all conversations, without service entries.
  public func messageCount() throws(ArchiveError) -> Int {
    try conversations().reduce(0) { $0.addingClamped($1.messages) }
  }

  /// Size of the file including the WAL, bytes.
  var byteCount: Int64 {
    ArchiveFile.byteCount(path).addingClamped(ArchiveFile.byteCount(path + "-wal"))
  }

  // MARK: - Rows

  /// The other one, among two: who is not oneself, or bears the conversation's name.
  static let partnerSQL = """
    iif(c.authors = 2, (
      SELECT o.author FROM conversation_authors o JOIN authors a ON a.id = o.author
      WHERE o.conversation = c.id AND iif(c.own_author IS NULL, a.name = c.name,
        c.own_author > 0 AND o.author <> c.own_author)), NULL)
    """

  private static let conversationsSelection = """
    SELECT c.id, c.key, c.name, c.kind, c.own_author, c.media_root, c.messages, c.service,
      c.authors, iif(l.time IS NOT NULL OR c.count = 0, c.count,
        (SELECT count(*) FROM positions WHERE conversation = c.id)),
      f.time, f.certainty, l.time, l.certainty,
      \(partnerSQL),
      (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size),
      (SELECT json_group_array(path) FROM media_folders WHERE conversation = c.id)
    FROM conversations c
    LEFT JOIN positions f ON f.conversation = c.id AND f.position = 0
    LEFT JOIN positions l ON l.conversation = c.id AND l.position = c.count - 1
    """

  private static let conversationsSQL = """
    \(conversationsSelection)
    WHERE c.ready = 1 ORDER BY l.time DESC, c.id
    """

  /// Reads a conversation's summary. Its stored counts may be arbitrary in a forged file: they are
  /// limited by its last message, and no file has more messages than bytes.
  private func summary(_ row: Row) -> ConversationSummary {
    let most = row.count(15)
    let recorded = row.string(5)
    let named = RecordCoding.decode(row.string(16), as: String.self).map {
      MediaFolders.Named(recorded: $0, readable: media.root($0, among: mediaRoots))
    }
    // Without a folder of its own, paths of the first import are not found.
    let hasRoot = recorded != nil || named.isEmpty
    return ConversationSummary(
      id: ConversationID(rawValue: row.integer(0) ?? 0), key: row.string(1) ?? "",
      name: row.string(2) ?? "",
      kind: row.string(3).flatMap(ConversationRecord.Kind.init(rawValue:)) ?? .other,
      ownAuthorID: row.integer(4).map(AuthorID.init(rawValue:)),
      mediaRoot: hasRoot ? media.root(recorded, among: mediaRoots) : nil,
      recordedMediaRoot: recorded, namedMediaFolders: named,
      messages: min(row.count(6), most), service: min(row.count(7), most),
      authors: min(row.count(8), most),
      first: row.timestamp(10, 11), last: row.timestamp(12, 13), count: min(row.count(9), most),
      partnerID: row.integer(14).map(AuthorID.init(rawValue:)))
  }
}
