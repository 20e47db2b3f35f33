import LugeArchive
import LugeCore

/// Adds up the progress of files that are read one after the other: each counts its bytes from 0.
final class PartialProgressSink: ImportSink {
  private let sink: any ImportSink
  private var finished: Int64 = 0
  private var current: Int64 = 0

  init(_ sink: any ImportSink) { self.sink = sink }

  /// Begins the next file.
  func next() {
    finished = finished.addingClamped(current)
    current = 0
  }

  func begin(_ conversation: ConversationRecord) throws { try sink.begin(conversation) }
  func amend(_ conversation: ConversationRecord) throws { try sink.amend(conversation) }
  func add(_ message: MessageRecord) throws { try sink.add(message) }
  func skip(_ record: SkippedRecord) throws { try sink.skip(record) }
  func note(_ record: SkippedRecord) throws { try sink.note(record) }

  func progress(bytes: Int64) throws {
    current = max(current, bytes)
    try sink.progress(bytes: finished.addingClamped(current))
  }
}
