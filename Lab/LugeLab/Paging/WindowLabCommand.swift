import ArgumentParser
import LugeCommandLine

struct WindowLabCommand: Lab {
  static let configuration = CommandConfiguration(
    commandName: "window",
    abstract: "A million messages behind a slow, failing network: what is held, trimmed, lost.")

  static let section = LabSection(
    title: "A sliding window",
    about: "A million messages behind a slow and failing network, read upwards and back down.",
    published: "Chatto: pages of 50, at most 500 items held.",
    arguments: [], quickArguments: ["--seconds", "5"],
    quickSize: "5 s, not 14", expected: (25, 8),
    expectations: [
      // A list that is never scrolled would lose nothing and meet the others.
      .init("items seen in a second", .atLeast(50)) { value in
        guard let seen = value["items_seen"]?.number, let seconds = value["seconds"]?.number,
          seconds > 0
        else { return nil }
        return seen / seconds
      },
      .init("items lost", "lost_items", .atMost(0)).noting(neverFull),
      .init("gaps", "gaps", .atMost(0)).noting(neverFull),
      LabExpectation("drift (px)", "drift_px", .atMost(0)).noting(LabExpectation.judged),
      .noneMissed(),
      .init("blank (lines of pixels)", "blank_px", .atMost(0)),
      .init(
        "items held beyond the preferred maximum, while pages are being loaded", "excess",
        .atMost(100)
      ).noting(neverFull),
      .init("more memory at the end than when trimming began (MB)", .atMost(4)) { value in
        guard value["items_cut"]?.number ?? 0 > 0, let begin = value["pss_start_mb"]?.number,
          let end = value["pss_end_mb"]?.number
        else { return nil }
        return end - begin
      },
    ],
    publishedTable: { published($0) })

  @Option(help: "Messages of the server.")
  var messages = 1_000_000

  @Option(help: "Seconds upwards; half of that back down.")
  var seconds = 14.0

  @Option(help: "Share of requests that fail, 0 to 0.9.")
  var failures = 0.15

  @Flag(help: "Report as JSON.")
  var json = false

  func validate() throws {
    try LabRun.check("--messages", messages, in: 100...1_000_000_000)
    try LabRun.check("--seconds", seconds, in: 0.1...600)
    try LabRun.check("--failures", failures, in: 0...0.9)
  }

  func run() throws {
    let result = WindowLab(messages: messages, seconds: seconds, failureShare: failures).run()
    try LabOutput.print(Self.self, result, json: json) {
      let memory =
        [
          result.pssStartMb.map {
            "PSS \(LabRun.number($0)) MB \(result.itemsCut > 0 ? "when trimming began" : "at the start")"
          },
          result.pssEndMb.map { "PSS \(LabRun.number($0)) MB at the end" },
        ].compactMap(\.self).joined(separator: ", ")
      try Terminal.print(
        """
        \(LabRun.count(result.pages, "page", "pages")) came; \
        \(LabRun.count(result.failedPages, "request", "requests")) failed: \
        \(result.errorsInPlace) shown in place and tried again there, \
        \(result.retries - result.errorsInPlace) tried again while opening, \
        \(result.errorsLeft) still failing at the end
        at most \(result.mostHeld) items held (\(result.preferredMaximum) preferred), \
        \(result.itemsCut) trimmed\(memory.isEmpty ? "" : "; \(memory)")
        \(LabRun.count(result.itemsSeen, "item", "items")) seen, \(result.lostItems) lost, \(result.gaps) gaps; drift \
        \(result.driftPx.map { "\($0)" } ?? "?") px; a frame p99 \(LabRun.number(result.p99Ms)) ms, \
        \(result.missedFrames) missed, \(result.blankPx) px blank, \(result.skeletons) skeletons
        """)
    }
  }

  /// Returns a remark if the limit of items was never reached: nothing was trimmed then, so the run
  /// does not show that trimming loses nothing.
  private static let neverFull: @Sendable (JSONValue) -> String? = { value in
    guard value["items_cut"]?.number == 0, let held = value["most_held"]?.number,
      let limit = value["preferred_maximum"]?.number
    else { return nil }
    let number = ReportTable.number
    return "at most \(number(held)) of \(number(limit)) were held: nothing was trimmed"
  }

  private static func published(_ value: JSONValue) -> [[String]] {
    [
      ReportTable.publishedRow(
        "items held by preference, at most", "500",
        ReportTable.figure(value["preferred_maximum"], unit: "")),
      ReportTable.publishedRow(
        "items held at any time, at most (with pages that are being loaded)", "–",
        ReportTable.figure(value["most_held"], unit: "")),
    ].compactMap(\.self)
  }
}
