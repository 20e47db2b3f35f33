import LugeArchive

/// Reads the blocks of a CAR file (version 1) from front to back, one at a time.
/// https://ipld.io/specs/transport/car/carv1/
final class CARStream {
  struct Block {
    /// The block's name; nil if it is of a kind that repositories do not use.
    var cid: CID?
    /// The block's contents; empty if it is too large.
    var bytes: ArraySlice<UInt8>
    /// Offset in the file at which it begins.
    var offset: Int64
    var isTooLarge = false
  }

  /// Maximum bytes of a block. The AT Protocol allows a record 1 MB.
  static let largestBlock = 4 << 20

  private let source: any ByteSource

  // MARK: Mutable State (owned by the one thread that reads)

  private var buffer: [UInt8] = []
  private var position = 0
  /// Offset of the buffer's first byte in the file.
  private var base: Int64 = 0

  /// Number of bytes read so far.
  var offset: Int64 { base + Int64(position) }

  init(_ source: any ByteSource) { self.source = source }

  /// Returns the first root in the header.
  ///
  /// - Throws: ``ArchiveError/malformed(path:place:reason:)`` if there is no such header.
  func root() throws(ArchiveError) -> CID {
    guard let length = try varint(), length > 0, length <= 1 << 16, try fill(Int(length)) else {
      throw malformed("a CAR file begins with a header")
    }
    let tape = JSONTape()
    do { try DAGCBOR.read(buffer[position..<position + Int(length)], onto: tape) } catch {
      throw malformed("the header cannot be read: \(error.reason)")
    }
    guard tape.root?["version"]?.integer == 1 else { throw malformed("not version 1 of CAR") }
    var links = tape.root?["roots"]?.elements.makeIterator()
    guard let link = links?.next()?["$link"]?.string, let cid = CID(text: link) else {
      throw malformed("the header names no root")
    }
    position += Int(length)
    return cid
  }

  /// Returns the next block, nil at the end.
  ///
  /// - Throws: ``ArchiveError/truncated(path:place:)`` if the file ends within a block.
  func next() throws(ArchiveError) -> Block? {
    let start = offset
    guard let length = try varint() else { return nil }
    guard length >= 4, length < 1 << 40 else {
      throw .malformed(path: source.name, place: "byte \(start)", reason: "no block begins here")
    }
    guard length <= Self.largestBlock else {
      try skip(Int64(length))
      return Block(cid: nil, bytes: [], offset: start, isTooLarge: true)
    }
    let count = Int(length)
    guard try fill(count) else {
      throw .truncated(path: source.name, place: "byte \(start)")
    }
    let section = buffer[position..<position + count]
    position += count
    guard let cid = CID(section) else { return Block(cid: nil, bytes: section, offset: start) }
    return Block(cid: cid, bytes: section.dropFirst(CID.length), offset: start)
  }

  private func malformed(_ reason: String) -> ArchiveError {
    .malformed(path: source.name, place: "byte \(offset)", reason: reason)
  }

  /// Reads a variable-length number; nil at the end of the file.
  private func varint() throws(ArchiveError) -> UInt64? {
    let start = offset
    var value: UInt64 = 0
    for shift in stride(from: 0 as UInt64, to: 63, by: 7) {
      guard try fill(1) else {
        if shift == 0 { return nil }
        throw .truncated(path: source.name, place: "byte \(start)")
      }
      let byte = buffer[position]
      position += 1
      value |= UInt64(byte & 127) << shift
      if byte < 128 { return value }
    }
    throw malformed("a length that never ends")
  }

  private func skip(_ count: Int64) throws(ArchiveError) {
    let start = offset
    var rest = count
    while rest > 0 {
      let step = Int(min(rest, 1 << 16))
      guard try fill(step) else { throw .truncated(path: source.name, place: "byte \(start)") }
      position += step
      rest -= Int64(step)
    }
  }

  /// Fills the buffer with that many bytes; returns false if the file has fewer.
  private func fill(_ count: Int) throws(ArchiveError) -> Bool {
    guard buffer.count - position < count else { return true }
    base += Int64(position)
    buffer.removeFirst(position)
    position = 0
    while buffer.count < count {
      let more = try source.prefix(max(1 << 16, min(count - buffer.count, 1 << 20)))
      if more.isEmpty { return false }
      buffer += more
    }
    return true
  }
}

extension CID {
  /// Parses a name written as text: "bafy…" or "bafk…".
  init?(text: String) {
    guard text.utf8.count == 59, text.utf8.first == UInt8(ascii: "b") else { return nil }
    var bytes: [UInt8] = []
    var rest: UInt32 = 0
    var bits: UInt32 = 0
    for letter in text.utf8.dropFirst() {
      guard let digit = Base32.lower.firstIndex(of: letter) else { return nil }
      rest = (rest << 5 | UInt32(digit)) & 0xFFFF
      bits += 5
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: rest >> bits))
      }
    }
    self.init(bytes[...])
  }
}
