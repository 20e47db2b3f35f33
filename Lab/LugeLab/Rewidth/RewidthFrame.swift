import LugeEngine

/// Times of a frame at a new width, milliseconds.
///
/// ``spotLayoutMs`` and ``spotDrawMs`` are included in other parts. Time by the wall clock that is
/// not in the thread's clock is ``queuedMs``, when others had the processors, or ``waitedMs``, when
/// the thread waited for a lock or for the system.
public struct RewidthFrame: Codable, Sendable, Hashable {
  /// Number, from 1 on.
  public var number: Int
  public var width: Int
  public var wallMs: Double
  public var cpuMs: Double
  public var queuedMs: Double
  public var waitedMs: Double
  /// Setting the width: the reading line is found again, what is above it laid out.
  public var relayoutMs: Double
  public var takeInMs: Double
  public var updateMs: Double
  public var planMs: Double
  public var askMs: Double
  public var composeMs: Double
  public var spotLayoutMs: Double
  public var spotDrawMs: Double
  public var itemsLaidOut: Int
  public var slicesDrawn: Int
  public var results: Int
  public var pageFaults: Int

  /// Deadlines that passed while it was made.
  var missed: Int { Int(wallMs * 60 / 1000) }

  init(
    number: Int, width: Int, spent: ThreadClock, relayout: Double, compose: Double,
    record: FrameRecord, counts: (before: EngineStatistics, after: EngineStatistics)
  ) {
    let milliseconds = Timing.milliseconds
    self.number = number
    self.width = width
    wallMs = milliseconds(spent.wall)
    cpuMs = milliseconds(spent.cpu)
    queuedMs = milliseconds(spent.queued)
    waitedMs = milliseconds(spent.waited)
    relayoutMs = milliseconds(relayout)
    takeInMs = milliseconds(record.drain)
    updateMs = milliseconds(record.update)
    planMs = milliseconds(record.plan)
    askMs = milliseconds(record.ask)
    composeMs = milliseconds(compose)
    spotLayoutMs = milliseconds(record.spotLayout)
    spotDrawMs = milliseconds(record.spotDraw)
    itemsLaidOut = counts.after.itemsLaidOutOnTheSpot - counts.before.itemsLaidOutOnTheSpot
    slicesDrawn = counts.after.slicesDrawnOnTheSpot - counts.before.slicesDrawnOnTheSpot
    results = record.results
    pageFaults = spent.minorFaults + spent.majorFaults
  }
}
