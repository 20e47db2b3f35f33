import CZlib
import LugeArchive
import LugeCore

/// A single compressed file, unpacked while it is read: `#ubuntu.log.gz`.
///
/// Memory holds one buffer and zlib's own, whatever the unpacked size. Of a file that is cut off or
/// damaged, everything before that is unpacked. Several gzip files one after the other are one.
final class GzipSource: ByteSource {
  let context: SourceContext
  /// Nil: the unpacked size is unknown before the end.
  var size: Int64? { nil }
  var name: String { path }

  private static let blockSize = 1 << 16
  private static let signature: [UInt8] = [0x1F, 0x8B]
  private let path: String
  private let mostUnpacked: Int64

  // MARK: Mutable State (owned by the one thread that reads)

  private var unpacking: Unpacking?
  private var isFinished = false
  /// Error to throw once the bytes before it were returned.
  private var damage: ArchiveError?
  private var unpacked: Int64 = 0

  /// - Parameter mostUnpacked: maximum bytes; nil for the usual limit.
  init(path: String, context: SourceContext = SourceContext(), mostUnpacked: Int64? = nil) {
    self.path = path
    self.context = context
    self.mostUnpacked = mostUnpacked ?? UnpackedLimit.bytes(of: path)
  }

  /// Returns the name of the file inside: without the extension of the compression.
  static func innerName(_ name: String) -> String {
    name.lowercased().hasSuffix(".gz") ? String(name.dropLast(3)) : name
  }

  static func isCompressed(_ prefix: [UInt8]) -> Bool { prefix.starts(with: signature) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
    guard !buffer.isEmpty else { return 0 }
    if let damage { throw damage }
    guard !isFinished else { return 0 }
    let unpacking: Unpacking
    if let begun = self.unpacking {
      unpacking = begun
    } else {
      guard let begun = Unpacking(try FileByteSource(path: path)) else {
        throw .notReadable(path: path, reason: "not enough memory")
      }
      self.unpacking = begun
      unpacking = begun
    }
    var count = 0
    do throws(ArchiveError) {
      while count == 0, !isFinished {
        switch try unpacking.step(into: buffer, &count) {
        case .more: break
        case .end: isFinished = true
        case .cut: throw .truncated(path: path, place: "the compressed file")
        case .damaged(let reason):
          throw .malformed(
            path: path, place: "the compressed file", reason: "it is damaged (\(reason))")
        }
      }
      unpacked = unpacked.addingClamped(Int64(count))
      try UnpackedLimit.check(unpacked, limit: mostUnpacked, path: path)
    } catch {
      damage = error
      if count == 0 { throw error }
    }
    return count
  }

  /// Returns the first bytes; of a truncated file, those that exist.
  ///
  /// - Throws: the error of ``read(into:)`` if not even one byte can be read.
  static func beginning(of path: String, _ length: Int) throws(ArchiveError) -> [UInt8] {
    let source = GzipSource(path: path)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: 1)
    defer { buffer.deallocate() }
    var count = 0
    while count < length {
      do throws(ArchiveError) {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
        let read = try source.read(into: rest)
        if read == 0 { break }
        count += read
      } catch {
        if count == 0 { throw error }
        break
      }
    }
    return Array(buffer.prefix(count))
  }

  func reopened() -> (any ByteSource)? { GzipSource(path: path, context: context) }

  /// zlib's state, at an address that does not change.
  private final class Unpacking {
    enum Outcome {
      case more, end, cut
      case damaged(String)
    }

    private let file: FileByteSource
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let input = UnsafeMutableRawBufferPointer.allocate(
      byteCount: GzipSource.blockSize, alignment: 16)
    private var isAtEnd = false
    private var isBetweenFiles = false

    init?(_ file: FileByteSource) {
      self.file = file
      stream.initialize(to: z_stream())
      guard luge_inflate_gzip(stream) == Z_OK else { return nil }
    }

    deinit {
      inflateEnd(stream)
      stream.deallocate()
      input.deallocate()
    }

    /// Reads the next bytes of the file if all before them were unpacked.
    private func fill() throws(ArchiveError) {
      guard stream.pointee.avail_in == 0, !isAtEnd else { return }
      let count = try file.read(into: input)
      isAtEnd = count == 0
      stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
      stream.pointee.avail_in = UInt32(clamping: count)
    }

    /// Unpacks a part.
    ///
    /// - Parameter count: set to the number of bytes unpacked, also before a damage.
    func step(
      into buffer: UnsafeMutableRawBufferPointer, _ count: inout Int
    ) throws(ArchiveError) -> Outcome {
      try fill()
      if isBetweenFiles {
        // What follows the last file, such as zeros of a tape, means nothing.
        guard stream.pointee.avail_in > 0, stream.pointee.next_in[0] == GzipSource.signature[0]
        else { return .end }
        inflateReset(stream)
        isBetweenFiles = false
      }
      let room = UInt32(clamping: buffer.count)
      stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
      stream.pointee.avail_out = room
      let status = inflate(stream, Z_NO_FLUSH)
      count = Int(room - stream.pointee.avail_out)
      switch status {
      case Z_OK: return .more
      // Nothing is left to unpack, and nothing to read.
      case Z_BUF_ERROR: return count == 0 && isAtEnd ? .cut : .more
      case Z_STREAM_END:
        isBetweenFiles = true
        return .more
      default: return .damaged(stream.pointee.msg.map { String(cString: $0) } ?? "unknown error")
      }
    }
  }
}
