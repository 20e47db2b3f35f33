import LugeArchive
import LugeCore

/// Parses days that logs announce in words.
enum IRCDay {
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

  /// Returns the day and time in `Fri Jan 12 00:00:00 2007`, `Jan 12 2007`, `12 January 2007`,
  /// `2007-01-12 00:00:00`; nil if year, month or day is missing.
  static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> (date: CivilDate, time: IRCTimestamp?)?
  {
    var scanner = ByteScanner(bytes)
    var numbers: [Int] = []
    var month: Int?
    var year: Int?
    var time: IRCTimestamp?
    while !scanner.isAtEnd, numbers.count < 4 {
      let before = scanner.position
      if let stamp = IRCTimestamp.clock(&scanner) {
        time = stamp
        continue
      }
      scanner.position = before
      if let number = scanner.number(upTo: 4) {
        if number.digits == 4 && year == nil {
          year = number.value
        } else {
          numbers.append(number.value)
        }
      } else if let word = word(&scanner) {
        if month == nil { month = self.month(word) }
      }
      // Skip a byte that is no number, time or word.
      if scanner.position == before { scanner.position += 1 }
    }
    if let year, let month, let day = numbers.first,
      let date = CivilDate(year: year, month: month, day: day)
    {
      return (date, time)
    }
    if let year, month == nil, numbers.count >= 2,
      let date = CivilDate(year: year, month: numbers[0], day: numbers[1])
    {
      return (date, time)
    }
    return nil
  }
}
