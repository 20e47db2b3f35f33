/// Where a reader hands what it reads, one record at a time, in the order of the source.
///
/// A reader never keeps messages: memory stays flat however long the export is. The calls throw
/// when the store cannot take a record (disk full, cancelled); the reader lets that pass through.
public protocol ImportSink: AnyObject {
  /// Messages that follow belong to this conversation, until the next call.
  func begin(_ conversation: ConversationRecord) throws
  /// Changes facts that a source tells late (a name after the messages); same key.
  func amend(_ conversation: ConversationRecord) throws
  func add(_ message: MessageRecord) throws
  func skip(_ record: SkippedRecord) throws
  /// Something was repaired or left out, but its message was kept: invalid UTF-8, a field that
  /// could not be read.
  func note(_ record: SkippedRecord) throws
  /// Bytes of input read so far, for progress.
  func progress(bytes: Int64) throws
  /// Something the reader had to decide or assume about a whole file, and how sure it is.
  func note(_ note: ImportNote) throws
}

extension ImportSink {
  public func note(_ note: ImportNote) throws {}
}

/// A decision about a whole input that its records depend on: for the import's report.
public struct ImportNote: Sendable, Hashable {
  /// File, as the user named it.
  public var file: String
  /// One sentence: "dates are day/month/year".
  public var text: String
  public var certainty: Certainty

  public enum Certainty: Int, Sendable, Hashable, Comparable {
    /// Nothing but a custom of the region.
    case guessed = 0
    /// The order of the messages speaks for it.
    case likely = 1
    /// The input allows no other reading.
    case certain = 2

    public static func < (a: Certainty, b: Certainty) -> Bool { a.rawValue < b.rawValue }
  }

  public init(file: String, text: String, certainty: Certainty) {
    self.file = file
    self.text = text
    self.certainty = certainty
  }
}

extension ImportSink {
  public func note(_ record: SkippedRecord) throws {}
}
