import ArgumentParser
import LugeCommandLine

struct UpdatesLabCommand: Lab {
  static let configuration = CommandConfiguration(
    commandName: "updates",
    abstract: "A live row set several times a frame: shown at each set, or once a frame.")

  static let section = LabSection(
    title: "Setters that are folded",
    about: "A row whose properties are set several times a frame: shown each time, or once.",
    published: "The setNeedsLayout pattern: one update a frame, however many setters ran.",
    arguments: [], quickArguments: ["--frames", "60"],
    quickSize: "60 frames, not 120", expected: (4, 2),
    expectations: [
      .init("updates a frame, however many setters ran", .atMost(1)) {
        most("updates", in: "frames", of: $0)
      },
      .init("updates of a list a frame", .atMost(1)) {
        most("list_updates", in: "list_frames", of: $0)
      },
    ],
    publishedTable: { published($0) })

  /// The largest quotient of two figures of a run; nil where no frame was shown or nothing updated.
  private static func most(_ key: String, in other: String, of value: JSONValue) -> Double? {
    value.runs(where: [:]).compactMap { run -> Double? in
      guard let count = run[key]?.number, let frames = run[other]?.number, frames > 0, count > 0
      else { return nil }
      return count / frames
    }.max()
  }

  @Option(help: "Frames.")
  var frames = 120

  @Flag(help: "Report as JSON.")
  var json = false

  func validate() throws {
    try LabRun.check("--frames", frames, in: 1...100_000)
  }

  func run() throws {
    let runs = UpdatesLab(frames: frames).run()
    try LabOutput.print(Self.self, LabRuns(runs, summary: runs.last), json: json) {
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

  private static func published(_ value: JSONValue) -> [[String]] {
    (value["runs"]?.array ?? []).compactMap { run in
      guard let sets = run["sets_per_frame"]?.number, let ratio = run["ratio"]?.number, sets > 0,
        let updates = run["updates"]?.number, let folded = run["folded_sets"]?.number,
        updates + folded > 0
      else { return nil }
      let frames = (updates + folded) / sets
      return [
        "\(ReportTable.number(sets)) setters a frame", "1 update a frame",
        "\(ReportTable.number(updates / frames)) a frame, "
          + "\(ReportTable.number(ratio)) times less work than one at each set",
      ]
    }
  }
}
