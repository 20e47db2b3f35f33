import Foundation
import GRDB
import LugeTestSupport

extension FormatSeeds {
  /// Writes a database of Messages.
  static func writeMessages(to path: String) throws {
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(
        sql: """
          CREATE TABLE handle (ROWID INTEGER PRIMARY KEY, id TEXT);
          CREATE TABLE chat (ROWID INTEGER PRIMARY KEY, chat_identifier TEXT, display_name TEXT,
            style INTEGER);
          CREATE TABLE message (ROWID INTEGER PRIMARY KEY, guid TEXT UNIQUE, text TEXT,
            attributedBody BLOB, handle_id INTEGER, date INTEGER, is_from_me INTEGER,
            item_type INTEGER, group_title TEXT, associated_message_guid TEXT,
            associated_message_type INTEGER, date_edited INTEGER, cache_has_attachments INTEGER);
          CREATE TABLE chat_message_join (chat_id INTEGER, message_id INTEGER,
            PRIMARY KEY (chat_id, message_id));
          INSERT INTO handle VALUES (1, '+491');
          INSERT INTO chat VALUES (1, '+491', '', 45);
          INSERT INTO message VALUES
            (1, 'A', 'plain', NULL, 1, 700000000000000000, 0, 0, NULL, NULL, 0, 0, 0),
            (2, 'B', NULL, x'4E53537472696E67019484012B0568656C6C6F86', 0, 700000001000000000, 1,
              0, NULL, NULL, 0, 0, 0),
            (3, 'C', NULL, NULL, 1, 700000002000000000, 0, 2, 'Hikers', NULL, 0, 0, 0),
            (4, 'D', 'Loved', NULL, 0, 700000003000000000, 1, 0, NULL, 'p:0/A', 2000, 0, 0);
          INSERT INTO chat_message_join SELECT 1, ROWID FROM message;
          """)
    }
    try queue.close()
  }
}
