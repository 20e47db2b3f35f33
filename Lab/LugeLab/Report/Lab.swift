import ArgumentParser

/// A lab: a command with its options and its run, what is expected of its figures, and what the
/// report says of it. A new one is such a type, in a folder of its own, and a line in ``Labs``.
protocol Lab: ParsableCommand {
  static var section: LabSection { get }
}

extension Lab {
  /// Name of the command, of the report's section, and of its object in `report.json`.
  static var name: String { configuration.commandName ?? "\(Self.self)" }

  /// Published figures beside ours; nil where there are none.
  static func publishedTable(_ value: JSONValue) -> ReportTable? {
    let rows = section.publishedTable(value)
    guard !rows.isEmpty else { return nil }
    return ReportTable(columns: ["what", "published"] + section.publishedColumns, rows: rows)
  }
}
