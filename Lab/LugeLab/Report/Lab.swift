import ArgumentParser

/// A lab: a command with its options and its run, the expectations of its figures, and its section
/// of the report. A new lab is such a type, in a folder of its own, and a line in ``Labs``.
protocol Lab: ParsableCommand {
  static var section: LabSection { get }
}

extension Lab {
  /// Name of the command, of the report's section, and of its object in `report.json`.
  static var name: String { configuration.commandName ?? "\(Self.self)" }

  /// Returns a table of published figures beside ours; nil if there are none.
  static func publishedTable(_ value: JSONValue) -> ReportTable? {
    let rows = section.publishedTable(value)
    guard !rows.isEmpty else { return nil }
    return ReportTable(columns: ["what", "published"] + section.publishedColumns, rows: rows)
  }

  /// Joins remarks; nil if there are none.
  static func joined(_ parts: String?...) -> String? {
    let parts = parts.compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// Returns the quartiles of a figure as text, between which half of its runs were; nil if it has
  /// none.
  static func half(_ name: String, _ unit: String, of value: JSONValue?) -> String? {
    guard let low = value?["\(name)_p25_\(unit)"]?.number,
      let high = value?["\(name)_p75_\(unit)"]?.number
    else { return nil }
    return "\(ReportTable.number(low)) to \(ReportTable.number(high))"
  }
}
