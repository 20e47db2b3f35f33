public import Foundation

/// Offsets of local time from UTC at any time: a small table that is looked up without a calendar,
/// a lock or an allocation.
public struct ZoneOffsets: Hashable, Sendable {
  /// An offset that holds from `start` until the next entry's start.
  public struct Entry: Hashable, Sendable {
    /// Start of the offset in seconds since 1970 UTC.
    public var start: Int64
    /// Seconds to add to UTC.
    public var offset: Int

    public init(start: Int64, offset: Int) {
      self.start = start
      self.offset = offset
    }
  }

  /// Entries sorted by start.
  public let entries: [Entry]

  /// Makes a table.
  ///
  /// - Parameter entries: empty for UTC; the first entry's offset also applies before its start.
  public init(entries: [Entry]) { self.entries = entries.sorted { $0.start < $1.start } }

  public static let utc = ZoneOffsets(entries: [])

  /// Samples a time zone every week of these years and searches for each change of its offset.
  ///
  /// Takes some milliseconds: call it once when a program starts, not for each row. Offsets that
  /// lasted less than a week would be missed; none is known.
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

  /// Returns the seconds to add to UTC at a time.
  ///
  /// - Complexity: O(log entries).
  public func offset(at seconds: Int64) -> Int {
    let next = entries.partitioningIndex { $0.start > seconds }
    return entries.isEmpty ? 0 : entries[max(0, next - 1)].offset
  }

  /// Returns the local time at a moment, as seconds since 1970; clamped, because times in files may
  /// be the largest possible ones. Always use it to convert a moment to local time.
  public func localSeconds(at seconds: Int64) -> Int64 {
    seconds.addingClamped(Int64(offset(at: seconds)))
  }
}
