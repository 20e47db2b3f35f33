public import LugeCore
import Synchronization

/// Current day in a time zone, for headings that say "Today".
///
/// One is shared by all rows of a conversation. It changes only by ``update(now:)``: the program
/// that shows the rows calls that after midnight, and has the rows made again whose
/// ``closeness(of:)`` has changed.
public final class CurrentDay: Sendable {
  /// Distance of a day from the current one, which decides how it is named.
  public enum Closeness: UInt64, Sendable {
    /// The day is named by its date with the year.
    case far
    /// The day is named by its date; the year is the current one.
    case thisYear
    case yesterday
    case today
  }

  public let zone: ZoneOffsets

  // MARK: Mutable State (atomic)

  /// Current day, days since 1970.
  private let current: Atomic<Int>

  /// Makes the current day.
  ///
  /// - Parameter now: seconds since 1970 UTC.
  public init(zone: ZoneOffsets, now: Int64) {
    self.zone = zone
    current = Atomic(Self.day(at: now, zone))
  }

  /// Current day, days since 1970.
  public var day: Int { current.load(ordering: .relaxed) }

  /// Sets the day to that of a moment.
  public func update(now: Int64) { current.store(Self.day(at: now, zone), ordering: .relaxed) }

  /// Returns the seconds from a moment until the next day begins in the zone; at least 1.
  public func secondsToMidnight(from now: Int64) -> Int64 {
    let rest = 86_400 - Int64(CivilDate.secondOfDay(ofLocalSeconds: zone.localSeconds(at: now)))
    // The clocks may change in between.
    let shift = Int64(zone.offset(at: now.addingClamped(rest)) - zone.offset(at: now))
    return max(1, rest - shift)
  }

  /// Returns how a day is named.
  ///
  /// - Parameter day: days since 1970.
  public func closeness(of day: Int) -> Closeness {
    let today = self.day
    if day == today { return .today }
    if day == today.subtractingClamped(1) { return .yesterday }
    return CivilDate(daysSince1970: day).year == CivilDate(daysSince1970: today).year
      ? .thisYear : .far
  }

  private static func day(at now: Int64, _ zone: ZoneOffsets) -> Int {
    CivilDate.day(ofLocalSeconds: zone.localSeconds(at: now))
  }
}
