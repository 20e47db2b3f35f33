import LugeArchive

/// Facebook's exports have the bytes of UTF-8 written as if each were a character of Latin-1.
enum MojibakeText {
  /// The text that was meant. What is right already stays as it is: it has characters that no byte
  /// stands for, or its bytes are no UTF-8.
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
