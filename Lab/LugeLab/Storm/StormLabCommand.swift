import ArgumentParser
import LugeCommandLine

struct StormLabCommand: Lab {
  static let configuration = CommandConfiguration(
    commandName: "storm",
    abstract: "Inserts at both ends, edits, deletions and moves, while still and while flinging.")

  static let section = LabSection(
    title: "Everything changes at once",
    about: "Inserts at both ends, edits, deletions and moves, while still and while flinging.",
    arguments: [], quickArguments: ["--seconds", "2"],
    quickSize: "2 s, not 10", expected: (25, 5),
    expectations: LabExpectation.still + [
      .init("items that were not as the last update had them", "wrong_items", .atMost(0))
    ])

  @Option(help: "Messages to begin with.")
  var messages = 10_000

  @Option(help: "Seconds of each run.")
  var seconds = 10.0

  @Option(help: "Inserts a second.")
  var inserts = 400

  @Option(help: "Only this run: still or fling.")
  var motion: StormLab.Motion?

  @Option(
    help: """
      Instead, stress tests on a virtual clock with slow lanes and late frames, of so many seeds; \
      ends with exit code 1 when a line moved.
      """)
  var seeds: Int?

  @Flag(help: "Report as JSON.")
  var json = false

  func validate() throws {
    try LabRun.check("--messages", messages, in: 10...1_000_000)
    try LabRun.check("--seconds", seconds, in: 0.1...600)
    try LabRun.check("--inserts", inserts, in: 0...100_000)
    try LabRun.check("--seeds", seeds, in: 1...1_000_000)
  }

  func run() throws {
    if let seeds { return try StormHunt(seeds: seeds, motion: motion, json: json).run() }
    let lab = StormLab(messages: messages, seconds: seconds, inserts: inserts)
    let runs = (motion.map { [$0] } ?? StormLab.Motion.allCases).map(lab.run)
    try LabOutput.print(Self.self, Report(runs), json: json) {
      for run in runs {
        let exact = run.exactMs.map { "\(LabRun.number($0)) ms" } ?? "not within a minute"
        try Terminal.print(
          """
          \(run.motion.rawValue): \(run.inserts) inserts, \(run.edits) edits, \(run.deletes) \
          deletions and \(run.moves) moves in \(run.updates) updates, at most \
          \(LabRun.number(run.lagMaxMs)) ms late
            drift \(run.driftPx.map { "\($0)" } ?? "?") px in \(run.judgedFrames) frames\(Self.unjudged(run.unjudgedReasons)); a frame p50 \(LabRun.number(run.p50Ms)), p99 \
          \(LabRun.number(run.p99Ms)) ms (\(LabRun.number(run.p99CpuMs)) ms of CPU); \
          \(run.missedFrames) of \(run.frames) missed, \(run.blankPx) px blank
            everything exact after \(exact); \(run.wrongItems) items wrong
          """)
      }
    }
  }

  /// Returns a text such as " (not judged: 3 atEnd)"; "" if all frames were judged.
  private static func unjudged(_ reasons: [String: Int]) -> String {
    guard !reasons.isEmpty else { return "" }
    let named = reasons.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return " (not judged: \(named.joined(separator: ", ")))"
  }

  /// Worst figures of all runs, and the runs.
  struct Report: Encodable {
    /// Nil where one of the runs had nothing to compare.
    var driftPx: Int?
    var p99Ms: Double
    var missedFrames: Int
    var blankPx: Int
    var exactMs: Double?
    var runs: [StormLab.Result]

    init(_ runs: [StormLab.Result]) {
      let drifts = runs.compactMap(\.driftPx)
      driftPx = drifts.count == runs.count ? drifts.max() : nil
      p99Ms = runs.map(\.p99Ms).max() ?? 0
      missedFrames = runs.map(\.missedFrames).reduce(0, +)
      blankPx = runs.map(\.blankPx).reduce(0, +)
      let exact = runs.compactMap(\.exactMs)
      exactMs = exact.count == runs.count ? exact.max() : nil
      self.runs = runs
    }
  }
}

extension StormLab.Motion: ExpressibleByArgument {}
