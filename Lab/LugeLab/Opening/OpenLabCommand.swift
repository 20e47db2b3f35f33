import ArgumentParser
import LugeCommandLine

struct OpenLabCommand: Lab {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "From process start to the first frame with messages, against a bare window.",
    discussion: """
      Archives of 500, 10,000, 100,000 and 1,000,000 messages that were opened and closed before, with \
      the archive in the page cache (warm) and dropped from it (cold). Each start is paired with one of \
      a bare window; medians and quartiles are printed, and the median of the pairs' differences. Needs \
      a display.
      """)

  static let section = LabSection(
    title: "Opening",
    about: "From process start to the first frame with messages, against a bare window.",
    arguments: ["--repetitions", "9"], expected: (60, 0),
    expectations: expectations,
    plots: { [plot($0)].compactMap(\.self) })

  @Option(help: "Starts of each kind; the median counts.")
  var repetitions = 5

  @Option(
    help: ArgumentHelp(
      "Measure these lengths alone: 500, 10k, 100k, 1m, 10m, separated by commas.",
      valueName: "lengths")
  )
  var only: String?

  @Option(
    help: """
      Also opens the longest of the archives with no more messages than this until all heights are \
      exact, with none kept and with those that the first one kept.
      """)
  var exactLimit = 100_000

  @Option(
    help: ArgumentHelp(
      """
      Leave out what is done ahead of time, to see what it brings: early-archive, warm-tools, \
      separated by commas.
      """, valueName: "tricks"))
  var without: String?

  @Flag(help: "Report as JSON.")
  var json = false

  func validate() throws {
    try LabRun.check("--repetitions", repetitions, in: 1...1000)
    guard tricks.allSatisfy(OpenLab.tricks.contains) else {
      throw ValidationError("--without takes \(OpenLab.tricks.joined(separator: ", ")).")
    }
    let known = Set(OpenLab.named.map(\.name))
    guard names?.allSatisfy(known.contains) != false else {
      throw ValidationError("--only takes names of 500, 10k, 100k, 1m and 10m.")
    }
  }

  private var names: [String]? { only?.split(separator: ",").map(String.init) }
  private var tricks: [String] { without?.split(separator: ",").map(String.init) ?? [] }

  func run() throws {
    try LabRun.report {
      var lab = OpenLab(
        program: LabRun.program, repetitions: repetitions, exactLimit: exactLimit)
      if let names { lab.lengths = OpenLab.named.filter { names.contains($0.name) } }
      lab.without = tricks
      let result = try lab.run(progress: LabRun.say)
      try LabOutput.print(Self.self, result, json: json) {
        for line in OpenLab.sentences(result) { try Terminal.print(line) }
      }
    }
  }

  private static let widgets =
    "widgets of the window, fonts, and the first rows: luge open --startup-times lists them"

  private static var expectations: [LabExpectation] {
    // Returns the worst difference between a start and the bare window right before it; a machine's
    // speed changes within minutes.
    func worst(_ way: String) -> @Sendable (JSONValue) -> Double? {
      { value in
        OpenLab.named.compactMap { value["open_\($0.name)\(way)_over_bare_ms"]?.number }.max()
      }
    }
    // Half of the pairs lie within: how far the median can be trusted.
    func quartiles(_ way: String) -> @Sendable (JSONValue) -> String? {
      { value in
        let spans = OpenLab.named.compactMap { length -> String? in
          half("open_\(length.name)\(way)_over_bare", "ms", of: value)
            .map { "\(length.name) \($0)" }
        }
        return spans.isEmpty ? nil : "quartiles of the pairs: " + spans.joined(separator: ", ")
      }
    }
    let cold = quartiles("_cold")
    return [
      .init("opened again, files in memory: longer than a bare window (ms)", .atMost(20), worst(""))
        .noting(quartiles("")).because(widgets),
      .init(
        "opened again, files not in this system's cache: longer than a bare window (ms)",
        .atMost(20), worst("_cold")
      )
      .noting { value in
        let resident = value["cold_resident_percent"]?.number.map {
          "at most \(ReportTable.number($0)) % of a file was still in this system's memory; a host may "
            + "have had it"
        }
        return joined(cold(value), resident)
      }.because(widgets),
      .init("more memory with a million messages than with 500 (MB)", .atMost(40)) { value in
        guard let large = value["pss_1m_mb"]?.number, let small = value["pss_500_mb"]?.number else {
          return nil
        }
        return large - small
      },
    ]
  }

  private static func plot(_ value: JSONValue) -> GnuplotPlot? {
    let lengths = [("500", 500), ("10k", 10_000), ("100k", 100_000), ("1m", 1_000_000)]
    let rows = lengths.compactMap { name, count -> [String]? in
      guard let warm = value["open_\(name)_ms"]?.number,
        let cold = value["open_\(name)_cold_ms"]?.number
      else { return nil }
      return ["\(count)", "\(warm)", "\(cold)", "\(value["bare_ms"]?.number ?? .nan)"]
    }
    guard rows.count > 1 else { return nil }
    return GnuplotPlot.curves(
      rows, title: "How opening scales", caption: "Both axes are logarithmic.",
      names: ["warm", "cold", "a bare window"])
  }
}
