extension StudyLabCommand {
  /// Each figure of the thesis beside ours of the same configuration, totals and then what a step
  /// changed, at its pace and slowed; frame rates as fast as they come as well, for at 60 a second
  /// a step that is fast enough changes nothing.
  static func published(_ value: JSONValue) -> [[String]] {
    StudyConfiguration.allCases.flatMap { configuration -> [[String]] in
      guard let published = StudyPublished.figures(of: configuration) else { return [] }
      let runs = StudyMode.allCases.map { run(value, configuration, $0) }
      let bases = StudyMode.allCases.map { mode in
        configuration.base.flatMap { run(value, $0, mode) }
      }
      guard runs.contains(where: { $0 != nil }) else { return [] }
      return totals(published, of: configuration, runs)
        + (published.step.map {
          steps($0, of: configuration, runs, against: bases, spreads: spreads(value))
        } ?? [])
    }
  }

  /// Figures by name, and how far runs of one configuration are apart at most, percent.
  private typealias Spreads = [String: Double]

  /// The spreads at each pace, of those configurations that ran several times.
  private static func spreads(_ value: JSONValue) -> [Spreads] {
    StudyMode.allCases.map { mode in
      (value["runs"]?.array ?? []).filter { $0["mode"]?.text == mode.rawValue }
        .reduce(into: [:]) { all, run in
          guard case .object(let object)? = run["spread_percent"] else { return }
          all.merge(object.compactMapValues(\.number), uniquingKeysWith: max)
        }
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
      ("until it is open", published.openS, " s", "open_ms"),
    ]
    return figures.compactMap { words, figure, unit, key in
      guard let figure else { return nil }
      let isWorkedOut = published.workedOut?.contains(key) == true || key == "cpu_ratio"
      let told =
        (published.measuredWith.map { "\($0): " } ?? "")
        + "\(key == "open_ms" ? "over " : "")\(ReportTable.number(figure))\(unit)"
        + (isWorkedOut ? StudyPublished.workedOutMark : "")
      return ["\(configuration.rawValue) \(configuration.name): \(words)", told]
        + runs.map { run in
          let number = paced(key, run)?.number.map { key == "open_ms" ? $0 / 1000 : $0 }
          return number.map { "\(ReportTable.number($0))\(unit)" } ?? "–"
        }
    }
  }

  /// A figure of a run; nil of those that mean something else where frames have no pace: several
  /// passes are no duration, the pauses between them no use of a processor, and their memory holds
  /// every picture.
  private static func paced(_ key: String, _ run: JSONValue?) -> JSONValue? {
    let isUncapped = run?["mode"]?.text == StudyMode.uncapped.rawValue
    let hasPace: Set<String> = ["duration_s", "cpu_percent", "memory_mb", "open_ms"]
    return isUncapped && hasPace.contains(key) ? nil : run?[key]
  }

  private static func steps(
    _ step: StudyPublished.Step, of configuration: StudyConfiguration, _ runs: [JSONValue?],
    against bases: [JSONValue?], spreads: [Spreads]
  ) -> [[String]] {
    let change = configuration.base.map { ", against \($0.rawValue)" } ?? ""
    let name = "\(configuration.rawValue) \(configuration.name)\(change)"
    func signed(_ value: Double) -> String {
      "\(value > 0 ? "+" : "")\(ReportTable.number(value))"
    }
    /// Ours of each pace, from the figure before the step and the one after it.
    func ours(_ key: String, _ words: (Double, Double) -> String) -> [String] {
      zip(zip(runs, bases), spreads).map { pair, spreads in
        guard let now = paced(key, pair.0)?.number, let before = paced(key, pair.1)?.number else {
          return "–"
        }
        // A single run may be as far off as those are apart that ran several times.
        let isWithin =
          now != before
          && spreads[key].map { abs(now - before) <= max(now, before) * $0 / 100 } == true
        return words(before, now) + (isWithin ? " (within the spread of runs)" : "")
      }
    }
    let figures: [(String, Double?, String, String)] = [
      ("frames a second", step.frameRateFps, "", "frame_rate_fps"),
      ("stability", step.stabilityPoints, " points", "stability_percent"),
      ("CPU", step.cpuPoints, " points", "cpu_percent"),
      ("GPU", step.gpuPoints, " points", "gpu_percent"),
    ]
    var rows = figures.compactMap { words, figure, unit, key -> [String]? in
      guard let figure else { return nil }
      let almost = words == "stability" && step.isStabilityRounded == true ? "almost " : ""
      return ["\(name): \(words)", "\(almost)\(signed(figure))\(unit)"]
        + ours(key) { "\(signed($1 - $0))\(unit)" }
    }
    if let percent = step.gpuPercent {
      rows.append(
        ["\(name): GPU", "\(signed(percent)) %"]
          + ours("gpu_percent") { "\(signed(($1 / max(0.001, $0) - 1) * 100)) %" })
    }
    if let from = step.memoryFromMb, let to = StudyPublished.figures(of: configuration)?.memoryMb {
      rows.append(
        ["\(name): memory", "\(ReportTable.number(from)) to \(ReportTable.number(to)) MB"]
          + ours("memory_mb") { "\(ReportTable.number($0)) to \(ReportTable.number($1)) MB" })
    }
    return rows
  }
}
