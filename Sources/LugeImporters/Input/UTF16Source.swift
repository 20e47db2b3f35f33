import LugeArchive

/// UTF-16 text, which Windows programs save as "Unicode", converted to UTF-8. It is recognised by
/// its first two bytes.
///
/// Places of errors count bytes of the UTF-8 text; line numbers do not change.
final class UTF16Source: ByteSource {
  var name: String { source.name }
  /// Nil: unknown before everything is read.
  var size: Int64? { nil }
  var context: SourceContext { source.context }

  private let source: any ByteSource

  // MARK: Mutable State (owned by the one thread that reads)

  private var decoder: Decoder?
  /// Text that did not fit into the last buffer.
  private var waiting: ArraySlice<UInt8> = []
  private var isAtEnd = false

  init(_ source: any ByteSource) { self.source = source }

  func reopened() throws(ArchiveError) -> (any ByteSource)? {
    try source.reopened().map { UTF16Source($0) }
  }

  func sibling(_ name: String) -> (any ByteSource)? { source.sibling(name) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
    guard !buffer.isEmpty else { return 0 }
    while waiting.isEmpty, !isAtEnd {
      var block = [UInt8](repeating: 0, count: 1 << 15)
      var count = 0
      var failure: ArchiveError?
      block.withUnsafeMutableBytes { bytes in
        do throws(ArchiveError) {
          count = try source.read(into: bytes)
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      isAtEnd = count == 0
      var decoder = self.decoder ?? Decoder(isBigEndian: block.starts(with: [0xFE, 0xFF]))
      var text: [UInt8] = []
      text.reserveCapacity(count * 2)
      for byte in block[..<count] { decoder.take(byte, &text) }
      if isAtEnd { decoder.finish(&text) }
      self.decoder = decoder
      waiting = text[...]
    }
    let count = min(buffer.count, waiting.count)
    buffer.copyBytes(from: waiting.prefix(count))
    waiting = waiting.dropFirst(count)
    return count
  }

  /// Whether a file begins like UTF-16.
  static func isUTF16(_ prefix: some Sequence<UInt8>) -> Bool {
    prefix.starts(with: [0xFF, 0xFE]) || prefix.starts(with: [0xFE, 0xFF])
  }

  /// Returns the beginning of a file as UTF-8; unchanged if it is not UTF-16.
  static func decoded(_ prefix: [UInt8]) -> [UInt8] {
    guard isUTF16(prefix) else { return prefix }
    var decoder = Decoder(isBigEndian: prefix[0] == 0xFE)
    var text: [UInt8] = []
    text.reserveCapacity(prefix.count * 2)
    for byte in prefix { decoder.take(byte, &text) }
    return text
  }

  /// Decoder of UTF-16 units, byte by byte. Invalid ones become U+FFFD.
  private struct Decoder {
    let isBigEndian: Bool
    private var first: UInt8?
    private var high: UInt32?

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    mutating func take(_ byte: UInt8, _ text: inout [UInt8]) {
      guard let before = first else {
        first = byte
        return
      }
      first = nil
      let unit =
        isBigEndian ? UInt32(before) << 8 | UInt32(byte) : UInt32(byte) << 8 | UInt32(before)
      if let high {
        self.high = nil
        if unit & 0xFC00 == 0xDC00 {
          return Self.write(0x1_0000 + ((high & 0x3FF) << 10 | unit & 0x3FF), &text)
        }
        Self.write(0xFFFD, &text)
      }
      switch unit & 0xFC00 {
      case 0xD800: high = unit
      case 0xDC00: Self.write(0xFFFD, &text)
      // The byte order mark at the beginning.
      default: if unit != 0xFEFF { Self.write(unit, &text) }
      }
    }

    mutating func finish(_ text: inout [UInt8]) {
      if first != nil || high != nil { Self.write(0xFFFD, &text) }
      (first, high) = (nil, nil)
    }

    private static func write(_ value: UInt32, _ text: inout [UInt8]) {
      if value < 0x80 { return text.append(UInt8(value)) }
      guard let scalar = Unicode.Scalar(value) else { return }
      text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}
