import LugeSamples

/// A figure of a lab and what it has to be.
struct LabExpectation: Sendable {
  enum Bound: Sendable {
    case atMost(Double)
    case atLeast(Double)

    func holds(_ value: Double) -> Bool {
      switch self {
      case .atMost(let limit): value <= limit
      case .atLeast(let limit): value >= limit
      }
    }

    func isWorse(_ value: Double, than other: Double) -> Bool {
      switch self {
      case .atMost: value > other
      case .atLeast: value < other
      }
    }

    var words: String {
      switch self {
      case .atMost(let limit): limit == 0 ? "0" : "at most \(ReportTable.number(limit))"
      case .atLeast(let limit): "at least \(ReportTable.number(limit))"
      }
    }
  }

  var words: String
  var bound: Bound
  /// The worst of what the lab measured of it; nil where it measured none.
  var measured: @Sendable (JSONValue) -> Double?
  /// What limits the figure, from the lab's own figures where they tell: said where it is missed.
  var reason: @Sendable (JSONValue) -> String? = { _ in nil }
  /// What has to be known of the figure, met or missed.
  var remark: @Sendable (JSONValue) -> String? = { _ in nil }

  /// The largest value of a figure, or the smallest where it has to be large: of the lab, and of
  /// those of its runs in which some others have these values.
  init(
    _ words: String, _ key: String, _ bound: Bound, where same: [String: JSONValue] = [:]
  ) {
    self.init(words, bound) { value in
      let values = value.runs(where: same).compactMap { $0[key]?.number }
      if case .atLeast = bound { return values.min() }
      return values.max()
    }
  }

  init(_ words: String, _ bound: Bound, _ measured: @escaping @Sendable (JSONValue) -> Double?) {
    self.words = words
    self.bound = bound
    self.measured = measured
  }

  func because(_ reason: @escaping @Sendable (JSONValue) -> String?) -> LabExpectation {
    var copy = self
    copy.reason = reason
    return copy
  }

  func noting(_ remark: @escaping @Sendable (JSONValue) -> String?) -> LabExpectation {
    var copy = self
    copy.remark = remark
    return copy
  }

  func because(_ reason: String) -> LabExpectation { because { _ in reason } }

  /// Frames whose deadline passed: 0, and beside it what a frame may have shown instead of being
  /// late, without which "none was missed" would say too much.
  static func noneMissed(
    _ words: String = "missed frames", where same: [String: JSONValue] = [:]
  ) -> LabExpectation {
    LabExpectation(words, "missed_frames", .atMost(0), where: same).noting { value in
      let counts = ["outlines", "blank_px"].map { key in
        value.runs(where: same).compactMap { $0[key]?.number }
      }
      let number = ReportTable.number
      let parts = [
        counts[0].isEmpty
          ? nil : "rows shown as skeletons in these frames: \(number(counts[0].reduce(0, +)))",
        counts[1].isEmpty || counts[1].allSatisfy { $0 == 0 }
          ? nil : "blank: \(number(counts[1].reduce(0, +))) px",
      ].compactMap(\.self)
      return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
  }

  /// Of a lab, by name. Nothing is expected of those that only compare.
  static func all(_ lab: String) -> [LabExpectation] {
    switch lab {
    case "study": study
    case "scroll": scroll
    case "lanes":
      [
        .noneMissed("missed frames, lanes of low priority", where: ["priority": .text("low")])
      ]
    case "jump":
      [
        .init("p99 to an exact frame (ms)", "p99_ms", .atMost(16)),
        .init("inexact jumps", "inexact", .atMost(0)),
      ]
    case "rewidth": still + [.init("rows shown as outlines", "outlines", .atMost(0))]
    case "storm": still
    case "rotate": still + [.init("rows shown as skeletons", "outlines", .atMost(0))]
    case "window":
      [
        .init("items lost", "lost_items", .atMost(0)).noting(neverFull),
        .init("gaps", "gaps", .atMost(0)).noting(neverFull),
        .init("drift (px)", "drift_px", .atMost(0)),
        .noneMissed(),
        .init("blank (px)", "blank_px", .atMost(0)),
        .init(
          "items held above the preferred number: pages that were on their way", "excess",
          .atMost(100)
        ).noting(neverFull),
        .init("memory at the end above that when it was full (MB)", .atMost(4)) { value in
          guard value["items_cut"]?.number ?? 0 > 0, let begin = value["pss_start_mb"]?.number,
            let end = value["pss_end_mb"]?.number
          else { return nil }
          return end - begin
        },
      ]
    case "heights":
      [
        .init("built in, the slowest of several times (ms)", "build_max_ms", .atMost(50)),
        .init("bytes a row", "bytes_per_row", .atMost(16)),
      ]
    case "text":
      [
        .init("differences from Pango", "differences", .atMost(0)),
        .init(
          "English: Pango's time in Luge's", "ratio", .atLeast(50),
          where: ["name": .text("English")]),
        .init(
          "mixed scripts: Pango's time in Luge's", "ratio", .atLeast(20),
          where: ["name": .text("mixed scripts")]),
        .init(
          "with nothing known, worst set: Pango's time in Luge's", "cold_ratio", .atLeast(3)),
        .init("10,000 messages laid out at another width (ms)", .atMost(30)) { value in
          guard let time = value["rewrap"]?["fast_ms"]?.number,
            let count = value["rewrap"]?["messages"]?.number, count > 0
          else { return nil }
          return time * 10_000 / count
        },
      ]
    case "timeline": timeline
    case "charts":
      [
        .init("the cached view's UI time in an image's", "cached_over_image", .atMost(1.2)),
        .init("missed frames", .atMost(0)) { $0["cached"]?["missed_frames"]?.number },
      ]
    case "images":
      [
        .init("large photos, one helper: of bare libvips", .atLeast(0.9)) {
          $0["large"]?["luge_to_vips"]?.number
        },
        .init("large photos, two helpers: of gdk-pixbuf", .atLeast(3)) {
          $0["large"]?["luge_two_to_pixbuf"]?.number
        }.because("both helpers share two processors with the program that feeds them"),
      ]
    case "pictures":
      [
        .init("CPU of cached pictures in that without", "cached_to_without", .atMost(1.3)),
        .noneMissed(),
      ]
    case "animations":
      [
        .init("frames shown late", "frames_late", .atMost(0)),
        .init("memory at the end above that at the beginning (MB)", .atMost(4)) { value in
          // Until then the frames ahead are still being filled up.
          guard let seconds = value["seconds"]?.number, seconds >= 20,
            let begin = value["memory_begin_mb"]?.number,
            let end = value["memory_end_mb"]?.number
          else { return nil }
          return end - begin
        },
        .init("wake-ups of its threads with none in view", "away_thread_wake_ups", .atMost(0)),
        .init("animations moved with none in view", "away_player_wake_ups", .atMost(0)),
      ]
    case "open": open
    case "peers": peers
    default: []
    }
  }

  private static let still: [LabExpectation] = [
    .init("drift of the line at the eye (px)", "drift_px", .atMost(0)),
    .init("blank (px)", "blank_px", .atMost(0)),
    .noneMissed(),
  ]

  /// A window that never held what it may hold has not let go of anything: that is the easy half.
  private static let neverFull: @Sendable (JSONValue) -> String? = { value in
    guard value["items_cut"]?.number == 0, let held = value["most_held"]?.number,
      let limit = value["preferred_maximum"]?.number
    else { return nil }
    let number = ReportTable.number
    return "at most \(number(held)) of \(number(limit)) were held: nothing was let go of"
  }

  private static var timeline: [LabExpectation] {
    let counts = ["170", "200", "1012"]
    // The published measure first: how much sooner all posts have been drawn.
    let totals = zip(counts, [19.0, 25, 44]).map { count, published in
      LabExpectation("\(count) posts: time saved until all are drawn (%)", .atLeast(published)) {
        $0["posts_\(count)"]?["less_total_percent"]?.number
      }
    }
    return totals
      + counts.map { count in
        .init("\(count) posts: UI thread's time saved (%)", .atLeast(80)) {
          $0["posts_\(count)"]?["less_ui_percent"]?.number
        }
      } + [
        .init("missed frames", .atMost(0)) { value in
          counts.compactMap { value["posts_\($0)"]?["missed_frames"]?.number }.max()
        }
      ]
  }

  private static var scroll: [LabExpectation] {
    [
      .init(
        "CPU in the floor's, 2,000 px/s", "ratio", .atMost(1.5),
        where: ["script": .text(ScrollMotion.Script.slow.rawValue)]),
      .init(
        "CPU in the floor's, 20,000 px/s", "ratio", .atMost(2.5),
        where: ["script": .text(ScrollMotion.Script.fast.rawValue)]),
      .noneMissed(),
      .init("blank (px)", "blank_px", .atMost(0)),
      .init("p99 of a frame by the wall's clock (ms)", "p99_ms", .atMost(4)).because { value in
        let work = value["runs"]?.array.compactMap { $0["p99_cpu_ms"]?.number }.max()
        let own = work.map { "its thread worked \(ReportTable.number($0)) ms at most; " } ?? ""
        return own + "the window system and lanes share the processors with it"
      },
    ]
  }

  private static let widgets =
    "menus, bars and fonts of the window, not messages: luge open --startup-times lists it"

  private static let firstTime =
    "fonts are looked for, and text is laid out and drawn, on the processor beside the window system's"

  private static var open: [LabExpectation] {
    // Of each start against the bare window right before it; a machine's speed changes within
    // minutes.
    func worst(_ way: String) -> @Sendable (JSONValue) -> Double? {
      { value in
        OpenLab.lengths.compactMap { value["open_\($0.name)\(way)_over_bare_ms"]?.number }.max()
      }
    }
    return [
      .init("opened again, files in memory: above a bare window (ms)", .atMost(20), worst(""))
        .because(widgets),
      .init("opened again, files on disk: above a bare window (ms)", .atMost(20), worst("_cold"))
        .because(widgets),
      .init("opened for the first time: above a bare window (ms)", .atMost(20), worst("_new"))
        .because(firstTime),
      .init("memory of a million above that of 500 (MB)", .atMost(40)) { value in
        guard let large = value["pss_1m_mb"]?.number, let small = value["pss_500_mb"]?.number else {
          return nil
        }
        return large - small
      },
    ]
  }
}

extension JSONValue {
  /// What a lab measured at once, and each of its runs, in which some figures have these values.
  func runs(where same: [String: JSONValue]) -> [JSONValue] {
    let runs = (self["runs"] ?? self["sets"])?.array ?? []
    return (runs + (same.isEmpty ? [self] : []))
      .filter { run in same.allSatisfy { run[$0.key] == $0.value } }
  }
}
