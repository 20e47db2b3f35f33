import Foundation

/// Comparison of two reports, or of two runs of one.
enum ReportComparison {
  struct Change: Hashable, Sendable {
    /// Names from the outside in, separated by spaces.
    var name: String
    var before: Double
    var after: Double
    /// Percent of what it was.
    var percent: Double { before == 0 ? .infinity : (after / before - 1) * 100 }

    /// The figure's name in words.
    var words: String {
      name.split(separator: " · ").filter { $0 != "runs" }.map { ReportTable.words(String($0)) }
        .joined(separator: " · ")
    }

    /// Nil where either may be good: a ratio, a count.
    var isBetter: Bool? {
      let key = name.split(separator: " · ").last.map(String.init) ?? name
      guard !ReportComparison.isYardstick(name, key) else { return nil }
      let grows = ["_fps", "stability_percent", "percent_of_best", "per_second"]
      if grows.contains(where: key.hasSuffix) { return after > before }
      let shrinks = ["_ms", "_us", "_mb", "_px", "_per_frame", "bytes_per_row"]
      let bad = [
        "missed", "blank", "skeletons", "drift", "lost", "gaps", "inexact", "differences",
        "late_pictures",
      ]
      if shrinks.contains(where: key.hasSuffix) || bad.contains(where: key.contains) {
        return after < before
      }
      return nil
    }
  }

  /// Whether a figure is that of what Luge is compared with, of which neither is better.
  fileprivate static func isYardstick(_ name: String, _ key: String) -> Bool {
    let prefixes = ["pango", "old_", "floor_", "bare_", "vips", "pixbuf", "direct_", "array_"]
    if prefixes.contains(where: key.hasPrefix) || key.hasSuffix("_bare_mb")
      || key.contains("_pango")
    {
      return true
    }
    let parts = name.split(separator: " · ")
    let others = StudyConfiguration.allCases.filter { $0.ordinary != nil }.map {
      "configuration \($0.rawValue) "
    }
    return parts.contains { part in
      // Ways to show charts that are not Luge's.
      if part == "configure" || part == "image" { return true }
      return others.contains(where: part.hasPrefix)
        || PeersLab.names.contains {
          $0 != "luge" && part.split(separator: " ").contains(Substring($0))
        }
    }
  }

  /// All numbers by name. Elements of arrays are named by what tells them apart, or by number; long
  /// rows of samples are left out.
  static func figures(_ value: JSONValue, name: String = "") -> [String: Double] {
    switch value {
    case .number(let number): return [name: number]
    case .object(let object):
      let runs = object["runs"]?.array ?? []
      return object.reduce(into: [:]) { all, part in
        // How far runs were apart is no figure of what they measured.
        guard !RunLabels.all.contains(part.key), part.key != "spread_percent" else { return }
        // Labs repeat figures of one of their runs beside the list.
        if runs.contains(where: { $0[part.key] == part.value }) { return }
        all.merge(figures(part.value, name: joined(name, part.key))) { first, _ in first }
      }
    case .array(let elements):
      guard value.numbers == nil else { return [:] }
      var all: [String: Double] = [:]
      for (index, element) in elements.enumerated() {
        let own = label(of: element) ?? "\(index)"
        all.merge(figures(element, name: joined(name, own))) { first, _ in first }
      }
      return all
    default: return [:]
    }
  }

  static func label(of element: JSONValue) -> String? {
    guard case .object(let object) = element else { return nil }
    let parts = RunLabels.all.sorted().compactMap { key -> String? in
      // The number of a configuration says what its name says.
      if key == "name", object["configuration"] != nil { return nil }
      switch object[key] {
      case .text(let text): return text
      case .number(let number): return "\(key) \(Int(clamping: number))"
      default: return nil
      }
    }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  private static func joined(_ name: String, _ part: String) -> String {
    name.isEmpty ? part : "\(name) · \(part)"
  }

  /// Figures that both have and that differ by more than a share, the largest first.
  ///
  /// - Parameter threshold: percent.
  static func changes(
    from old: [String: Double], to new: [String: Double], threshold: Double = 10
  ) -> [Change] {
    old.compactMap { name, before -> Change? in
      guard let after = new[name], after != before else { return nil }
      let change = Change(name: name, before: before, after: after)
      return abs(change.percent) >= threshold ? change : nil
    }.sorted { ($1.percent.magnitude, $0.name) < ($0.percent.magnitude, $1.name) }
  }

  /// The ratios among the figures of several runs, and how far apart they are.
  static func spreads(_ runs: [[String: Double]]) -> [(
    name: String, values: [Double], percent: Double
  )] {
    guard let first = runs.first, runs.count > 1 else { return [] }
    // 2 before 10.
    let names = first.keys.filter(isRatio).sorted {
      $0.compare($1, options: .numeric) == .orderedAscending
    }
    return names.compactMap { name in
      let values = runs.compactMap { $0[name] }
      guard values.count == runs.count, let spread = StudyMath.spreadPercent(values) else {
        return nil
      }
      return (name, values, spread)
    }
  }

  private static func isRatio(_ name: String) -> Bool {
    let key = name.split(separator: " · ").last ?? ""
    return key.contains("ratio") || key.contains("percent_of_best") || key.contains("_to_")
  }
}

extension Int {
  /// The nearest whole number that there is.
  init(clamping value: Double) {
    self = value.isNaN ? 0 : Int(Swift.max(-9e15, Swift.min(9e15, value)).rounded())
  }
}
