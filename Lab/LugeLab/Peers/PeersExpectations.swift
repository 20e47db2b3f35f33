extension PeersLabCommand {
  /// The goals: at most half the CPU time of a frame that the best other program takes, and at most
  /// the best other program's time to open and memory.
  static var expectations: [LabExpectation] {
    let goals = [
      (
        "CPU of a frame, Luge ÷ the best other program, in the worst workload", "cpu_ratio", 0.5
      ),
      ("time to open, Luge ÷ the best other program", "open_ratio", 1),
      ("memory after opening, Luge ÷ the best other program", "memory_open_ratio", 1),
      ("memory after scrolling, Luge ÷ the best other program", "memory_scroll_ratio", 1),
    ]
    return goals.map { words, key, goal in
      // The report has the other program ÷ Luge; a goal is stated as Luge ÷ the other program.
      LabExpectation(words, .atMost(goal)) { value in
        value.runs(where: [:]).compactMap { $0[key]?.number }.min().flatMap {
          $0 > 0 ? 1 / $0 : nil
        }
      }
      .noting { value in
        let apart = key == "cpu_ratio" ? spread(value) : nil
        return joined(apart, absent(value))
      }
      .because { value in
        missed(key, in: value, below: 1 / goal).map {
          key.hasPrefix("memory") ? "\($0). \(memory)" : $0
        }
      }
    } + [
      .init("rows of pixels of Luge that showed nothing", "blank_px", .atMost(0))
        .noting { $0["skeleton_note"]?.text }
    ]
  }

  /// By how much runs are apart.
  @Sendable private static func spread(_ value: JSONValue) -> String? {
    func most(_ isLuge: Bool) -> Double? {
      value.runs(where: [:]).filter { ($0["peer"]?.text == "luge") == isLuge }
        .compactMap { $0["cpu_spread_percent"]?.number }.max()
    }
    guard let own = most(true), let others = most(false) else { return nil }
    return "runs of Luge are up to \(ReportTable.number(own)) % apart, those of others "
      + ReportTable.number(others)
  }

  /// Programs that are not on this machine, or failed in all runs of a workload: a goal against the
  /// best of the others says less.
  @Sendable private static func absent(_ value: JSONValue) -> String? {
    let runs = value["runs"]?.array ?? []
    let workloads = Set(runs.compactMap { $0["workload"]?.text }).count
    let missing = (value["missing"]?.array ?? []).compactMap {
      $0.text?.split(separator: ":").first.map(String.init)
    }
    var seen: Set<String> = []
    let names = missing.filter { seen.insert($0).inserted }.filter { name in
      // One that failed in some rounds alone has been measured in each workload.
      let measured = runs.count { $0["peer"]?.text == name }
      return measured < max(1, workloads)
    }
    return names.isEmpty ? nil : "not measured against \(names.joined(separator: ", "))"
  }

  private static let memory =
    "All processes count: Luge's has bitmaps of the rows in view and ahead, which a frame only "
    + "copies, and two helpers decode pictures apart from the program"

  /// Programs that are better than a goal allows, and in which workload.
  ///
  /// - Parameter limit: minimum of the other program ÷ Luge; less misses the goal.
  private static func missed(_ key: String, in value: JSONValue, below limit: Double) -> String? {
    let found = value.runs(where: [:]).compactMap { run -> String? in
      guard let ratio = run[key]?.number, ratio > 0, ratio < limit, let peer = run["peer"]?.text
      else { return nil }
      // Opening and memory are one figure for all workloads of a program.
      let what =
        key == "cpu_ratio"
        ? run["workload"]?.text
        : run["messages"]?.number.map { "\(ReportTable.number($0)) messages" }
      return "\(peer)\(what.map { ", \($0)" } ?? ""): \(ReportTable.number(1 / ratio))"
    }
    var seen: Set<String> = []
    let distinct = found.filter { seen.insert($0).inserted }
    return distinct.isEmpty ? nil : distinct.joined(separator: "; ")
  }

  /// A group of bars for each workload, a bar for each program.
  static func plot(_ value: JSONValue) -> GnuplotPlot? {
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
