/// FNV-1a with 128 bits: the same bytes give the same digest on every machine and in every
/// version, which Swift's own hasher does not promise.
///
/// Not cryptographic: it tells messages of one conversation apart, nothing depends on an enemy's
/// being unable to find two with one digest (the repetition count keeps even those apart).
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

  /// 32 hexadecimal digits.
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

/// Numbers the messages that are equal in time, author and content, so that each gets a key of its
/// own and a second import of the same export gives each the same one.
///
/// Memory is flat: equal messages are told apart when fewer than 32,768 others lie between them.
/// Farther apart they are one message that the file holds twice (two exports joined into one), and
/// get one key.
struct RepetitionCounter {
  private static let generation = 1 << 15

  private var recent: [StableHash: UInt32] = [:]
  private var older: [StableHash: UInt32] = [:]

  /// How many equal ones came before: 0 for the first.
  mutating func count(_ digest: StableHash) -> UInt32 {
    let count = recent[digest] ?? older[digest] ?? 0
    recent[digest] = count &+ 1
    if recent.count >= Self.generation {
      swap(&recent, &older)
      recent.removeAll(keepingCapacity: true)
    }
    return count
  }

  /// The key of a message: its digest, and which of several equal ones it is.
  mutating func key(_ digest: StableHash) -> String {
    let repetition = count(digest)
    return repetition == 0 ? digest.hexadecimal : "\(digest.hexadecimal)-\(repetition)"
  }
}
