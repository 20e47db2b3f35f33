import LugeArchive
import LugeCore

/// Selection of an archive's messages for export.
public struct ExportSelection: Sendable {
  /// The conversation; nil for all.
  public var conversation: ConversationID?
  /// Name of the people whose messages are selected; case is ignored.
  public var person: String?
  /// Seconds since 1970 of the wall clock in ``zone``: from here on.
  public var since: Int64?
  /// Seconds since 1970 of the wall clock in ``zone``: before this.
  public var until: Int64?
  /// Words that messages contain, as in `Archive.search(_:in:limit:)`.
  public var words: String?
  /// Query that selects messages, in place of ``words``.
  public var query: SearchQuery?
  /// Time zone of days and times.
  public var zone = ExportZone.utc

  public init() {}
}

/// Receives messages, front to back, and writes them in one format.
public protocol ExportWriting: AnyObject {
  /// Whether it uses ``ExportedMessage/answered``.
  var tellsAnswered: Bool { get }
  /// Whether it uses ``ExportedMessage/otherKeys`` and ``ConversationRecord/otherNames``.
  var tellsOtherNames: Bool { get }
  func begin(_ conversation: ExportedConversation) throws
  func add(_ message: ExportedMessage) throws
  func finish() throws
}

extension ExportWriting {
  public var tellsOtherNames: Bool { false }
}

public struct ExportedMessage: Sendable {
  /// Id in the archive.
  public var id: Int64
  public var record: MessageRecord
  /// The answered message, as far as the archive has it.
  public var answered: StoredReply.Original?
  /// Keys in other exports, if the chat was merged from several.
  public var otherKeys: [KnownKey] = []
}

public struct ExportedConversation: Sendable {
  public var record: ConversationRecord
  /// Folders from which its media may be read.
  public var mediaFolders: MediaFolders
}

extension Archive {
  /// Passes the messages of a selection to a writer, conversation by conversation, in order of
  /// time. Memory holds a page of messages, whatever the size of the archive.
  ///
  /// - Parameter progress: called now and then with the number of messages and service entries
  ///   written; may throw to stop.
  /// - Returns: the number of messages written, without service entries.
  @discardableResult
  public func export(
    _ selection: ExportSelection, to writer: any ExportWriting,
    progress: (Int) throws -> Void = { _ in }
  ) throws -> Int {
    var found: Set<Int64>?
    if let query = selection.query ?? selection.words.map({ SearchQuery($0) }) {
      found = try messages(of: query, in: selection.conversation, zone: selection.zone.offsets)
    }
    let person = selection.person?.lowercased()
    var (count, messages) = (0, 0)
    for summary in try conversations().sorted(by: { $0.id.rawValue < $1.id.rawValue }) {
      if let chosen = selection.conversation, summary.id != chosen { continue }
      var hasBegun = false
      func begin() throws {
        guard !hasBegun else { return }
        hasBegun = true
        try writer.begin(try exported(summary, withOtherNames: writer.tellsOtherNames))
      }
      // If the whole archive is exported, conversations without messages are included.
      if found == nil, person == nil, selection.since == nil, selection.until == nil { try begin() }
      let known = try writer.tellsOtherNames ? KnownKeys(summary, of: self) : nil
      var position = 0
      while position < summary.count {
        let page = position..<min(position + Self.pageLength, summary.count)
        let (records, end) = try records(in: summary.id, at: page, bytes: Self.pageBytes)
        let originals =
          try writer.tellsAnswered ? answered(in: summary.id, at: position..<end) : [:]
        for (id, record) in records {
          if let found, !found.contains(id) { continue }
          if let person, record.author?.name.lowercased() != person { continue }
          let local = selection.zone.offsets.localSeconds(of: record.time)
          if let since = selection.since, local < since { continue }
          if let until = selection.until, local >= until { continue }
          try begin()
          var message = ExportedMessage(id: id, record: record, answered: originals[id])
          if let known { message.otherKeys = try known.keys(of: id) }
          try writer.add(message)
          count += 1
          if case .service = record.kind { continue }
          messages += 1
        }
        position = end
        try progress(count)
      }
    }
    try writer.finish()
    return messages
  }

  private static let pageLength = 1000
  /// Maximum bytes of messages that are read at once, but for one that is larger.
  private static let pageBytes = 16 << 20

  private func exported(
    _ summary: ConversationSummary, withOtherNames: Bool
  ) throws -> ExportedConversation {
    var record = ConversationRecord(key: summary.key, name: summary.name, kind: summary.kind)
    if withOtherNames { record.otherNames = try otherNames(of: summary.id) }
    if let own = summary.ownAuthorID {
      record.ownAuthorKey = try key(of: own)
      record.about = try about(own)
    }
    return ExportedConversation(record: record, mediaFolders: summary.mediaFolders)
  }
}

/// Receiver of an export's text.
public typealias ExportOutput = (String) throws -> Void
