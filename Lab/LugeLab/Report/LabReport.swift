import Foundation

/// Report of `luge lab all`.
public struct LabReport: Sendable {
  struct Drawn: Sendable {
    var title: String
    var caption: String
    var svg: String
  }

  struct Section: Sendable {
    var name: String
    var title: String
    var about: String
    var published: String?
    /// Values that the lab printed, run by run; empty when it failed.
    var values: [JSONValue] = []
    /// The first run's.
    var value: JSONValue? { values.first }
    /// System's load when the lab was done: programs that ran or wanted to, on average over the
    /// last minute.
    var load: String?
    var failure: String?
    /// Nil of figures that were measured earlier.
    var seconds: Double?
    var plots: [Drawn] = []
    /// Some plots could not be drawn.
    var lacksPlots = false
  }

  struct Spread: Sendable {
    var name: String
    var values: [Double]
    var percent: Double
  }

  var date: String
  var isQuick: Bool
  var runs: Int
  var facts: [(name: String, value: String)]
  var sections: [Section] = []
  /// Labs that have not run yet: of a report that was broken off.
  var waiting: [String] = []
  /// Labs that were not asked for, or that a quick report does not have.
  var leftOut: [String] = []
  var spreads: [Spread] = []
  /// Nil when there was nothing to compare with.
  var changes: [ReportComparison.Change]?
  /// Machine's load while the earlier report was made; nil if that does not say.
  var loadThen: ClosedRange<Double>?
  /// Everything that was measured.
  var json = "{}"

  /// Machine's load over all labs.
  var loads: ClosedRange<Double>? {
    Self.range(sections.compactMap { $0.load.flatMap(Double.init) })
  }

  static func range(_ values: [Double]) -> ClosedRange<Double>? {
    guard let low = values.min(), let high = values.max() else { return nil }
    return low...high
  }

  func fact(_ name: String) -> String { facts.first { $0.name == name }?.value ?? "" }

  /// Labs that could not be measured, with the reason.
  public var failures: [String] {
    sections.compactMap { section in section.failure.map { "\(section.name): \($0)" } }
  }

  /// A line for each ratio about its spread over several runs.
  public var spreadLines: [String] {
    spreads.map { spread in
      "\(spread.name): \(spread.values.map(ReportTable.number).joined(separator: ", ")); "
        + "\(ReportTable.number(spread.percent)) % apart"
    }
  }

  /// Descriptions of the differences, a line each.
  public var changeLines: [String] {
    (changes ?? []).map { change in
      "\(change.words): \(ReportTable.number(change.before)) -> "
        + "\(ReportTable.number(change.after))"
        + (change.isBetter.map { $0 ? " (better)" : " (worse)" } ?? "")
    }
  }
}
