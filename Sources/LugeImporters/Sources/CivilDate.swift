import LugeArchive
import LugeCore

/// A day of the Gregorian calendar, without a zone, that an export names: one that exists, from the
/// year 1 on. What its number is, LugeCore says.
struct CivilDate: Hashable, Comparable, Sendable {
  var year: Int
  var month: Int
  var day: Int

  /// nil for a day that is in no calendar.
  init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.days(inMonth: month, year: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day that lies this many days after 1970-01-01.
  init(daysSince1970 days: Int) {
    let date = LugeCore.CivilDate(daysSince1970: days)
    (year, month, day) = (date.year, date.month, date.day)
  }

  var daysSince1970: Int { LugeCore.CivilDate.day(year: year, month: month, day: day) }

  static func < (a: CivilDate, b: CivilDate) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }

  static func days(inMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
