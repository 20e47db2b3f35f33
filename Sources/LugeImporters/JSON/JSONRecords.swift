import LugeArchive

/// Streams the elements of one array of a document, one at a time on a tape: the array at a path of
/// keys, or the document itself when the path is empty.
final class JSONRecords: JSONEvents {
  /// Called with each element and the byte it begins at.
  private let onRecord: (JSONValue, Int64) throws -> Void
  /// Called with the byte at which an element begins that is too large, and why it is left out.
  private let onOversize: (Int64, String) throws -> Void
  private let path: [String]
  private let tape = JSONTape(limit: JSONRecords.limit)
  /// Of one element, in bytes.
  private static let limit = 16 << 20

  /// Depth inside something that is skipped.
  private var skipping = 0
  /// Keys of the path that have been entered; one more when inside the array.
  private var depth = 0
  private var isInArray = false
  private var matchesKey = false
  private var start: Int64 = 0
  private var offset: () -> Int64 = { 0 }
  /// Whether the array was there.
  private(set) var found = false

  init(
    path: [String], onOversize: @escaping (Int64, String) throws -> Void,
    onRecord: @escaping (JSONValue, Int64) throws -> Void
  ) {
    self.path = path
    self.onOversize = onOversize
    self.onRecord = onRecord
  }

  /// - Throws: what ``JSONStream`` throws and what the receiver throws.
  func read(_ source: any ByteSource, progress: (Int64) throws -> Void) throws {
    let stream = JSONStream(source, events: self)
    offset = { [unowned stream] in stream.offset }
    try stream.parse(progress: progress)
  }

  func begin(_ kind: JSONTape.Kind) throws {
    if tape.isInside {
      return tape.begin(kind)
    }
    guard skipping == 0 else { return skipping += 1 }
    if isInArray {
      tape.clear()
      start = offset()
      tape.begin(kind)
    } else if kind == .array, depth == path.count, isAtPath {
      isInArray = true
      found = true
    } else if kind == .object, depth < path.count, depth == 0 || matchesKey {
      depth += 1
      matchesKey = false
    } else {
      skipping = 1
    }
  }

  private var isAtPath: Bool { path.isEmpty ? depth == 0 : matchesKey }

  func end() throws {
    if tape.isInside {
      tape.end()
      guard !tape.isInside else { return }
      if tape.isTooLarge {
        try onOversize(start, "larger than \(Self.limit >> 20) MB")
      } else if let value = tape.root {
        try onRecord(value, start)
      }
      return
    }
    guard skipping == 0 else { return skipping -= 1 }
    if isInArray { isInArray = false } else { depth = max(0, depth - 1) }
    matchesKey = false
  }

  func key(_ text: UnsafeBufferPointer<UInt8>) throws {
    if tape.isInside {
      return tape.append(.string, text)
    }
    guard skipping == 0, !isInArray, depth >= 1, depth <= path.count else { return }
    matchesKey = text.elementsEqual(path[depth - 1].utf8)
  }

  func scalar(_ kind: JSONTape.Kind, _ text: UnsafeBufferPointer<UInt8>) throws {
    if tape.isInside {
      return tape.append(kind, text)
    }
    guard skipping == 0, isInArray else {
      matchesKey = false
      return
    }
    tape.clear()
    tape.append(kind, text)
    if let value = tape.root { try onRecord(value, offset()) }
  }

  func cut() throws { if tape.isInside { tape.giveUp() } }
}

/// A whole document of limited size on a tape, for the small files beside an export.
final class JSONDocument: JSONEvents {
  private struct TooLarge: Error {}
  private let tape: JSONTape

  /// Nil for input that is not there, no JSON or too large: what is beside an export may be
  /// missing.
  static func read(_ source: (any ByteSource)?, limit: Int = 8 << 20) -> JSONValue? {
    guard let source else { return nil }
    let document = JSONDocument(limit: limit)
    let stream = JSONStream(source, events: document)
    guard (try? stream.parse { _ in }) != nil else { return nil }
    return document.tape.root
  }

  private init(limit: Int) { tape = JSONTape(limit: limit) }

  func scalar(_ kind: JSONTape.Kind, _ text: UnsafeBufferPointer<UInt8>) throws {
    tape.append(kind, text)
    try check()
  }
  func key(_ text: UnsafeBufferPointer<UInt8>) throws { tape.append(.string, text) }
  func begin(_ kind: JSONTape.Kind) throws {
    tape.begin(kind)
    try check()
  }
  func end() throws { tape.end() }
  func cut() throws { throw TooLarge() }

  private func check() throws {
    if tape.isTooLarge { throw TooLarge() }
  }
}
