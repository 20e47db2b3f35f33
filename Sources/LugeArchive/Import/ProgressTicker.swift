/// Reports progress, at most as often as a user can see.
struct ProgressTicker {
  private let total: Int64?
  private let report: (ImportProgress) -> Void
  private var last: (time: ContinuousClock.Instant, phase: ImportProgress.Phase)?

  init(total: Int64?, report: @escaping (ImportProgress) -> Void) {
    self.total = total
    self.report = report
  }

  /// Reports a step of a phase, of which there may be thousands: each report counts all
  /// conversations.
  mutating func tick(
    _ phase: ImportProgress.Phase = .reading, writer: ArchiveWriter, bytes: Int64,
    name: String? = nil
  ) {
    let now = ContinuousClock.now
    if let last, last.phase == phase, last.time.duration(to: now) < .milliseconds(50) { return }
    last = (now, phase)
    show(phase, writer: writer, bytes: bytes, name: name ?? writer.currentName)
  }

  func show(
    _ phase: ImportProgress.Phase, writer: ArchiveWriter, bytes: Int64, name: String? = nil
  ) {
    report(
      ImportProgress(
        phase: phase, bytesRead: bytes, totalBytes: total, messages: writer.messageCount,
        conversation: name))
  }
}
