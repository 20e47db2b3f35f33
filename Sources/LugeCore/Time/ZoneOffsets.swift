public import Foundation

/// How far local time is from UTC, for any moment: a small table that is looked up without a
/// calendar, a lock or an allocation.
public struct ZoneOffsets: Hashable, Sendable {
  /// From `start` on the offset holds, until the next entry's start.
  public struct Entry: Hashable, Sendable {
    /// Seconds since 1970 UTC.
    public var start: Int64
    /// Seconds to add to UTC.
    public var offset: Int

    public init(start: Int64, offset: Int) {
      self.start = start
      self.offset = offset
    }
  }

  /// Sorted by start.
  public let entries: [Entry]

  /// - Parameter entries: at least one for other than UTC; before the first, its offset holds too.
  public init(entries: [Entry]) { self.entries = entries.sorted { $0.start < $1.start } }

  public static let utc = ZoneOffsets(entries: [])

  /// Samples a time zone every week of these years and closes in on each change of its offset.
  ///
  /// Takes some milliseconds: done once when a program starts, not for each row. Offsets that came
  /// and went within one week are missed; none is known.
  public init(_ zone: TimeZone, years: ClosedRange<Int> = 1970...2060) {
    let year: Int64 = 31_556_952
    let first = (Int64(years.lowerBound) - 1970) * year
    let last = (Int64(years.upperBound) - 1969) * year
    func offset(_ seconds: Int64) -> Int {
      zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(seconds)))
    }
    var known = Entry(start: first, offset: offset(first))
    var found = [known]
    var position = first
    while position < last {
      let next = position + 604_800
      let there = offset(next)
      if there != known.offset {
        var before = position
        var after = next
        while after - before > 1 {
          let middle = before + (after - before) / 2
          if offset(middle) == known.offset { before = middle } else { after = middle }
        }
        known = Entry(start: after, offset: there)
        found.append(known)
      }
      position = next
    }
    entries = found
  }

  /// Seconds to add to UTC at a moment.
  ///
  /// - Complexity: O(log entries).
  public func offset(at seconds: Int64) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].start <= seconds { low = middle + 1 } else { high = middle }
    }
    return entries.isEmpty ? 0 : entries[max(0, low - 1)].offset
  }

  /// What a clock on the wall shows at a moment, as seconds since 1970: the only way from one to
  /// the other, for a moment that somebody wrote into a file may be the last there is.
  public func localSeconds(at seconds: Int64) -> Int64 {
    seconds.addingClamped(Int64(offset(at: seconds)))
  }
}
