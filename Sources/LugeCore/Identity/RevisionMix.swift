/// Combines numbers and texts into one 64-bit revision that is the same in every process, unlike
/// the result of Swift's `Hasher`, whose seed differs at each launch: FNV-1a over bytes, with a
/// final avalanche.
public struct RevisionMix: Sendable {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  public init(_ seed: UInt64 = 0) { add(seed) }

  public mutating func add(_ value: UInt64) {
    var rest = value
    for _ in 0..<8 {
      step(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  public mutating func add(_ flag: Bool) { step(flag ? 1 : 0) }

  /// Adds the text and its length, so that the boundary between two texts counts.
  public mutating func add(_ text: String) {
    var count: UInt64 = 0
    for byte in text.utf8 {
      step(byte)
      count += 1
    }
    add(count)
  }

  public var revision: Revision {
    var value = state
    value = (value ^ (value >> 33)) &* 0xff51_afd7_ed55_8ccd
    value = (value ^ (value >> 33)) &* 0xc4ce_b9fe_1a85_ec53
    return Revision(value ^ (value >> 33))
  }

  private mutating func step(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }
}
