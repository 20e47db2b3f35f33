/// What write-ups reported, each figure beside the one that was measured here.
enum PublishedFigures {
  /// Nil for a lab of which nothing was published, or nothing measured.
  static func table(_ lab: String, _ value: JSONValue) -> ReportTable? {
    let rows =
      switch lab {
      case "study": study(value)
      case "rotate": rotate(value)
      case "timeline": timeline(value)
      case "window": window(value)
      case "updates": updates(value)
      default: [[String]]()
      }
    guard !rows.isEmpty else { return nil }
    return ReportTable(columns: ["what", "published", "here"], rows: rows)
  }

  private static func number(_ value: JSONValue?, _ unit: String) -> String? {
    value?.number.map { "\(ReportTable.number($0))\(unit)" }
  }

  private static func row(_ what: String, _ published: String, _ here: String?) -> [String]? {
    here.map { [what, published, $0] }
  }

  /// The two ends of the thesis, at the pace of its screen.
  private static func study(_ value: JSONValue) -> [[String]] {
    func run(_ number: Int) -> JSONValue? {
      value["runs"]?.array.first {
        $0["mode"]?.text == StudyMode.steady.rawValue
          && $0["configuration"]?.number == Double(number)
      }
    }
    let (worst, luge) = (run(2), run(10))
    return [
      row("worst case: frames a second", "26.0", number(worst?["frame_rate_fps"], "")),
      row("worst case: stability", "23.6 %", number(worst?["stability_percent"], " %")),
      row("all improvements: frames a second", "53.4", number(luge?["frame_rate_fps"], "")),
      row("all improvements: stability", "87.1 %", number(luge?["stability_percent"], " %")),
      row("all improvements: CPU in the best case's", "3.6", number(luge?["cpu_ratio"], "")),
    ].compactMap(\.self)
  }

  private static func rotate(_ value: JSONValue) -> [[String]] {
    guard let run = value["runs"]?.array.first(where: { $0["messages"]?.number == 10_000 }) else {
      return []
    }
    let chatto = "10 to 20 s (iPhone 4s)"
    return [
      row("10,000 messages: until the list stands", chatto, number(run["first_frame_ms"], " ms")),
      row("10,000 messages: until all heights are exact", chatto, number(run["exact_ms"], " ms")),
      row(
        "10,000 messages: plain Pango, on the main thread", chatto, number(run["pango_ms"], " ms")),
    ].compactMap(\.self)
  }

  private static func timeline(_ value: JSONValue) -> [[String]] {
    [(170, 19), (200, 25), (1012, 44)].flatMap { count, published -> [[String]] in
      let posts = value["posts_\(count)"]
      return [
        row(
          "\(count) posts: less time until all are drawn", "\(published) %",
          number(posts?["less_total_percent"], " %")),
        row(
          "\(count) posts: less time of the thread that shows them", "–",
          number(posts?["less_ui_percent"], " %")),
      ].compactMap(\.self)
    }
  }

  private static func window(_ value: JSONValue) -> [[String]] {
    [
      row("items held by preference, at most", "500", number(value["preferred_maximum"], "")),
      row(
        "items held at any time, at most (pages on their way included)", "–",
        number(value["most_held"], "")),
    ].compactMap(\.self)
  }

  private static func updates(_ value: JSONValue) -> [[String]] {
    (value["runs"]?.array ?? []).compactMap { run in
      guard let sets = run["sets_per_frame"]?.number, let ratio = run["ratio"]?.number, sets > 0,
        let updates = run["updates"]?.number, let folded = run["folded_sets"]?.number,
        updates + folded > 0
      else { return nil }
      let frames = (updates + folded) / sets
      return [
        "\(ReportTable.number(sets)) setters a frame", "1 update a frame",
        "\(ReportTable.number(updates / frames)) a frame, "
          + "\(ReportTable.number(ratio)) times less work than one at each set",
      ]
    }
  }
}
