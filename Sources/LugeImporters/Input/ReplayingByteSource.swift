import LugeArchive

/// A source whose first bytes have been read for a look, and are returned again.
///
/// Replaces a second pass if a source can be read only once.
final class ReplayingByteSource: ByteSource {
  /// The first bytes: at most the requested number, or all if the source is shorter.
  let prefix: [UInt8]
  private let source: any ByteSource

  // MARK: Mutable State (owned by the one thread that reads)

  private var position = 0

  var name: String { source.name }
  var size: Int64? { source.size }
  var context: SourceContext { source.context }

  init(_ source: any ByteSource, prefixLength: Int) throws(ArchiveError) {
    self.source = source
    self.prefix = try source.prefix(prefixLength)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
    let count = min(buffer.count, prefix.count - position)
    guard count > 0 else { return try source.read(into: buffer) }
    buffer.copyBytes(from: prefix[position..<position + count])
    position += count
    return count
  }
}

extension ByteSource {
  /// Reads the next bytes, up to `length`, from the source.
  func prefix(_ length: Int) throws(ArchiveError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(length, 1 << 16))
    while bytes.count < length {
      let wanted = min(chunk.count, length - bytes.count)
      let result: Result<Int, ArchiveError> = chunk.withUnsafeMutableBytes { buffer in
        Result { () throws(ArchiveError) in
          try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
        }
      }
      let count = try result.get()
      if count == 0 { break }
      bytes.append(contentsOf: chunk[..<count])
    }
    return bytes
  }
}
