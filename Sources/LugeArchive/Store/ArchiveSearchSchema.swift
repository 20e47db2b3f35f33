/// The full-text index since version 2: of a message's text, and of what its media say in words.
enum ArchiveSearchSchema {
  /// Kinds whose note is their content. Elsewhere a note stands in for a file ("<Media omitted>"),
  /// the same words thousands of times.
  private static let spokenKinds = "' poll contact location audio call other '"

  /// Attachments of a message that are looked into. FTS5 allows no table functions in what it
  /// indexes, so each is named; Telegram and WhatsApp have one a message, seldom two.
  private static let attachments = 0..<4

  /// What is indexed of the row `row` of `messages`, an SQL expression: the text, names of files,
  /// questions and answers of polls, names of contacts, places and songs.
  private static func words(of row: String) -> String {
    let parts = attachments.flatMap { index in
      [
        "json_extract(\(row).media, '$[\(index)].fileName')",
        // WhatsApp's polls are the message's text already. Not `IN`: for that, SQLite makes a table
        // in memory for every row, which took longer than all else.
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

  /// New messages are put into the index by the import, in batches: within a trigger, FTS5 writes
  /// what it has collected after every single row, which takes five times as long.
  static let sql = """
    CREATE VIEW messages_words AS
      SELECT id, text FROM (SELECT m.id, \(words(of: "m")) AS text FROM messages m)
      WHERE text <> '';
    CREATE VIRTUAL TABLE messages_text USING fts5 (
      text, content = 'messages_words', content_rowid = 'id',
      tokenize = "unicode61 remove_diacritics 2"
    );
    CREATE TRIGGER messages_deleted AFTER DELETE ON messages BEGIN
      INSERT INTO messages_text (messages_text, rowid, text)
        SELECT 'delete', old.id, words FROM (SELECT \(words(of: "old")) AS words)
        WHERE words <> '';
    END;
    -- one trigger: the order of two would be SQLite's choice
    CREATE TRIGGER messages_retext AFTER UPDATE OF text, media ON messages
    WHEN old.text <> new.text OR old.media IS NOT new.media BEGIN
      INSERT INTO messages_text (messages_text, rowid, text)
        SELECT 'delete', old.id, words FROM (SELECT \(words(of: "old")) AS words)
        WHERE words <> '';
      INSERT INTO messages_text (rowid, text)
        SELECT new.id, words FROM (SELECT \(words(of: "new")) AS words) WHERE words <> '';
    END;
    """
}
