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
    publishedTable: { published($0) })

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
    try LabOutput.print(Self.self, Report(runs: runs), json: json) {
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
