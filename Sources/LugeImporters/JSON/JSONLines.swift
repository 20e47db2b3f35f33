import LugeArchive

/// Reads a file with a JSON value on each line.
enum JSONLines {
  /// Maximum bytes of one line.
  static let limit = 16 << 20

  /// - Parameters:
  ///   - onValue: Called with each value and the number of its line, from 1.
  ///   - onBad: Called for a line that is no JSON or too large.
  static func read(
    _ source: any ByteSource, progress: (Int64) throws -> Void,
    onBad: (Int, String) throws -> Void, onValue: (JSONValue, Int) throws -> Void
  ) throws {
    let lines = LineReader(source, limit: limit)
    var steps = ReadingProgress()
    while let line = try lines.next() {
      if steps.isDue(at: lines.bytesRead) {
        try progress(lines.bytesRead)
      }
      if line.isCut {
        try onBad(line.number, "the line is longer than \(ByteCount(limit))")
        continue
      }
      if line.bytes.trimmed().isEmpty { continue }
      let bytes = MemoryByteSource(Array(line.bytes), name: source.name)
      if let value = JSONDocument.read(bytes, limit: limit) {
        try onValue(value, line.number)
      } else {
        try onBad(line.number, "it is no JSON")
      }
    }
    try progress(lines.bytesRead)
  }
}
