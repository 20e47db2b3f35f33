import ArgumentParser
import LugeCommandLine

struct RewidthLabCommand: Lab {
  static let configuration = CommandConfiguration(
    commandName: "rewidth",
    abstract: "A window pulled from 400 to 700 points and back: drift, frames, exact heights.",
    discussion: "Without --archive and --messages, 10,000 and 1,000,000 messages.")

  static let section = LabSection(
    title: "A window that is pulled",
    about: "From 400 to 700 points and back in 30 steps: how far the reading line moved.",
    arguments: [], quickArguments: ["--messages", "10000", "--exact-limit", "10"],
    quickSize: "10,000 messages, not 1,000,000 as well",
    expected: (90, 4),
    expectations: LabExpectation.still + [.init("rows shown as skeletons", "skeletons", .atMost(0))]
  )

  @OptionGroup var source: LabArchiveOptions

  @Option(help: "Steps of the width.")
  var steps = 30

  @Option(help: "Seconds that exact heights are waited for.")
  var exactLimit = 60.0

  func validate() throws {
    try LabRun.check("--steps", steps, in: 2...10_000)
    try LabRun.check("--exact-limit", exactLimit, in: 0...3600)
  }

  func run() throws {
    try LabRun.report {
      let lab = RewidthLab(steps: steps, exactLimit: exactLimit)
      let isSingle = source.archive != nil || source.messages != nil
      var results: [RewidthLab.Result] = []
      for count in isSingle ? [10_000] : [10_000, 1_000_000] {
        results.append(lab.run(try source.open(default: count).provider))
      }
      try LabOutput.print(Self.self, LabRuns(results, summary: results.first), json: source.json) {
        for result in results {
          let exact =
            result.exactMs.map { "\(LabRun.number($0)) ms" } ?? "not within \(exactLimit) s"
          try Terminal.print(
            """
            \(result.messages) messages: drift \(result.driftPx) px, p99 \
            \(LabRun.number(result.p99Ms)) ms, \(result.missedFrames) frames missed, \
            \(result.blankPx) px blank, \(result.skeletons) skeletons; all heights exact after: \(exact)
            """)
        }
      }
    }
  }
}
