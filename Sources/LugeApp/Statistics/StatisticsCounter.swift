import LugeArchive
import LugeCore
import Synchronization

/// Computes statistics for a page off the main thread, one page at a time: a new request cancels
/// the previous one.
@MainActor
final class StatisticsCounter {
  // MARK: Mutable State (main actor)

  private var current: StopFlag?

  /// - Parameter told: called with nil, and then with the percentage of messages counted.
  /// - Returns: nil if another page was requested meanwhile.
  func count(
    _ scope: StatisticsScope, of summaries: [ConversationSummary], in archive: Archive, today: Int,
    zone: ZoneOffsets, told: @MainActor (Int?) -> Void
  ) async -> Result<StatisticsPage, ArchiveError>? {
    current?.stop()
    let flag = StopFlag()
    current = flag
    told(nil)
    let ticks = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let work = Task.detached {
      defer { ticks.continuation.finish() }
      return Result { () throws(ArchiveError) in
        let report = try StatisticsReport(of: archive, scope: scope, zone: zone) { done, total in
          if total > 0 { ticks.continuation.yield(Int(100 * Int64(done) / Int64(total))) }
          return !flag.isStopped
        }
        let memories = try Memories.read(from: archive, summaries, today: today, zone: zone)
        return StatisticsPage(report, memories: memories)
      }
    }
    for await share in ticks.stream {
      guard current === flag, !flag.isStopped else { break }
      told(share)
    }
    let made = await work.value
    guard current === flag else { return nil }
    current = nil
    return made
  }

  /// Cancels the current computation.
  func stop() { current?.stop() }
}

/// A flag that tells another thread to stop.
final class StopFlag: Sendable {
  private let flag = Atomic(false)
  func stop() { flag.store(true, ordering: .relaxed) }
  var isStopped: Bool { flag.load(ordering: .relaxed) }
}
