import LugeArchive
import LugeCore

/// Bytes of a log without KVIrc's links: `\r!nc\rann\r` is `ann` as a clickable link. The carriage
/// returns would end lines otherwise.
///
/// Bytes of other programs' logs stay unchanged: the first block decides.
final class KVIrcSource: ByteSource {
  var name: String { source.name }
  var size: Int64? { source.size }
  var context: SourceContext { source.context }

  private let source: any ByteSource

  // MARK: Mutable State (owned by the one thread that reads)

  private var links = Links()
  private var isKVIrc: Bool?
  private var isAtEnd = false

  init(_ source: any ByteSource) { self.source = source }

  func reopened() throws(ArchiveError) -> (any ByteSource)? {
    try source.reopened().map { KVIrcSource($0) }
  }

  func sibling(_ name: String) -> (any ByteSource)? { source.sibling(name) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
    if isKVIrc == false || buffer.count < 2 { return try source.read(into: buffer) }
    while !isAtEnd {
      // A carriage return at the end of the last block may have to be written before this one.
      let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[1...]))
      let block = UnsafeMutableRawBufferPointer(rebasing: buffer[1..<1 + count])
      if isKVIrc == nil {
        isKVIrc = Self.isKVIrc(UnsafeRawBufferPointer(block))
        if isKVIrc == false {
          buffer.copyMemory(from: UnsafeRawBufferPointer(block))
          return count
        }
      }
      isAtEnd = count == 0
      var written = 0
      func write(_ byte: UInt8) {
        buffer[written] = byte
        written += 1
      }
      for byte in block { links.take(byte, write) }
      if isAtEnd { links.finish(write) }
      if written > 0 { return written }
    }
    return 0
  }

  /// Returns the beginning of a file without links.
  static func withoutLinks(_ prefix: [UInt8]) -> [UInt8] {
    guard prefix.withUnsafeBytes(isKVIrc) else { return prefix }
    var links = Links()
    var plain: [UInt8] = []
    for byte in prefix { links.take(byte) { plain.append($0) } }
    return plain
  }

  private static func isKVIrc(_ block: UnsafeRawBufferPointer) -> Bool {
    let head = UnsafeRawBufferPointer(rebasing: block.prefix(1 << 16))
    return head.bindMemory(to: UInt8.self).contains(subsequence: Array("\r!".utf8))
      && head.bindMemory(to: UInt8.self)
        .contains(subsequence: Array("### Log session started".utf8))
  }

  private struct Links {
    private enum Place { case text, behindReturn, command, shown }
    private var place = Place.text

    mutating func take(_ byte: UInt8, _ write: (UInt8) -> Void) {
      switch place {
      case .text:
        if byte == 0x0D { place = .behindReturn } else { write(byte) }
      case .behindReturn:
        if byte == UInt8(ascii: "!") {
          place = .command
        } else {
          write(0x0D)
          place = byte == 0x0D ? .behindReturn : .text
          if byte != 0x0D { write(byte) }
        }
      case .command, .shown:
        if byte == 0x0A {
          // The link is incomplete.
          place = .text
          write(byte)
        } else if byte == 0x0D {
          place = place == .command ? .shown : .text
        } else if place == .shown {
          write(byte)
        }
      }
    }

    mutating func finish(_ write: (UInt8) -> Void) {
      if place == .behindReturn { write(0x0D) }
      place = .text
    }
  }
}
