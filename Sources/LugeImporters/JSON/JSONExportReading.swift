import LugeArchive
import LugeCore

/// Common part of all readers of JSON exports: passes on the records of one file, reports what was
/// skipped and where, and keeps unknown fields.
final class JSONExportReading {
  /// Outcome of reading a record.
  enum Outcome {
    case message(MessageRecord)
    /// Invalid: its name, and the reason.
    case skipped(id: String?, reason: String)
    /// Not a message; not counted.
    case none
  }

  let sink: any ImportSink
  private(set) var source: any ByteSource
  private(set) var added = 0
  private(set) var skipped = 0
  private let writer = JSONWriter()
  /// Whether a message with the same id as another author's message gets another key, because it
  /// would replace that. For files with one conversation.
  var keepsApart = false
  private var authors = MessageAuthors()

  init(_ source: any ByteSource, sink: any ImportSink) {
    self.source = source
    self.sink = sink
  }

  /// Makes the walk over the file; `body` returns what each record is.
  func walk(_ path: [String], body: @escaping (JSONValue) throws -> Outcome) -> JSONWalk {
    let walk = JSONWalk(path) { [unowned self] offset, reason in
      try skip(nil, reason, at: offset)
    } onRecord: { [unowned self] value, _ in
      try take(body(value), from: value)
    }
    start = { [unowned walk] in walk.start }
    return walk
  }

  /// Returns the offset at which the current record begins.
  private var start: () -> Int64 = { 0 }

  func run(_ walk: JSONWalk) throws {
    try walk.read(source) { try sink.progress(bytes: $0) }
  }

  /// Returns what nothing has read so far, for ``MessageRecord/unknownFields``.
  ///
  /// - Parameter additions: fields that the object does not have.
  func unknown(
    _ value: JSONValue, _ known: KnownFields, adding additions: [(name: String, text: String)] = []
  ) -> String? {
    writer.unknown(of: value, known, adding: additions)
  }

  private func take(_ outcome: Outcome, from value: JSONValue) throws {
    switch outcome {
    case .message(var record):
      if keepsApart, authors.isTaken(record.sourceKey, by: record.author) {
        record.sourceKey += " by \(record.author?.key ?? "nobody")"
      }
      added += 1
      try sink.add(record)
      if value.tape.hadInvalidText {
        try sink.note(
          InvalidText.note(in: source.name, place: place(record.sourceKey, start())))
      }
    case .skipped(let id, let reason): try skip(id, reason, at: start())
    case .none: break
    }
  }

  func skip(_ id: String?, _ reason: String, at offset: Int64) throws {
    skipped += 1
    try sink.skip(SkippedRecord(file: source.name, place: place(id, offset), reason: reason))
  }

  /// Skips a part of the current record.
  func skip(_ id: String?, _ reason: String) throws { try skip(id, reason, at: start()) }

  /// Skips a record of a file with one record per line.
  func skip(_ reason: String, line: Int) throws {
    skipped += 1
    try sink.skip(SkippedRecord(file: source.name, place: "line \(line)", reason: reason))
  }

  func note(_ reason: String, place: String = "whole file") throws {
    try sink.note(SkippedRecord(file: source.name, place: place, reason: reason))
  }

  private func place(_ id: String?, _ offset: Int64) -> String {
    id.map { "message \($0) (byte \(offset))" } ?? "byte \(offset)"
  }
}
