import ArgumentParser
import LugeCommandLine
import LugeLab

struct StormLabCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "storm",
    abstract: "Inserts at both ends, edits, deletions and moves, while still and while flinging.")

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
      Instead, storms on a virtual clock with slow lanes and late frames, of so many seeds; ends with \
      exit code 1 when a line moved.
      """)
  var seeds: Int?

  @Flag(help: "Report as JSON.")
  var json = false

  func validate() throws {
    guard (10...1_000_000).contains(messages) else {
      throw ValidationError("--messages has to be between 10 and 1000000.")
    }
    guard (0.1...600).contains(seconds) else {
      throw ValidationError("--seconds has to be between 0.1 and 600.")
    }
    guard (0...100_000).contains(inserts) else {
      throw ValidationError("--inserts has to be between 0 and 100000.")
    }
    guard seeds.map((1...1_000_000).contains) ?? true else {
      throw ValidationError("--seeds has to be between 1 and 1000000.")
    }
  }

  func run() throws {
    if let seeds { return try StormHunt(seeds: seeds, motion: motion, json: json).run() }
    let lab = StormLab(messages: messages, seconds: seconds, inserts: inserts)
    let runs = (motion.map { [$0] } ?? StormLab.Motion.allCases).map(lab.run)
    try LabOutput.print("storm", Report(runs), json: json) {
      for run in runs {
        let exact = run.exactMs.map { "\(LabRun.number($0)) ms" } ?? "not within a minute"
        try Terminal.print(
          """
          \(run.motion.rawValue): \(run.inserts) inserts, \(run.edits) edits, \(run.deletes) \
          deletions and \(run.moves) moves in \(run.updates) updates, at most \
          \(LabRun.number(run.lagMaxMs)) ms late
            drift \(run.driftPx) px in \(run.judgedFrames) frames\(Self.unjudged(run.unjudgedReasons)); a frame p50 \(LabRun.number(run.p50Ms)), p99 \
          \(LabRun.number(run.p99Ms)) ms (\(LabRun.number(run.p99CpuMs)) ms of CPU); \
          \(run.missedFrames) of \(run.frames) missed, \(run.blankPx) px blank
            everything exact after \(exact); \(run.wrongItems) items wrong
          """)
      }
    }
  }

  /// " (not judged: 3 atEnd)"; nothing when all were.
  private static func unjudged(_ reasons: [String: Int]) -> String {
    guard !reasons.isEmpty else { return "" }
    let named = reasons.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return " (not judged: \(named.joined(separator: ", ")))"
  }

  /// The worst of the runs, and each of them.
  private struct Report: Encodable {
    var driftPx: Int
    var p99Ms: Double
    var missedFrames: Int
    var blankPx: Int
    var exactMs: Double?
    var runs: [StormLab.Result]

    init(_ runs: [StormLab.Result]) {
      driftPx = runs.map(\.driftPx).max() ?? 0
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

struct WindowLabCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "window",
    abstract: "A million messages behind a slow, failing network: what is held, what is lost.")

  @Option(help: "Messages of the server.")
  var messages = 1_000_000

  @Option(help: "Seconds upwards; half of that back down.")
  var seconds = 14.0

  @Option(help: "Share of requests that fail, 0 to 0.9.")
  var failures = 0.15

  @Flag(help: "Report as JSON.")
  var json = false

  func validate() throws {
    guard (100...1_000_000_000).contains(messages) else {
      throw ValidationError("--messages has to be between 100 and 1000000000.")
    }
    guard (0.1...600).contains(seconds) else {
      throw ValidationError("--seconds has to be between 0.1 and 600.")
    }
    guard (0...0.9).contains(failures) else {
      throw ValidationError("--failures has to be between 0 and 0.9.")
    }
  }

  func run() throws {
    let result = WindowLab(messages: messages, seconds: seconds, failureShare: failures).run()
    try LabOutput.print("window", result, json: json) {
      let memory =
        [
          result.pssStartMb.map {
            "PSS \(LabRun.number($0)) MB \(result.itemsCut > 0 ? "when the first went" : "at the start")"
          },
          result.pssEndMb.map { "PSS \(LabRun.number($0)) MB at the end" },
        ].compactMap(\.self).joined(separator: ", ")
      try Terminal.print(
        """
        \(LabRun.count(result.pages, "page", "pages")) came; \
        \(LabRun.count(result.failedPages, "request", "requests")) failed: \
        \(result.errorsInPlace) shown in place and tried again there, \
        \(result.retries - result.errorsInPlace) tried again while opening, \
        \(result.errorsLeft) not come by at the end
        at most \(result.mostHeld) items held (\(result.preferredMaximum) preferred), \
        \(result.itemsCut) let go\(memory.isEmpty ? "" : "; \(memory)")
        \(LabRun.count(result.itemsSeen, "item", "items")) seen, \(result.lostItems) lost, \(result.gaps) gaps; drift \
        \(result.driftPx) px; a frame p99 \(LabRun.number(result.p99Ms)) ms, \
        \(result.missedFrames) missed, \(result.blankPx) px blank
        """)
    }
  }
}

struct UpdatesLabCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "updates",
    abstract: "A live row set several times a frame: shown at each set, or once a frame.")

  @Option(help: "Frames.")
  var frames = 120

  @Flag(help: "Report as JSON.")
  var json = false

  func validate() throws {
    guard (1...100_000).contains(frames) else {
      throw ValidationError("--frames has to be between 1 and 100000.")
    }
  }

  func run() throws {
    let runs = UpdatesLab(frames: frames).run()
    try LabOutput.print("updates", Report(runs: runs), json: json) {
      for run in runs {
        try Terminal.print(
          """
          \(LabRun.count(run.setsPerFrame, "set", "sets")) a frame: \(LabRun.number(run.directMsPerFrame)) ms each at once, \
          \(LabRun.number(run.foldedMsPerFrame)) ms folded, \(LabRun.number(run.ratio)) times as \
          long; \(LabRun.count(run.foldedSets, "set", "sets")) folded into \
          \(LabRun.count(run.updates, "update", "updates"))
          """)
      }
    }
  }

  /// The last run's figures, those of the most sets, and those of all.
  private struct Report: Encodable {
    var runs: [UpdatesLab.Result]

    enum CodingKeys: CodingKey { case runs }

    func encode(to encoder: any Encoder) throws {
      try runs.last?.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(runs, forKey: .runs)
    }
  }
}

struct HeightsLabCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "heights", abstract: "The height index at a million rows: time and bytes.")

  @Option(help: "Rows.")
  var rows = 1_000_000

  @Flag(help: "Report as JSON.")
  var json = false

  func validate() throws {
    guard (40_000...100_000_000).contains(rows) else {
      throw ValidationError("--rows has to be between 40000 and 100000000.")
    }
  }

  func run() throws {
    let result = HeightsLab(rows: rows).run()
    try LabOutput.print("heights", result, json: json) {
      try Terminal.print(
        """
        \(LabRun.grouped(result.rows)) rows of different heights: built in \(LabRun.number(result.buildMs)) ms, \
        \(LabRun.number(result.bytesPerRow)) bytes a row, \
        \(LabRun.number(result.bytesPerRowEdited)) after edits
        µs: insert \(LabRun.number(result.insertUs)), remove \(LabRun.number(result.removeUs)), \
        replace \(LabRun.number(result.replaceUs)), offset \(LabRun.number(result.offsetUs)), row at \
        offset \(LabRun.number(result.positionUs)), snapshot \(LabRun.number(result.snapshotUs)); a \
        sum over an array \(LabRun.number(result.arrayOffsetUs))
        """)
    }
  }
}
