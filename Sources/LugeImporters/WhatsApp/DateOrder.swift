import Foundation
import LugeArchive
import LugeCore

/// Order of a date's three numbers.
///
/// Years may be of the calendars that phones use: Gregorian, Buddhist, Persian, Islamic. Since
/// WhatsApp exists, no year of one of them has been a year of another.
enum DateOrder: Int, CaseIterable, Sendable, CustomStringConvertible {
  case dayMonthYear, monthDayYear, yearMonthDay

  /// Returns the date of the numbers in this order; nil if there is no such day.
  func date(_ numbers: (Int, Int, Int)) -> CivilDate? {
    switch self {
    case .dayMonthYear: Self.day(numbers.2, numbers.1, numbers.0)
    case .monthDayYear: Self.day(numbers.2, numbers.0, numbers.1)
    case .yearMonthDay: Self.day(numbers.0, numbers.1, numbers.2)
    }
  }

  private static func day(_ year: Int, _ month: Int, _ day: Int) -> CivilDate? {
    switch year {
    case 1380..<1428: foreign(persian, year, month, day)
    case 1428..<1500: foreign(islamic, year, month, day)
    default: CivilDate(year: self.year(year), month: month, day: day)
    }
  }

  private static let persian = calendar(.persian)
  private static let islamic = calendar(.islamicUmmAlQura)

  private static func calendar(_ identifier: Calendar.Identifier) -> Calendar {
    var calendar = Calendar(identifier: identifier)
    calendar.timeZone = .gmt
    return calendar
  }

  /// Returns the date in another calendar; nil if it has no such day.
  private static func foreign(_ calendar: Calendar, _ year: Int, _ month: Int, _ day: Int)
    -> CivilDate?
  {
    guard (1...12).contains(month), (1...31).contains(day),
      let date = calendar.date(from: DateComponents(year: year, month: month, day: day)),
      calendar.component(.day, from: date) == day
    else { return nil }
    return CivilDate(daysSince1970: Int((date.timeIntervalSince1970 / 86_400).rounded(.down)))
  }

  private static func year(_ number: Int) -> Int {
    switch number {
    case 52..<70: 1957 + number  // the Buddhist era without its century: no phone wrote 2052
    case ..<70: 2000 + number
    default: WrittenTime.year(number)
    }
  }

  var description: String {
    switch self {
    case .dayMonthYear: "day/month/year"
    case .monthDayYear: "month/day/year"
    case .yearMonthDay: "year/month/day"
    }
  }
}
