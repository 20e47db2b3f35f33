/// The tables of a database of Messages with the columns that a reader needs, and without indexes.
enum MessagesTables {
  static let sql = """
    CREATE TABLE handle (id TEXT);
    CREATE TABLE chat (chat_identifier TEXT, display_name TEXT, style INTEGER);
    CREATE TABLE message (guid TEXT, text TEXT, handle_id INTEGER, date INTEGER,
      is_from_me INTEGER, associated_message_type INTEGER,
      associated_message_guid TEXT, cache_has_attachments INTEGER);
    CREATE TABLE chat_message_join (chat_id INTEGER, message_id INTEGER);
    CREATE TABLE chat_handle_join (chat_id INTEGER, handle_id INTEGER);
    CREATE TABLE attachment (filename TEXT, mime_type TEXT, transfer_name TEXT,
      total_bytes INTEGER);
    CREATE TABLE message_attachment_join (message_id INTEGER, attachment_id INTEGER);
    """
}
