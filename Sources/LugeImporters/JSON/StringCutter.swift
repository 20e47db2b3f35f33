import Foundation
import LugeArchive

/// Cuts strings of JSON that are longer than a limit, across chunks: drops the rest, but keeps each
/// string well-formed.
struct StringCutter {
  private let limit: Int
  private var isInString = false
  /// Whether the previous byte, inside a string, escapes the next one.
  private var isEscaped = false
  /// Number of bytes of the current string so far.
  private var length = 0
  private var isCutting = false
  private var copy: [UInt8] = []

  init(limit: Int) { self.limit = limit }

  /// Calls `body` with the chunk, or with the rest of it, and whether a string was cut in it.
  ///
  /// - Complexity: O(bytes), mostly in `memchr`.
  mutating func cut<Result>(
    _ chunk: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer, _ hasCut: Bool) -> Result
  ) -> Result {
    copy.removeAll(keepingCapacity: true)
    /// Number of bytes that have been copied or dropped.
    var done = 0
    var hasDropped = false
    var hasCut = false
    var index = 0
    if isInString, !isCutting, length > limit {
      (isCutting, hasCut, hasDropped) = (true, true, true)
    }
    while index < chunk.count {
      guard let quote = Self.find(0x22, in: chunk, from: index) else {
        if isInString { follow(chunk, index..<chunk.count) }
        break
      }
      if !isInString {
        (isInString, isEscaped, length) = (true, false, 0)
        index = quote + 1
        continue
      }
      follow(chunk, index..<quote)
      index = quote + 1
      if isEscaped {
        isEscaped = false
        length += 1
        continue
      }
      isInString = false
      guard isCutting else { continue }
      isCutting = false
      hasDropped = true
      // Complete an escape that may have been cut: \\ needs an n, \\u up to four digits.
      copy += Array((escapeAtCut ? "n" : "0000").utf8)
      done = quote
    }
    if isCutting { hasDropped = true }
    guard hasDropped else { return body(chunk, false) }
    if !isCutting { copy.append(contentsOf: chunk[done...]) }
    return copy.withUnsafeBytes { body($0, hasCut) }
  }

  /// Whether the kept part ends in an escaping backslash.
  private var escapeAtCut = false

  /// Processes bytes of a string without quotes.
  private mutating func follow(_ chunk: UnsafeRawBufferPointer, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    length += range.count
    // An odd number of backslashes at the end escapes the next byte.
    var start = range.upperBound
    while start > range.lowerBound, chunk[start - 1] == 0x5C { start -= 1 }
    var count = range.upperBound - start
    if start == range.lowerBound, isEscaped { count += 1 }
    isEscaped = !count.isMultiple(of: 2)
    if !isCutting { escapeAtCut = isEscaped }
  }

  private static func find(
    _ byte: UInt8, in chunk: UnsafeRawBufferPointer, from index: Int
  ) -> Int? {
    guard let base = chunk.baseAddress,
      let found = memchr(base + index, Int32(byte), chunk.count - index)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }
}
