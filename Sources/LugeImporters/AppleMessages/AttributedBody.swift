/// The text of a message as Messages stores it since macOS 13: an attributed string in Apple's
/// typedstream format.
enum AttributedBody {
  /// Returns the first string of the archive, which is the message's; nil if there is none.
  ///
  /// A string consists of its class, some bytes about its storage, `+`, its length and its UTF-8.
  static func text(_ bytes: [UInt8]) -> String? {
    guard
      let name = bytes.firstRange(of: Array("NSString".utf8))
        ?? bytes.firstRange(of: Array("NSMutableString".utf8))
    else { return nil }
    let window = bytes[name.upperBound...].prefix(16)
    guard let plus = window.firstIndex(of: UInt8(ascii: "+")), plus + 1 < bytes.count else {
      return nil
    }
    var index = plus + 1
    var count = Int(bytes[index])
    index += 1
    // A first byte of 0x81 or 0x82 means that the length follows in 2 or 4 bytes.
    let width = count == 0x81 ? 2 : count == 0x82 ? 4 : 0
    if width > 0 {
      guard index + width <= bytes.count else { return nil }
      count = bytes[index..<index + width].reversed().reduce(0) { $0 << 8 | Int($1) }
      index += width
    } else if count >= 0x80 {
      return nil
    }
    if count > bytes.count - index {
      // The length is larger than what remains: the string ends where its object does.
      guard let end = bytes[index...].firstRange(of: [0x86, 0x84]) else { return nil }
      count = end.lowerBound - index
    }
    return String(decoding: bytes[index..<index + count], as: UTF8.self)
  }
}
