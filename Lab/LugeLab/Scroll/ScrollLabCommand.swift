import ArgumentParser
import LugeCommandLine
import LugeCore
import LugeQt
import LugeSamples

extension ScrollMotion.Script: ExpressibleByArgument {}

struct ScrollLabCommand: Lab {
  static let configuration = CommandConfiguration(
    commandName: "scroll",
    abstract: "What scrolling costs, against the same toolkit moving ready bitmaps.",
    discussion: """
      Runs the study's script, 2,000 and 20,000 pixels a second, and back and forth, without a \
      window and, where there is a display, in one.

      Examples:
        luge lab scroll --json
        xvfb-run -a -s "-screen 0 1400x1100x24" luge lab scroll --size 400x800 --seconds 5
      """)

  static let section = LabSection(
    title: "What scrolling costs",
    about: "CPU of a frame ÷ that of the same toolkit moving ready bitmaps (the floor).",
    arguments: [], quickArguments: ["--seconds", "1", "--size", "400x800"],
    quickSize: "1 s at one size, not 3 s at each", expected: (140, 25),
    expectations: expectations)

  @OptionGroup var source: LabArchiveOptions

  @Option(help: "Seconds of each script.")
  var seconds = 3.0

  @Option(help: ArgumentHelp("Size of the list; may be repeated.", valueName: "WxH"))
  var size: [PointSize] = []

  @Option(
    help: ArgumentHelp(
      "Script; may be repeated: \(ScrollMotion.Script.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "name"))
  var script: [ScrollMotion.Script] = []

  @Flag(help: "Without a window only.")
  var offscreen = false

  @Flag(help: "In a window only.")
  var window = false

  func validate() throws {
    try LabRun.check("--seconds", seconds, in: 0.5...60)
    if offscreen, window { throw ValidationError("--offscreen and --window exclude each other.") }
  }

  func run() throws {
    try LabRun.report {
      if window { try LabRun.needDisplay() }
      let archive = try source.open(default: 20_000)
      var lab = ScrollLab(seconds: seconds)
      if !size.isEmpty { lab.sizes = size.map { PixelSize(width: $0.width, height: $0.height) } }
      if !script.isEmpty { lab.scripts = script }
      var results: [ScrollLab.Result] = []
      if !window { results += lab.runOffscreen(archive.provider) }
      if !offscreen {
        do {
          let inWindow = try LabRun.inWindow { application in
            let run = try ScrollLabWindow(application, lab: lab, provider: archive.provider)
            run.start()
            return run
          }
          results += MainActor.assumeIsolated { inWindow.results }
        } catch QtError.noDisplay where !window {
          LabRun.say("there is no display: measured without a window only")
        }
      }
      try LabOutput.print(Self.self, LabRuns(results), json: source.json) { try show(results) }
    }
  }

  private func show(_ results: [ScrollLab.Result]) throws {
    for run in results {
      let work = run.p99CpuMs.map { ", of work \(LabRun.number($0))" } ?? ""
      try Terminal.print(
        """
        \(run.place) \(run.size) \(run.script): \(LabRun.number(run.cpuMsPerFrame)) ms of CPU a \
        frame, \(LabRun.number(run.ratio)) times the floor's \
        \(LabRun.number(run.floorMsPerFrame)); p99 \(LabRun.number(run.p99Ms)) ms\(work); \
        \(run.frames) frames, \(run.missedFrames) missed, \(run.blankPx) px blank, \
        \(run.skeletons) skeletons; in the first second \(LabRun.number(run.firstSecondMsPerFrame)) ms
        """)
      for frame in run.lateFrames + run.slowestFrames.prefix(1) {
        try Terminal.print("  \(frame.summary)")
      }
    }
  }

  private static let rows =
    "above the floor is what rows cost: laying them out and drawing them on the lane, and placing "
    + "them; the floor's are ready"

  /// How far the floor's runs are apart, at each size.
  private static func floors(_ value: JSONValue, where same: [String: JSONValue]) -> String? {
    let spreads = value.runs(where: same).compactMap { run -> String? in
      guard let spread = run["floor_spread_percent"]?.number else { return nil }
      return "\(run["size"]?.text ?? "") \(ReportTable.number(spread)) %"
    }
    return spreads.isEmpty
      ? nil : "half of the floor's runs are apart: \(spreads.joined(separator: ", "))"
  }

  /// For each place its own: figures without a window do not stand for those in one.
  private static var expectations: [LabExpectation] {
    ["window", "offscreen"].flatMap { place -> [LabExpectation] in
      let here: [String: JSONValue] = ["place": .text(place)]
      @Sendable func at(_ script: ScrollMotion.Script) -> [String: JSONValue] {
        here.merging(["script": .text(script.rawValue)]) { $1 }
      }
      return [
        LabExpectation(
          "\(place): CPU ÷ the floor's CPU, 2,000 px/s", "ratio", .atMost(1.5), where: at(.slow)
        ).noting { floors($0, where: at(.slow)) }.because(rows),
        LabExpectation(
          "\(place): CPU ÷ the floor's CPU, 20,000 px/s", "ratio", .atMost(2.5), where: at(.fast)
        )
        // The floor copies a bitmap where a skeleton reads nothing.
        .noting { value in
          joined(LabExpectation.instead(value, where: at(.fast)), floors(value, where: at(.fast)))
        }.because(rows),
        .noneMissed("\(place): missed frames", where: here),
        .init("\(place): blank (px)", "blank_px", .atMost(0), where: here),
        .init(
          "\(place): p99 of a frame by the wall's clock (ms)", "p99_ms", .atMost(4), where: here
        ).because { value in
          let work = value.runs(where: here).compactMap { $0["p99_cpu_ms"]?.number }.max()
          let own =
            work.map { "its thread worked \(ReportTable.number($0)) ms at most; " } ?? ""
          return own + "the window system and lanes share the processors with it"
        },
      ]
    }
  }
}
