/// A figure that a lab measures, and the bound that it has to keep.
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

    /// Writes a figure with more digits than others if they are needed to tell it from the limit
    /// that it misses.
    func figure(_ value: Double) -> String {
      let short = ReportTable.number(value)
      let limit =
        switch self {
        case .atMost(let limit), .atLeast(let limit): limit
        }
      guard !holds(value), Double(short) == limit else { return short }
      return "\((value * 1e6).rounded() / 1e6)"
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
  /// Returns the worst value that the lab measured; nil if it measured none.
  var measured: @Sendable (JSONValue) -> Double?
  /// Returns what limits the figure, if the lab's other figures show it; reported if the
  /// expectation is missed.
  var reason: @Sendable (JSONValue) -> String? = { _ in nil }
  /// Returns a remark about the figure, whether met or missed.
  var remark: @Sendable (JSONValue) -> String? = { _ in nil }

  /// Makes an expectation of a figure's largest value, or of its smallest if the bound is a lower
  /// one: among the lab's result and its runs, or among the runs in which other figures have the
  /// values of `same`.
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

  /// Expectation that no frame missed its deadline. Its remark says what frames showed in place of
  /// content that was not ready, because such frames are not late.
  static func noneMissed(
    _ words: String = "missed frames", where same: [String: JSONValue] = [:]
  ) -> LabExpectation {
    LabExpectation(words, "missed_frames", .atMost(0), where: same)
      .noting { instead($0, where: same) }
  }

  /// Describes the stand-ins that frames showed instead of being late, in all of these runs
  /// together; nil if they were not counted.
  static func instead(_ value: JSONValue, where same: [String: JSONValue] = [:]) -> String? {
    // Figures beside several runs repeat one of them.
    let runs = value["runs"]?.array ?? value["sets"]?.array ?? []
    return instead(runs.isEmpty ? value.runs(where: same) : runs.filter { $0.has(same) })
  }

  /// - Parameter runs: objects with the counts of a run each.
  static func instead(_ runs: [JSONValue]) -> String? {
    func sum(_ key: String) -> Double? {
      let counts = runs.compactMap { $0[key]?.number }
      return counts.isEmpty ? nil : counts.reduce(0, +)
    }
    let number = ReportTable.number
    let parts = [
      sum("skeletons").map { "rows shown as skeletons in these frames: \(number($0))" },
      sum("late_pictures").map { "pictures that were not there yet: \(number($0))" },
      sum("frames_lacking_pictures").map {
        "frames with a picture in view still coming: \(number($0))"
      },
      sum("blank_px").flatMap { $0 > 0 ? "blank: \(number($0)) px" : nil },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// Returns a remark about the number of frames in which the line being read was compared, and in
  /// which it could not be, in all runs.
  static let judged: @Sendable (JSONValue) -> String? = { value in
    let runs = value["runs"]?.array ?? [value]
    func sum(_ key: String) -> Double? {
      let counts = runs.compactMap { $0[key]?.number }
      return counts.isEmpty ? nil : counts.reduce(0, +)
    }
    guard let judged = sum("judged_frames") else { return nil }
    let unjudged = sum("unjudged_frames").map { $0 > 0 ? ", not in \(ReportTable.number($0))" : "" }
    return "compared in \(ReportTable.number(judged)) frames\(unjudged ?? "")"
  }

  /// Expectations of all labs that change a list: the line being read stays, nothing is blank, and
  /// no frame is missed.
  static let still: [LabExpectation] = [
    LabExpectation("drift of the reading line (px)", "drift_px", .atMost(0)).noting(judged),
    .init("blank (lines of pixels)", "blank_px", .atMost(0)),
    .noneMissed(),
  ]
}

extension JSONValue {
  /// Returns the lab's result, or those of its runs in which some figures have these values.
  func runs(where same: [String: JSONValue]) -> [JSONValue] {
    let runs = (self["runs"] ?? self["sets"])?.array ?? []
    return (runs + (same.isEmpty ? [self] : []))
      .filter { $0.has(same) }
  }

  /// Whether some of its figures have these values.
  func has(_ same: [String: JSONValue]) -> Bool { same.allSatisfy { self[$0.key] == $0.value } }
}
