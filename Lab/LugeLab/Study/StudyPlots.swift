/// The pictures of the study.
enum StudyPlots {
  static func all(_ study: JSONValue) -> [GnuplotPlot] {
    let runs = study["runs"]?.array ?? []
    func of(_ mode: StudyMode) -> [JSONValue] { runs.filter { $0["mode"]?.text == mode.rawValue } }
    let steady = of(.steady)
    return [
      rates(of(.steady), of(.slow)),
      bars(
        of(.uncapped), "frame_rate_fps", title: "Uncapped: frames a second",
        caption: "As fast as frames come, with pictures loaded before; more is better.",
        label: "frames a second"),
      bars(
        of(.uncapped), "cpu_ms_per_frame", title: "Uncapped: CPU of a frame",
        caption: "All threads and helpers; less is better.", label: "ms of CPU"),
      distribution(steady), strip(steady, .worst, color: 2),
      strip(steady, .noOffscreen, color: 3), strip(steady, .luge, color: 1),
    ].compactMap(\.self)
  }

  private static func number(_ run: JSONValue) -> Int {
    run["configuration"]?.number.map { Int(clamping: $0) } ?? 0
  }

  /// Number and what was added, below each other; gnuplot breaks the line.
  private static func name(_ run: JSONValue) -> String {
    let number = number(run)
    let label = StudyConfiguration(rawValue: number)?.label ?? ("", "")
    return "\"\(number)\\n\(label.0)\\n\(label.1)\""
  }

  /// The thesis's own chart: frame rate and stability, step by step.
  private static func rates(_ steady: [JSONValue], _ slow: [JSONValue]) -> GnuplotPlot? {
    guard !steady.isEmpty else { return nil }
    let rows = steady.map { run in
      let other = slow.first { $0["configuration"] == run["configuration"] }
      return [
        name(run), value(run["frame_rate_fps"]), value(other?["frame_rate_fps"]),
        value(run["stability_percent"]),
      ]
    }
    let slowPart =
      slow.isEmpty
      ? "" : "'' using 3 title 'slowed' lc rgb \"\(GnuplotPlot.color(3))\", "
    return GnuplotPlot(
      title: "Frame rate and stability at 60 Hz",
      caption:
        "The study's chart. From 2 to 8 each step is added to the one before it, 8 is the thesis' end result; 9 was tried on 7 alone; 10 and 11 lead from 8 to Luge, 12.",
      commands: GnuplotPlot.data("d", rows) + """
        set style data histograms
        set style histogram clustered gap 1
        set boxwidth 0.9
        set yrange [0:110]
        set bmargin 4.5
        set ylabel "frames a second, %"
        set key outside top horizontal
        plot $d using 2:xtic(1) title '60 Hz' lc rgb "\(GnuplotPlot.color(1))", \(slowPart)'' using 4 \
        title 'stability (%)' lc rgb "\(GnuplotPlot.color(4))"
        """)
  }

  private static func value(_ value: JSONValue?) -> String {
    value?.number.map { "\($0)" } ?? "NaN"
  }

  private static func bars(
    _ runs: [JSONValue], _ key: String, title: String, caption: String, label: String
  ) -> GnuplotPlot? {
    guard !runs.isEmpty else { return nil }
    let top = (runs.compactMap { $0[key]?.number }.max() ?? 1) * 1.12
    let luge = StudyConfiguration.luge.rawValue
    let color = "($3 == \(luge) ? 0x010101 : $3 == 1 ? 0x040404 : 0x030303)"
    return GnuplotPlot(
      title: title, caption: caption,
      commands: GnuplotPlot.data("d", runs.map { [name($0), value($0[key]), "\(number($0))"] })
        + """
        set boxwidth 0.7
        set yrange [0:\(max(top, 0.001))]
        set bmargin 4.5
        set ylabel "\(label)"
        plot $d using 0:2:\(color):xtic(1) with boxes lc rgb variable notitle, \
        $d using 0:2:(\(GnuplotPlot.label(column: 2))) with labels offset 0,0.6 \
        tc rgb "\(GnuplotPlot.color(6))" notitle
        """)
  }

  private static func samples(_ runs: [JSONValue], _ configuration: Int) -> [Double] {
    runs.first { $0["configuration"]?.number == Double(configuration) }?["frame_ms"]?.numbers ?? []
  }

  /// Plots the distribution of frame times.
  private static func distribution(_ runs: [JSONValue]) -> GnuplotPlot? {
    let luge = StudyConfiguration.luge.rawValue
    let shown = [1, 2, 6, 8, luge].filter { !samples(runs, $0).isEmpty }
    guard !shown.isEmpty else { return nil }
    var data = ""
    var parts: [String] = []
    for (index, number) in shown.enumerated() {
      let sorted = samples(runs, number).sorted()
      let rows = stride(from: 0.0, through: 1, by: 0.005).map { share in
        let place = Int((Double(sorted.count - 1) * share).rounded())
        return ["\(share * 100)", "\(max(0.01, sorted[place]))"]
      }
      data += GnuplotPlot.data("d\(number)", rows)
      let color = number == luge ? 1 : number == 2 ? 2 : [4, 2, 3, 5, 1][index]
      parts.append(
        "$d\(number) using 1:2 with lines lw \(number == luge ? 3 : 2) "
          + "lc rgb \"\(GnuplotPlot.color(color))\" title '\(number)'")
    }
    return GnuplotPlot(
      title: "How long the main thread works on a frame",
      caption:
        "At 60 Hz, sorted: the share of frames (x) that took at most so long (y, logarithmic). "
        + "The line is one frame's time.",
      commands: data + """
        set logscale y
        set xlabel "% of the frames"
        set ylabel "ms"
        set key left top
        plot 16.667 with lines dt 2 lw 1 lc rgb "\(GnuplotPlot.color(6))" notitle, \
        \(parts.joined(separator: ", "))
        """)
  }

  private static func strip(
    _ runs: [JSONValue], _ configuration: StudyConfiguration, color: Int
  ) -> GnuplotPlot? {
    let times = samples(runs, configuration.rawValue)
    guard !times.isEmpty else { return nil }
    let name = configuration.name
    let longest = times.max() ?? 20
    let top = max(20, min(60, longest * 1.05))
    let cut =
      longest > top
      ? " Frames above \(Int(top)) ms are cut off; the longest took \(Int(longest.rounded())) ms."
      : ""
    return GnuplotPlot(
      title: "Every frame: \(configuration.rawValue), \(name)",
      caption: "Work of the main thread in each frame, in order; the line is one frame's time."
        + cut,
      commands: GnuplotPlot.data("d", times.map { ["\($0)"] }) + """
        set xlabel "frame"
        set ylabel "ms"
        set xrange [0:\(times.count)]
        set yrange [0:\(top)]
        plot $d using 0:1 with impulses lw 1 lc rgb "\(GnuplotPlot.color(color))" notitle, \
        16.667 with lines dt 2 lc rgb "\(GnuplotPlot.color(6))" notitle
        """, size: (860, 220))
  }
}
