/// Reports progress, but not more often than a person can see.
struct ProgressTicker {
  private let total: Int64?
  private let report: (ImportProgress) -> Void
  private var last: ContinuousClock.Instant?

  init(total: Int64?, report: @escaping (ImportProgress) -> Void) {
    self.total = total
    self.report = report
  }

  mutating func tick(writer: ArchiveWriter, bytes: Int64) {
    let now = ContinuousClock.now
    if let last, last.duration(to: now) < .milliseconds(50) { return }
    last = now
    show(.reading, writer: writer, bytes: bytes, name: writer.currentName)
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
