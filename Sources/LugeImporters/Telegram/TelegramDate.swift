import LugeArchive
import LugeCore

/// Parses times in Telegram Desktop's formats.
enum TelegramDate {
  /// The absolute time where the export has one, else the wall clock.
  ///
  /// The number can be anything; zones are at most 14 hours from UTC, so one that is further from
  /// the wall clock than a day is not believed.
  ///
  /// - Parameter zone: Seconds that the wall clock was ahead of UTC in the last message that has
  ///   both: those of a message between its neighbours that has no number.
  static func read(unix: JSONValue?, local: JSONValue?, zone: inout Int64?) -> Timestamp? {
    let wall = local?.string.flatMap(parse)
    if let seconds = unix?.integer {
      guard let wall, wall.certainty != .exact else {
        return Timestamp(seconds: seconds, certainty: .exact)
      }
      let (ahead, isTooFar) = wall.seconds.subtractingReportingOverflow(seconds)
      if !isTooFar, ahead.magnitude <= 86_400 {
        zone = ahead
        return Timestamp(seconds: seconds, certainty: .exact)
      }
    }
    guard let wall, let zone, wall.certainty != .exact else { return wall }
    return Timestamp(seconds: wall.seconds.subtractingClamped(zone), certainty: .exact)
  }

  /// Parses `2024-01-15T10:30:00`, with or without a zone.
  static func parse(_ text: String) -> Timestamp? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 19, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[13] == 0x3A,
      bytes[16] == 0x3A, bytes[10] == UInt8(ascii: "T") || bytes[10] == 0x20,
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]),
      let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
      hour < 24, minute < 60, second < 61,
      let date = CivilDate(year: Int(year), month: Int(month), day: Int(day))
    else { return nil }
    let wall = Int64(date.daysSince1970) * 86_400 + hour * 3600 + minute * 60 + second
    let rest = bytes[19...].drop { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
    if rest.isEmpty { return Timestamp(seconds: wall, certainty: .zoneUnknown) }
    guard let zone = offset(rest) else { return nil }
    return Timestamp(seconds: wall - zone, certainty: .exact)
  }

  /// Parses `Z`, `+02:00` or `+0200` to seconds east.
  private static func offset(_ zone: ArraySlice<UInt8>) -> Int64? {
    if zone.elementsEqual([UInt8(ascii: "Z")]) { return 0 }
    let digits = zone.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard let sign = zone.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      digits.count == 4, let hours = number(digits[0..<2]), let minutes = number(digits[2..<4])
    else { return nil }
    return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    var value: Int64 = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      value = value * 10 + Int64(digit - 0x30)
    }
    return value
  }
}
