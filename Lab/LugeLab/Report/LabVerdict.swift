import Foundation

/// Texts about the expectations of a lab's figures.
enum LabExpectations {
  /// Text about the machine's load, the likeliest reason for a missed figure; nil if the kernel
  /// does not report it.
  static var load: String? {
    MachineFacts.loadNow.map {
      "load over the last minute, the lab's own included: \($0) "
        + "(\(ProcessInfo.processInfo.activeProcessorCount) processors)"
    }
  }

  /// Returns a line for each expectation.
  ///
  /// - Parameters:
  ///   - lab: name of the lab's command.
  ///   - json: output of the lab with `--json`.
  ///   - isPart: whether only a part of the lab was requested, so that figures which were not
  ///     measured have no line.
  static func lines(_ lab: String, _ json: Data, isPart: Bool = false) -> [String] {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: json) else { return [] }
    let verdicts = LabVerdict.all(lab, [value]).filter { !isPart || $0.measured != nil }
    return verdicts.map { verdict in
      "\(verdict.verdict): \(verdict.words)"
        + (verdict.figure.map { " \($0)" } ?? "")
        + ", expected \(verdict.expected)"
        + (verdict.note.isEmpty ? "" : " (\(verdict.note))")
    }
  }
}

/// An expectation with the measured figure.
struct LabVerdict: Sendable {
  var words: String
  var expected: String
  /// Measured figure; nil if the lab reported none: it ended early, was asked for less, or lacks
  /// the program that it compares with. The verdict is "not measured" then.
  var measured: Double?
  /// The same as it is written; nil likewise.
  var figure: String?
  var isMet: Bool
  /// Note about the figure: what limits it, the size of a quick run, a remark; may be empty.
  var note: String

  /// The verdict in a word, for each of which the report has a colour.
  var verdict: String { measured == nil ? "not measured" : isMet ? "met" : "missed" }

  /// Returns the verdicts on all expectations of a lab.
  ///
  /// - Parameters:
  ///   - values: results of each run, of which the worst counts; none if the lab failed or did not
  ///     run.
  ///   - isQuick: whether the lab ran with the arguments of a quick report.
  static func all(_ lab: String, _ values: [JSONValue], isQuick: Bool = false) -> [LabVerdict] {
    guard let section = Labs.named(lab)?.section else { return [] }
    let size =
      isQuick
      ? section.quickSize.map { "quick: \($0)" } : nil
    return section.expectations.map { expectation in
      let runs = values.compactMap { value in
        expectation.measured(value).map { (measured: $0, value: value) }
      }
      guard
        let (measured, value) = runs.max(by: {
          expectation.bound.isWorse($1.measured, than: $0.measured)
        })
      else {
        return LabVerdict(
          words: expectation.words, expected: expectation.bound.words, measured: nil, figure: nil,
          isMet: false, note: size ?? "")
      }
      let isMet = expectation.bound.holds(measured)
      let reason = isMet ? nil : expectation.reason(value) ?? elsewhere
      let count =
        runs.count < values.count ? "measured in \(runs.count) of \(values.count) runs" : nil
      return LabVerdict(
        words: expectation.words, expected: expectation.bound.words, measured: measured,
        figure: expectation.bound.figure(measured), isMet: isMet,
        note: [reason, expectation.remark(value), count, size].compactMap(\.self)
          .joined(separator: "; "))
    }
  }

  /// Reason given for a missed figure of which no limit is known.
  private static let elsewhere =
    "nothing known: look at the load that is said with it, and measure again on a quiet machine"

  /// Returns a table of the expectations, the measured figures and what limits them; nil for a lab
  /// without expectations.
  static func table(_ lab: String, _ values: [JSONValue], isQuick: Bool = false) -> ReportTable? {
    let rows = all(lab, values, isQuick: isQuick).map { verdict in
      [
        verdict.words, verdict.expected, verdict.figure ?? "–",
        verdict.verdict,
        verdict.note,
      ]
    }
    guard !rows.isEmpty else { return nil }
    let columns = ["what", "expected", "measured (worst)", "", "what limits it, what it is of"]
    // The column is left out if no row has a note.
    guard rows.contains(where: { $0.last?.isEmpty == false }) else {
      return ReportTable(columns: columns.dropLast(), rows: rows.map { $0.dropLast() })
    }
    return ReportTable(columns: columns, rows: rows)
  }
}
