import LugeArchive

/// Dates of evenly spaced positions, read once in the background, so that the scroll bar can show
/// the date of any position without querying the database on the main thread.
struct DateSamples: Sendable {
  private let count: Int
  private let step: Int
  private let seconds: [Int64]

  static let limit = 4096

  /// - Complexity: O(limit · log n) reads.
  init(archive: Archive, conversation: ConversationSummary) throws(ArchiveError) {
    count = conversation.count
    step = max(1, (count + Self.limit - 1) / Self.limit)
    let times = try archive.times(
      in: conversation.id, at: stride(from: 0, to: count, by: step))
    var last: Int64 = conversation.first?.seconds ?? 0
    seconds = times.map { time in
      last = time?.seconds ?? last
      return last
    }
  }

  /// Returns the time at a position; nil for an empty conversation. It is exact up to ``limit``
  /// messages; of n messages it is that of one at most n / ``limit`` before.
  func seconds(at position: Int) -> Int64? {
    guard !seconds.isEmpty else { return nil }
    return seconds[min(max(0, position / step), seconds.count - 1)]
  }
}
