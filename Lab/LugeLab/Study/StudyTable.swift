/// The study's report as text.
public enum StudyTable {
  private static let columns = [
    "", "fps", "work fps", "stable %", "CPU %", "CPU ms/fr", "x best", "mem MB", "open ms", "s",
    "p50 ms", "p95", "p99", "max", "missed", "blank", "skeletons", "late pics", "anim frs",
    "alloc/fr",
  ]

  public static func text(_ report: StudyReport) -> String {
    var lines: [String] = []
    for mode in StudyMode.allCases {
      let runs = report.runs.filter { $0.mode == mode }
      guard !runs.isEmpty else { continue }
      if !lines.isEmpty { lines.append("") }
      var title = "\(mode.rawValue), \(report.messages) messages, \(duration(runs))"
      if mode == .slow, let slowedBy = report.slowedBy { title += ", slowed by \(slowedBy)" }
      lines.append(title)
      lines += aligned([columns] + runs.map(cells))
      lines += runs.compactMap(spread)
      lines += runs.compactMap(passes)
      for run in runs {
        guard mode != .uncapped, let published = run.published else { continue }
        lines.append("  published for \(run.configuration): \(words(published))")
      }
      for run in runs {
        lines.append("  CPU of \(run.configuration), ms/frame: \(threads(run.threadCpuMsPerFrame))")
      }
    }
    if let note = report.keptRowsNote { lines.append(note) }
    lines.append("GPU: \(report.gpuNote)")
    if let note = report.allocationNote { lines.append("allocations: \(note)") }
    return lines.joined(separator: "\n")
  }

  /// Returns a text about the distance of several runs from each other.
  static func spread(_ run: StudyResult) -> String? {
    guard let cpu = run.cpuSpreadPercent else { return nil }
    let ratio = run.cpuRatioSpreadPercent.map { ", x best \(number($0)) %" } ?? ""
    return "  runs of \(run.configuration) are apart: CPU \(number(cpu)) %\(ratio)"
  }

  /// Between which rates the passes of an uncapped run were.
  static func passes(_ run: StudyResult) -> String? {
    guard let passes = run.passes, let low = run.passRateMinFps, let high = run.passRateMaxFps
    else { return nil }
    return "  passes of \(run.configuration): \(passes), \(number(low)) to \(number(high)) fps"
  }

  /// Describes the durations of the shortest run and the longest, if they differ in what is shown.
  static func duration(_ runs: [StudyResult]) -> String {
    let (low, high) = (runs.map(\.durationS).min() ?? 0, runs.map(\.durationS).max() ?? 0)
    return number(low) == number(high) ? "\(number(low)) s" : "\(number(low)) to \(number(high)) s"
  }

  static func words(_ published: StudyPublished) -> String {
    // In the digits in which they were published.
    func exact(_ value: Double) -> String { "\(Timing.hundredths(value))" }
    func figure(_ value: Double?, _ unit: String, _ key: String = "") -> String? {
      let mark = published.isWorkedOut(key) ? StudyPublished.workedOutMark : ""
      return value.map { "\(exact($0))\(unit)\(mark)" }
    }
    func change(_ value: Double?, _ unit: String) -> String? {
      value.map { "\($0 > 0 ? "+" : "")\(exact($0))\(unit)" }
    }
    let figures = [
      figure(published.frameRateFps, " fps"),
      figure(published.stabilityPercent, " % stable"),
      figure(published.cpuPercent, " % CPU", "cpu_percent"),
      figure(published.gpuPercent, " % GPU"), figure(published.memoryMb, " MB"),
      figure(published.durationS, " s", "duration_s"),
      figure(published.openS, " s and more to open"),
      change(published.step?.frameRateFps, " fps"),
      change(published.step?.stabilityPoints, " points of stability").map {
        (published.step?.isStabilityRounded == true ? "almost " : "") + $0
      },
      change(published.step?.cpuPoints, " points of CPU"),
      change(published.step?.gpuPoints, " points of GPU"),
      change(published.step?.gpuPercent, " % of GPU"),
      published.step?.memoryFromMb.map { "from \(exact($0)) MB" },
    ].compactMap(\.self).joined(separator: ", ")
    return (published.measuredWith.map { "\($0): " } ?? "") + figures
  }

  /// The largest first, what is small together.
  static func threads(_ times: [String: Double]) -> String {
    let named = times.filter { $0.value >= 0.01 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let rest = times.values.reduce(0, +) - named.reduce(0) { $0 + $1.value }
    return
      (named.map { "\($0.key) \(number($0.value))" }
      + (rest >= 0.005 ? ["others \(number(rest))"] : [])).joined(separator: ", ")
  }

  static func cells(_ run: StudyResult) -> [String] {
    func paced(_ key: String, _ value: Double) -> String {
      run.mode.meaningless.contains(key) ? "-" : number(value)
    }
    return [
      "\(run.configuration) \(run.name)", number(run.frameRateFps), number(run.workRateFps),
      run.stabilityPercent.map(number) ?? "-", paced("cpu_percent", run.cpuPercent),
      number(run.cpuMsPerFrame), run.cpuRatio.map(number) ?? "-",
      paced("memory_mb", run.memoryMb), opening(run), paced("duration_s", run.durationS),
      number(run.frameP50Ms), number(run.frameP95Ms),
      number(run.frameP99Ms), number(run.frameMaxMs), "\(run.missedFrames)", "\(run.blankPx)",
      "\(run.skeletons)", "\(run.latePictures)", number(run.animationFrames),
      run.allocationsPerFrame.map(number) ?? "-",
    ]
  }

  /// The median of its openings, and between which values half of them were.
  static func opening(_ run: StudyResult) -> String {
    guard let median = run.openMs else { return run.mode == .uncapped ? "-" : "never" }
    guard let low = run.openP25Ms, let high = run.openP75Ms else { return number(median) }
    return "\(number(median)) (\(number(low)) to \(number(high)))"
  }

  private static func number(_ value: Double) -> String {
    value >= 100 ? "\(Int(value.rounded()))" : "\(Timing.hundredths(value))"
  }

  /// The first column at its left, the others at their right.
  static func aligned(_ rows: [[String]]) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      row.enumerated().map { column, cell in
        let room = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + room : room + cell
      }.joined(separator: "  ")
    }
  }
}
