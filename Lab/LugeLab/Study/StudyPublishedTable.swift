extension StudyLabCommand {
  /// Each figure of the thesis beside ours of the same configuration, totals and then what a step
  /// changed, at its pace and slowed; frame rates as fast as they come as well, for at 60 a second
  /// a step that is fast enough changes nothing.
  static func published(_ value: JSONValue) -> [[String]] {
    StudyConfiguration.allCases.flatMap { configuration -> [[String]] in
      let runs = StudyMode.allCases.map { run(value, configuration, $0) }
      let bases = StudyMode.allCases.map { mode in
        configuration.base.flatMap { run(value, $0, mode) }
      }
      guard runs.contains(where: { $0 != nil }) else { return [] }
      // The steps from the thesis' end result to Luge have no published figure.
      guard let published = StudyPublished.figures(of: configuration) else {
        return newStep(of: configuration, runs, against: bases)
      }
      return totals(published, of: configuration, runs)
        + (published.step.map { steps($0, of: configuration, runs, against: bases) } ?? [])
    }
  }

  /// By how many percent two runs of a configuration are apart: nil of a single run, and of a
  /// figure without a spread.
  private static func spread(_ key: String, _ run: JSONValue?) -> Double? {
    run?["spread_percent"]?[key]?.number
  }

  private static func isSingle(_ run: JSONValue?) -> Bool { run?["spread_percent"] == nil }

  /// Ours of each pace, from the figure before a step and the one after it. A step that is no
  /// larger than the runs of either configuration are apart says so, and one between configurations
  /// of which one ran once, of which nobody knows how far its runs are apart.
  private static func changes(
    _ key: String, _ runs: [JSONValue?], against bases: [JSONValue?],
    _ words: (Double, Double) -> String
  ) -> [String] {
    zip(runs, bases).map { run, base in
      guard let now = paced(key, run)?.number, let before = paced(key, base)?.number else {
        return "–"
      }
      guard now != before else { return words(before, now) }
      if isSingle(run) || isSingle(base) { return words(before, now) + " (single runs)" }
      let apart = [spread(key, run), spread(key, base)].compactMap(\.self).max() ?? 0
      let isWithin = abs(now - before) <= max(now, before) * apart / 100
      return words(before, now) + (isWithin ? " (within the spread of runs)" : "")
    }
  }

  private static func signed(_ value: Double) -> String {
    "\(value > 0 ? "+" : "")\(ReportTable.number(value))"
  }

  private static func stepName(_ configuration: StudyConfiguration) -> String {
    let change = configuration.base.map { ", against \($0.rawValue)" } ?? ""
    return "\(configuration.rawValue) \(configuration.name)\(change)"
  }

  private static func newStep(
    of configuration: StudyConfiguration, _ runs: [JSONValue?], against bases: [JSONValue?]
  ) -> [[String]] {
    let figures = [
      ("frames a second", "", "frame_rate_fps"), ("CPU", " points", "cpu_percent"),
      ("CPU of a frame", " ms", "cpu_ms_per_frame"),
    ]
    return figures.map { words, unit, key in
      ["\(stepName(configuration)): \(words)", "–"]
        + changes(key, runs, against: bases) { "\(signed($1 - $0))\(unit)" }
    }
  }

  /// The run of a configuration at a pace.
  static func run(
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
      ("CPU ÷ the best case's CPU", published.cpuRatio, "", "cpu_ratio"),
      ("GPU", published.gpuPercent, " %", "gpu_percent"),
      ("memory", published.memoryMb, " MB", "memory_mb"),
      // Steps of another size were scrolled, see docs/LAB.md.
      ("duration (another script: docs/LAB.md)", published.durationS, " s", "duration_s"),
      ("until it is open", published.openS, " s", "open_ms"),
    ]
    return figures.compactMap { words, figure, unit, key in
      guard let figure else { return nil }
      let isWorkedOut = published.isWorkedOut(key)
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

  /// A figure of a run; nil of those that mean something else at its pace. Nor is there a share of
  /// a processor beside the published one where it can be no more than the quota that was set.
  private static func paced(_ key: String, _ run: JSONValue?) -> JSONValue? {
    let mode = run?["mode"]?.text.flatMap { StudyMode(rawValue: $0) }
    if mode == .slow, key == "cpu_percent" { return nil }
    return mode?.meaningless.contains(key) == true ? nil : run?[key]
  }

  private static func steps(
    _ step: StudyPublished.Step, of configuration: StudyConfiguration, _ runs: [JSONValue?],
    against bases: [JSONValue?]
  ) -> [[String]] {
    let name = stepName(configuration)
    func ours(_ key: String, _ words: (Double, Double) -> String) -> [String] {
      changes(key, runs, against: bases, words)
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
