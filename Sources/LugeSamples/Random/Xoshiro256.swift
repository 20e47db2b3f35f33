/// xoshiro256** (Blackman, Vigna 2018): the random generator of all made-up data.
///
/// It has functions of its own instead of `RandomNumberGenerator`'s, whose algorithms belong to the
/// standard library and may change with it. They use only operations that IEEE 754 rounds exactly,
/// so that a seed yields the same values on every machine.
public struct Xoshiro256: Sendable {
  private var s0: UInt64
  private var s1: UInt64
  private var s2: UInt64
  private var s3: UInt64

  public init(seed: UInt64) {
    var spread = SplitMix64(seed: seed)
    (s0, s1, s2, s3) = (spread.next(), spread.next(), spread.next(), spread.next())
  }

  /// Makes one of several independent generators for one seed.
  public init(seed: UInt64, stream: UInt64) {
    var spread = SplitMix64(seed: seed)
    self.init(seed: spread.next() ^ (stream &* 0xD1B5_4A32_D192_ED03))
  }

  public mutating func next() -> UInt64 {
    let times5 = s1 &* 5
    let result = (times5 << 7 | times5 >> 57) &* 9
    let shifted = s1 << 17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = s3 << 45 | s3 >> 19
    return result
  }

  /// Returns a number from 0 up to, but not including, `bound`; 0 for a bound below 2.
  ///
  /// The bias of the multiplication is below `bound / 2^64`.
  public mutating func below(_ bound: Int) -> Int {
    guard bound > 1 else { return 0 }
    return Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// Returns a number in the closed range.
  public mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  /// Returns a number from 0 up to, but not including, 1: 53 random bits.
  public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  public mutating func chance(_ probability: Double) -> Bool { unit() < probability }

  /// Returns an element; nil for an empty collection.
  public mutating func pick<T>(_ items: [T]) -> T? {
    items.isEmpty ? nil : items[below(items.count)]
  }
}
