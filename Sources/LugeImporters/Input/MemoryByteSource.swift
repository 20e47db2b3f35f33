import LugeArchive

/// Bytes in memory.
public final class MemoryByteSource: ByteSource {
  public let name: String
  public let context: SourceContext
  public var size: Int64? { Int64(bytes.count) }

  private let bytes: [UInt8]
  private let siblings: [String: [UInt8]]

  // MARK: Mutable State (owned by the one thread that reads)

  private var position = 0

  /// - Parameter siblings: files of the same folder, by name.
  public init(
    _ bytes: [UInt8], name: String, context: SourceContext = SourceContext(),
    siblings: [String: [UInt8]] = [:]
  ) {
    self.siblings = siblings
    self.bytes = bytes
    self.name = name
    self.context = context
  }

  public func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, bytes.count - position)
    guard count > 0 else { return 0 }
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }

  public func reopened() -> (any ByteSource)? {
    MemoryByteSource(bytes, name: name, context: context, siblings: siblings)
  }

  public func sibling(_ name: String) -> (any ByteSource)? {
    siblings[name].map { MemoryByteSource($0, name: name, context: context, siblings: siblings) }
  }
}
