import LugeArchive
import LugeCore

/// Parses days that logs announce in words.
enum IRCDay {
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
      } else if let word = EnglishDateWords.word(&scanner) {
        if month == nil { month = EnglishDateWords.month(word) }
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
