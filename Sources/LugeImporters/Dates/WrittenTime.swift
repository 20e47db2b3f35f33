import LugeArchive
import LugeCore

/// Parses dates and times in exports meant for people: `2020. 1. 5.`, `오후 1:23`, `1:23:45 PM`.
enum WrittenTime {
  /// Maximum bytes of a date that has words.
  private static let longestDate = 256

  /// Returns the seconds since midnight, and whether seconds were written; nil for other text.
  static func clock(_ text: some StringProtocol) -> (seconds: Int, hasSeconds: Bool)? {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      var scanner = ByteScanner(bytes.trimmed())
      guard let found = clock(&scanner) else { return nil }
      return scanner.isAtEnd ? found : nil
    }
  }

  /// Reads a time, and the word for the half of the day (`PM`, `오후`) if it stands before or after
  /// the time. Returns nil, with the scanner where it was, if there is no time.
  static func clock(_ scanner: inout ByteScanner) -> (seconds: Int, hasSeconds: Bool)? {
    let start = scanner.position
    var period = DayPeriod.scan(&scanner)?.0
    scanner.skipSpaces()
    guard let hour = scanner.number(upTo: 2)?.value, hour < 25,
      scanner.take(UInt8(ascii: ":")), let minute = scanner.number(upTo: 2)?.value, minute < 60
    else {
      scanner.position = start
      return nil
    }
    var second: Int?
    let beforeSeconds = scanner.position
    if scanner.take(UInt8(ascii: ":")) {
      second = scanner.number(upTo: 2)?.value
      if second == nil { scanner.position = beforeSeconds }
    }
    if period == nil {
      let end = scanner.position
      // Not across a tab: the next column may be a name, and "Amy" begins like "AM".
      while scanner.peek() != 0x09, scanner.spaceLength() > 0 {
        scanner.position += scanner.spaceLength()
      }
      period = DayPeriod.scan(&scanner)?.0
      if period == nil || (scanner.peek() | 0x20) &- 0x61 < 26 {
        period = nil
        scanner.position = end
      }
    }
    var hours = hour % 24
    if let period, hours <= 12 { hours = hours % 12 + (period == .afternoon ? 12 : 0) }
    return (hours * 3600 + minute * 60 + min(second ?? 0, 59), second != nil)
  }

  /// Returns the first eight numbers in a text, whatever separates them. Digits after the ninth of
  /// a number are ignored.
  static func numbers(in text: some StringProtocol) -> [Int] {
    var numbers: [Int] = []
    var isInside = false
    for byte in text.utf8 {
      guard byte &- 0x30 < 10 else {
        isInside = false
        continue
      }
      if isInside, let last = numbers.last {
        guard last < 100_000_000 else { continue }
        numbers[numbers.count - 1] = last * 10 + Int(byte &- 0x30)
      } else {
        guard numbers.count < 8 else { break }
        numbers.append(Int(byte &- 0x30))
        isInside = true
      }
    }
    return numbers
  }

  /// Returns the date in a text, or nil. The year is the first number if that is above 31,
  /// otherwise the last one; see ``year(_:)``. The month is an English name or a number.
  ///
  /// - Parameter monthFirst: whether `01/02/2020`, where the year is last, begins with the month.
  ///   If that gives no date, the other order is tried.
  static func day(_ text: some StringProtocol, monthFirst: Bool) -> CivilDate? {
    let numbers = Self.numbers(in: text)
    if let month = Self.month(in: text), numbers.count >= 2 {
      let (first, second) = (numbers[0], numbers[1])
      return first > 31
        ? CivilDate(year: year(first), month: month, day: second)
        : CivilDate(year: year(second), month: month, day: first)
    }
    guard numbers.count >= 3 else { return nil }
    if numbers[0] > 31 {
      return CivilDate(year: year(numbers[0]), month: numbers[1], day: numbers[2])
    }
    let year = year(numbers[2])
    let inOrder = CivilDate(year: year, month: numbers[0], day: numbers[1])
    let reversed = CivilDate(year: year, month: numbers[1], day: numbers[0])
    return monthFirst ? inOrder ?? reversed : reversed ?? inOrder
  }

  /// Returns the year of a number of at most two digits: 2000 to 2049, or 1950 to 1999. A larger
  /// number is a year itself, from 2400 on of the Buddhist era, as on Thai phones.
  static func year(_ written: Int) -> Int {
    switch written {
    case ..<50: 2000 + written
    case ..<100: 1900 + written
    case 2400..<2700: written - 543
    default: written
    }
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Returns the number (1 to 12) of the first English month in a text, which may be shortened to
  /// three letters or more; nil if there is none.
  static func month(in text: some StringProtocol) -> Int? {
    guard text.utf8.count <= longestDate else { return nil }
    for word in text.split(whereSeparator: { !$0.isLetter }) where word.utf8.count >= 3 {
      let lowered = word.lowercased()
      if let index = months.firstIndex(where: { lowered.hasPrefix($0) }),
        lowered.utf8.count == 3 || Self.names[index].hasPrefix(lowered)
      {
        return index + 1
      }
    }
    return nil
  }

  private static let names = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  /// Returns a local day and time as a timestamp.
  static func timestamp(_ day: CivilDate, _ clock: (seconds: Int, hasSeconds: Bool)) -> Timestamp {
    Timestamp(
      seconds: Int64(day.daysSince1970) * 86_400 + Int64(clock.seconds),
      certainty: clock.hasSeconds ? .zoneUnknown : .minuteZoneUnknown)
  }

  /// Hours to add to universal time, by the names that RFC 5322 (section 4.3) defines.
  static let hoursOfZone: [String: Int64] = [
    "GMT": 0, "UTC": 0, "UT": 0, "Z": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7,
    "MDT": -6, "PST": -8, "PDT": -7,
  ]

  /// Parses a date in the format of mail: `Wed, 1 Jan 2020 12:00:00 +0100`.
  static func mail(_ text: some StringProtocol) -> Timestamp? {
    guard text.utf8.count <= longestDate else { return nil }
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let month = Self.month(in: text), let at = words.firstIndex(where: { $0.contains(":") }),
      let clock = Self.clock(words[at])
    else { return nil }
    let numbers = words.filter { !$0.contains(":") && !$0.hasPrefix("+") && !$0.hasPrefix("-") }
      .compactMap { Int($0) }
    guard numbers.count >= 2, numbers[0] >= 0, numbers[1] >= 0 else { return nil }
    guard let day = CivilDate(year: year(numbers[1]), month: month, day: numbers[0]) else {
      return nil
    }
    let local = Int64(day.daysSince1970) * 86_400 + Int64(clock.seconds)
    guard at + 1 < words.count else { return Timestamp(seconds: local, certainty: .zoneUnknown) }
    let zone = words[at + 1]
    if let hours = hoursOfZone[zone.uppercased()] {
      return Timestamp(seconds: local - hours * 3600, certainty: .exact)
    }
    guard zone.count == 5, let digits = Int(zone.dropFirst()), (0...2400).contains(digits),
      zone.hasPrefix("+") || zone.hasPrefix("-")
    else { return Timestamp(seconds: local, certainty: .zoneUnknown) }
    let offset = Int64(digits / 100 * 3600 + digits % 100 * 60) * (zone.hasPrefix("-") ? -1 : 1)
    return Timestamp(seconds: local - offset, certainty: .exact)
  }
}
