import CSearchTokenizer
import Foundation
import GRDB
import GRDBSQLite
import LugeCore

/// The full-text index: the text of messages and of their media (added by the migration "v2: search
/// in what media say"), and other texts of posts (by "v8: search in what posts say, posts by who
/// passed them on").
enum ArchiveSearchSchema {
  /// Kinds that are ``MediaRecord/Kind/isSpoken``, in the order that stored triggers have.
  static let spokenKinds = "' poll contact location audio call other '"

  /// Attachments of a message that are indexed. FTS5 allows no table functions, so each one is
  /// named; Telegram and WhatsApp have one per message, seldom two.
  private static let attachments = 0..<4

  /// Returns SQL for the indexed text of the row `row` of `messages`, an SQL expression: the text,
  /// names of files, questions and answers of polls, names of contacts, places and songs.
  private static func words(of row: String) -> String {
    let parts = attachments.flatMap { index in
      [
        "json_extract(\(row).media, '$[\(index)].fileName')",
        // WhatsApp's polls are in the message's text already. Not `IN`, for which SQLite would
        // create a table in memory for every row.
        """
        CASE WHEN
          instr(\(spokenKinds), ' ' || json_extract(\(row).media, '$[\(index)].kind') || ' ') > 0
          THEN nullif(json_extract(\(row).media, '$[\(index)].note'), \(row).text) END
        """,
      ]
    }
    let joined = parts.map { "ifnull(char(10) || \($0), '')" }.joined(separator: " || ")
    return """
      CASE WHEN \(row).media IS NULL THEN \(row).text
        ELSE ltrim(\(row).text || \(joined), char(10)) END
      """
  }

  /// Returns SQL for the other texts of a post: warnings, descriptions of pictures, the poll's
  /// answers, the linked page, the quoted post. Nothing for messages of chats, which must not
  /// become slower.
  private static func postWords(of row: String) -> String {
    let media = postMedia.map { index in
      let isSpoken =
        attachments.contains(index)
        ? "instr(\(spokenKinds), ' ' || json_extract(\(row).media, '$[\(index)].kind') || ' ') > 0"
        : "0"
      return "CASE WHEN NOT (\(isSpoken)) THEN json_extract(\(row).media, '$[\(index)].note') END"
    }
    let paths =
      ["warning", "mediaWarning"] + pollAnswers.map { "poll.answers[\($0)].text" }
      + ["link.title", "link.summary", "quote.text.string"]
    let parts = media + paths.map { "json_extract(\(row).post, '$.\($0)')" }
    return parts.map { "ifnull(char(10) || \($0), '')" }.joined(separator: " || ")
  }

  /// Pictures of a post, and answers of its poll, that are indexed; most networks allow four of
  /// either, some servers more.
  private static let postMedia = 0..<8
  private static let pollAnswers = 0..<16

  private static func allWords(of row: String) -> String {
    """
    CASE WHEN \(row).post IS NULL THEN \(words(of: row))
      ELSE ltrim(\(words(of: row)) || \(postWords(of: row)), char(10)) END
    """
  }

  /// New messages are added to the index by the import, in batches: in a trigger, FTS5 would flush
  /// its buffer after every row, which is several times slower.
  static let version2 =
    view(words(of: "m")) + index(tokenizer: "unicode61") + triggers(columns: ["media"])

  /// SQL of the present schema: that of version 8, with another tokenizer.
  static let current =
    view(allWords(of: "m")) + index(tokenizer: "luge3") + triggers(columns: ["media", "post"])

  private static func index(tokenizer: String) -> String {
    """
    CREATE VIRTUAL TABLE messages_text USING fts5 (
      text, content = 'messages_words', content_rowid = 'id',
      tokenize = "\(tokenizer) remove_diacritics 2"
    );
    """
  }

  /// Lets more of the index be sorted in memory before it is written: fewer, larger segments and
  /// less merging.
  static let largerShares = """
    INSERT INTO messages_text (messages_text, rank) VALUES ('hashsize', 8388608)
    """

  /// Changes the index for posts only, so that a million messages of chats are not read again.
  static let migrationOfPosts =
    """
    INSERT INTO messages_text (messages_text, rowid, text)
      SELECT 'delete', w.id, w.text FROM messages m CROSS JOIN messages_words w ON w.id = m.id
      WHERE m.post IS NOT NULL;
    DROP TRIGGER messages_deleted;
    DROP TRIGGER messages_retext;
    DROP TRIGGER IF EXISTS messages_retexted;
    DROP VIEW messages_words;
    """ + view(allWords(of: "m")) + triggers(columns: ["media", "post"]) + """
      INSERT INTO messages_text (rowid, text)
        SELECT w.id, w.text FROM messages m CROSS JOIN messages_words w ON w.id = m.id
        WHERE m.post IS NOT NULL;
      """

  // MARK: - Scripts without spaces

  /// SQL condition on text: a part of it is in a script without spaces between words (the
  /// characters of the tokenizer `luge`).
  private static let isUnspaced: String = {
    let ranges: [ClosedRange<UInt32>] = [
      0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x31F0...0x31FF,
      0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF,
    ]
    return hasAny(of: ranges)
  }()

  /// Returns an SQL condition: a text contains a character in one of the ranges.
  private static func hasAny(of ranges: [ClosedRange<UInt32>]) -> String {
    let set = ranges.map { "char(\($0.lowerBound)) || '-' || char(\($0.upperBound))" }
    return "text GLOB '*[' || \(set.joined(separator: " || ")) || ']*'"
  }

  static let removalOfUnspaced = """
    INSERT INTO messages_text (messages_text, rowid, text)
      SELECT 'delete', id, text FROM messages_words WHERE \(isUnspaced);
    """

  static let insertionOfUnspaced = """
    INSERT INTO messages_text (rowid, text)
      SELECT id, text FROM messages_words WHERE \(isUnspaced);
    """

  // MARK: - Texts that may be written otherwise

  /// Change of the index between two editions of ``SearchForm``: texts that these may write
  /// differently are taken out of it, or put into it.
  enum Varying {
    /// From no form to the second.
    case second
    /// From the second form to the third, in which each syllable of Hangul is a word as well.
    case third

    private var ranges: [ClosedRange<UInt32>] {
      switch self {
      case .second: SearchForm.Edition.second.varying
      // Hangul whole, in parts and narrow; the parts of ё and of Greek letters with accents.
      case .third:
        SearchForm.folding + [
          0x0300...0x036F, 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FB,
          0xFFA0...0xFFDC,
        ]
      }
    }

    var removal: String {
      """
      INSERT INTO messages_text (messages_text, rowid, text)
        SELECT 'delete', id, text FROM messages_words WHERE \(hasAny(of: ranges));
      """
    }

    var insertion: String {
      """
      INSERT INTO messages_text (rowid, text)
        SELECT id, text FROM messages_words WHERE \(hasAny(of: ranges));
      """
    }
  }

  /// Returns the form of a text; what is not a text stays unchanged.
  private static func form(
    of text: UnsafePointer<CChar>?, _ count: Int32, _ edition: SearchForm.Edition
  ) -> luge_search_form {
    let unchanged = luge_search_form(bytes: nil, starts: nil, ends: nil, count: -1)
    guard let text, count > 0 else { return unchanged }
    let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
    guard let string = String(validating: bytes, as: UTF8.self) else { return unchanged }
    let written = SearchForm.written(string, edition)
    let length = written.bytes.count
    guard length > 0, let size = Int32(exactly: length), let copy = malloc(length),
      let starts = calloc(length, MemoryLayout<Int32>.stride),
      let ends = calloc(length, MemoryLayout<Int32>.stride)
    else { return unchanged }
    memcpy(copy, written.bytes, length)
    memcpy(starts, written.starts, length * MemoryLayout<Int32>.stride)
    memcpy(ends, written.ends, length * MemoryLayout<Int32>.stride)
    return luge_search_form(
      bytes: copy.assumingMemoryBound(to: CChar.self),
      starts: starts.assumingMemoryBound(to: Int32.self),
      ends: ends.assumingMemoryBound(to: Int32.self), count: size)
  }

  /// Adds the tokenizer to a connection. Required before it uses the index.
  static func addTokenizer(to db: Database) throws {
    let second = luge_search_edition(SearchForm.Edition.second.varying) {
      ArchiveSearchSchema.form(of: $0, $1, .second)
    }
    let third = luge_search_edition(SearchForm.Edition.third.varying) {
      ArchiveSearchSchema.form(of: $0, $1, .third)
    }
    let code = luge_add_search_tokenizers(db.sqliteConnection, second, third)
    guard code == SQLITE_OK else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: "no full-text search")
    }
  }

  /// Changes the tokenizer but not the index: both tokenizers split everything in it into the same
  /// words. Building it again would read all texts of the archive.
  static func changeTokenizer(
    _ db: Database, from old: String = "unicode61", to new: String = "luge"
  ) throws {
    try addTokenizer(to: db)
    let version = try Int64.fetchOne(db, sql: "PRAGMA schema_version") ?? 0
    try db.execute(
      sql: """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_master SET sql = replace(
          sql, '"\(old) remove_diacritics 2"', '"\(new) remove_diacritics 2"')
        WHERE name = 'messages_text';
        PRAGMA schema_version = \(version &+ 1);
        PRAGMA writable_schema = OFF;
        """)
  }

  private static func view(_ words: String) -> String {
    """
    CREATE VIEW messages_words AS
      SELECT id, text FROM (SELECT m.id, \(words) AS text FROM messages m)
      WHERE text <> '';

    """
  }

  /// Returns the triggers. They read a message's text from the view, before and after a change,
  /// because every start of the program parses these lines, and the expressions are long.
  ///
  /// - Parameter columns: columns, in addition to the text, that are indexed.
  private static func triggers(columns: [String]) -> String {
    let change = """
      UPDATE OF text, \(columns.joined(separator: ", ")) ON messages
      WHEN old.text <> new.text OR \(columns.map { "old.\($0) IS NOT new.\($0)" }
        .joined(separator: " OR "))
      """
    let removal = """
      INSERT INTO messages_text (messages_text, rowid, text)
        SELECT 'delete', id, text FROM messages_words WHERE id = old.id;
      """
    return """

      CREATE TRIGGER messages_deleted BEFORE DELETE ON messages BEGIN
        \(removal)
      END;
      CREATE TRIGGER messages_retext BEFORE \(change) BEGIN
        \(removal)
      END;
      CREATE TRIGGER messages_retexted AFTER \(change) BEGIN
        INSERT INTO messages_text (rowid, text)
          SELECT id, text FROM messages_words WHERE id = new.id;
      END;

      """
  }
}

extension luge_search_edition {
  /// - Parameter varying: Most of them that there can be are 64.
  fileprivate init(_ varying: [ClosedRange<UInt32>], _ form: @escaping luge_search_former) {
    self.init()
    self.form = form
    withUnsafeMutableBytes(of: &ranges) { raw in
      let places = raw.bindMemory(to: luge_scalar_range.self)
      for (place, range) in zip(places.indices, varying) {
        places[place] = luge_scalar_range(first: range.lowerBound, last: range.upperBound)
        count += 1
      }
    }
  }
}
