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
            : ReportTable.figure(run?[key], unit: unit) ?? "–"
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
}
