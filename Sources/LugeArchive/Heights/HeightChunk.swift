import Foundation

/// Heights of consecutive positions as bytes: little-endian base 128, one or two bytes per item.
enum HeightChunk {
  /// Number of positions in a chunk: small, because a changed message invalidates its chunk; large,
  /// because reading a conversation reads one row per chunk.
  static let length = 4096

  /// - Returns: nil if a height is unknown (negative).
  static func encode(_ heights: ArraySlice<Int32>) -> Data? {
    var bytes = Data(capacity: heights.count * 2)
    for height in heights {
      guard height >= 0 else { return nil }
      var rest = UInt32(height)
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }
    return bytes
  }

  /// Appends the heights; returns false and appends nothing if the bytes do not encode exactly
  /// `count` heights.
  static func decode(_ data: Data, count: Int, to heights: inout [Int32]) -> Bool {
    let start = heights.count
    let isWhole = data.withUnsafeBytes { bytes in
      var value: UInt32 = 0
      var shift: UInt32 = 0
      for byte in bytes {
        guard shift < 35 else { return false }
        value |= UInt32(byte & 0x7F) << shift
        shift += 7
        guard byte & 0x80 == 0 else { continue }
        guard let height = Int32(exactly: value), heights.count - start < count else {
          return false
        }
        heights.append(height)
        (value, shift) = (0, 0)
      }
      return shift == 0 && heights.count - start == count
    }
    if !isWhole { heights.removeSubrange(start...) }
    return isWhole
  }
}
