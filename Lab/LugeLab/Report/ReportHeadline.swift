/// The top of the page: the figures that decide in the colour of their verdict, and all that was
/// missed.
struct ReportHeadline {
  var report: LabReport

  private struct Tile {
    var value: String
    var name: String
    var note: String
    /// Verdict on the expectation of the same figure; nil if there is none.
    var verdict: LabVerdict?
  }

  func html() -> String { missed() + tiles() + "<p class=\"note\">\(Self.frames)</p>" }

  /// Explanation of "no frame was missed", put first.
  private static let frames = """
    A frame is missed when its deadline passes without one. Three things stand in for content, so that \
    frames are not late: rows passed faster than they are drawn show as <b>skeletons</b>, bars in the places of \
    their lines, which are counted beside every count of missed frames, as are pictures that were not there yet \
    where a lab shows pictures. The first frame after a change of \
    scheme, font or width may draw for <b>48 ms</b>, and is then late, rather than show skeletons.
    """

  /// Lists the missed and the unknown figures, before those that were met. Labs that failed or did
  /// not run are in it; those that a quick report leaves out are named above.
  private func missed() -> String {
    let all =
      report.sections.flatMap { section in
        LabVerdict.all(section.name, section.values).map { (lab: section.name, verdict: $0) }
      }
      + report.waiting.flatMap { name in
        LabVerdict.all(name, []).map { (lab: name, verdict: $0) }
      }
    guard !all.isEmpty else { return "" }
    let missed = all.compactMap { lab, verdict -> String? in
      guard let figure = verdict.figure, !verdict.isMet else { return nil }
      return "<li><a href=\"#\(lab)\">\(lab)</a>: \(ReportPage.escaped(verdict.words)): "
        + "\(figure), expected \(verdict.expected)</li>"
    }
    let unknown = all.filter { $0.verdict.measured == nil }
    let size = [
      report.isQuick ? " A quick report: what was met was met in short runs." : nil,
      report.leftOut.isEmpty
        ? nil : " Of \(report.leftOut.count) labs that are not in this report nothing is said.",
      report.fact("build").hasPrefix("debug")
        ? " <b class=\"bad\">A debug build: its figures say nothing.</b>" : nil,
    ].compactMap(\.self).joined()
    guard !missed.isEmpty || !unknown.isEmpty else {
      return "<p>All \(all.count) expectations are met.\(size)</p>"
    }
    let counts = [
      missed.isEmpty ? nil : "✗ \(missed.count) of \(all.count) expectations missed",
      unknown.isEmpty ? nil : "\(unknown.count) of \(all.count) expectations not measured",
    ].compactMap(\.self).joined(separator: ", ")
    // A line for each lab: what is missing is mostly all of it.
    var labs: [String] = []
    for lab in unknown.map(\.lab) where labs.last != lab { labs.append(lab) }
    let lines = labs.map { lab in
      let words = unknown.filter { $0.lab == lab }.map { ReportPage.escaped($0.verdict.words) }
      return "<li><a href=\"#\(lab)\">\(lab)</a>, not measured: "
        + "\(words.joined(separator: "; "))</li>"
    }
    return "<p><b class=\"bad\">\(counts).</b>\(size)</p>"
      + "<ul class=\"missed\">\((missed + lines).joined())</ul>"
  }

  private func tiles() -> String {
    guard let section = report.sections.first(where: { $0.name == "study" }),
      let study = section.value
    else { return "" }
    let html = tiles(study, LabVerdict.all("study", section.values)).map { tile -> String in
      var kind = ""
      var mark = ""
      if let verdict = tile.verdict {
        kind = verdict.isMet ? " good" : " bad"
        mark =
          "<em class=\"\(verdict.isMet ? "good" : "bad")\">\(verdict.isMet ? "✓" : "✗") "
          + "\(verdict.verdict) (expected \(verdict.expected))</em>"
      }
      return "<div class=\"tile\(kind)\"><b>\(ReportPage.escaped(tile.value))</b>"
        + "<span>\(tile.name)</span>\(mark)<small>\(tile.note)</small></div>"
    }
    return "<div class=\"tiles\">\(html.joined())</div>"
  }

  /// Describes the stand-ins that frames of Luge at 60 Hz showed instead of being late.
  private func beside(_ study: JSONValue) -> String {
    let luge: [String: JSONValue] = [
      "mode": .text(StudyMode.steady.rawValue),
      "configuration": .number(Double(StudyConfiguration.luge.rawValue)),
    ]
    return LabExpectation.instead(study, where: luge).map { "; \($0)" } ?? ""
  }

  /// Rows that uncapped frames of Luge showed as skeletons, which cost less than rows.
  private func skeletons(_ study: JSONValue) -> String {
    StudyLabCommand.run(study, .luge, .uncapped)?["skeletons"]?.number.map {
      "; rows shown as skeletons: \(ReportTable.number($0))"
    } ?? ""
  }

  private func tiles(_ study: JSONValue, _ verdicts: [LabVerdict]) -> [Tile] {
    func tile(
      _ mode: StudyMode, _ key: String, _ unit: String, _ name: String, _ note: String,
      of expectation: String? = nil
    ) -> Tile? {
      let run = StudyLabCommand.run(study, .luge, mode)
      return run?[key].flatMap(ReportTable.cell).map { value in
        Tile(
          value: value + unit, name: name, note: note,
          verdict: verdicts.first { $0.words == expectation })
      }
    }
    func here(_ key: String, _ unit: String = "") -> String {
      let figures = [
        (StudyConfiguration.noOffscreen, "the end result"), (.worst, "the worst case"),
      ]
      .compactMap { configuration, name -> String? in
        let run = StudyLabCommand.run(study, configuration, .steady)
        return run?[key].flatMap(ReportTable.cell).map { "\(name) \($0)\(unit)" }
      }
      return figures.isEmpty ? "Luge" : "Luge; here \(figures.joined(separator: ", "))"
    }
    return [
      tile(
        .steady, "frame_rate_fps", "", "frames a second", here("frame_rate_fps"),
        of: "Luge, 60 Hz: frames a second"),
      tile(
        .steady, "stability_percent", " %", "stability", here("stability_percent", " %"),
        of: "Luge, 60 Hz: stability (%)"),
      tile(
        .steady, "missed_frames", "", "missed frames",
        "with all media, first visit\(beside(study))", of: "Luge, 60 Hz: missed frames"),
      tile(
        .steady, "cpu_ratio", " ×", "the best case's CPU",
        "\(here("cpu_ratio", " ×")); pictures are fetched and decoded",
        of: "Luge, 60 Hz: CPU ÷ the best case's CPU"),
      tile(
        .uncapped, "rate_percent_of_best", " %", "of the best case's frame rate",
        "uncapped\(skeletons(study))",
        of: "Luge, uncapped: % of the best case's frame rate"),
      tile(.uncapped, "cpu_ratio", " ×", "the best case's CPU", "uncapped, pictures in memory"),
    ].compactMap(\.self)
  }
}
