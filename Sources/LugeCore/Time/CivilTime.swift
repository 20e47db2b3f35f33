/// A date and a time of day as a clock shows them in the local time zone.
package struct CivilTime: Hashable, Sendable {
  package let date: CivilDate
  /// Seconds since midnight, 0 to 86,399.
  package let secondOfDay: Int

  /// Makes the date and time of day of a local time.
  ///
  /// - Parameter seconds: seconds since 1970-01-01 00:00 in local time.
  package init(localSeconds seconds: Int64) {
    date = CivilDate(localSeconds: seconds)
    secondOfDay = CivilDate.secondOfDay(ofLocalSeconds: seconds)
  }

  package var hour: Int { secondOfDay / 3600 }
  package var minute: Int { secondOfDay / 60 % 60 }
  package var second: Int { secondOfDay % 60 }

  /// Text like "08:02".
  package var clock: String { "\(hour.twoDigits):\(minute.twoDigits)" }
  /// Text like "08:02:07".
  package var clockWithSeconds: String { "\(clock):\(second.twoDigits)" }
  /// Text like "2024-03-02T08:02:07".
  package var iso: String { "\(date.iso)T\(clockWithSeconds)" }
}

extension CivilDate {
  /// Text like "2024-03-02"; the year has at least four digits.
  package var iso: String {
    let digits = String(year.magnitude)
    let zeros = String(repeating: "0", count: max(0, 4 - digits.utf8.count))
    return "\(year < 0 ? "-" : "")\(zeros)\(digits)-\(month.twoDigits)-\(day.twoDigits)"
  }
}

/// Texts of durations.
package enum DurationText {
  /// Returns "0:07", "12:30" or "3:00:00"; nil for negative, infinite or missing durations.
  package static func clock(_ seconds: Double?) -> String? {
    guard let seconds, seconds.isFinite, seconds >= 0, seconds < 360_000_000 else { return nil }
    let total = Int(seconds.rounded())
    let tail = (total % 60).twoDigits
    guard total >= 3600 else { return "\(total / 60):\(tail)" }
    return "\(total / 3600):\((total / 60 % 60).twoDigits):\(tail)"
  }
}

extension Int {
  /// The number with at least two digits.
  package var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
