import LugeCore
import LugeWords

#if canImport(Glibc)
  import Glibc
#endif

/// Marks of a time axis: at the beginnings of seconds, minutes, hours, days, months or years.
public struct TimeTicks: Hashable, Sendable {
  public enum Unit: Hashable, Sendable {
    case seconds(Double)
    case days(Int)
    case months(Int)
    case years(Int)
  }

  public struct Mark: Hashable, Sendable {
    /// Time in seconds since 1970.
    public var time: Double
    public var label: String
    /// Longer label, with the day of a time, or the year of a day or month, in case no mark shows
    /// it; nil if some mark does.
    public var fullLabel: String?
  }

  public var marks: [Mark]
  public var unit: Unit

  private static let day = 86_400.0
  private static let units: [Unit] =
    [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200]
    .map { .seconds($0) } + [.days(1), .days(2), .days(7), .days(14)]
    + [.months(1), .months(2), .months(3), .months(6)]
    + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map { .years($0) }

  /// Finds the marks of a range.
  ///
  /// - Parameters:
  ///   - range: seconds since 1970.
  ///   - count: maximum number of marks.
  ///   - utcOffset: offset of the local time that labels show, seconds.
  ///   - least: the shortest unit.
  public init(
    in range: ClosedRange<Double>, count: Int, utcOffset: Int = 0, least: Unit = .seconds(1)
  ) {
    let span = range.upperBound - range.lowerBound
    guard span > 0, range.lowerBound.magnitude < 1e11, range.upperBound.magnitude < 1e11 else {
      (marks, unit) = ([], .seconds(1))
      return
    }
    let room = Double(max(1, count))
    let unit =
      Self.units.first { $0.seconds >= least.seconds && span / $0.seconds <= room } ?? .years(5000)
    self.unit = unit
    let offset = Double(utcOffset)
    let local = range.lowerBound + offset...range.upperBound + offset
    let times = unit.marks(in: local)
    let isSaid = times.contains { unit.saysLargerUnit(at: $0) }
    marks = times.map { time in
      Mark(
        time: time - offset, label: unit.label(at: time),
        fullLabel: isSaid ? nil : unit.fullLabel(at: time))
    }
  }

  /// Returns the text of a time for a crosshair.
  ///
  /// - Parameter span: seconds in view, which decide whether seconds are shown.
  public static func words(at time: Double, span: Double, utcOffset: Int = 0) -> String {
    let date = CivilTime(time + Double(utcOffset))
    if span > 400 * day { return date.dayMonthYear }
    let clock = span > 2 * 3600 ? date.clock : date.clockWithSeconds
    return span > day / 2 ? "\(date.dayMonth), \(clock)" : clock
  }

  /// Returns the text of a day for a crosshair.
  static func day(at time: Double) -> String { CivilTime(time).dayMonthYear }
}

extension TimeTicks.Unit {
  /// Approximate length of the unit.
  var seconds: Double {
    switch self {
    case .seconds(let seconds): seconds
    case .days(let days): Double(days) * 86_400
    case .months(let months): Double(months) * 30.44 * 86_400
    case .years(let years): Double(years) * 365.25 * 86_400
    }
  }

  /// Returns the times of the marks, seconds of local time.
  fileprivate func marks(in range: ClosedRange<Double>) -> [Double] {
    switch self {
    case .seconds, .days:
      let first = (range.lowerBound / seconds).rounded(.up)
      let last = (range.upperBound / seconds).rounded(.down)
      guard first <= last, last - first < 1000 else { return [] }
      return (Int(first)...Int(last)).map { Double($0) * seconds }
    case .months(let months):
      return calendarMarks(in: range, every: months)
    case .years(let years):
      return calendarMarks(in: range, every: years * 12)
    }
  }

  private func calendarMarks(in range: ClosedRange<Double>, every months: Int) -> [Double] {
    let start = CivilTime(range.lowerBound)
    let number = start.year * 12 + start.date.month - 1
    var next = number - ((number % months) + months) % months
    var marks: [Double] = []
    while marks.count < 1000 {
      let month = ((next % 12) + 12) % 12
      let first = CivilDate.day(year: (next - month) / 12, month: month + 1, day: 1)
      let time = Double(first) * 86_400
      if time > range.upperBound { break }
      if time >= range.lowerBound { marks.append(time) }
      next += months
    }
    return marks
  }

  /// Whether the mark's label shows the larger unit: the day at midnight, the year in January.
  fileprivate func saysLargerUnit(at time: Double) -> Bool {
    switch self {
    case .seconds: time.truncatingRemainder(dividingBy: 86_400) == 0
    case .days: false
    case .months: CivilTime(time).date.month == 1
    case .years: true
    }
  }

  fileprivate func fullLabel(at time: Double) -> String? {
    let date = CivilTime(time)
    return switch self {
    case .seconds: "\(date.dayMonth), \(label(at: time))"
    case .days, .months: "\(label(at: time)) \(date.year)"
    case .years: nil
    }
  }

  fileprivate func label(at time: Double) -> String {
    let date = CivilTime(time)
    switch self {
    case .seconds(let seconds):
      if saysLargerUnit(at: time) { return date.dayMonth }
      return seconds < 60 ? date.clockWithSeconds : date.clock
    case .days:
      return date.dayMonth
    case .months:
      return date.date.month == 1 ? "\(date.year)" : date.monthName
    case .years:
      return "\(date.year)"
    }
  }
}

extension CivilTime {
  fileprivate init(_ seconds: Double) {
    self.init(
      localSeconds: Int64(clamping: seconds.rounded(.down)).clamped(
        to: -100_000_000_000...100_000_000_000))
  }

  fileprivate var year: Int { date.year }

  fileprivate var monthName: String {
    DateWords.entry(DateWords.ofReader.shortMonths, date.month - 1)
  }
  fileprivate var dayMonthYear: String { DateWords.ofReader.short(date) }
  fileprivate var dayMonth: String { DateWords.ofReader.short(date, currentYear: year) }
}
