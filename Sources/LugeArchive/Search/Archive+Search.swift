import GRDB
import LugeCore

extension Archive {
  /// Messages that contain all the words, best match first.
  ///
  /// Case and accents do not matter. A word that ends in `*` matches all that begin so; text
  /// between double quotes is a phrase. Anything else is taken literally: no input is an error.
  ///
  /// When more than 20,000 messages match, the newest 20,000 of them are ranked.
  ///
  /// - Complexity: O(m) for m messages that contain the words, most of it for the first 20,000.
  public func search(
    _ words: String, in conversation: ConversationID? = nil, limit: Int = 50
  ) throws(ArchiveError) -> [SearchHit] {
    try search(words, in: conversation, limit: limit, candidates: 20_000)
  }

  /// - Parameter candidates: Most messages to rank.
  func search(
    _ words: String, in conversation: ConversationID?, limit: Int, candidates: Int
  ) throws(ArchiveError) -> [SearchHit] {
    guard limit > 0, let pattern = SearchPattern(words) else { return [] }
    return try read { db in
      let statement = try db.cachedStatement(sql: Self.searchSQL)
      // One by one: marked texts may be megabytes long.
      let rows = try Row.fetchCursor(
        statement,
        arguments: [
          "pattern": pattern.expression, "conversation": conversation?.rawValue,
          "candidates": candidates, "limit": limit, "longest": Self.longestMarked,
        ])
      return try Array(rows.map { Self.hit($0, words) })
    }
  }

  /// Characters of a text in which FTS5 marks finds. It writes all that it has marked so far anew for each
  /// find, which for a megabyte of one word are gigabytes; in longer texts they are looked for here.
  private static let longestMarked = 16_384

  /// The innermost query walks the index from its end, the next one ranks. Words are marked
  /// in one more walk, for the best only: asked for one by one, each would look up all words again.
  private static let searchSQL = """
    WITH best AS MATERIALIZED (
      SELECT id, score FROM (
        SELECT messages_text.rowid AS id, bm25(messages_text) AS score
        FROM messages_text CROSS JOIN positions tp ON tp.message = messages_text.rowid
        WHERE messages_text MATCH :pattern
          AND (:conversation IS NULL OR tp.conversation = :conversation)
        ORDER BY messages_text.rowid DESC LIMIT :candidates
      ) ORDER BY score, id DESC LIMIT :limit
    )
    SELECT best.id, p.conversation, p.position, m.author, a.name, m.time, m.certainty, best.score,
      length(messages_text.text) > :longest,
      iif(length(messages_text.text) > :longest, messages_text.text,
        highlight(messages_text, 0, char(2), char(3)))
    FROM messages_text
    CROSS JOIN best ON best.id = +messages_text.rowid
    CROSS JOIN positions p ON p.message = best.id
    CROSS JOIN messages m ON m.id = best.id
    LEFT JOIN authors a ON a.id = m.author
    WHERE messages_text MATCH :pattern AND messages_text.rowid >= (SELECT min(id) FROM best)
    ORDER BY best.score, best.id DESC
    """

  private static func hit(_ row: Row, _ words: String) -> SearchHit {
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
      matches: snippet.matches, rank: row.double(7) ?? 0)
  }

  private static func longFinds(of words: String, in text: String) -> [Range<Int>] {
    let whole = TextQuery(words, options: .wholeWords).ranges(in: text)
    return whole.isEmpty ? TextQuery(words).ranges(in: text) : whole
  }
}
