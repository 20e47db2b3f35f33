/// Gives the UTF-8 bytes of a part of a text as they are shaped: the same number of bytes, so that
/// offsets hold, with a space in the place of every control character that would end the text
/// (U+0000) or be drawn as a box.
///
/// Tabs and line ends stay. The bytes are the string's own when nothing has to be replaced, and
/// valid only within `body`.
///
/// - Parameter suffix: appended behind the range; its offsets lie past the text.
/// - Complexity: O(range).
func withDisplayBytes<R>(
  of string: String, _ range: Range<Int>, suffix: String = "",
  _ body: (UnsafeBufferPointer<UInt8>) throws -> R
) rethrows -> R {
  var string = string
  return try string.withUTF8 { all in
    let part = UnsafeBufferPointer(rebasing: all[range.clamped(to: 0..<all.count)])
    if suffix.isEmpty, !part.contains(where: isReplaced) { return try body(part) }
    var copy: [UInt8] = []
    copy.reserveCapacity(part.count + suffix.utf8.count)
    for byte in part { copy.append(isReplaced(byte) ? 0x20 : byte) }
    copy.append(contentsOf: suffix.utf8)
    return try copy.withUnsafeBufferPointer(body)
  }
}

@inline(__always)
private func isReplaced(_ byte: UInt8) -> Bool {
  (byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D) || byte == 0x7F
}
