/// A date of the proleptic Gregorian calendar.
///
/// Computed from day numbers with the algorithms of Howard Hinnant, "chrono-compatible low-level
/// date algorithms" (`civil_from_days`, `days_from_civil`, `weekday_from_days`): integer
/// arithmetic without tables or calendars, so that thousands of rows a second cost nothing.
public struct CivilDate: Hashable, Comparable, Sendable {
  public let year: Int
  /// Month, 1 to 12.
  public let month: Int
  /// Day of the month, 1 to 31.
  public let day: Int
  /// Day of the week, 0 (Sunday) to 6.
  public let weekday: Int

  /// Day numbers that have a date: 2^53 days either way.
  package static let dayNumbers = -(1 << 53)...(1 << 53)

  /// Makes a date from its day number.
  ///
  /// - Parameter days: days since 1970-01-01, negative before it; at most 2^53 either way. Beyond,
  ///   it is the date of the bound.
  /// - Complexity: O(1).
  public init(daysSince1970 days: Int) {
    let days = days.clamped(to: Self.dayNumbers)
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    weekday = days >= -4 ? (days + 4) % 7 : (days + 5) % 7 + 6
  }

  /// Makes a date; nil if it does not exist, or is not in the years 1 to 9999.
  ///
  /// - Complexity: O(1).
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.days(inMonth: month, year: year)
    else { return nil }
    self.init(daysSince1970: Self.day(year: year, month: month, day: day))
  }

  /// Day number: days since 1970-01-01.
  public var daysSince1970: Int { Self.day(year: year, month: month, day: day) }

  public static func < (a: CivilDate, b: CivilDate) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }

  package static func days(inMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the day number of a date: the inverse of ``init(daysSince1970:)``. Days after a
  /// month's end count into the next month.
  ///
  /// - Complexity: O(1).
  public static func day(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Makes the date of a local time.
  ///
  /// - Parameter seconds: seconds since 1970-01-01 00:00 in local time.
  public init(localSeconds seconds: Int64) {
    self.init(daysSince1970: Self.day(ofLocalSeconds: seconds))
  }

  /// Returns the day number of a time, rounded down, so that times before 1970 belong to their own
  /// day.
  public static func day(ofLocalSeconds seconds: Int64) -> Int {
    let (quotient, remainder) = seconds.quotientAndRemainder(dividingBy: 86_400)
    return Int(remainder < 0 ? quotient - 1 : quotient)
  }

  /// Returns the seconds since midnight, 0 to 86,399.
  public static func secondOfDay(ofLocalSeconds seconds: Int64) -> Int {
    let remainder = Int(seconds % 86_400)
    return remainder < 0 ? remainder + 86_400 : remainder
  }
}
