import LugeArchive

/// FNV-1a with 128 bits: the same bytes have the same digest on every machine and in every version,
/// which Swift's own hasher does not guarantee.
///
/// It is not cryptographic: it distinguishes messages of one conversation. Even if an attacker
/// makes two with one digest, the repetition count distinguishes them.
struct StableHash: Hashable, Sendable {
  private(set) var high: UInt64 = 0x6c62_272e_07bb_0142
  private(set) var low: UInt64 = 0x62b8_2175_6295_c58d

  mutating func combine(_ byte: UInt8) {
    // The prime is 2^88 + 0x13b, so the product is two multiplications and a shift.
    low ^= UInt64(byte)
    let product = low.multipliedFullWidth(by: 0x13b)
    high = product.high &+ high &* 0x13b &+ (low << 24)
    low = product.low
  }

  mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { combine(byte) }
  }

  mutating func combine(_ bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes { combine(byte) }
  }

  mutating func combine(_ value: Int64) {
    var rest = UInt64(bitPattern: value)
    for _ in 0..<8 {
      combine(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// The part that an archive stores. Messages with the same part are numbered like equal ones.
  var kept: StableHash {
    var kept = self
    kept.low &= ~0 << 48
    return kept
  }

  /// The hash as 32 hexadecimal digits.
  var hexadecimal: String {
    String(unsafeUninitializedCapacity: 32) { buffer in
      var digit = 0
      for word in [high, low] {
        for shift in stride(from: 60, through: 0, by: -4) {
          let nibble = UInt8(truncatingIfNeeded: word >> UInt64(shift)) & 15
          buffer[digit] = nibble < 10 ? 0x30 + nibble : 0x57 + nibble
          digit += 1
        }
      }
      return 32
    }
  }
}
