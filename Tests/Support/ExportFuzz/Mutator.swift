import LugeTestSupport

/// Damages valid bytes, using its random numbers.
struct Mutator {
  var random: SeededGenerator

  /// Numbers at the limits of sums, conversions and calendars, and some that are only unusual.
  private static let numbers = [
    "-1", "0", "1", "9223372036854775807", "-9223372036854775808", "9223372036854775806",
    "9223372036854775808", "18446744073709551615", "18446744073709551616", "4294967295",
    "4294967296", "2147483647", "-2147483648", "-2147483649", "253402300800", "-62135596801",
    "8640000000000001", "1e308", "-1e308", "1e-320", "1e400", "NaN", "0.5",
    "99999999999999999999999",
  ]
  private static let words = [
    "\\u0000", "\\uD800", "\u{202E}", "\u{2066}", "\u{0301}\u{0301}\u{0301}", "👨‍👩‍👧‍👦", "日本語", "שלום",
    "\u{FEFF}", "\u{2028}", "<a ", "<", "&", "https://t.co/", "@", "#", "\n", "\r", "\t", "\"",
    "\\", "{", "}",
    "[", "]", ",", ":", "null", "true", "../../", "/dev/zero", "file:", "%s%n", "*", "_", "```",
  ]

  mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...5, using: &random) where !bytes.isEmpty {
      switch Int.random(in: 0..<10, using: &random) {
      // Mostly numbers, because readers compute with these.
      case 0...4: replaceNumber(&bytes)
      case 5: insertWord(&bytes)
      case 6: repeatPiece(&bytes)
      case 7: bytes[place(bytes)] = UInt8.random(in: 0...255, using: &random)
      case 8: removePiece(&bytes)
      default: movePiece(&bytes)
      }
    }
    return bytes
  }

  mutating func number() -> String { Self.numbers.randomElement(using: &random) ?? "0" }

  private mutating func place(_ bytes: [UInt8]) -> Int {
    Int.random(in: 0..<bytes.count, using: &random)
  }

  private mutating func piece(_ bytes: [UInt8], atMost length: Int) -> Range<Int> {
    let start = place(bytes)
    return start..<min(bytes.count, start + Int.random(in: 1...length, using: &random))
  }

  private mutating func replaceNumber(_ bytes: inout [UInt8]) {
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    let start = place(bytes)
    guard let first = bytes[start...].firstIndex(where: isDigit) else { return }
    var low = first
    while low > 0, isDigit(bytes[low - 1]) { low -= 1 }
    var high = first
    while high < bytes.count, isDigit(bytes[high]) { high += 1 }
    bytes.replaceSubrange(low..<high, with: Array(number().utf8))
  }

  private mutating func insertWord(_ bytes: inout [UInt8]) {
    let word = Self.words.randomElement(using: &random) ?? ""
    let count = Bool.random(using: &random) ? 1 : Int.random(in: 1...400, using: &random)
    bytes.insert(contentsOf: String(repeating: word, count: count).utf8, at: place(bytes))
  }

  private mutating func repeatPiece(_ bytes: inout [UInt8]) {
    let piece = Array(bytes[piece(bytes, atMost: 80)])
    let count = Int.random(in: 1...60, using: &random)
    bytes.insert(contentsOf: repeatElement(piece, count: count).joined(), at: place(bytes))
  }

  private mutating func removePiece(_ bytes: inout [UInt8]) {
    bytes.removeSubrange(piece(bytes, atMost: 40))
  }

  private mutating func movePiece(_ bytes: inout [UInt8]) {
    let range = piece(bytes, atMost: 40)
    let piece = Array(bytes[range])
    bytes.removeSubrange(range)
    bytes.insert(contentsOf: piece, at: bytes.isEmpty ? 0 : place(bytes))
  }
}
