/// The pictures of a lab, where it has any.
enum SectionPlots {
  static func all(_ name: String, _ value: JSONValue) -> [GnuplotPlot] {
    switch name {
    case "study": StudyPlots.all(value)
    case "rotate": [rotate(value)].compactMap(\.self)
    case "open": [open(value)].compactMap(\.self)
    case "peers": [peers(value)].compactMap(\.self)
    default: []
    }
  }

  private static func rotate(_ value: JSONValue) -> GnuplotPlot? {
    let rows = (value["runs"]?.array ?? []).compactMap { run -> [String]? in
      let keys = ["messages", "first_frame_ms", "exact_ms", "pango_ms"]
      let numbers = keys.map { run[$0]?.number.map { "\($0)" } ?? "NaN" }
      return numbers
    }
    guard rows.count > 1 else { return nil }
    return curves(
      rows, title: "How a turned screen scales", caption: "Both axes are logarithmic.",
      names: ["list stands", "all heights exact", "plain Pango"])
  }

  private static func open(_ value: JSONValue) -> GnuplotPlot? {
    let lengths = [("500", 500), ("10k", 10_000), ("100k", 100_000), ("1m", 1_000_000)]
    let rows = lengths.compactMap { name, count -> [String]? in
      guard let warm = value["open_\(name)_ms"]?.number,
        let cold = value["open_\(name)_cold_ms"]?.number
      else { return nil }
      return ["\(count)", "\(warm)", "\(cold)", "\(value["bare_ms"]?.number ?? .nan)"]
    }
    guard rows.count > 1 else { return nil }
    return curves(
      rows, title: "How opening scales", caption: "Both axes are logarithmic.",
      names: ["warm", "cold", "a bare window"])
  }

  private static func curves(
    _ rows: [[String]], title: String, caption: String, names: [String]
  ) -> GnuplotPlot {
    let parts = names.enumerated().map { index, name in
      "$d using 1:\(index + 2) with linespoints pt 7 ps 0.6 lw 2 "
        + "lc rgb \"\(GnuplotPlot.color([1, 4, 2][index % 3]))\" title '\(name)'"
    }
    return GnuplotPlot(
      title: title, caption: caption,
      commands: GnuplotPlot.data("d", rows) + """
        set logscale xy
        set format x "%.0f"
        set xlabel "messages"
        set ylabel "ms"
        set key left top
        plot \(parts.joined(separator: ", "))
        """)
  }

  private static func peers(_ value: JSONValue) -> GnuplotPlot? {
    let runs = (value["runs"]?.array ?? []).filter { $0["cpu_ms_per_frame"]?.number != nil }
    guard runs.count > 1 else { return nil }
    let rows = runs.map { run in
      [
        GnuplotPlot.quoted("\(run["peer"]?.text ?? "") \(run["workload"]?.text ?? "")"),
        "\(run["cpu_ms_per_frame"]?.number ?? 0)", run["peer"]?.text == "luge" ? "1" : "0",
      ]
    }
    return GnuplotPlot(
      title: "CPU of a frame", caption: "All processes of a program; less is better.",
      commands: GnuplotPlot.data("d", rows) + """
        set boxwidth 0.7
        set yrange [0:*]
        set xtics rotate by -30
        set ylabel "ms of CPU"
        plot $d using 0:2:($3 == 1 ? 0x010101 : 0x030303):xtic(1) with boxes lc rgb variable notitle, \
        $d using 0:2:(\(GnuplotPlot.label(column: 2))) with labels offset 0,0.6 \
        tc rgb "\(GnuplotPlot.color(6))" notitle
        """, size: (860, 380))
  }
}
