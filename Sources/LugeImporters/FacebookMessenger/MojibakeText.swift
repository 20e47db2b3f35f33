import LugeArchive

/// Repairs text of Facebook's exports, in which each byte of UTF-8 is written as a character of
/// Latin-1.
enum MojibakeText {
  /// Returns the intended text. Correct text stays unchanged, because it has characters outside of
  /// Latin-1, or its bytes are not UTF-8.
  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      guard scalar.value < 0x100 else { return text }
      bytes.append(UInt8(scalar.value))
    }
    return String(validating: bytes, as: UTF8.self) ?? text
  }
}
