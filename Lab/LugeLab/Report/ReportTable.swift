import Foundation

/// A lab's figures as a table.
struct ReportTable {
  var columns: [String]
  var rows: [[String]]

  /// A figure with its unit; nil where none was measured.
  static func figure(_ value: JSONValue?, unit: String) -> String? {
    value?.number.map { "\(number($0))\(unit)" }
  }

  /// Returns a row with a published figure beside ours; nil if ours was not measured.
  static func publishedRow(_ what: String, _ published: String, _ here: String?) -> [String]? {
    here.map { [what, published, $0] }
  }

  /// Returns the tables of a lab's figures: a row for each run, or for each figure if there is only
  /// one run.
  ///
  /// - Parameter hidden: keys that are shown elsewhere.
  static func all(of value: JSONValue, hidden: Set<String> = []) -> [ReportTable] {
    guard case .object(let object) = value else { return [] }
    var tables: [ReportTable] = []
    for key in object.keys.sorted() {
      guard let list = object[key]?.array, !list.isEmpty, !hidden.contains(key) else { continue }
      if let table = table(of: list, hidden) { tables.append(table) }
    }
    // Beside the list of runs there are figures of the first run again, and objects that are new.
    guard tables.isEmpty else { return (groups(in: object, hidden).map { [$0] } ?? []) + tables }
    let scalars = object.keys.sorted().compactMap { key -> [String]? in
      guard !hidden.contains(key), let value = object[key], let cell = cell(value) else {
        return nil
      }
      return [words(key), cell]
    }
    if !scalars.isEmpty { tables.append(ReportTable(columns: ["figure", "value"], rows: scalars)) }
    if let groups = groups(in: object, hidden) { tables.append(groups) }
    return tables
  }

  /// Returns a table of the objects within an object, a column for each.
  private static func groups(
    in object: [String: JSONValue], _ hidden: Set<String>
  ) -> ReportTable? {
    let groups = object.keys.sorted().compactMap { key -> (name: String, [String: JSONValue])? in
      guard !hidden.contains(key), case .object(let inner)? = object[key] else { return nil }
      return (key, inner)
    }
    var names: Set<String> = []
    for (_, inner) in groups { names.formUnion(inner.filter { cell($0.value) != nil }.keys) }
    guard !names.isEmpty else { return nil }
    return ReportTable(
      columns: ["figure"] + groups.map { words($0.name) },
      rows: names.sorted().map { name in
        [words(name)] + groups.map { $0.1[name].flatMap(cell) ?? "–" }
      })
  }

  private static func table(of list: [JSONValue], _ hidden: Set<String>) -> ReportTable? {
    var keys: [String] = []
    for element in list {
      guard case .object(let object) = element else { return nil }
      for key in object.keys.sorted()
      where !keys.contains(key) && !hidden.contains(key) && object[key].flatMap(cell) != nil {
        keys.append(key)
      }
    }
    // What tells a line from the others comes first.
    let labels = RunLabels.all
    keys = labels.filter(keys.contains) + keys.filter { !labels.contains($0) }
    guard !keys.isEmpty else { return nil }
    return ReportTable(
      columns: keys.map(words),
      rows: list.map { element in keys.map { element[$0].flatMap(cell) ?? "–" } })
  }

  /// Returns a value as text; nil for a list or an object.
  static func cell(_ value: JSONValue) -> String? {
    switch value {
    case .number(let number): Self.number(number)
    case .text(let text): text
    case .bool(let flag): flag ? "yes" : "no"
    default: nil
    }
  }

  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    if value == value.rounded(), value.magnitude < 1e15 { return "\(Int(clamping: value))" }
    if value.magnitude >= 1000 { return "\(Int(clamping: value))" }
    return value.magnitude >= 100
      ? String(format: "%.1f", value)
      : String(format: value.magnitude < 0.1 ? "%.3f" : "%.2f", value)
  }

  /// Returns a key as words: `frame_p99_ms` as "frame p99 (ms)".
  static func words(_ key: String) -> String {
    var parts = key.split(separator: "_").map(String.init)
    let units = [
      "ms": "ms", "us": "µs", "s": "s", "kb": "KB", "mb": "MB", "px": "px", "percent": "%",
      "fps": "fps",
    ]
    // What is counted per second is no number of seconds.
    let isRate = parts.dropLast().last == "per"
    if let last = parts.last, let unit = units[last], parts.count > 1, !isRate {
      parts.removeLast()
      return "\(parts.joined(separator: " ")) (\(unit))"
    }
    return parts.joined(separator: " ")
  }
}
