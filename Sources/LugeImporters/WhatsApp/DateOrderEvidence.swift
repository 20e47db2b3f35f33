import LugeArchive
import LugeCore

/// Evidence from the headers of one layout for the order of their dates.
///
/// Memory is constant; a date equal to the previous one costs three comparisons.
struct DateOrderEvidence {
  private(set) var headers = 0
  private var distinctDates = 0
  private var tallies = [Tally](repeating: Tally(), count: DateOrder.allCases.count)
  private var previous = (-1, -1, -1)
  /// Days since 1970 with the month first, by those with the day first, where they differ.
  private var otherDays: [Int64: Int64] = [:]
  private var capitals = 0
  private var padded = 0
  private var smallNumbers = 0

  private struct Tally {
    /// Number of dates that are impossible in this order.
    var impossible = 0
    /// Number of steps back in time from one header to the next.
    var backward = 0
    var last = Int.min
    var earliest = Int.max
    var latest = Int.min

    var span: Int { latest >= earliest ? latest - earliest : 0 }

    mutating func add(_ date: CivilDate?) {
      guard let date else {
        impossible += 1
        return
      }
      let day = date.daysSince1970
      if day < last { backward += 1 }
      last = day
      earliest = min(earliest, day)
      latest = max(latest, day)
    }
  }

  mutating func add(_ header: WhatsAppHeader) {
    headers += 1
    if header.dayPeriodStyle == .capitals { capitals += 1 }
    guard add(header.date) else { return }
    if header.date.0 < 10 {
      smallNumbers += 1
      if header.isPadded { padded += 1 }
    }
  }

  /// Adds the three numbers of a date; returns false if they are those of the previous one.
  @discardableResult
  mutating func add(_ numbers: (Int, Int, Int)) -> Bool {
    guard numbers != previous else { return false }
    previous = numbers
    distinctDates += 1
    let dates = DateOrder.allCases.map { $0.date(numbers) }
    for (order, date) in zip(DateOrder.allCases, dates) { tallies[order.rawValue].add(date) }
    if let day = dates[DateOrder.dayMonthYear.rawValue]?.daysSince1970,
      let other = dates[DateOrder.monthDayYear.rawValue]?.daysSince1970, day != other,
      otherDays.count < Self.mostOtherDays
    {
      otherDays[Int64(day)] = Int64(other)
    }
    return true
  }

  /// All ambiguous dates of seventy years.
  private static let mostOtherDays = 10_000

  /// Returns the days as they are in the other order, by those in an order of day and month.
  func days(insteadOf order: DateOrder) -> [Int64: Int64] {
    switch order {
    case .dayMonthYear: otherDays
    case .monthDayYear:
      Dictionary(otherDays.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    case .yearMonthDay: [:]
    }
  }

  /// Returns the order that explains the headers best, and its certainty. The criteria are: fewest
  /// impossible dates, fewest steps back in time, shortest time spanned by the messages, then the
  /// custom of the region.
  func decision(for layout: WhatsAppHeader.Layout) -> (order: DateOrder, Certainty) {
    if layout.isYearFirst { return (.yearMonthDay, .certain) }
    // Phones set to the United States write "3/6/18, 1:55 PM"; all others put the day first.
    return decision(isAmerican: layout.separator == .slash && capitals * 2 > headers)
  }

  /// - Parameter isAmerican: whether the custom of the region puts the month first.
  func decision(isAmerican: Bool) -> (order: DateOrder, Certainty) {
    let dayFirst = tallies[DateOrder.dayMonthYear.rawValue]
    let monthFirst = tallies[DateOrder.monthDayYear.rawValue]
    let yearFirst = tallies[DateOrder.yearMonthDay.rawValue]

    if yearFirst.impossible == 0 {
      // Nearly every date is possible with a two-digit year in front, so that this must be much
      // better, or the only possible order.
      if dayFirst.impossible > 0 && monthFirst.impossible > 0 { return (.yearMonthDay, .likely) }
      let best = dayFirst.impossible == 0 ? dayFirst : monthFirst
      if distinctDates >= 3, yearFirst.backward <= best.backward, yearFirst.span * 20 < best.span {
        return (.yearMonthDay, .likely)
      }
    }
    if dayFirst.impossible != monthFirst.impossible {
      let order: DateOrder =
        dayFirst.impossible < monthFirst.impossible ? .dayMonthYear : .monthDayYear
      return (order, min(dayFirst.impossible, monthFirst.impossible) == 0 ? .certain : .likely)
    }
    if dayFirst.backward != monthFirst.backward {
      return (
        dayFirst.backward < monthFirst.backward ? .dayMonthYear : .monthDayYear, .likely
      )
    }
    if distinctDates >= 3 && dayFirst.span != monthFirst.span {
      return (dayFirst.span < monthFirst.span ? .dayMonthYear : .monthDayYear, .likely)
    }
    return (isAmerican ? .monthDayYear : .dayMonthYear, .guessed)
  }
}
