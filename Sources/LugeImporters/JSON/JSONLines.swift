import LugeArchive

/// Reads a file with one JSON value per line.
enum JSONLines {
  /// Maximum bytes of one line.
  static let limit = 16 << 20

  /// - Parameters:
  ///   - onBad: called with the number (from 1) of a line that is not JSON or too large, and the
  ///     reason.
  ///   - onValue: called with each value and its line number.
  /// - Throws: ``ArchiveError/truncated(path:place:)`` if the last line is incomplete, and errors
  ///   of the closures.
  static func read(
    _ source: any ByteSource, progress: (Int64) throws -> Void,
    onBad: (Int, String) throws -> Void, onValue: (JSONValue, Int) throws -> Void
  ) throws {
    try read(
      source, progress: progress, onBad: { number, reason, _ in try onBad(number, reason) },
      onValue: onValue)
  }

  /// Reads as ``read(_:progress:onBad:onValue:)`` does, and also passes on the bytes of a bad line,
  /// or their beginning.
  static func read(
    _ source: any ByteSource, progress: (Int64) throws -> Void,
    onBad: (Int, String, UnsafeBufferPointer<UInt8>) throws -> Void,
    onValue: (JSONValue, Int) throws -> Void
  ) throws {
    let lines = LineReader(source, limit: limit)
    var steps = ReadingProgress()
    while let line = try lines.next() {
      if steps.isDue(at: lines.bytesRead) {
        try progress(lines.bytesRead)
      }
      if line.isCut {
        try onBad(line.number, "the line is longer than \(ByteCount(limit))", line.bytes)
        continue
      }
      if line.bytes.trimmed().isEmpty { continue }
      let bytes = MemoryByteSource(Array(line.bytes), name: source.name)
      var value: JSONValue?
      do {
        value = try JSONDocument.load(bytes, limit: limit)
      } catch ArchiveError.tooLarge {
        try onBad(line.number, "larger than \(limit >> 20) MB", line.bytes)
        continue
      } catch {}
      if let value {
        try onValue(value, line.number)
      } else if !line.isTerminated, line.bytes.trimmed().first == UInt8(ascii: "{") {
        throw ArchiveError.truncated(path: source.name, place: "line \(line.number)")
      } else {
        try onBad(line.number, "it is no JSON", line.bytes)
      }
    }
    try progress(lines.bytesRead)
  }
}
