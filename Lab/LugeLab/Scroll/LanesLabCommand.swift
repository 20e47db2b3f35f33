import ArgumentParser
import LugeCommandLine
import LugeCore

struct LanesLabCommand: Lab {
  static let configuration = CommandConfiguration(
    commandName: "lanes",
    abstract:
      "The same scroll with lanes of low and of usual priority, on a machine busy with such work.",
    discussion: """
      2,000 pixels a second without a window, while a thread for each processor lays out text at the \
      lanes' priority, from words that it knows: it shapes none, so the list waits for no lock of its. \
      What differs is what the priority is worth to frames. Lanes of low priority \
      scroll once more beside threads of the usual one: that is what the priority costs.

      Example:
        luge lab lanes --json
      """)

  static let section = LabSection(
    title: "What the lanes' low priority is worth",
    about: """
      The same scroll with lanes of low priority and of the usual one, while a thread for each \
      processor lays out text at that priority, from words that it knows, so that it takes processor \
      time and no lock; and lanes of low priority beside such threads of the usual one, as another \
      program would have them, of which nothing is expected.
      """,
    arguments: [], quickArguments: ["--seconds", "1"], quickSize: "1 s, not 5",
    expected: (62, 20),
    expectations: [
      // Without these two the others would be of another load than they say.
      .init(
        "share of all processors that the lanes and the load used, each run (%)", "busy_percent",
        .atLeast(90)
      ).because("other programs had the processors: it needs a quiet machine"),
      .init(
        "texts that the load shaped, which holds what the list waits for", "load_shapings",
        .atMost(0)
      ).because("a font whose words cannot be remembered: the load was not processor time alone"),
      .noneMissed("missed frames, lanes of low priority", where: ["priority": .text("low")])
        .noting { value in
          [
            beside("missed_frames", of: value),
            LabExpectation.instead(value, where: ["priority": .text("low")]),
          ].compactMap(\.self).joined(separator: "; ")
        },
      // A lane that never drew would delay no frame either.
      .init(
        "blank (lines of pixels), lanes of low priority", "blank_px", .atMost(0),
        where: ["priority": .text("low")]
      ).noting { beside("blank_px", of: $0) }
        .because("lanes lay rows out, and threads of their own priority have the processors"),
      .init("rows shown as skeletons with low priority, more than with the usual", .atMost(0)) {
        guard let low = sum("skeletons", "low", of: $0),
          let usual = sum("skeletons", "usual", of: $0)
        else { return nil }
        return max(0, low - usual)
      }.noting { beside("skeletons", of: $0) },
      // Without it both may be good enough, and the priority worth nothing.
      // From its deadline: waiting for a processor is what the priority saves.
      .init(
        "p99 of a frame from its deadline on, with lanes of low ÷ of usual priority",
        .atMost(1)
      ) {
        guard let low = p99("low", of: $0), let usual = p99("usual", of: $0), usual > 0 else {
          return nil
        }
        return low / usual
      }.noting { value in
        guard let low = spread("low", of: value), let usual = spread("usual", of: value) else {
          return nil
        }
        let missed = sum("missed_frames", "usual", of: value) ?? 0
        let work = [p99("low", of: value, "p99_ms"), p99("usual", of: value, "p99_ms")]
          .compactMap { $0.map(ReportTable.number) }.joined(separator: " against ")
        // In both the load has the lanes' priority. Beside one of the usual, only theirs differs.
        let beside = spread("low beside others", of: value).map {
          "; of low ones beside a load of the usual priority \($0)"
        }
        return
          "p99 in ms: \(low) against \(usual)\(beside ?? ""), of the work alone \(work); missed "
          + "with usual ones: \(ReportTable.number(missed))"
      },
    ])

  /// Returns a figure of each run with lanes of this priority.
  private static func figures(_ key: String, _ priority: String, of value: JSONValue) -> [Double] {
    value.runs(where: ["priority": .text(priority)]).compactMap { $0[key]?.number }
  }

  /// Returns the sum of a count over the runs with lanes of this priority.
  private static func sum(_ key: String, _ priority: String, of value: JSONValue) -> Double? {
    let counts = figures(key, priority, of: value)
    return counts.isEmpty ? nil : counts.reduce(0, +)
  }

  /// The count with lanes of each kind.
  private static func beside(_ key: String, of value: JSONValue) -> String? {
    let parts = [
      ("low", "low"), ("usual", "usual"),
      ("low beside others", "low beside threads of the usual priority"),
    ].compactMap { priority, words in
      sum(key, priority, of: value).map { "\(words): \(ReportTable.number($0))" }
    }
    return parts.isEmpty ? nil : "all runs: " + parts.joined(separator: ", ")
  }

  /// Returns the average of the runs with lanes of this priority.
  private static func p99(
    _ priority: String, of value: JSONValue, _ key: String = "late_p99_ms"
  ) -> Double? {
    let runs = figures(key, priority, of: value)
    return runs.isEmpty ? nil : runs.reduce(0, +) / Double(runs.count)
  }

  /// Describes the average of the runs with lanes of this priority, and how far they are apart.
  private static func spread(_ priority: String, of value: JSONValue) -> String? {
    let runs = figures("late_p99_ms", priority, of: value)
    guard let low = runs.min(), let high = runs.max(), let mean = p99(priority, of: value) else {
      return nil
    }
    let number = ReportTable.number
    return "\(number(mean)) (runs \(number(low)) to \(number(high)))"
  }

  @OptionGroup var source: LabArchiveOptions

  @Option(help: "Seconds of each scroll.")
  var seconds = 5.0

  func validate() throws {
    try LabRun.check("--seconds", seconds, in: 0.5...60)
  }

  func run() throws {
    try LabRun.report {
      let archive = try source.open(default: 20_000)
      let results = LanePriorityLab(seconds: seconds).run(archive.provider)
      try LabOutput.print(Self.self, LabRuns(results), json: source.json) {
        for run in results {
          try Terminal.print(
            """
            lanes of \(run.priority) priority (niceness \(run.niceness), other threads \
            \(run.loadNiceness)): \(run.frames) frames, \
            \(run.missedFrames) missed; work p50 \(LabRun.number(run.p50Ms)), p99 \
            \(LabRun.number(run.p99Ms)), longest \(LabRun.number(run.maxMs)) ms, p99 from its deadline \
            \(LabRun.number(run.lateP99Ms)); \
            \(run.skeletons) skeletons, \(run.blankPx) px blank; \
            \(LabRun.number(run.busyPercent)) % of all processors used, \(run.loadLayouts) layouts of \
            the load, \(run.loadShapings) of its texts shaped
            """)
        }
      }
    }
  }
}
