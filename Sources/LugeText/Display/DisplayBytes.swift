/// Passes the UTF-8 bytes of a part of a text as they are shaped. There are as many bytes, so that
/// offsets stay valid, but a space replaces every control character that would end the text
/// (U+0000) or be drawn as a box; one of two bytes (U+0080 to U+009F) becomes a no-break space.
///
/// Tabs and line ends stay. The bytes are the string's own when nothing has to be replaced, and
/// valid only within `body`.
///
/// - Parameter suffix: appended after the range; its offsets lie past the text.
/// - Complexity: O(range).
func withDisplayBytes<R>(
  of string: String, _ range: Range<Int>, suffix: String = "",
  _ body: (UnsafeBufferPointer<UInt8>) throws -> R
) rethrows -> R {
  var string = string
  return try string.withUTF8 { all in
    let part = UnsafeBufferPointer(rebasing: all[range.clamped(to: 0..<all.count)])
    if suffix.isEmpty, !needsReplacing(part) { return try body(part) }
    var copy: [UInt8] = []
    copy.reserveCapacity(part.count + suffix.utf8.count)
    var previous: UInt8 = 0
    for byte in part {
      copy.append(
        isReplaced(byte) ? 0x20 : previous == 0xC2 && isSecondOfControl(byte) ? 0xA0 : byte)
      previous = byte
    }
    copy.append(contentsOf: suffix.utf8)
    return try copy.withUnsafeBufferPointer(body)
  }
}

private func needsReplacing(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  var previous: UInt8 = 0
  for byte in bytes {
    if isReplaced(byte) || (previous == 0xC2 && isSecondOfControl(byte)) { return true }
    previous = byte
  }
  return false
}

@inline(__always)
private func isReplaced(_ byte: UInt8) -> Bool {
  (byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D) || byte == 0x7F
}

@inline(__always)
private func isSecondOfControl(_ byte: UInt8) -> Bool { (0x80..<0xA0).contains(byte) }
