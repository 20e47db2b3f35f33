import Foundation

/// Heights of consecutive positions as bytes: little-endian base 128, one or two bytes an item.
enum HeightChunk {
  /// Positions of a chunk: few enough that a changed message costs little, many enough that a
  /// million messages are read in some hundred rows.
  static let length = 4096

  /// - Returns: nil when a height is not known (negative).
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

  /// Appends the heights; false, with nothing appended, when the bytes are not exactly so many.
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
