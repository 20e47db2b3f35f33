import LugeArchive
import LugeCore

/// English names of months and weekdays in the bytes of exports.
enum EnglishDateWords {
  /// Reads the ASCII letters at the position; nil if there are none.
  static func word(_ scanner: inout ByteScanner) -> UnsafeBufferPointer<UInt8>? {
    let start = scanner.position
    while (scanner.peek() | 0x20) &- 0x61 < 26 { scanner.position += 1 }
    return scanner.position > start ? scanner.bytes.slice(start..<scanner.position) : nil
  }

  /// Whether a word is the English name of a weekday, or its first three letters.
  static func isWeekday(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    let names: [StaticString] = [
      "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
    return names.contains { name in
      (word.count == 3 || word.count == name.utf8CodeUnitCount)
        && (0..<word.count).allSatisfy { word[$0] | 0x20 == name.utf8Start[$0] }
    }
  }

  /// Returns 1 to 12 for the English name of a month, or its first three letters.
  static func month(_ word: UnsafeBufferPointer<UInt8>) -> Int? {
    guard word.count >= 3 else { return nil }
    let names: [StaticString] = [
      "january", "february", "march", "april", "may", "june", "july", "august", "september",
      "october", "november", "december",
    ]
    for (index, name) in names.enumerated() {
      guard word.count == 3 || word.count == name.utf8CodeUnitCount else { continue }
      if (0..<word.count).allSatisfy({ word[$0] | 0x20 == name.utf8Start[$0] }) { return index + 1 }
    }
    return nil
  }
}
