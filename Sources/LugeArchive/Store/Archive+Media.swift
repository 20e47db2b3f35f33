import GRDB
import LugeCore

/// An attachment sent in a conversation.
public struct MediaPlace: Sendable, Hashable {
  /// Position of the message in its conversation.
  public var position: Int
  public var message: Int64
  public var time: Timestamp
  public var author: StoredAuthor?
  public var medium: MediaRecord
}

/// A web address sent in a conversation.
public struct LinkPlace: Sendable, Hashable {
  public var position: Int
  public var message: Int64
  public var time: Timestamp
  public var author: StoredAuthor?
  public var url: String
  /// Beginning of the message's text.
  public var text: String
}

extension Archive {
  /// Whether any message has media.
  ///
  /// - Complexity: O(messages) if there are none.
  public func hasMedia() throws(ArchiveError) -> Bool {
    try read { db in
      try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM messages WHERE media IS NOT NULL)")
        ?? false
    }
  }

  /// Returns all media of a conversation that can be opened or seen, the newest first.
  ///
  /// - Complexity: O(messages of the conversation). Call it on a background thread.
  public func media(in conversation: ConversationID) throws(ArchiveError) -> [MediaPlace] {
    try read { db in
      let rows = try Row.fetchCursor(
        db,
        sql: "\(Self.mediaSelection) AND m.media IS NOT NULL ORDER BY p.position DESC",
        arguments: [conversation.rawValue])
      var places: [MediaPlace] = []
      while let row = try rows.next() {
        let place = Self.place(row)
        for medium in RecordCoding.decode(row.string(6), as: MediaRecord.self) {
          places.append(
            MediaPlace(
              position: place.position, message: place.message, time: place.time,
              author: place.author, medium: medium))
        }
      }
      return places
    }
  }

  /// Returns all web addresses sent in a conversation, the newest first; at most eight per message.
  ///
  /// - Complexity: O(messages of the conversation). Call it on a background thread.
  public func links(in conversation: ConversationID) throws(ArchiveError) -> [LinkPlace] {
    try read { db in
      let rows = try Row.fetchCursor(
        db,
        sql: """
          \(Self.mediaSelection) AND \(Self.mayHaveAddresses) ORDER BY p.position DESC
          """, arguments: [conversation.rawValue])
      var links: [LinkPlace] = []
      while let row = try rows.next() {
        let place = Self.place(row)
        let text = row.string(7) ?? ""
        for url in Self.addresses(in: text, spans: row.string(8)) {
          links.append(
            LinkPlace(
              position: place.position, message: place.message, time: place.time,
              author: place.author, url: url, text: Clipping.prefix(text, bytes: 200)))
        }
      }
      return links
    }
  }

  /// Returns the different addresses of a message, at most eight, for lists and counts.
  static func addresses(in text: String, spans: String?) -> [String] {
    // Only the beginning of a text of megabytes is searched.
    let short = Clipping.prefix(text, bytes: 16 << 10)
    let styled = LinkDetector().linking(
      text.utf8.count == short.utf8.count
        ? SpanCoding.decode(spans, text: text) : StyledText(short))
    var found: [String] = []
    for span in styled.spans {
      guard case .link(let url) = span.attribute, !url.isEmpty, found.count < 8,
        !found.contains(url)
      else { continue }
      found.append(url)
    }
    return found
  }

  /// SQL condition for messages that may have addresses.
  static let mayHaveAddresses = """
    (instr(m.spans, ',"a","') > 0 OR instr(m.text, 'http') > 0 OR instr(m.text, 'www.') > 0)
    """

  private static let mediaSelection = """
    SELECT p.position, m.id, m.time, m.certainty, m.author, a.name, m.media, m.text, m.spans
    FROM positions p CROSS JOIN messages m ON m.id = p.message
    LEFT JOIN authors a ON a.id = m.author WHERE p.conversation = ?
    """

  private static func place(
    _ row: Row
  ) -> (position: Int, message: Int64, time: Timestamp, author: StoredAuthor?) {
    (
      row.count(0), row.integer(1) ?? 0,
      row.timestamp(2, 3) ?? Timestamp(seconds: 0, certainty: .exact),
      row.integer(4).map {
        StoredAuthor(id: AuthorID(rawValue: $0), name: row.string(5) ?? "")
      }
    )
  }
}
