import LugeEngine

/// Work of the thread that shows frames, from the beginning of a frame to the next deadline that it
/// kept; milliseconds.
///
/// Time by the wall clock that is not in the thread's clock is ``queuedMs``, when others had the
/// processors, or ``waitedMs``: the wait for the next deadline, at most an interval, and beyond
/// that for a lock or the system. The parts from ``takeInMs`` on are by the wall clock and include
/// waits; ``spotLayoutMs`` and ``spotDrawMs`` are within the others.
public struct FrameCost: Codable, Sendable, Hashable {
  /// Number of the run, from 1 on.
  public var number: Int
  /// Deadlines that passed meanwhile.
  public var missed: Int
  public var wallMs: Double
  public var cpuMs: Double
  public var queuedMs: Double
  public var waitedMs: Double
  public var takeInMs: Double
  public var updateMs: Double
  public var planMs: Double
  public var askMs: Double
  public var paintMs: Double
  public var spotLayoutMs: Double
  public var spotDrawMs: Double
  public var results: Int

  init(number: Int, missed: Int, spent: ThreadClock, record: FrameRecord, painting: Double) {
    let milliseconds = Timing.milliseconds
    self.number = number
    self.missed = missed
    wallMs = milliseconds(spent.wall)
    cpuMs = milliseconds(spent.cpu)
    queuedMs = milliseconds(spent.queued)
    waitedMs = milliseconds(spent.waited)
    takeInMs = milliseconds(record.drain)
    updateMs = milliseconds(record.update)
    planMs = milliseconds(record.plan)
    askMs = milliseconds(record.ask)
    paintMs = milliseconds(painting)
    spotLayoutMs = milliseconds(record.spotLayout)
    spotDrawMs = milliseconds(record.spotDraw)
    results = record.results
  }

  /// In words, for a terminal.
  public var summary: String {
    func text(_ milliseconds: Double) -> String { "\((milliseconds * 10).rounded() / 10)" }
    return
      "frame \(number), \(missed) missed: \(text(wallMs)) ms to the next one; worked \(text(cpuMs)), "
      + "no processor \(text(queuedMs)), waited \(text(waitedMs)); took in \(text(takeInMs)) "
      + "(\(results) results), updated \(text(updateMs)), planned \(text(planMs)), asked \(text(askMs)), "
      + "painted \(text(paintMs)); on the spot \(text(spotLayoutMs)) of layout, \(text(spotDrawMs)) of drawing"
  }
}
