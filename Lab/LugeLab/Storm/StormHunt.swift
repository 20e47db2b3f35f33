import ArgumentParser
import LugeCommandLine

/// Runs stress tests on a virtual clock with one seed after another, and reports the runs in which
/// the line being read moved. A seed repeats its run.
struct StormHunt {
  var seeds: Int
  /// Motion of the user; nil: both.
  var motion: StormLab.Motion?
  var json: Bool

  func run() throws {
    var report = Report(seeds: seeds)
    for seed in 0..<UInt64(seeds) {
      for motion in motion.map({ [$0] }) ?? StormLab.Motion.allCases {
        report.add(StormReplay(seed: seed, motion: motion).run())
      }
    }
    if json { try JSONOutput.print(report) } else { try show(report) }
    guard report.moved.isEmpty, report.wrongItems == 0 else { throw ExitCode.failure }
  }

  private func show(_ report: Report) throws {
    let reasons = report.unjudgedReasons.sorted { $0.key < $1.key }
      .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    try Terminal.print(
      """
      \(LabRun.count(report.runs, "storm", "storms")): drift \(report.driftPx) px in \
      \(report.judgedFrames) frames\(reasons.isEmpty ? "" : " (not judged: \(reasons))"); \
      \(report.updates) updates, \(report.wrongItems) items wrong
      """)
    for run in report.moved.prefix(20) {
      try Terminal.print(
        "  seed \(run.seed), \(run.motion.rawValue): \(run.driftPx) px, first in frame \(run.driftFrame ?? 0)"
      )
    }
  }

  private struct Report: Encodable {
    var seeds: Int
    var runs = 0
    var driftPx = 0
    var judgedFrames = 0
    var unjudgedReasons: [String: Int] = [:]
    var updates = 0
    var wrongItems = 0
    /// Runs in which the line moved.
    var moved: [StormReplay.Result] = []

    init(seeds: Int) { self.seeds = seeds }

    mutating func add(_ run: StormReplay.Result) {
      runs += 1
      driftPx = max(driftPx, run.driftPx)
      judgedFrames += run.judgedFrames
      unjudgedReasons.merge(run.unjudgedReasons) { $0 + $1 }
      updates += run.updates
      wrongItems += run.wrongItems
      if run.driftPx > 0 { moved.append(run) }
    }
  }
}
