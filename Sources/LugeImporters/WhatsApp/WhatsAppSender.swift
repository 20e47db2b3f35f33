import LugeArchive

/// The part of a message's first line after its header: the author, and where the text begins.
struct WhatsAppSender {
  /// Name; nil for a service message: `You were added`.
  var name: UnsafeBufferPointer<UInt8>?
  /// Offset of the text in the line.
  var textStart: Int

  /// Maximum bytes of a name. Group names, the longest ones, have up to 100 characters.
  private static let longestName = 400

  /// - Complexity: O(length of the name).
  init(_ line: UnsafeBufferPointer<UInt8>, from start: Int) {
    let limit = min(line.count, start + Self.longestName)
    let colon = UInt8(ascii: ":")
    var index = start
    // A colon inside quotation marks belongs to a quoted text: `Ann changed the subject to "a: b"`.
    var isQuoted = false
    // The closing quotation mark, if the opening one has only one possible partner.
    var closing: UInt8 = 0
    while index < limit {
      let byte = line[index]
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == 0xE2, index + 2 < line.count, line[index + 1] == 0x80 {
        // “ closes „, and opens a quotation otherwise; ‘ and ‚ are the single ones.
        switch line[index + 2] {
        case closing where isQuoted && closing != 0:
          isQuoted = false
          closing = 0
        case 0x9E: (isQuoted, closing) = (true, 0x9C)
        case 0x9A: (isQuoted, closing) = (true, 0x98)
        case 0x98 where !isQuoted: (isQuoted, closing) = (true, 0x99)
        case 0x9C: isQuoted = true
        case 0x9D: isQuoted = false
        default: break
        }
      }
      // « and ».
      if byte == 0xC2, index + 1 < line.count {
        if line[index + 1] == 0xAB { isQuoted = true }
        if line[index + 1] == 0xBB { isQuoted = false }
      }
      if byte == colon, !isQuoted, Self.endsName(line, at: index) {
        let name = Self.trimmedName(line.slice(start..<index))
        if !name.isEmpty {
          self.name = name
          textStart = min(line.count, index + 1)
          if textStart < line.count {
            textStart += ByteScanner(line, from: textStart).spaceLength()
          }
          return
        }
      }
      index += 1
    }
    name = nil
    textStart = start
  }

  /// Whether a colon ends a name: a space or the end must follow, or a full stop, which is all that
  /// view-once messages leave.
  private static func endsName(_ line: UnsafeBufferPointer<UInt8>, at colon: Int) -> Bool {
    let next = ByteScanner(line, from: colon + 1)
    if next.isAtEnd || next.spaceLength() > 0 || next.markLength() > 0 { return true }
    return next.peek() == UInt8(ascii: ".") && colon + 2 == line.count
  }

  /// Returns a name without direction marks, and without the tilde before names that the phone's
  /// owner has not saved: the person is the same when saved later.
  private static func trimmedName(_ name: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>
  {
    let name = name.trimmed()
    guard name.first == UInt8(ascii: "~") else { return name }
    let space = ByteScanner(name, from: 1).spaceLength()
    guard space > 0 else { return name }
    let rest = name.slice(1 + space..<name.count).trimmed()
    return rest.isEmpty ? name : rest
  }
}
