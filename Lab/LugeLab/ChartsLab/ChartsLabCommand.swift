import ArgumentParser
import LugeCommandLine

struct ChartsLabCommand: Lab {
  static let configuration = CommandConfiguration(
    commandName: "charts",
    abstract: "Three ways to show charts while they scroll: set up anew, as images, kept alive.",
    discussion: """
      Compares what the main thread does for each frame when a chart is configured each time its \
      cell is shown, when an image of it is shown, and when the interactive view is kept.

      Examples:
        luge lab charts --json
        luge lab charts --charts 20 --series 3 --points 100000
      """)

  static let section = LabSection(
    title: "Heavy views that stay",
    about: "Charts that are built once and moved between cells.",
    published: "The write-up on cached views says that scrolling became smooth, without figures.",
    arguments: ["--window"], quickArguments: ["--charts", "12", "--points", "2000"],
    quickSize: "12 charts of 2,000 points without a window, not 50 of 10,000 in a window",
    expected: (60, 12),
    expectations: [
      .init("main thread's time, kept view ÷ image", "cached_over_image", .atMost(1.2)),
      .init("missed frames, in memory", .atMost(0)) { $0["cached"]?["missed_frames"]?.number }
        .noting { value in LabExpectation.instead([value["cached"]].compactMap(\.self)) },
      .init("missed frames, in a window", .atMost(0)) { $0["window"]?["missed_frames"]?.number }
        .noting { value in LabExpectation.instead([value["window"]].compactMap(\.self)) },
    ])

  @Option(help: "Charts in the list.")
  var charts = 50

  @Option(help: "Series of each chart.")
  var series = 11

  @Option(help: "Points of each series.")
  var points = 10_000

  @Option(help: "Pixels a second.")
  var speed = 3000.0

  @Flag(help: "Also scroll the live charts in a window.")
  var window = false

  @Flag(help: "Report as JSON.")
  var json = false

  func validate() throws {
    try LabRun.check("--charts", charts, in: 8...1000)
    guard (1...50).contains(series), (1...1_000_000).contains(points) else {
      throw ValidationError("--series has to be between 1 and 50, --points up to 1000000.")
    }
    try LabRun.check("--speed", speed, in: 100...50_000)
  }

  func run() throws {
    try LabRun.report {
      let lab = ChartsLab(charts: charts, series: series, points: points, speed: speed)
      var result = lab.run()
      if window {
        let inWindow = try LabRun.inWindow { application in
          let run = try ChartsLabWindow(application, lab: lab)
          run.start()
          return run
        }
        result.window = MainActor.assumeIsolated { inWindow.way }
      }
      try LabOutput.print(Self.self, result, json: json) {
        try Terminal.print(
          """
          \(result.charts) charts of \(result.series) × \(result.points) points \
          (\(LabRun.number(result.dataMb)) MB); a chart takes \
          \(LabRun.number(result.drawMsPerChart)) ms to build and draw
          """)
        var ways = [
          ("configured", result.configure), ("as images", result.image),
          ("kept alive", result.cached),
        ]
        if let window = result.window { ways.append(("kept alive, in a window", window)) }
        for (name, way) in ways {
          try Terminal.print(
            """
            \(name): \(LabRun.number(way.uiMsPerFrame)) ms of the main thread a frame, p99 \
            \(LabRun.number(way.p99Ms)), longest \(LabRun.number(way.maxMs)); \(way.frames) frames, \
            \(way.missedFrames) missed, \(way.skeletons) skeletons; \(LabRun.number(way.memoryMb)) MB; \
            \(way.isInteractive ? "interactive" : "not interactive"), \
            \(way.keepsState ? "keeps its state" : "forgets its state")
            """)
        }
        try Terminal.print(
          "kept alive over as images: \(LabRun.number(result.cachedOverImage))")
      }
    }
  }
}
