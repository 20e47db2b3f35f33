import LugeArchive
import LugeCore

/// The time at the beginning of a log's line, with the day if the line has one.
struct IRCTimestamp {
  var date: CivilDate?
  /// Day without a year, as in `Jan 12 04:48:11`.
  var dayOfYear: (month: Int, day: Int)?
  var hasDay: Bool { date != nil || dayOfYear != nil }
  var hour: Int
  var minute: Int
  var second: Int?
  /// Whether the line contains AM or PM, so that `hour` is of 24.
  var hasDayPeriod = false
  /// Whether the zone is UTC.
  var isUTC = false
  /// Seconds east of UTC; nil if the line has no zone.
  var offset: Int?

  /// Takes a time, with the brackets around it, if the line begins with one:
  /// `[04:48]`, `[04:48:11]`, `04:48:11`, `(04:48)`, `2007-01-12 04:48:11`,
  /// `[2007-01-12T04:48:11.123Z]`, `Jan 12 04:48:11`, `[Fri Jan 12 2007] [04:48:11]`,
  /// `[Sonntag, 2. März 2014] [12:31:01 CET]`.
  static func scan(_ scanner: inout ByteScanner) -> IRCTimestamp? {
    let before = scanner.position
    guard let stamp = read(&scanner) else {
      scanner.position = before
      return nil
    }
    return stamp
  }

  private static func read(_ scanner: inout ByteScanner) -> IRCTimestamp? {
    var closing = openBracket(&scanner)
    var date = date(&scanner)
    var dayOfYear: (month: Int, day: Int)?
    if date != nil {
      if let bracket = closing, scanner.take(bracket) {
        // The day is in brackets of its own.
        scanner.skipSpaces()
        closing = openBracket(&scanner)
      } else {
        guard scanner.take(UInt8(ascii: "T")) || scanner.skipSpaces() else { return nil }
      }
    } else if let named = namedDay(&scanner) {
      date = named.date
      dayOfYear = named.dayOfYear
      if let bracket = closing, scanner.take(bracket) {
        scanner.skipSpaces()
        closing = openBracket(&scanner)
      }
    } else if closing == UInt8(ascii: "]"), let day = foreignDay(&scanner) {
      date = day
    }
    guard var stamp = clock(&scanner) else { return nil }
    stamp.date = date
    stamp.dayOfYear = dayOfYear
    if scanner.take(UInt8(ascii: "Z")) {
      stamp.isUTC = true
    } else if date != nil {
      stamp.offset = zone(&scanner)
      if closing != nil, stamp.offset == nil, namedZone(&scanner) { stamp.isUTC = true }
    }
    if let closing {
      scanner.skipSpaces()
      guard scanner.take(closing) else { return nil }
    } else {
      guard scanner.isAtEnd || scanner.spaceLength() > 0 else { return nil }
    }
    return stamp
  }

  /// Reads `+0100` or `+01:00`.
  private static func zone(_ scanner: inout ByteScanner) -> Int? {
    let before = scanner.position
    let sign = scanner.peek()
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    scanner.position += 1
    func two() -> Int? {
      let (tens, ones) = (scanner.peek() &- 0x30, scanner.peek(1) &- 0x30)
      guard tens < 10, ones < 10 else { return nil }
      scanner.position += 2
      return Int(tens) * 10 + Int(ones)
    }
    guard let hours = two() else {
      scanner.position = before
      return nil
    }
    _ = scanner.take(UInt8(ascii: ":"))
    guard let minutes = two(), hours < 24, minutes < 60 else {
      scanner.position = before
      return nil
    }
    return (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
  }

  /// Takes the letters of a zone before the bracket that closes: ` CET`, ` UTC`. They do not say
  /// which one it is, but for UTC.
  ///
  /// - Returns: whether it is UTC.
  private static func namedZone(_ scanner: inout ByteScanner) -> Bool {
    let before = scanner.position
    scanner.skipSpaces()
    guard let word = EnglishDateWords.word(&scanner), word.count <= 5,
      scanner.peek() == UInt8(ascii: "]")
    else {
      scanner.position = before
      return false
    }
    return word.elementsEqual("UTC".utf8) || word.elementsEqual("GMT".utf8)
  }

  /// Takes a day in the words of any language, in brackets of its own, and the one that opens
  /// behind it: `Sonntag, 2. März 2014] [`.
  private static func foreignDay(_ scanner: inout ByteScanner) -> CivilDate? {
    let rest = scanner.bytes.slice(scanner.position..<scanner.bytes.count).prefix(longestDay)
    guard let end = rest.firstIndex(of: UInt8(ascii: "]")),
      rest[end...].starts(with: "] [".utf8), rest.count > end + 3, rest[end + 3] &- 0x30 < 10,
      let day = ProseTime.day(String(decoding: rest[..<end], as: UTF8.self))
    else { return nil }
    scanner.position += end + 3
    return day
  }

  /// In bytes.
  private static let longestDay = 96

  private static func openBracket(_ scanner: inout ByteScanner) -> UInt8? {
    if scanner.take(UInt8(ascii: "[")) { return UInt8(ascii: "]") }
    // A digit after it distinguishes a time in parentheses from text in them.
    if scanner.peek() == UInt8(ascii: "("), scanner.peek(1) &- 0x30 < 10 {
      scanner.position += 1
      return UInt8(ascii: ")")
    }
    return nil
  }

  /// Reads `04:48`, `04:48:11.123` or `4:48pm`; may consume part of other text.
  static func clock(_ scanner: inout ByteScanner) -> IRCTimestamp? {
    let colon = UInt8(ascii: ":")
    guard let hour = scanner.number(upTo: 2), hour.value < 24, scanner.take(colon),
      let minute = scanner.number(upTo: 2), minute.digits == 2, minute.value < 60
    else { return nil }
    var stamp = IRCTimestamp(hour: hour.value, minute: minute.value)
    if scanner.take(colon) {
      guard let second = scanner.number(upTo: 2), second.digits == 2, second.value <= 60 else {
        return nil
      }
      stamp.second = min(second.value, 59)
      if scanner.peek() == UInt8(ascii: "."), scanner.peek(1) &- 0x30 < 10 {
        scanner.position += 1
        _ = scanner.number(upTo: 9)
      }
    }
    let before = scanner.position
    scanner.skipSpaces()
    let letter = scanner.peek() | 0x20
    if letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p"),
      scanner.peek(1) | 0x20 == UInt8(ascii: "m"),
      [UInt8(ascii: "]"), UInt8(ascii: ")"), 0x20].contains(scanner.peek(2)), hour.value <= 12
    {
      scanner.position += 2
      stamp.hasDayPeriod = true
      stamp.hour = hour.value % 12 + (letter == UInt8(ascii: "p") ? 12 : 0)
    } else {
      scanner.position = before
    }
    return stamp
  }

  /// Reads `2007-01-12`, `2007/01/12`, `2007.01.12`, and `12-01-2007` (bip).
  private static func date(_ scanner: inout ByteScanner) -> CivilDate? {
    let before = scanner.position
    if let year = scanner.number(upTo: 4), year.digits == 4 {
      let separator = scanner.peek()
      if [UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ".")].contains(separator),
        scanner.take(separator), let month = scanner.number(upTo: 2), scanner.take(separator),
        let day = scanner.number(upTo: 2),
        let date = CivilDate(year: year.value, month: month.value, day: day.value)
      {
        return date
      }
    }
    scanner.position = before
    let dash = UInt8(ascii: "-")
    if let day = scanner.number(upTo: 2), day.digits == 2, scanner.take(dash),
      let month = scanner.number(upTo: 2), month.digits == 2, scanner.take(dash),
      let year = scanner.number(upTo: 4), year.digits == 4,
      let date = CivilDate(year: year.value, month: month.value, day: day.value)
    {
      return date
    }
    scanner.position = before
    return nil
  }

  /// Reads `Jan 12`, `Fri Jan 12 2007` or `Friday 12 January 2007` before a space or bracket. The
  /// date is nil if the year is missing.
  private static func namedDay(_ scanner: inout ByteScanner)
    -> (date: CivilDate?, dayOfYear: (month: Int, day: Int)?)?
  {
    let before = scanner.position
    guard (scanner.peek() | 0x20) &- 0x61 < 26 else { return nil }
    var month: Int?
    var day: Int?
    var year: Int?
    words: for _ in 0..<4 {
      let start = scanner.position
      scanner.skipSpaces()
      if let number = scanner.number(upTo: 4) {
        // A colon after the number means that it begins the clock.
        if scanner.peek() == UInt8(ascii: ":") {
          scanner.position = start
          break words
        }
        if number.digits == 4 { year = number.value } else { day = number.value }
        _ = scanner.take(UInt8(ascii: ","))
      } else if let word = EnglishDateWords.word(&scanner) {
        if let number = EnglishDateWords.month(word) { month = number }
        _ = scanner.take(UInt8(ascii: ","))
      } else {
        scanner.position = start
        break words
      }
    }
    guard let month, let day else {
      scanner.position = before
      return nil
    }
    scanner.skipSpaces()
    guard let year else { return (nil, (month, day)) }
    return (CivilDate(year: year, month: month, day: day), nil)
  }
}
