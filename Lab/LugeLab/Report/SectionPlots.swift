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

  /// A group of bars for each workload, a bar for each program.
  private static func peers(_ value: JSONValue) -> GnuplotPlot? {
    let runs = (value["runs"]?.array ?? []).filter { $0["cpu_ms_per_frame"]?.number != nil }
    guard runs.count > 1 else { return nil }
    func names(_ key: String) -> [String] {
      var seen: Set<String> = []
      return runs.compactMap { $0[key]?.text }.filter { seen.insert($0).inserted }
    }
    let (programs, workloads) = (names("peer"), names("workload"))
    let rows = workloads.map { workload in
      [GnuplotPlot.quoted(PeersLab.words(workload))]
        + programs.map { program in
          let run = runs.first { $0["peer"]?.text == program && $0["workload"]?.text == workload }
          return run?["cpu_ms_per_frame"]?.number.map { "\($0)" } ?? "NaN"
        }
    }
    let width = 1 / Double(programs.count + 1)
    let bars = programs.enumerated().map { index, program in
      "$d using \(index + 2):xtic(1) title \(GnuplotPlot.quoted(program)) "
        + "lc rgb \"\(GnuplotPlot.color([1, 4, 3, 5, 2][index % 5]))\""
    }
    let labels = programs.indices.map { index in
      let place = (Double(index) - Double(programs.count - 1) / 2) * width
      return
        "$d using ($0 + \(place)):\(index + 2):(\(GnuplotPlot.label(column: index + 2))) with labels "
        + "offset 0,0.6 font \",10\" tc rgb \"\(GnuplotPlot.color(6))\" notitle"
    }
    return GnuplotPlot(
      title: "CPU of a frame", caption: "All processes of a program; less is better.",
      commands: GnuplotPlot.data("d", rows) + """
        set style data histograms
        set style histogram clustered gap 1
        set yrange [0:*]
        set ylabel "ms of CPU"
        set key outside top horizontal
        plot \((bars + labels).joined(separator: ", "))
        """, size: (860, 380))
  }
}
