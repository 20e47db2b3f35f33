public import LugeWords

/// Names of days and months, and formats of dates, in one language.
public struct DateWords: Hashable, Sendable {
  /// Seven names of days, Sunday first.
  public var weekdays: [String]
  public var shortWeekdays: [String]
  /// Twelve names of months, January first.
  public var months: [String]
  public var shortMonths: [String]
  /// Format with `{weekday}`, `{day}`, `{month}` and `{year}`.
  public var longDate: String
  /// Format with `{weekday}`, `{day}` and `{month}`.
  public var longDateInYear: String
  /// Format with `{day}` and `{month}`.
  public var shortDate: String
  /// Format with `{day}`, `{month}` and `{year}`.
  public var shortDateWithYear: String

  /// Names and formats in the user's language. The order of day and month also depends on the
  /// country.
  public static let ofReader = DateWords(monthComesFirst: Words.formats.monthComesFirst)

  public init(monthComesFirst: Bool = false) {
    weekdays = [
      localized("Sunday"), localized("Monday"), localized("Tuesday"), localized("Wednesday"),
      localized("Thursday"), localized("Friday"), localized("Saturday"),
    ]
    shortWeekdays = [
      localized("Sun"), localized("Mon"), localized("Tue"), localized("Wed"), localized("Thu"),
      localized("Fri"), localized("Sat"),
    ]
    months = [
      localized("January"), localized("February"), localized("March"), localized("April"),
      localized("May", context: "month"), localized("June"), localized("July"), localized("August"),
      localized("September"), localized("October"), localized("November"), localized("December"),
    ]
    shortMonths = [
      localized("Jan"), localized("Feb"), localized("Mar"), localized("Apr"),
      localized("May", context: "short month"), localized("Jun"), localized("Jul"),
      localized("Aug"), localized("Sep"), localized("Oct"), localized("Nov"), localized("Dec"),
    ]
    // Only English is used with both orders.
    if monthComesFirst {
      longDate = localized("{weekday}, {month} {day}, {year}")
      longDateInYear = localized("{weekday}, {month} {day}")
      shortDate = localized("{month} {day}", context: "date without a year")
      shortDateWithYear = localized("{month} {day}, {year}")
    } else {
      longDate = localized("{weekday}, {day} {month} {year}")
      longDateInYear = localized("{weekday}, {day} {month}")
      shortDate = localized("{day} {month}", context: "date without a year")
      shortDateWithYear = localized("{day} {month} {year}")
    }
  }

  /// Returns a text like "Monday, 3 June 2024".
  public func long(_ date: CivilDate) -> String {
    filled(longDate, date, month: Self.entry(months, date.month - 1))
  }

  /// "Monday, 3 June".
  public func longInYear(_ date: CivilDate) -> String {
    filled(longDateInYear, date, month: Self.entry(months, date.month - 1))
  }

  /// "Mon".
  public func shortWeekday(_ date: CivilDate) -> String {
    Self.entry(shortWeekdays, date.weekday)
  }

  /// Returns a text like "3 Jun 2024", or "3 Jun" if it is in the given year.
  public func short(_ date: CivilDate, currentYear: Int? = nil) -> String {
    filled(
      date.year == currentYear ? shortDate : shortDateWithYear, date,
      month: Self.entry(shortMonths, date.month - 1))
  }

  /// Returns a text like "June 2024".
  public func month(_ date: CivilDate) -> String {
    localized(
      "{month} {year}",
      ["month": Self.entry(months, date.month - 1), "year": String(date.year)])
  }

  /// Returns a text like "Jun 2024".
  public func shortMonth(_ date: CivilDate) -> String {
    localized(
      "{month} {year}",
      ["month": Self.entry(shortMonths, date.month - 1), "year": String(date.year)])
  }

  private func filled(_ template: String, _ date: CivilDate, month: String) -> String {
    template.filled([
      "weekday": Self.entry(weekdays, date.weekday), "day": String(date.day), "month": month,
      "year": String(date.year),
    ])
  }

  /// Returns the entry; "" when the table, which a program may pass, is too short.
  package static func entry(_ table: [String], _ index: Int) -> String {
    table.indices.contains(index) ? table[index] : String(index + 1)
  }
}

/// The format of times of day in the user's country.
public struct ClockWords: Hashable, Sendable {
  /// Texts for before and after noon; nil for 24-hour time.
  public var noon: LocaleFormats.Noon?

  public init(noon: LocaleFormats.Noon? = nil) { self.noon = noon }

  /// Formats of the user's country.
  public static let ofReader = ClockWords(noon: Words.formats.noon)

  /// Returns "14:05" or "2:05 pm".
  ///
  /// - Parameter secondOfDay: seconds since midnight.
  public func time(_ secondOfDay: Int) -> String {
    let minutes = min(max(secondOfDay, 0), 86_399) / 60
    let hour = minutes / 60
    guard let noon else { return "\(hour.twoDigits):\((minutes % 60).twoDigits)" }
    let shown = hour % 12 == 0 ? 12 : hour % 12
    return "\(shown):\((minutes % 60).twoDigits) \(hour < 12 ? noon.before : noon.after)"
  }
}
