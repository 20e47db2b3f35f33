import Glibc
import LugeArchive

/// Position in the bytes of a line of UTF-8; never goes past its end, whatever the bytes are.
struct ByteScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  @inline(__always) var isAtEnd: Bool { position >= bytes.count }

  /// Returns the byte this far ahead; 0 past the end.
  @inline(__always) func peek(_ distance: Int = 0) -> UInt8 {
    let index = position + distance
    return index < bytes.count ? bytes[index] : 0
  }

  @inline(__always) mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Consumes the string's bytes if they come next.
  mutating func take(_ string: StaticString) -> Bool {
    guard starts(with: string) else { return false }
    position += string.utf8CodeUnitCount
    return true
  }

  func starts(with string: StaticString) -> Bool {
    let count = string.utf8CodeUnitCount
    guard bytes.count - position >= count else { return false }
    for index in 0..<count where bytes[position + index] != string.utf8Start[index] {
      return false
    }
    return true
  }

  /// Returns the number of bytes of an invisible mark (direction mark, isolate, byte order mark)
  /// here, or 0.
  @inline(__always) func markLength() -> Int {
    let first = peek()
    guard first >= 0xD8 else { return 0 }
    switch (first, peek(1), peek(2)) {
    case (0xE2, 0x80, 0x8E...0x8F), (0xE2, 0x80, 0xAA...0xAE), (0xE2, 0x81, 0xA6...0xA9),
      (0xEF, 0xBB, 0xBF):
      return 3
    case (0xD8, 0x9C, _): return 2
    default: return 0
    }
  }

  /// Returns the number of bytes of a space that does not end the line here (space, tab, no-break,
  /// narrow no-break, figure and thin spaces), or 0.
  @inline(__always) func spaceLength() -> Int {
    let first = peek()
    if first == 0x20 || first == 0x09 { return 1 }
    switch (first, peek(1), peek(2)) {
    case (0xC2, 0xA0, _): return 2
    case (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xAF), (0xE3, 0x80, 0x80): return 3
    default: return 0
    }
  }

  @discardableResult
  mutating func skipMarks() -> Bool {
    let before = position
    while true {
      let length = markLength()
      if length == 0 { return position > before }
      position += length
    }
  }

  /// Skips spaces and marks; returns whether there was a space.
  @discardableResult
  mutating func skipSpaces() -> Bool {
    var found = false
    while true {
      let space = spaceLength()
      if space > 0 {
        found = true
        position += space
        continue
      }
      let mark = markLength()
      if mark == 0 { return found }
      position += mark
    }
  }

  /// Reads one decimal digit, in ASCII or in a script in which phones write dates.
  private mutating func digit() -> Int? {
    let first = peek()
    if first &- 0x30 < 10 {
      position += 1
      return Int(first &- 0x30)
    }
    guard first >= 0xD9 else { return nil }
    switch (first, peek(1), peek(2)) {
    case (0xD9, 0xA0...0xA9, _):  // Arabic-Indic
      position += 2
      return Int(bytes[position - 1]) - 0xA0
    case (0xDB, 0xB0...0xB9, _):  // Persian, Urdu
      position += 2
      return Int(bytes[position - 1]) - 0xB0
    // Devanagari, Bengali, Gurmukhi, Gujarati, Odia, Tamil, Telugu, Kannada, Malayalam
    case (0xE0, 0xA5, 0xA6...0xAF), (0xE0, 0xA7, 0xA6...0xAF), (0xE0, 0xA9, 0xA6...0xAF),
      (0xE0, 0xAB, 0xA6...0xAF), (0xE0, 0xAD, 0xA6...0xAF), (0xE0, 0xAF, 0xA6...0xAF),
      (0xE0, 0xB1, 0xA6...0xAF), (0xE0, 0xB3, 0xA6...0xAF), (0xE0, 0xB5, 0xA6...0xAF):
      position += 3
      return Int(bytes[position - 1]) - 0xA6
    case (0xE0, 0xB9, 0x90...0x99), (0xE0, 0xBB, 0x90...0x99):  // Thai, Lao
      position += 3
      return Int(bytes[position - 1]) - 0x90
    case (0xE1, 0x81, 0x80...0x89):  // Burmese
      position += 3
      return Int(bytes[position - 1]) - 0x80
    case (0xE1, 0x9F, 0xA0...0xA9):  // Khmer
      position += 3
      return Int(bytes[position - 1]) - 0xA0
    default: return nil
    }
  }

  /// Reads a number of 1 to `limit` digits; returns nil and consumes nothing if there is none or it
  /// is longer.
  mutating func number(upTo limit: Int) -> (value: Int, digits: Int)? {
    let before = position
    var value = 0
    var digits = 0
    while let digit = digit() {
      digits += 1
      if digits > limit {
        position = before
        return nil
      }
      value = value * 10 + digit
    }
    return digits > 0 ? (value, digits) : nil
  }
}

extension UnsafeBufferPointer where Element == UInt8 {
  /// Whether these bytes appear somewhere in the buffer; true for an empty pattern.
  ///
  /// - Complexity: O(count × length of the pattern) at worst, O(count) if its first byte is rare.
  func contains(subsequence pattern: some Collection<UInt8>) -> Bool {
    place(of: pattern) != nil
  }

  /// Returns the first place of some bytes at or after a place (of no bytes, that place); nil if
  /// they do not occur.
  ///
  /// - Complexity: as ``contains(subsequence:)``.
  func place(of pattern: some Collection<UInt8>, from start: Int = 0) -> Int? {
    guard let first = pattern.first else { return start }
    var start = start
    while count - start >= pattern.count {
      let rest = slice(start..<count)
      guard let base = rest.baseAddress, let found = memchr(base, Int32(first), rest.count) else {
        return nil
      }
      start += UnsafeRawPointer(found) - UnsafeRawPointer(base)
      if slice(start..<count).starts(with: pattern) { return start }
      start += 1
    }
    return nil
  }

  /// Returns the bytes in a range, clamped to the buffer.
  func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: self[range.clamped(to: 0..<count)])
  }

  /// Returns the bytes without spaces and invisible marks at both ends.
  func trimmed() -> UnsafeBufferPointer<UInt8> {
    var scanner = ByteScanner(self)
    scanner.skipSpaces()
    let start = scanner.position
    var end = count
    while end > start {
      var length = 0
      for back in 1...3 where end - back >= start && length == 0 {
        let tail = ByteScanner(self.slice(0..<end), from: end - back)
        if tail.markLength() == back || tail.spaceLength() == back { length = back }
      }
      if length == 0 { break }
      end -= length
    }
    return slice(start..<end)
  }
}
