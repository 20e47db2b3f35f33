/// Bits of a stretch of entropy-coded data, first bit first.
///
/// Reads past the end give zeros: whoever reads asks ``isOverrun`` in time, before as much as
/// ``slack`` can have been read.
struct BitReader {
  /// Bytes of zeros that have to stand behind the data.
  static let slack = 16_384

  private let end: UnsafePointer<UInt8>

  /// The next bits, in the upper end of the word; at least `count` of them are valid.
  private(set) var bits: UInt64 = 0
  private var count: UInt64 = 0
  private var next: UnsafePointer<UInt8>

  /// - Parameter count: bytes of data, without the slack.
  init(_ bytes: UnsafePointer<UInt8>, count: Int) {
    next = bytes
    end = bytes + count
  }

  /// Afterwards at least 56 bits are there. After Fabian Giesen, "Reading bits in far too many ways",
  /// variant 4.
  @inline(__always)
  mutating func refill() {
    bits |= UnsafeRawPointer(next).loadUnaligned(as: UInt64.self).bigEndian &>> count
    next += Int(truncatingIfNeeded: (63 &- count) &>> 3)
    count |= 56
  }

  /// - Parameter length: at most what is there.
  @inline(__always)
  mutating func skip(_ length: UInt64) {
    bits = bits &<< length
    count = count &- length
  }

  /// The upper bits as a number.
  @inline(__always)
  func peek(_ length: Int) -> Int {
    Int(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: 64 &- length))
  }

  /// Whether more was read than there is.
  @inline(__always)
  var isOverrun: Bool { next - Int(truncatingIfNeeded: count &>> 3) > end }
}
