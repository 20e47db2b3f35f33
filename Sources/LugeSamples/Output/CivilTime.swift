/// A wall clock's reading in UTC (the algorithm is Howard Hinnant's `civil_from_days`).
struct CivilTime {
  var year: Int
  var month: Int
  var day: Int
  var hour: Int
  var minute: Int
  var second: Int
  /// 0 is Sunday.
  var weekday: Int

  init(_ seconds: Int64) {
    let seconds = Int(seconds)
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let time = seconds - days * 86_400
    (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60)
    weekday = ((days % 7) + 11) % 7
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// "2024-03-02T08:02:00".
  var iso: String {
    "\(year)-\(month.twoDigits)-\(day.twoDigits)T\(clock):\(second.twoDigits)"
  }

  /// "2024-03-02T08:02:00Z".
  var iso8601: String { iso + "Z" }

  /// "08:02".
  var clock: String { "\(hour.twoDigits):\(minute.twoDigits)" }

  static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

extension Int {
  /// With a zero in front where there is one digit.
  var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
