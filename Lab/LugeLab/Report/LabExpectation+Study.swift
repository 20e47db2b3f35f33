/// The study, and other toolkits.
extension LabExpectation {
  static var study: [LabExpectation] {
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

  /// The goals: half of what the thriftiest takes for a frame, and no more than the best for the
  /// rest.
  static var peers: [LabExpectation] {
    let goals = [
      (
        "CPU of a frame: Luge's in the thriftiest peer's, the worst workload", "cpu_ratio", 0.5
      ),
      ("time to open: Luge's in the quickest peer's", "open_ratio", 1),
      ("memory after opening: Luge's in the smallest peer's", "memory_open_ratio", 1),
      ("memory after scrolling: Luge's in the smallest peer's", "memory_scroll_ratio", 1),
    ]
    return goals.map { words, key, goal in
      // The report has the peer's figure in Luge's, so that more is better for Luge.
      LabExpectation(words, .atMost(goal)) { value in
        value.runs(where: [:]).compactMap { $0[key]?.number }.min().flatMap {
          $0 > 0 ? 1 / $0 : nil
        }
      }
      .because { value in
        best(key, in: value, below: 1 / goal).map {
          key.hasPrefix("memory") ? "\($0). \(memory)" : $0
        }
      }
    } + [
      .init("rows of pixels of Luge that showed nothing", "blank_px", .atMost(0))
        .noting { $0["outline_note"]?.text }
    ]
  }

  private static let memory =
    "All processes count: Luge's has bitmaps of the rows in view and ahead, which a frame only "
    + "copies, and two helpers decode pictures apart from the program"

  /// Programs against which a goal is missed, and with which workload.
  private static func best(_ key: String, in value: JSONValue, below limit: Double) -> String? {
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
}
