import GRDB
import LugeCore

extension Archive {
  /// Returns the messages that match a query in the language of ``SearchQuery``, the best match
  /// first.
  ///
  /// - Complexity: as ``search(_:in:order:limit:isTyping:zone:)``.
  public func search(
    _ words: String, in conversation: ConversationID? = nil, limit: Int = 50
  ) throws(ArchiveError) -> [SearchHit] {
    try search(words, in: conversation, limit: limit, candidates: 20_000)
  }

  /// - Parameter candidates: maximum number of messages to rank.
  func search(
    _ words: String, in conversation: ConversationID?, limit: Int, candidates: Int
  ) throws(ArchiveError) -> [SearchHit] {
    let statement = QueryStatement(
      SearchQuery(words), in: conversation, order: .best, isTyping: false, zone: .utc)
    return try read { db in try statement.run(db, limit: limit, candidates: candidates).hits }
  }

  /// Maximum characters of a text that FTS5 highlights. It copies everything highlighted so far
  /// again for each match, which takes gigabytes for a megabyte of one word; in longer texts,
  /// matches are found here.
  static let longestMarked = 16_384

  /// - Parameter words: words to find in long texts.
  static func hit(_ row: Row, _ words: String) -> SearchHit {
    let text = row.string(9) ?? ""
    let snippet =
      row.integer(8) == 1
      ? SearchSnippet(text, finds: longFinds(of: words, in: text)) : SearchSnippet(marked: text)
    return SearchHit(
      id: row.integer(0) ?? 0, conversation: ConversationID(rawValue: row.integer(1) ?? 0),
      position: row.count(2),
      author: row.integer(3).map {
        StoredAuthor(id: AuthorID(rawValue: $0), name: row.string(4) ?? "")
      },
      time: row.timestamp(5, 6) ?? Timestamp(seconds: 0, certainty: .exact), snippet: snippet.text,
      matches: snippet.matches, rank: row.double(7) ?? 0,
      mediaKind: RecordCoding.decode(row.string(10), as: MediaRecord.self).first?.kind,
      kind: StoredKind.kind(row.integer(11), action: row.string(12)))
  }

  private static func longFinds(of words: String, in text: String) -> [Range<Int>] {
    let whole = TextQuery(words, options: .wholeWords).ranges(in: text)
    return whole.isEmpty ? TextQuery(words).ranges(in: text) : whole
  }
}
