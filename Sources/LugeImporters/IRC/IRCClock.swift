import LugeArchive
import LugeCore

/// Converts the times of a log's lines to points in time: the log contains the day once, or never,
/// and hours may be of 12 or of 24.
struct IRCClock {
  /// Midnight of the current day, in days since 1970-01-01.
  private(set) var day: Int
  private(set) var isTwelveHour: Bool
  /// Seconds since midnight of the last line's time; may exceed 24 hours in the second half of a
  /// 12-hour clock.
  private var last: Int?

  /// Maximum step back, in seconds, that counts as a corrected clock or the repeated hour at the
  /// end of summer time; a larger one means the next day.
  private static let tolerance = 65 * 60

  /// Year of the first day without a year, until a line contains a full date.
  private var year: Int?

  init(day: Int, isTwelveHour: Bool, year: Int? = nil) {
    self.day = day
    self.isTwelveHour = isTwelveHour
    self.year = year
  }

  /// Sets the day, and perhaps the time, that the log announces.
  mutating func set(_ date: CivilDate, time: IRCTimestamp?) {
    let number = date.daysSince1970
    year = nil
    guard number != day || last == nil else { return }
    day = number
    last = time.map { Self.ofDay($0, hour: $0.hour) }
  }

  mutating func seconds(_ stamp: IRCTimestamp) -> Int64 {
    if let date = stamp.date ?? stamp.dayOfYear.flatMap({ next($0) }) {
      day = date.daysSince1970
      year = nil
      last = nil
      return Int64(day) * 86_400 + Int64(Self.ofDay(stamp, hour: stamp.hour))
        - Int64(stamp.offset ?? 0)
    }
    let twelve = isTwelveHour && !stamp.hasDayPeriod
    let period = twelve ? 43_200 : 86_400
    let hour = twelve ? stamp.hour % 12 : stamp.hour
    var time = Self.ofDay(stamp, hour: hour)
    if let last {
      // Add the half of the day that the previous line was in.
      time += last / period * period
      if time + Self.tolerance < last {
        time += period
      } else if time >= period, time - last > period - Self.tolerance {
        // The clock was corrected to just before the midnight (or noon) that had just passed.
        time -= period
      }
      if time >= 2 * 86_400 {
        day += 1
        time -= 86_400
      }
    }
    last = time
    return Int64(day) * 86_400 + Int64(time)
  }

  /// Returns the first such day that is not before the current one; clocks may be corrected across
  /// midnight.
  private func next(_ dayOfYear: (month: Int, day: Int)) -> CivilDate? {
    let earliest = day - 1
    let from = year ?? CivilDate(daysSince1970: earliest).year
    // There are up to eight years between leap days.
    for year in from...from + 8 {
      if let date = CivilDate(year: year, month: dayOfYear.month, day: dayOfYear.day),
        self.year != nil || date.daysSince1970 >= earliest
      {
        return date
      }
    }
    return nil
  }

  /// The time of a line without a time: that of the previous line.
  var current: Int64 { Int64(day) * 86_400 + Int64(last ?? 0) }

  /// A time that a line tells with its day.
  static func seconds(of date: CivilDate, _ stamp: IRCTimestamp) -> Int64 {
    Int64(date.daysSince1970) * 86_400 + Int64(ofDay(stamp, hour: stamp.hour))
  }

  private static func ofDay(_ stamp: IRCTimestamp, hour: Int) -> Int {
    hour * 3600 + stamp.minute * 60 + (stamp.second ?? 0)
  }
}

/// Finds out, in a first pass over a log, whether its hours are of 12: no hour is over 12, and the
/// only steps back are from 11 or 12 to 12, 0 or 1. On such a clock midnight and noon are the same
/// hour: a log with both 0 and 12 is of 24.
struct IRCClockEvidence {
  private var last: Int?
  private var hasZero = false
  private var hasTwelve = false
  private var wraps = 0
  private var isRuledOut = false

  mutating func add(_ stamp: IRCTimestamp) {
    if stamp.hour > 12 || stamp.hasDay || stamp.hasDayPeriod { isRuledOut = true }
    if stamp.hour == 0 { hasZero = true }
    if stamp.hour == 12 { hasTwelve = true }
    let time = stamp.hour * 60 + stamp.minute
    if let last, time + 65 < last {
      if last / 60 >= 11, stamp.hour <= 1 || stamp.hour == 12 {
        wraps += 1
      } else {
        isRuledOut = true
      }
    }
    last = time
  }

  var isTwelveHour: Bool { wraps > 0 && !isRuledOut && !(hasZero && hasTwelve) }
}

/// Finds out, in a first pass over a day's log, whether it begins with the previous evening: the
/// day in a file's name is that of most of its lines.
struct IRCDayEvidence {
  private var clock: IRCClock
  private var first: Int?
  private var before = 0
  private var after = 0
  private var isRuledOut = false

  init(isTwelveHour: Bool) { clock = IRCClock(day: 0, isTwelveHour: isTwelveHour) }

  /// Excludes the log, because its lines contain their days.
  mutating func ruleOut() { isRuledOut = true }

  mutating func add(_ stamp: IRCTimestamp) {
    guard !stamp.hasDay else { return ruleOut() }
    let day = Int(clock.seconds(stamp) / 86_400)
    if first == nil { first = stamp.hour }
    switch day {
    case 0: before += 1
    case 1: after += 1
    default: isRuledOut = true
    }
  }

  /// Number of days, 1 or 0, that the file begins before the day in its name.
  var daysBefore: Int { !isRuledOut && after > before && (first ?? 0) >= 6 ? 1 : 0 }
}

/// Finds out, in a first pass over a log, on which day it begins if its first lines have no day and
/// a later one has.
struct IRCFirstDayEvidence {
  private var clock: IRCClock
  /// Time of the last line before the first day, seconds since the first line's midnight.
  private var last: Int64?
  private var found: CivilDate?
  private var isRuledOut = false
  private(set) var day: Int?
  /// Whether more lines can change nothing.
  var isDone: Bool { day != nil || isRuledOut }

  init(isTwelveHour: Bool) { clock = IRCClock(day: 0, isTwelveHour: isTwelveHour) }

  mutating func add(_ stamp: IRCTimestamp) {
    // Days without a year are counted from 1970 in another way.
    if stamp.dayOfYear != nil { isRuledOut = true }
    guard !isDone else { return }
    if found == nil, stamp.date == nil {
      last = clock.seconds(stamp)
      return
    }
    if found == nil { found = stamp.date }
    decide(stamp)
  }

  /// - Parameter time: time of the announcement; nil if the next line has to tell it.
  mutating func announce(_ date: CivilDate, _ time: IRCTimestamp?) {
    guard !isDone, found == nil else { return }
    found = date
    if let time { decide(time) }
  }

  /// The lines before the first day are of the day before if they are later than the first after.
  private mutating func decide(_ next: IRCTimestamp) {
    guard let found, let last else {
      // No line comes before the first day.
      isRuledOut = true
      return
    }
    let time = Int64(next.hour * 3600 + next.minute * 60 + (next.second ?? 0))
    let isDayBefore = last % 86_400 > time
    day = found.daysSince1970 - Int(last / 86_400) - (isDayBefore ? 1 : 0)
  }
}
