import ArgumentParser
import LugeCommandLine
import LugeLab

struct RotateLabCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate",
    abstract: "The width changes once, with 500, 5,000 and 10,000 messages, against plain Pango.")

  @Option(help: "How many messages; may be repeated.")
  var messages: [Int] = []

  @Flag(help: "Report as JSON.")
  var json = false

  func validate() throws {
    guard messages.allSatisfy((10...1_000_000).contains) else {
      throw ValidationError("--messages has to be between 10 and 1000000.")
    }
  }

  func run() throws {
    let lab = messages.isEmpty ? RotateLab() : RotateLab(counts: messages)
    let results = lab.run(progress: LabRun.say)
    try LabOutput.print("rotate", Report(runs: results), json: json) {
      for run in results {
        let exact = run.exactMs.map { "\(LabRun.number($0)) ms" } ?? "not within 60 s"
        try Terminal.print(
          """
          \(run.messages) messages: the list stands after \(LabRun.number(run.firstFrameMs)) ms, all \
          heights after \(exact); frames p99 \(LabRun.number(run.frameP99Ms)) ms, \
          \(run.missedFrames) missed, \(run.blankPx) px blank, \(run.outlines) skeletons, drift \
          \(run.driftPx == Int.max ? "lost its place" : "\(run.driftPx) px"); plain Pango \
          \(LabRun.number(run.pangoMs)) ms
          """)
      }
      let published = RotateLab.publishedSeconds
      try Terminal.print(
        "published for 10,000 messages on a telephone of its time: \(Int(published.low)) to "
          + "\(Int(published.high)) s")
    }
  }

  private struct Report: Encodable {
    var runs: [RotateLab.Result]
  }
}
