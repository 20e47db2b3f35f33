import LugeArchive
import LugeCore
import Synchronization

/// Counts what a page of statistics shows, away from the main thread. One page at a time: whoever
/// asks for another does not wait for the one before.
@MainActor
final class StatisticsCounter {
  // MARK: Mutable State (main actor)

  private var current: StopFlag?

  /// - Parameter told: nil, and then per cent of the messages, as they are counted.
  /// - Returns: nil when another page was asked for meanwhile.
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

  /// Nobody waits any more.
  func stop() { current?.stop() }
}

/// Says to another thread that nobody waits any more.
final class StopFlag: Sendable {
  private let flag = Atomic(false)
  func stop() { flag.store(true, ordering: .relaxed) }
  var isStopped: Bool { flag.load(ordering: .relaxed) }
}
