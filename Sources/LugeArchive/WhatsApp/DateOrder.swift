/// Which of a date's three numbers is what.
enum DateOrder: Int, CaseIterable, Sendable, CustomStringConvertible {
  case dayMonthYear, monthDayYear, yearMonthDay

  /// The date the numbers are in this order; nil where there is no such day.
  func date(_ numbers: (Int, Int, Int)) -> CivilDate? {
    switch self {
    case .dayMonthYear:
      CivilDate(year: Self.year(numbers.2), month: numbers.1, day: numbers.0)
    case .monthDayYear:
      CivilDate(year: Self.year(numbers.2), month: numbers.0, day: numbers.1)
    case .yearMonthDay:
      CivilDate(year: Self.year(numbers.0), month: numbers.1, day: numbers.2)
    }
  }

  private static func year(_ number: Int) -> Int {
    switch number {
    case ..<70: 2000 + number
    case ..<100: 1900 + number
    case 2400..<2700: number - 543  // the Buddhist era, on Thai phones
    default: number
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
