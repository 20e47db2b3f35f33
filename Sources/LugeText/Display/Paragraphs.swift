/// Positions at which a text can be cut for shaping.
///
/// Offsets count UTF-8 bytes. Paragraphs end where Pango ends them: at a line feed, a carriage
/// return, both in this order, or U+2029.
enum Paragraphs {
  /// Returns the first separator at or after `start`; nil when none begins before `end`.
  ///
  /// - Complexity: O(distance to it).
  static func separator(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, before end: Int)
    -> Range<Int>?
  {
    var index = start
    while index < end {
      if let length = separatorLength(in: bytes, at: index) { return index..<index + length }
      index += 1
    }
    return nil
  }

  /// Returns the last separator that lies wholly within the range, or nil.
  static func lastSeparator(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>)
    -> Range<Int>?
  {
    var index = range.upperBound - 1
    while index >= range.lowerBound {
      if let length = separatorLength(in: bytes, at: index) {
        let isSecondHalf =
          bytes[index] == 0x0A && index > range.lowerBound && bytes[index - 1] == 0x0D
        let found = (isSecondHalf ? index - 1 : index)..<index + length
        if found.upperBound <= range.upperBound { return found }
      }
      index -= 1
    }
    return nil
  }

  /// Returns a position at or before `limit`, and after `start`, to cut a paragraph that is too
  /// long: after a space if one is near, else between two scalars.
  ///
  /// - Precondition: `start < limit < bytes.count`.
  static func cut(in bytes: UnsafeBufferPointer<UInt8>, after start: Int, limit: Int) -> Int {
    let lowest = max(start + 1, limit - 256)
    var index = limit
    while index >= lowest {
      if bytes[index - 1] == 0x20 { return index }
      index -= 1
    }
    index = limit
    while index > start + 1, isContinuation(bytes[index]) { index -= 1 }
    if !isContinuation(bytes[index]) { return index }
    index = limit
    while index < bytes.count, isContinuation(bytes[index]) { index += 1 }
    return index
  }

  @inline(__always)
  static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  @inline(__always)
  private static func separatorLength(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
    switch bytes[index] {
    case 0x0A: return 1
    case 0x0D: return index + 1 < bytes.count && bytes[index + 1] == 0x0A ? 2 : 1
    case 0xE2 where index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] == 0xA9:
      return 3
    default: return nil
    }
  }
}
