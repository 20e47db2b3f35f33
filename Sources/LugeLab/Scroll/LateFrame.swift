/// What the thread that shows frames did from the end of one frame to the end of the next, which came late;
/// milliseconds.
///
/// What its clock does not have of the wall's is ``queuedMs``, when something else had the processors, and
/// ``waitedMs``: for the next deadline, which is an interval at most, beyond that for a lock or the system.
public struct LateFrame: Codable, Sendable, Hashable {
  /// Of the run, from 1 on.
  public var number: Int
  /// Deadlines that passed without a frame.
  public var missed: Int
  public var wallMs: Double
  public var cpuMs: Double
  public var queuedMs: Double
  public var waitedMs: Double
  /// Within the frame itself.
  public var planMs: Double
  public var paintMs: Double

  init(number: Int, missed: Int, spent: ThreadClock, planning: Double, painting: Double) {
    func milliseconds(_ seconds: Double) -> Double { Timing.rounded(seconds * 1000) }
    self.number = number
    self.missed = missed
    wallMs = milliseconds(spent.wall)
    cpuMs = milliseconds(spent.cpu)
    queuedMs = milliseconds(spent.queued)
    waitedMs = milliseconds(max(0, spent.wall - spent.cpu - spent.queued))
    planMs = milliseconds(planning)
    paintMs = milliseconds(painting)
  }

  /// In words, for a terminal.
  public var summary: String {
    "frame \(number) missed \(missed): \(Int(wallMs)) ms since the one before, the thread worked "
      + "\(Int(cpuMs.rounded())), had no processor for \(Int(queuedMs.rounded())), waited "
      + "\(Int(waitedMs.rounded()))"
  }
}
