import ArgumentParser
import LugeCommandLine
import LugeCore

struct LanesLabCommand: Lab {
  static let configuration = CommandConfiguration(
    commandName: "lanes",
    abstract:
      "The same scroll with lanes of low and of usual priority, on a machine busy with lanes.",
    discussion: """
      2,000 pixels a second without a window, while a thread for each processor lays out text at the \
      lanes' priority. What differs is what the priority is worth to frames.

      Example:
        luge lab lanes --json
      """)

  static let section = LabSection(
    title: "What the lanes' low priority is worth",
    about: """
      The same scroll with lanes of low priority and of the usual one, while a thread for each \
      processor lays out text at that priority.
      """,
    arguments: [], quickArguments: ["--seconds", "1"], quickSize: "1 s, not 5",
    expected: (25, 8),
    expectations: [
      .noneMissed("missed frames, lanes of low priority", where: ["priority": .text("low")])
    ])

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
            lanes of \(run.priority) priority (niceness \(run.niceness)): \(run.frames) frames, \
            \(run.missedFrames) missed; work p50 \(LabRun.number(run.p50Ms)), p99 \
            \(LabRun.number(run.p99Ms)), longest \(LabRun.number(run.maxMs)) ms; \
            \(run.skeletons) skeletons, \(run.blankPx) px blank
            """)
        }
      }
    }
  }
}
