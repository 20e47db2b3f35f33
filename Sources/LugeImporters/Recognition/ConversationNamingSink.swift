import LugeArchive

/// Names the conversation in each record that a reader skips: an export may have thousands, and
/// their messages the same numbers.
final class ConversationNamingSink: ImportSink {
  private let sink: any ImportSink

  // MARK: Mutable State (owned by the one thread that reads)

  private var current: (key: String, name: String)?

  init(_ sink: any ImportSink) { self.sink = sink }

  func begin(_ conversation: ConversationRecord) throws {
    current = (conversation.key, conversation.name)
    try sink.begin(conversation)
  }

  func amend(_ conversation: ConversationRecord) throws {
    if conversation.key == current?.key { current?.name = conversation.name }
    try sink.amend(conversation)
  }

  func add(_ message: MessageRecord) throws { try sink.add(message) }

  func add(_ message: MessageRecord, alsoKnownAs keys: [KnownKey]) throws {
    try sink.add(message, alsoKnownAs: keys)
  }

  func skip(_ record: SkippedRecord) throws { try sink.skip(named(record)) }
  func note(_ record: SkippedRecord) throws { try sink.note(named(record)) }
  func progress(bytes: Int64) throws { try sink.progress(bytes: bytes) }

  private func named(_ record: SkippedRecord) -> SkippedRecord {
    var record = record
    record.conversation = record.conversation ?? current?.name
    return record
  }
}
