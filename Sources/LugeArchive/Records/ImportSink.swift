/// Receiver of a reader's records, one at a time, in the order of the source.
///
/// A reader never keeps messages: memory stays flat however long the export is. The calls throw
/// when the store cannot take a record (disk full, cancelled); the reader lets that pass through.
public protocol ImportSink: AnyObject {
  /// Messages that follow belong to this conversation, until the next call.
  func begin(_ conversation: ConversationRecord) throws
  /// Changes facts that a source tells late (a name after the messages); same key.
  func amend(_ conversation: ConversationRecord) throws
  func add(_ message: MessageRecord) throws
  /// A message of a chat that was put together of several exports, with its keys in the others.
  func add(_ message: MessageRecord, alsoKnownAs keys: [KnownKey]) throws
  func skip(_ record: SkippedRecord) throws
  /// Something was repaired or left out, but its message was kept: invalid UTF-8, a field that
  /// could not be read.
  func note(_ record: SkippedRecord) throws
  /// Bytes of input read so far, for progress.
  func progress(bytes: Int64) throws
}

extension ImportSink {
  public func note(_ record: SkippedRecord) throws {}
  public func add(_ message: MessageRecord, alsoKnownAs keys: [KnownKey]) throws {
    try add(message)
  }
}
