public import LugeCore
import LugeWords

extension ChatStrings {
  /// Returns "Today", "Yesterday", "Monday, 3 June", or "Monday, 3 June 2024".
  public func heading(_ date: CivilDate, _ closeness: CurrentDay.Closeness) -> String {
    switch closeness {
    case .today: today
    case .yesterday: yesterday
    case .thisYear: dates.longInYear(date)
    case .far: dates.long(date)
    }
  }

  /// Returns a text like "Wednesday, 3 March 2024, 14:05:09".
  public func moment(_ localSeconds: Int64) -> String {
    let second = CivilDate.secondOfDay(ofLocalSeconds: localSeconds)
    var time = timeOfDay(second)
    if clock.noon == nil { time += second % 60 < 10 ? ":0\(second % 60)" : ":\(second % 60)" }
    return "\(dates.long(CivilDate(localSeconds: localSeconds))), \(time)"
  }

  /// "14:05" or "2:05 pm".
  ///
  /// - Parameter secondOfDay: seconds since midnight.
  public func timeOfDay(_ secondOfDay: Int) -> String { clock.time(secondOfDay) }

  /// Returns "0:07", "12:30" or "1:02:03"; nil for negative, infinite or missing durations.
  public func duration(_ seconds: Double?) -> String? {
    DurationText.clock(seconds)
  }

  /// Returns "512 B" or "1.4 MB", rounded, with decimal units; nil for negative sizes.
  public func byteSize(_ bytes: Int64?) -> String? {
    guard let bytes, bytes >= 0, let smallest = byteUnits.first else { return nil }
    guard bytes >= 1000, byteUnits.count > 1 else { return "\(bytes) \(smallest)" }
    var unit = 1
    var divisor: Int64 = 1000
    // A size that is rounded up to 1000 of a unit is one of the next unit.
    while unit < byteUnits.count - 1, Self.rounded(bytes, to: divisor) >= 1000 {
      unit += 1
      divisor *= 1000
    }
    let tenths = Self.rounded(bytes, to: divisor / 10)
    let (whole, tenth) = (tenths / 10, tenths % 10)
    let number =
      tenths >= 1000
      ? "\(Self.rounded(bytes, to: divisor))"
      : tenth == 0 ? "\(whole)" : "\(whole)\(decimalSeparator)\(tenth)"
    return "\(number) \(byteUnits[unit])"
  }

  /// Returns how many times a positive even divisor a number is, rounded; half is rounded up.
  private static func rounded(_ number: Int64, to divisor: Int64) -> Int64 {
    number / divisor + (number % divisor >= divisor / 2 ? 1 : 0)
  }

  /// Replaces `{name}` in a template.
  func naming(_ template: String, _ name: String) -> String {
    template.filled(["name": ForeignText.isolated(name)])
  }

  /// Replaces `{name}` in a template by several names.
  func naming(_ template: String, people: [String]) -> String {
    template.filled(["name": list(of: people)])
  }

  /// Returns a text like "3 new messages".
  public func newMessages(_ count: Int) -> String {
    newMessages.callAsFunction(count)
  }

  /// Returns "Anna", "Anna and Ben", or "Anna, Ben and 3 others".
  func list(of names: [String]) -> String {
    let said = names.prefix(2).map { ForeignText.isolated(Clipping.singleLine($0)) }
    guard let first = said.first else { return "" }
    guard said.count > 1, let second = said.last else { return first }
    let both = ["first": first, "second": second]
    return names.count == 2 ? and.filled(both) : andOthers(names.count - 2, both)
  }
}
