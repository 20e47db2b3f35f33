/// Receiver of an export reader's records, one at a time, in the order of the source.
///
/// A reader never keeps messages, so that memory does not depend on the size of the export. The
/// calls throw if the store cannot accept a record (disk full, cancelled); the reader rethrows
/// that.
public protocol ImportSink: AnyObject {
  /// Begins a conversation: the following messages belong to it, until the next call.
  func begin(_ conversation: ConversationRecord) throws
  /// Changes facts that a source has late (a name after the messages); the key is the same.
  func amend(_ conversation: ConversationRecord) throws
  func add(_ message: MessageRecord) throws
  /// Adds a message of a merged conversation, with its keys in the other exports.
  func add(_ message: MessageRecord, alsoKnownAs keys: [KnownKey]) throws
  func skip(_ record: SkippedRecord) throws
  /// Reports that something was repaired or omitted but its message was kept: invalid UTF-8, a
  /// field that could not be read.
  func note(_ record: SkippedRecord) throws
  /// Reports the number of input bytes read so far.
  func progress(bytes: Int64) throws
}

extension ImportSink {
  public func note(_ record: SkippedRecord) throws {}
  public func add(_ message: MessageRecord, alsoKnownAs keys: [KnownKey]) throws {
    try add(message)
  }
}
