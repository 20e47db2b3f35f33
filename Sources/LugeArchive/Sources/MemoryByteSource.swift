/// Bytes that are in memory already.
public final class MemoryByteSource: ByteSource {
  public let name: String
  public let context: SourceContext
  public var size: Int64? { Int64(bytes.count) }

  private let bytes: [UInt8]

  // MARK: Mutable State (owned by the one thread that reads)

  private var position = 0

  public init(_ bytes: [UInt8], name: String, context: SourceContext = SourceContext()) {
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
    MemoryByteSource(bytes, name: name, context: context)
  }
}
