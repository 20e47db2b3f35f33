import LugeArchive

/// Streams the values at a path of a document, one at a time on a tape, and reports the fields of
/// the objects around them: the other person of a conversation is named beside its messages.
///
/// In the path, `*` matches each element of a list: `["conversations", "*", "messages", "*"]`, and
/// `a|b` the fields of both names.
final class JSONWalk: JSONEvents {
  /// Called for small fields beside the path, with the number of containers around the field, its
  /// key and its value; nil if they are not needed.
  var onField: ((_ depth: Int, _ key: String, _ value: JSONValue) throws -> Void)?
  /// Called when a container on the path begins; the document itself has depth 0.
  var onEnter: (_ depth: Int) throws -> Void = { _ in }
  /// Called when a container on the path was read to its end.
  var onLeave: (_ depth: Int) throws -> Void = { _ in }
  /// Called with each record and the offset at which it begins.
  private let onRecord: (JSONValue, Int64) throws -> Void
  /// Called with the offset of a record that is too large, and the reason why it is skipped.
  private let onOversize: (Int64, String) throws -> Void

  private let path: [[String]]
  private let record = JSONTape(limit: JSONWalk.recordLimit)
  private let field = JSONTape(limit: JSONWalk.fieldLimit)
  /// Types of the open containers on the path.
  private var open: [JSONTape.Kind] = []
  private var key = ""
  /// Depth inside of a skipped value.
  private var skipping = 0
  /// Offset at which the last record began, in bytes.
  private(set) var start: Int64 = 0
  private var offset: () -> Int64 = { 0 }
  /// Number of records.
  private(set) var count = 0
  /// Whether the container of the records was found.
  private(set) var found = false

  private static let recordLimit = 16 << 20
  private static let fieldLimit = 4 << 20

  init(
    _ path: [String], onOversize: @escaping (Int64, String) throws -> Void,
    onRecord: @escaping (JSONValue, Int64) throws -> Void
  ) {
    self.path = path.map { $0.split(separator: "|").map(String.init) }
    self.onOversize = onOversize
    self.onRecord = onRecord
  }

  /// - Throws: errors of ``JSONStream`` and of the closures.
  func read(_ source: any ByteSource, progress: (Int64) throws -> Void) throws {
    let stream = JSONStream(source, events: self)
    offset = { [unowned stream] in stream.offset }
    try stream.parse(progress: progress)
  }

  private var isOnPath: Bool {
    guard let container = open.last else { return true }
    guard open.count <= path.count else { return false }
    let step = path[open.count - 1]
    return step.contains(container == .array ? "*" : key)
  }

  private var isRecord: Bool { open.count == path.count && isOnPath }

  func begin(_ kind: JSONTape.Kind) throws {
    if record.isInside { return record.begin(kind) }
    if field.isInside { return field.begin(kind) }
    guard skipping == 0 else { return skipping += 1 }
    if isRecord {
      record.clear()
      start = offset()
      record.begin(kind)
    } else if isOnPath, (path[open.count] == ["*"]) == (kind == .array) {
      try onEnter(open.count)
      open.append(kind)
      if open.count == path.count { found = true }
    } else if open.last == .object, onField != nil {
      field.clear()
      field.begin(kind)
    } else {
      skipping = 1
    }
  }

  func end() throws {
    if record.isInside {
      record.end()
      if !record.isInside { try finishRecord() }
      return
    }
    if field.isInside {
      field.end()
      if !field.isInside { try finishField() }
      return
    }
    guard skipping == 0 else { return skipping -= 1 }
    open.removeLast()
    try onLeave(open.count)
  }

  func key(_ text: UnsafeBufferPointer<UInt8>) throws {
    if record.isInside { return record.appendName(text) }
    if field.isInside { return field.appendName(text) }
    guard skipping == 0 else { return }
    key = String(decoding: text.prefix(256), as: UTF8.self)
  }

  func scalar(_ kind: JSONTape.Kind, _ text: UnsafeBufferPointer<UInt8>) throws {
    if record.isInside { return record.append(kind, text) }
    if field.isInside { return field.append(kind, text) }
    guard skipping == 0 else { return }
    if isRecord {
      record.clear()
      start = offset()
      record.append(kind, text)
      try finishRecord()
    } else if open.last == .object, onField != nil {
      field.clear()
      field.append(kind, text)
      try finishField()
    }
  }

  func cut() throws {
    if record.isInside { record.giveUp() } else if field.isInside { field.giveUp() }
  }

  private func finishRecord() throws {
    count += 1
    if record.isTooLarge {
      try onOversize(start, "larger than \(Self.recordLimit >> 20) MB")
    } else if let value = record.root {
      try onRecord(value, start)
    }
  }

  private func finishField() throws {
    guard !field.isTooLarge, let value = field.root else { return }
    try onField?(open.count, key, value)
  }
}
