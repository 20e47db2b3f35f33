/// What write-ups reported, each figure beside the one that was measured here.
enum PublishedFigures {
  /// Nil for a lab of which nothing was published, or nothing measured.
  static func table(_ lab: String, _ value: JSONValue) -> ReportTable? {
    let rows =
      switch lab {
      case "study": study(value)
      case "rotate": rotate(value)
      case "timeline": timeline(value)
      case "window": window(value)
      case "updates": updates(value)
      default: [[String]]()
      }
    guard !rows.isEmpty else { return nil }
    let here = lab == "study" ? ["here, 60 Hz", "uncapped", "slowed"] : ["here"]
    return ReportTable(columns: ["what", "published"] + here, rows: rows)
  }

  private static func number(_ value: JSONValue?, _ unit: String) -> String? {
    value?.number.map { "\(ReportTable.number($0))\(unit)" }
  }

  private static func row(_ what: String, _ published: String, _ here: String?) -> [String]? {
    here.map { [what, published, $0] }
  }

  /// Each figure of the thesis beside ours of the same configuration, totals and then what a step
  /// changed, at its pace and slowed; frame rates as fast as they come as well, for at 60 a second
  /// a step that is fast enough changes nothing.
  private static func study(_ value: JSONValue) -> [[String]] {
    StudyConfiguration.allCases.flatMap { configuration -> [[String]] in
      guard let published = StudyPublished.figures(of: configuration) else { return [] }
      let runs = StudyMode.allCases.map { run(value, configuration, $0) }
      let bases = StudyMode.allCases.map { mode in
        configuration.base.flatMap { run(value, $0, mode) }
      }
      guard runs.contains(where: { $0 != nil }) else { return [] }
      return totals(published, of: configuration, runs)
        + (published.step.map { steps($0, of: configuration, runs, against: bases) } ?? [])
    }
  }

  private static func run(
    _ value: JSONValue, _ configuration: StudyConfiguration, _ mode: StudyMode
  ) -> JSONValue? {
    value["runs"]?.array.first {
      $0["mode"]?.text == mode.rawValue
        && $0["configuration"]?.number == Double(configuration.rawValue)
    }
  }

  private static func totals(
    _ published: StudyPublished, of configuration: StudyConfiguration, _ runs: [JSONValue?]
  ) -> [[String]] {
    let figures: [(String, Double?, String, String)] = [
      ("frames a second", published.frameRateFps, "", "frame_rate_fps"),
      ("stability", published.stabilityPercent, " %", "stability_percent"),
      ("CPU", published.cpuPercent, " %", "cpu_percent"),
      ("CPU in the best case's", published.cpuRatio, "", "cpu_ratio"),
      ("GPU", published.gpuPercent, " %", "gpu_percent"),
      ("memory", published.memoryMb, " MB", "memory_mb"),
      ("duration", published.durationS, " s", "duration_s"),
      ("until it is open", published.openS, " s", "open_s"),
    ]
    return figures.compactMap { words, figure, unit, key in
      guard let figure else { return nil }
      let isLeast = key == "open_s"
      let told = "\(isLeast ? "over " : "")\(ReportTable.number(figure))\(unit)"
      return ["\(configuration.rawValue) \(configuration.name): \(words)", told]
        + runs.map { run in
          isLeast
            ? run?["open_ms"]?.number.map { "\(ReportTable.number($0 / 1000)) s" } ?? "–"
            : number(run?[key], unit) ?? "–"
        }
    }
  }

  private static func steps(
    _ step: StudyPublished.Step, of configuration: StudyConfiguration, _ runs: [JSONValue?],
    against bases: [JSONValue?]
  ) -> [[String]] {
    let figures: [(String, Double?, String, String)] = [
      ("frames a second", step.frameRateFps, "", "frame_rate_fps"),
      ("stability", step.stabilityPoints, " points", "stability_percent"),
      ("CPU", step.cpuPoints, " points", "cpu_percent"),
      ("GPU", step.gpuPoints, " points", "gpu_percent"),
    ]
    let change = configuration.base.map { ", against \($0.rawValue)" } ?? ""
    func signed(_ value: Double) -> String {
      "\(value > 0 ? "+" : "")\(ReportTable.number(value))"
    }
    return figures.compactMap { words, figure, unit, key in
      guard let figure else { return nil }
      return ["\(configuration.rawValue) \(configuration.name)\(change): \(words)"]
        + ["\(signed(figure))\(unit)"]
        + zip(runs, bases).map { run, base in
          guard let now = run?[key]?.number, let before = base?[key]?.number else { return "–" }
          return "\(signed(now - before))\(unit)"
        }
    }
  }

  private static func rotate(_ value: JSONValue) -> [[String]] {
    guard let run = value["runs"]?.array.first(where: { $0["messages"]?.number == 10_000 }) else {
      return []
    }
    let chatto = "10 to 20 s (iPhone 4s)"
    return [
      row("10,000 messages: until the list stands", chatto, number(run["first_frame_ms"], " ms")),
      row("10,000 messages: until all heights are exact", chatto, number(run["exact_ms"], " ms")),
      row(
        "10,000 messages: plain Pango, on the main thread", chatto, number(run["pango_ms"], " ms")),
    ].compactMap(\.self)
  }

  private static func timeline(_ value: JSONValue) -> [[String]] {
    [(170, 19), (200, 25), (1012, 44)].flatMap { count, published -> [[String]] in
      let posts = value["posts_\(count)"]
      return [
        row(
          "\(count) posts: less time until all are drawn", "\(published) %",
          number(posts?["less_total_percent"], " %")),
        row(
          "\(count) posts: less time of the thread that shows them", "–",
          number(posts?["less_ui_percent"], " %")),
      ].compactMap(\.self)
    }
  }

  private static func window(_ value: JSONValue) -> [[String]] {
    [
      row("items held by preference, at most", "500", number(value["preferred_maximum"], "")),
      row(
        "items held at any time, at most (pages on their way included)", "–",
        number(value["most_held"], "")),
    ].compactMap(\.self)
  }

  private static func updates(_ value: JSONValue) -> [[String]] {
    (value["runs"]?.array ?? []).compactMap { run in
      guard let sets = run["sets_per_frame"]?.number, let ratio = run["ratio"]?.number, sets > 0,
        let updates = run["updates"]?.number, let folded = run["folded_sets"]?.number,
        updates + folded > 0
      else { return nil }
      let frames = (updates + folded) / sets
      return [
        "\(ReportTable.number(sets)) setters a frame", "1 update a frame",
        "\(ReportTable.number(updates / frames)) a frame, "
          + "\(ReportTable.number(ratio)) times less work than one at each set",
      ]
    }
  }
}
