import LugeArchive

/// A whole document of limited size on a tape, for the small files beside an export.
final class JSONDocument: JSONEvents {
  private struct TooLarge: Error {}
  private let tape: JSONTape

  /// Reads a document; nil if it is missing, not JSON, or too large.
  static func read(_ source: (any ByteSource)?, limit: Int = 8 << 20) -> JSONValue? {
    try? load(source, limit: limit)
  }

  /// Reads a file beside an export; nil only if it is missing.
  ///
  /// - Throws: ``ArchiveError`` if it is there, but damaged or too large.
  static func load(_ source: (any ByteSource)?, limit: Int = 8 << 20) throws -> JSONValue? {
    guard let source else { return nil }
    let document = JSONDocument(limit: limit)
    let stream = JSONStream(source, events: document)
    do { try stream.parse { _ in } } catch is TooLarge {
      throw ArchiveError.tooLarge(
        path: source.name, place: "the document", limit: "\(ByteCount(limit))")
    }
    return document.tape.root
  }

  private init(limit: Int) { tape = JSONTape(limit: limit) }

  func scalar(_ kind: JSONTape.Kind, _ text: UnsafeBufferPointer<UInt8>) throws {
    tape.append(kind, text)
    try check()
  }
  func key(_ text: UnsafeBufferPointer<UInt8>) throws { tape.appendName(text) }
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
