import ArgumentParser
import LugeCommandLine

struct RotateLabCommand: Lab {
  static let configuration = CommandConfiguration(
    commandName: "rotate",
    abstract: "The width changes once, with 500, 5,000 and 10,000 messages, against plain Pango.")

  static let section = LabSection(
    title: "A turned screen",
    about: """
      The width changes once. The first frame shows all rows in view at the new width, in their place; \
      rows out of view have estimated heights until all are exact, which the reader sees only by the \
      scroll bar. Plain Pango gives every text's kept layout the new width, on the main thread.
      """,
    published: "Chatto: 10 to 20 s for 10,000 messages on an iPhone 4s.",
    arguments: [], quickArguments: [], expected: (15, 3),
    expectations: LabExpectation.still + [
      .init("rows shown as skeletons", "skeletons", .atMost(0))
    ],
    publishedTable: { published($0) },
    plots: { [plot($0)].compactMap(\.self) })

  @Option(help: "How many messages; may be repeated.")
  var messages: [Int] = []

  @Flag(help: "Report as JSON.")
  var json = false

  func validate() throws {
    for count in messages { try LabRun.check("--messages", count, in: 10...1_000_000) }
  }

  func run() throws {
    let lab = messages.isEmpty ? RotateLab() : RotateLab(counts: messages)
    let results = lab.run(progress: LabRun.say)
    try LabOutput.print(Self.self, LabRuns(results), json: json) {
      for run in results {
        let exact = run.exactMs.map { "\(LabRun.number($0)) ms" } ?? "not within 60 s"
        try Terminal.print(
          """
          \(run.messages) messages: the list stands after \(LabRun.number(run.firstFrameMs)) ms, all \
          heights after \(exact); frames p99 \(LabRun.number(run.frameP99Ms)) ms, \
          \(run.missedFrames) missed, \(run.blankPx) px blank, \(run.skeletons) skeletons, drift \
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

  private static func published(_ value: JSONValue) -> [[String]] {
    guard let run = value["runs"]?.array.first(where: { $0["messages"]?.number == 10_000 }) else {
      return []
    }
    let chatto = "10 to 20 s (iPhone 4s)"
    return [
      ReportTable.publishedRow(
        "10,000 messages: until the list stands", "–",
        ReportTable.figure(run["first_frame_ms"], unit: " ms")),
      ReportTable.publishedRow(
        "10,000 messages: until all heights are exact", chatto,
        ReportTable.figure(run["exact_ms"], unit: " ms")),
      ReportTable.publishedRow(
        "10,000 messages: kept layouts of plain Pango, on the main thread", "–",
        ReportTable.figure(run["pango_ms"], unit: " ms")),
    ].compactMap(\.self)
  }

  private static func plot(_ value: JSONValue) -> GnuplotPlot? {
    let rows = (value["runs"]?.array ?? []).compactMap { run -> [String]? in
      let keys = ["messages", "first_frame_ms", "exact_ms", "pango_ms"]
      let numbers = keys.map { run[$0]?.number.map { "\($0)" } ?? "NaN" }
      return numbers
    }
    guard rows.count > 1 else { return nil }
    return GnuplotPlot.curves(
      rows, title: "How a turned screen scales", caption: "Both axes are logarithmic.",
      names: ["list stands", "all heights exact", "plain Pango"])
  }
}
