extension StudyLabCommand {
  static var expectations: [LabExpectation] {
    @Sendable func runs(_ configuration: StudyConfiguration, _ mode: StudyMode) -> [String:
      JSONValue]
    {
      [
        "configuration": .number(Double(configuration.rawValue)), "mode": .text(mode.rawValue),
      ]
    }
    let steady = runs(.luge, .steady)
    let uncapped = runs(.luge, .uncapped)
    return [
      // What a clock of 60 Hz gives, in the digits that are shown.
      .init("Luge, 60 Hz: frames a second", "frame_rate_fps", .atLeast(59.95), where: steady),
      .init("Luge, 60 Hz: stability (%)", "stability_percent", .atLeast(100), where: steady),
      .noneMissed("Luge, 60 Hz: missed frames", where: steady)
        .because { value in
          run(steady, of: value)?["frame_max_ms"]?.number.map {
            "the longest frame worked \(ReportTable.number($0)) ms of 16.7: "
              + ($0 < 12
                ? "the window system or another program had the processor" : "see its strip")
          }
        },
      .init("Luge, 60 Hz: CPU in the best case's", "cpu_ratio", .atMost(1.5), where: steady)
        .because { value in
          guard let luge = run(steady, of: value), let threads = luge["thread_cpu_ms_per_frame"],
            let main = threads["main"]?.number, let helper = threads["helper"]?.number,
            let best = run(runs(.best, .steady), of: value),
            let bestAll = best["cpu_ms_per_frame"]?.number
          else { return nil }
          let number = ReportTable.number
          return
            "decoding \(number(helper)) ms a frame, the main thread \(number(main)); all of the "
            + "best case \(number(bestAll)), which neither fetches nor decodes a picture"
        },
      .init(
        "Luge, uncapped: % of the best case's frame rate", "rate_percent_of_best", .atLeast(90),
        where: uncapped
      ).noting { value in
        let best = runs(.best, .uncapped)
        guard let own = passes(uncapped, of: value), let first = passes(best, of: value) else {
          return nil
        }
        return "passes: best case \(first); Luge \(own)"
      }.because { value in
        run(uncapped, of: value)?["work_rate_percent_of_best"]?.number.map {
          "by the main thread's own time \(ReportTable.number($0)) %"
            + ($0 >= 90
              ? ": the rest is waiting, for the lane and for processors that others have"
              : ", so it is work")
        }
      },
    ]
  }

  /// How far the passes of an uncapped run are apart.
  private static func passes(_ same: [String: JSONValue], of value: JSONValue) -> String? {
    guard let run = run(same, of: value), let count = run["passes"]?.number,
      let low = run["pass_rate_min_fps"]?.number, let high = run["pass_rate_max_fps"]?.number
    else { return nil }
    let number = ReportTable.number
    return "\(number(count)) from \(number(low)) to \(number(high)) fps"
  }

  /// The first run with these values.
  private static func run(_ same: [String: JSONValue], of value: JSONValue) -> JSONValue? {
    value["runs"]?.array.first { run in same.allSatisfy { run[$0.key] == $0.value } }
  }
}
