import Foundation

/// The report as one HTML page: no network, no scripts, the figures' JSON inside.
struct ReportPage {
  var report: LabReport

  func html() -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Luge: lab report</title>
    <style>\(ReportStyle.css)</style>
    </head>
    <body>
    <header>
    <h1>Lab report</h1>
    <p>\(escaped(report.date)), Luge \(escaped(report.fact("Luge")))\(report.isQuick ? ", quick" : "").
    \(report.runs > 1 ? "Each lab ran \(report.runs) times; the worst of them is held against what is expected, tables and plots are the first one's." : "")</p>
    \(problems())
    \(ReportHeadline(report: report).html())
    </header>
    <nav>\(links())</nav>
    <main>
    \(report.changes.map(changes) ?? "")
    \(report.sections.map(section).joined(separator: "\n"))
    \(spreads())
    <section id="machine"><h2>Measured on</h2>
    \(table(ReportTable(columns: ["", ""], rows: report.facts.map { [$0.name, $0.value] }), kind: "plain"))
    </section>
    </main>
    <script type="application/json" id="figures">\(report.json.replacingOccurrences(of: "</", with: "<\\/"))</script>
    </body>
    </html>

    """
  }

  // MARK: Parts

  private func links() -> String {
    report.sections.map { "<a href=\"#\($0.name)\">\(escaped($0.name))</a>" }.joined()
      + "<a href=\"#machine\">machine</a>"
  }

  /// Lists the labs without figures.
  private func problems() -> String {
    var lines = report.sections.compactMap { section in
      section.failure.map {
        "<a href=\"#\(section.name)\">\(escaped(section.name))</a> failed: \(escaped($0))"
      }
    }
    if !report.waiting.isEmpty {
      lines.append("not run: \(escaped(report.waiting.joined(separator: ", ")))")
    }
    let leftOut =
      report.leftOut.isEmpty
      ? ""
      : "<p>Not in this report: \(escaped(report.leftOut.joined(separator: ", "))).</p>"
    return lines.map { "<p class=\"failed\">\($0)</p>" }.joined() + leftOut
  }

  private func section(_ section: LabReport.Section) -> String {
    var html = "<section id=\"\(section.name)\"><h2>\(escaped(section.title))</h2>"
    html += "<p>\(escaped(section.about))</p>"
    if let published = section.published {
      html += "<p class=\"published\"><b>Published.</b> \(escaped(published))</p>"
    }
    guard let value = section.value else {
      return html + "<p class=\"failed\">\(escaped(section.failure ?? "not run"))</p></section>"
    }
    if let published = Labs.named(section.name)?.publishedTable(value) {
      html += table(published, kind: "published-table")
    }
    if let expected = LabVerdict.table(section.name, section.values, isQuick: report.isQuick) {
      html += table(expected, kind: "expected")
    }
    for (key, name) in [
      ("slowed_by", "Slowed by"), ("gpu_note", "GPU"), ("allocation_note", "Allocations"),
      ("quick_note", "Quick"), ("kept_rows_note", "Rasterising"), ("skeleton_note", "Skeletons"),
      ("note", "Note"),
    ] {
      guard let text = value[key]?.text else { continue }
      html += "<p class=\"note\">\(name): \(escaped(text))</p>"
    }
    for missing in value["missing"]?.array ?? [] {
      if let text = missing.text { html += "<p class=\"note\">\(escaped(text))</p>" }
    }
    let verdicts = (value["verdicts"]?.array ?? []).compactMap(\.text)
    if !verdicts.isEmpty {
      html +=
        "<ul class=\"verdicts\">"
        + verdicts.map { "<li>\(escaped($0))</li>" }.joined() + "</ul>"
    }
    html += section.plots.map(figure).joined()
    if section.lacksPlots { html += "<p class=\"note\">\(escaped(GnuplotPlot.missing))</p>" }
    if section.name == "study" {
      html += studyTables(value)
    } else {
      html += ReportTable.all(of: value).map { table($0) }.joined()
    }
    let facts = [
      section.seconds.map { "took \(Int($0)) s" },
      section.load.map { "load of the last minute \($0)" },
    ].compactMap(\.self).joined(separator: "; ")
    return html + "<p class=\"seconds\">\(escaped(facts))</p></section>"
  }

  private func figure(_ plot: LabReport.Drawn) -> String {
    "<figure>\(plot.svg)<figcaption><b>\(escaped(plot.title)).</b> \(escaped(plot.caption))"
      + "</figcaption></figure>"
  }

  private func studyTables(_ value: JSONValue) -> String {
    let names: [StudyMode: String] = [
      .steady: "At 60 Hz, pictures fetched and decoded on the way", .uncapped: "Uncapped",
      .slow: "At 60 Hz on a slowed processor",
    ]
    return StudyMode.allCases.map { mode -> String in
      let runs = (value["runs"]?.array ?? []).filter { $0["mode"]?.text == mode.rawValue }
      guard !runs.isEmpty else { return "" }
      let keys = [
        "frame_rate_fps", "stability_percent", "missed_frames", "skeletons", "late_pictures",
        "animation_frames", "blank_px", "cpu_ms_per_frame", "cpu_ratio", "open_ms", "open_p25_ms",
        "open_p75_ms", "open_ratio", "open_estimated_ms",
        "frame_p50_ms", "frame_p95_ms", "frame_p99_ms", "frame_max_ms", "memory_mb",
        "allocations_per_frame", "cpu_percent", "gpu_percent", "work_rate_fps",
        "work_rate_percent_of_best", "waited_ms_per_frame", "passes", "pass_rate_min_fps",
        "pass_rate_max_fps", "duration_s",
        "cpu_ratio_spread_percent",
      ].filter { key in
        // These two say that there is nothing; above the table it says why.
        ["gpu_percent", "allocations_per_frame"].contains(key)
          || !mode.meaningless.contains(key) && runs.contains { $0[key]?.number != nil }
      }
      let rows = runs.map { run -> [String] in
        let number = run["configuration"]?.number.map { Int(clamping: $0) } ?? 0
        let published = StudyConfiguration(rawValue: number).flatMap(StudyPublished.figures)
        return ["\(number) \(run["name"]?.text ?? "")"]
          + (mode == .uncapped ? [] : [published.map(StudyTable.words) ?? ""])
          + keys.map { key in
            key == "gpu_percent" ? "n/a" : run[key].flatMap(ReportTable.cell) ?? "–"
          }
      }
      // Published figures were measured at a screen's pace, so uncapped runs have no such column.
      let columns =
        ["configuration"] + (mode == .uncapped ? [] : ["published"]) + keys.map(ReportTable.words)
      return "<h3>\(names[mode] ?? mode.rawValue)</h3>"
        + table(
          ReportTable(columns: columns, rows: rows), kind: mode == .uncapped ? nil : "paced")
        + threads(runs)
    }.joined()
  }

  /// Table of the CPU of a frame, thread by thread.
  private func threads(_ runs: [JSONValue]) -> String {
    let times = runs.map { run -> [String: Double] in
      guard case .object(let object)? = run["thread_cpu_ms_per_frame"] else { return [:] }
      return object.compactMapValues(\.number)
    }
    var sums: [String: Double] = [:]
    for time in times { sums.merge(time, uniquingKeysWith: +) }
    let names = sums.filter { $0.value >= 0.01 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map(\.key)
    guard !names.isEmpty else { return "" }
    let rows = zip(runs, times).map { run, time in
      ["\(run["configuration"]?.number.map { Int(clamping: $0) } ?? 0) \(run["name"]?.text ?? "")"]
        + names.map { time[$0].map(ReportTable.number) ?? "–" }
    }
    return "<details><summary>CPU of a frame by thread (ms)</summary>"
      + table(ReportTable(columns: ["configuration"] + names, rows: rows)) + "</details>"
  }

  private func spreads() -> String {
    guard !report.spreads.isEmpty else { return "" }
    let rows = report.spreads.map { spread in
      [spread.name] + spread.values.map(ReportTable.number)
        + ["\(ReportTable.number(spread.percent)) %"]
    }
    let columns = ["ratio"] + (1...report.runs).map { "run \($0)" } + ["spread"]
    return "<section id=\"spread\"><h2>How far runs are apart</h2>"
      + table(ReportTable(columns: columns, rows: rows)) + "</section>"
  }

  private func changes(_ changes: [ReportComparison.Change]) -> String {
    let rows = changes.prefix(200).map { change in
      [
        change.words, ReportTable.number(change.before), ReportTable.number(change.after),
        change.percent.isFinite ? "\(ReportTable.number(change.percent)) %" : "from 0",
        change.isBetter.map { $0 ? "better" : "worse" } ?? "",
      ]
    }
    let columns = ["figure", "before", "now", "change", ""]
    // The largest first; all of them would be the page's first two screens.
    let (first, rest) = (Array(rows.prefix(12)), Array(rows.dropFirst(12)))
    let more =
      rest.isEmpty
      ? ""
      : "<details><summary>\(rest.count) more that changed by 10 % and above</summary>"
        + table(ReportTable(columns: columns, rows: rest)) + "</details>"
    return "<section id=\"changes\"><h2>What changed</h2>"
      + (report.loadThen.map { "<p class=\"note\">\(escaped(loads(then: $0)))</p>" } ?? "")
      + (rows.isEmpty
        ? "<p>No figure changed by more than 10 %.</p>"
        : table(ReportTable(columns: columns, rows: first)) + more)
      + "</section>"
  }

  /// A busy machine makes everything worse, yardsticks included.
  private func loads(then: ClosedRange<Double>) -> String {
    func words(_ range: ClosedRange<Double>) -> String {
      "\(ReportTable.number(range.lowerBound)) to \(ReportTable.number(range.upperBound))"
    }
    return "Load of the machine then \(words(then))"
      + (report.loads.map { ", now \(words($0))" } ?? "")
      + ". Times of a busy machine are longer, whatever is measured; ratios within a run are safer to compare."
  }

  /// - Parameter kind: class of the element; "plain" has no heads.
  private func table(_ table: ReportTable, kind: String? = nil) -> String {
    let isPlain = kind == "plain"
    // Two columns a page's width apart cannot be read together.
    let kind = kind ?? (table.columns.count <= 3 ? "narrow" : nil)
    let head =
      isPlain
      ? ""
      : "<thead><tr>\(table.columns.map { "<th>\(escaped($0))</th>" }.joined())</tr></thead>"
    let body = table.rows.map { row in
      let isLuge =
        row.first.map { $0.hasPrefix("\(StudyConfiguration.luge.rawValue) ") || $0 == "luge" }
        ?? false
      return "<tr\(isLuge ? " class=\"luge\"" : "")>"
        + row.map { cell($0) }.joined() + "</tr>"
    }
    // With the keys as well: a box that scrolls has to be reached.
    return
      "<div class=\"scroll\" tabindex=\"0\"><table\(kind.map { " class=\"\($0)\"" } ?? "")>\(head)<tbody>"
      + "\(body.joined(separator: "\n"))</tbody></table></div>"
  }

  /// A verdict has a colour, and a word for people who do not see colours.
  private func cell(_ text: String) -> String {
    switch text {
    case "met", "better": "<td class=\"good\">✓ \(text)</td>"
    case "not measured": "<td class=\"bad\">\(text)</td>"
    case "missed", "worse": "<td class=\"bad\">✗ \(text)</td>"
    default: "<td>\(escaped(text))</td>"
    }
  }

  private func escaped(_ text: String) -> String { Self.escaped(text) }

  static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
  }
}
