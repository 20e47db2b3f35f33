import ArgumentParser
import Foundation
import LugeApp
import LugeCommandLine
import LugeEngine

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replays traces of scrolling and changes on a virtual clock.",
    discussion: """
      Headless and deterministic: names the cause of every missed frame and the row. Ends with exit \
      code 1 when a trace exceeds its own limits.

      Example:
        luge lab replay Lab/Traces/*.json
      """)

  @Argument(help: "The traces.", completion: .file(extensions: ["json"]))
  var traces: [String]

  @Flag(help: "Report as JSON.")
  var json = false

  func run() throws {
    try LabRun.report {
      var reports: [ReplayReport] = []
      var violations: [String] = []
      for path in traces {
        let trace = try Trace(path: path)
        var replay = Replay(trace)
        let report = replay.run()
        reports.append(report)
        violations += (trace.limits.map(report.violations) ?? []).map { "\(trace.name): \($0)" }
      }
      if json { try JSONOutput.print(Report(traces: reports)) } else { try show(reports) }
      guard violations.isEmpty else {
        for violation in violations { Terminal.printError("luge-lab: \(violation)") }
        throw ExitCode.failure
      }
    }
  }

  private struct Report: Encodable {
    var traces: [ReplayReport]
  }

  private func show(_ frames: [ReplayReport.MissedFrame], _ name: String) throws {
    for frame in frames.prefix(20) {
      let row = frame.row ?? frame.position.map { "position \($0)" } ?? "no row"
      try Terminal.print(
        """
          \(name) \(frame.frame) at \(frame.time) s: \(frame.cause.rawValue) (\(row)), \
        \(LabRun.number(frame.workMs)) ms, \(frame.blankPx) px blank
        """)
    }
  }

  private func show(_ reports: [ReplayReport]) throws {
    for report in reports {
      try Terminal.print(
        """
        \(report.name): \(report.frames) frames, \(report.missedFrames) missed, \
        \(report.blankPx) px blank, drift \
        \(report.driftPx == Int.max ? "(it lost its place)" : "\(report.driftPx) px"); \(report.layouts) layouts, \
        \(report.draws) drawings, \(report.skeletons) skeletons; \
        pictures late in \(report.pictureLateFrames) frames; p99 \(LabRun.number(report.p99Ms)) ms
        """)
      if report.isMeasured {
        try Terminal.print(
          "  costs as they were measured; \(report.recorded.count) frames were late then")
      }
      try show(report.missed + report.latePictures, "frame")
      try show(report.recorded, "recorded frame")
    }
  }
}
