import LugeCore

/// The data of a link's card: a binary property list.
enum LinkPayload {
  private static let schemes = ["http://", "https://"].map { Array($0.utf8) }

  /// Returns the first string of the list that is a web address.
  ///
  /// The list is not parsed: a string is ASCII bytes after a marker with its length.
  ///
  /// - Complexity: O(bytes).
  static func address(in payload: [UInt8]) -> String? {
    let scheme = Array("http".utf8)
    var start = 0
    while let place = payload[start...].firstIndex(of: scheme[0]) {
      start = place + 1
      guard payload[place...].starts(with: scheme), let count = length(before: place, payload),
        count <= payload.count - place
      else { continue }
      let text = payload[place..<place + count]
      // No marker of a long string is printable: strings within each other cost no more.
      if schemes.contains(where: { text.starts(with: $0) }),
        text.allSatisfy({ (0x21...0x7E).contains($0) })
      {
        return String(decoding: text, as: UTF8.self)
      }
    }
    return nil
  }

  /// Returns the length that the marker of an ASCII string before a position says: in the marker
  /// itself, or in one or two bytes after it.
  private static func length(before place: Int, _ bytes: [UInt8]) -> Int? {
    func byte(_ distance: Int) -> UInt8 { place >= distance ? bytes[place - distance] : 0 }
    let isLong: UInt8 = 0x5F
    if byte(3) == isLong, byte(2) == 0x10 { return Int(byte(1)) }
    if byte(4) == isLong, byte(3) == 0x11 { return Int(byte(2)) << 8 | Int(byte(1)) }
    return byte(1) & 0xF0 == 0x50 && byte(1) != isLong ? Int(byte(1) & 0x0F) : nil
  }
}
