import Foundation

/// Runs every lab in a process of its own, and makes one page of their results.
struct AllLab: Sendable {
  /// Path of the program to start, which is this one.
  var program: String
  /// Folder in which `index.html` and `report.json` are written; made if it does not exist.
  var folder: String
  var isQuick: Bool
  var runs: Int
  /// Path of an earlier `report.json` to compare with; nil: none.
  var compared: String?
  /// An earlier `report.json` whose figures are judged and shown again; nothing is measured then.
  var measured: String?
  /// Names of the labs to run; empty: all.
  var only: Set<String>

  init(
    program: String, folder: String, isQuick: Bool = false, runs: Int = 1,
    compared: String? = nil, measured: String? = nil, only: Set<String> = []
  ) {
    self.program = program
    self.folder = folder
    self.isQuick = isQuick
    self.runs = max(1, runs)
    self.compared = compared
    self.measured = measured
    self.only = only
  }

  /// - Throws: when nothing can be written, or an earlier report can't be read. A lab that fails is
  ///   a line of the report.
  func run(progress: (String) -> Void = { _ in }) throws -> LabReport {
    var loadThen: ClosedRange<Double>?
    let old = try compared.map { path in
      let known = try Self.report(at: path)
      if case .object(let loads)? = known["loads"] {
        loadThen = LabReport.range(loads.values.compactMap { $0.text.flatMap(Double.init) })
      }
      return ReportComparison.figures(known)
    }
    let earlier = try measured.map { try Self.report(at: $0) }
    try LabFile.makeFolder(folder)
    let now = Date()
      .formatted(.iso8601.year().month().day().time(includingFractionalSeconds: false))
    // What was measured earlier keeps its date and its machine.
    let isQuick = earlier.map { $0["is_quick"] == .bool(true) } ?? self.isQuick
    var report = LabReport(
      date: earlier?["date"]?.text ?? now, isQuick: isQuick, runs: runs,
      facts: MachineFacts.all().compactMap { name, value in
        guard let earlier else { return (name: name, value: value) }
        return earlier["machine"]?[name]?.text.map { (name: name, value: $0) }
      })
    report.loadThen = loadThen
    let labs = Labs.all.filter { lab in
      if let earlier, earlier[lab.name] == nil { return false }
      guard only.isEmpty else { return only.contains(lab.name) }
      return earlier != nil || !isQuick || lab.section.quickArguments != nil
    }
    report.leftOut = Labs.all.filter { lab in !labs.contains { $0.name == lab.name } }.map {
      $0.name
    }
    var figures = [[String: Double]](repeating: [:], count: runs)
    var clock = LabClock(
      expected: labs.map { $0.section }.map {
        (isQuick && $0.quickArguments != nil ? $0.expected.quick : $0.expected.whole) * Double(runs)
      })
    for (index, lab) in labs.enumerated() {
      progress(
        "[\(index + 1)/\(labs.count)] luge lab \(lab.name), \(clock.remaining) left")
      let done = measure(lab, isQuick: isQuick, earlier, &figures)
      let seconds = done.seconds ?? 0
      clock.finished(after: seconds)
      progress("  \(done.failure.map { "failed: \($0)" } ?? "done") after \(Int(seconds)) s")
      if done.lacksPlots { progress("  \(GnuplotPlot.missing)") }
      report.sections.append(done)
      report.waiting = labs[(index + 1)...].map { $0.name }
      report.spreads = ReportComparison.spreads(figures).map {
        .init(name: $0.name, values: $0.values, percent: $0.percent)
      }
      report.changes = old.map { ReportComparison.changes(from: $0, to: figures[0]) }
      // Written after each lab, so that there is a page even if the run is cancelled or the machine
      // goes down.
      try write(&report)
    }
    if earlier == nil, !report.leftOut.isEmpty {
      progress("left out by --quick: \(report.leftOut.joined(separator: ", "))")
    }
    return report
  }

  private static func report(at path: String) throws -> JSONValue {
    let known = try LabFile.decode(JSONValue.self, path: path)
    guard known["machine"] != nil, known["is_quick"] != nil else {
      throw LabError.unusable(path: path, reason: "this is no report.json of luge lab all")
    }
    return known
  }

  private func write(_ report: inout LabReport) throws {
    report.json = try Self.json(report)
    try Data(report.json.utf8)
      .write(to: URL(fileURLWithPath: "\(folder)/report.json"), options: .atomic)
    let page = ReportPage(report: report).html()
    try Data(page.utf8)
      .write(to: URL(fileURLWithPath: "\(folder)/index.html"), options: .atomic)
  }

  /// - Parameter earlier: a report whose figures of this lab are taken instead of measuring.
  private func measure(
    _ lab: any Lab.Type, isQuick: Bool, _ earlier: JSONValue?, _ figures: inout [[String: Double]]
  ) -> LabReport.Section {
    let section = lab.section
    var done = LabReport.Section(
      name: lab.name, title: section.title, about: section.about,
      published: section.published)
    let begin = Timing.now
    let arguments =
      [lab.name]
      + (isQuick ? section.quickArguments ?? section.arguments : section.arguments)
      + ["--json"]
    for run in 0..<runs {
      do {
        let value =
          if let earlier {
            try Self.figures(of: lab.name, in: earlier)
          } else {
            try LabProcess(
              program: program, arguments: arguments, limit: section.limit(isQuick: isQuick)
            ).run()
          }
        figures[run].merge(ReportComparison.figures(value, name: lab.name)) { first, _ in first
        }
        done.values.append(value)
      } catch {
        done.failure = "\(error)"
        break
      }
    }
    if earlier == nil { done.seconds = (Timing.now - begin).rounded() }
    done.load = earlier.map { $0["loads"]?[lab.name]?.text } ?? MachineFacts.loadNow
    if let value = done.value {
      let plots = section.plots(value)
      done.plots = plots.compactMap { plot in
        plot.svg().map { .init(title: plot.title, caption: plot.caption, svg: $0) }
      }
      done.lacksPlots = done.plots.count < plots.count
    }
    return done
  }

  /// A lab that failed when it was measured has no figures.
  private static func figures(of name: String, in report: JSONValue) throws -> JSONValue {
    guard let value = report[name], value != .null else {
      throw LabError.failed(program: name, reason: "no figures: it failed when it was measured")
    }
    return value
  }

  private static func json(_ report: LabReport) throws -> String {
    var object: [String: JSONValue] = [
      "date": .text(report.date), "is_quick": .bool(report.isQuick),
      "machine": .object(
        Dictionary(report.facts.map { ($0.name, JSONValue.text($0.value)) }) { first, _ in first }),
    ]
    for section in report.sections { object[section.name] = section.value ?? .null }
    // As text, so that comparisons with other reports leave it out.
    object["loads"] = .object(
      Dictionary(
        report.sections.compactMap { section in
          section.load.map { (section.name, JSONValue.text($0)) }
        }
      ) { first, _ in first })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(JSONValue.object(object)), as: UTF8.self)
  }
}

/// Estimates how long the remaining labs will take: their time on an idle machine, multiplied by
/// the factor by which the finished ones took longer.
struct LabClock {
  private var waiting: [Double]
  private var expected = 0.0
  private var spent = 0.0

  /// - Parameter expected: seconds of each lab, in order.
  init(expected: [Double]) { waiting = expected }

  /// - Parameter seconds: time that the lab took.
  mutating func finished(after seconds: Double) {
    guard !waiting.isEmpty else { return }
    expected += waiting.removeFirst()
    spent += seconds
  }

  var secondsLeft: Double {
    let pace = expected > 0 ? min(max(spent / expected, 0.5), 4) : 1
    return waiting.reduce(0, +) * pace
  }

  /// The remaining time as text.
  var remaining: String {
    let seconds = secondsLeft
    return seconds < 90
      ? "about \(Int((seconds / 10).rounded(.up)) * 10) s"
      : "about \(Int((seconds / 60).rounded(.up))) min"
  }
}
