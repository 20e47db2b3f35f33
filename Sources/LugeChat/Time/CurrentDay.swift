public import LugeCore
import Synchronization

/// The day that it is now in a time zone, for headings that say "Today".
///
/// One is shared by all rows of a conversation. It changes only by ``update(now:)``: whoever shows
/// the rows calls that after midnight, and has the rows made again whose ``closeness(of:)`` is
/// another one then.
public final class CurrentDay: Sendable {
  /// How a day is named from now.
  public enum Closeness: UInt64, Sendable {
    /// By its date with the year.
    case far
    /// By its date; the year is the current one.
    case thisYear
    case yesterday
    case today
  }

  public let zone: ZoneOffsets

  // MARK: Mutable State (atomic)

  /// Days since 1970.
  private let current: Atomic<Int>

  /// - Parameter now: seconds since 1970 UTC.
  public init(zone: ZoneOffsets, now: Int64) {
    self.zone = zone
    current = Atomic(Self.day(at: now, zone))
  }

  /// Days since 1970.
  public var day: Int { current.load(ordering: .relaxed) }

  /// Takes over the day that it is at a moment.
  public func update(now: Int64) { current.store(Self.day(at: now, zone), ordering: .relaxed) }

  /// Seconds from a moment until the next day begins there; at least 1.
  public func secondsToMidnight(from now: Int64) -> Int64 {
    let rest = 86_400 - Int64(CivilDate.secondOfDay(ofLocalSeconds: zone.localSeconds(at: now)))
    // The clocks may change in between.
    let shift = Int64(zone.offset(at: now.addingClamped(rest)) - zone.offset(at: now))
    return max(1, rest - shift)
  }

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
