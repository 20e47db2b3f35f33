import ArgumentParser
import LugeCommandLine

struct TimelineLabCommand: Lab {
  static let configuration = CommandConfiguration(
    commandName: "timeline",
    abstract: "Posts as one large cell made on the main thread, against small rows made by lanes.",
    discussion: """
      Scrolls through 170, 200 and 1,012 posts until each has been drawn, in both structures; then \
      again at 60 frames a second, for missed frames; then changes posts of a timeline of 10,000 \
      while it is read. Progress goes to standard error. The figures that LINE published are compared \
      with the time until all posts are drawn, which is what LINE measured.

      The time of the main thread is that of making what a frame shows: scrolling, and cells or rows. \
      Copying it into the frame, which it does as well here, is given beside it. At 60 frames a second the \
      idle time between frames is skipped with more than 200 posts; --keeps-time waits for it there, \
      too, which takes five minutes.

      Examples:
        luge lab timeline --json
        luge lab timeline --posts 200
      """)

  static let section = LabSection(
    title: "Posts as small rows",
    about: "A timeline whose posts become several rows made off the main thread.",
    published: "LINE: 170, 200 and 1,012 posts were drawn 19, 25 and 44 % sooner.",
    arguments: [], quickArguments: ["--posts", "170"],
    quickSize: "170 posts, not up to 1,012", expected: (180, 45),
    expectations: expectations,
    publishedTable: { published($0) })

  @Option(help: "Number of posts; may be repeated (170, 200, 1012).")
  var posts: [Int] = []

  @Option(help: ArgumentHelp("Size of the list.", valueName: "WxH"))
  var size = PointSize(width: 480, height: 860)

  @Option(help: "Pixels a second of the run that counts missed frames.")
  var speed = 6000.0

  @Flag(
    help: "Wait out the idle time between frames instead of skipping it, with many posts as well.")
  var keepsTime = false

  @Flag(help: "Only the changes of posts.")
  var actions = false

  @Flag(help: "Report as JSON.")
  var json = false

  func validate() throws {
    for count in posts { try LabRun.check("--posts", count, in: 2...100_000) }
    try LabRun.check("--speed", speed, in: 60...100_000)
  }

  func run() throws {
    try LabRun.report {
      var lab = TimelineLab(
        size: .init(width: size.width, height: size.height), speed: speed)
      lab.keepsTime = keepsTime
      lab.onPhase = { Terminal.printError("luge-lab: \($0)") }
      let counts = actions ? [] : posts.isEmpty ? [170, 200, 1012] : posts
      let results = try counts.map { try lab.run($0) }
      if actions || posts.isEmpty { lab.onPhase?("changes of a timeline of 10,000 posts") }
      let changes = actions || posts.isEmpty ? TimelineActionsLab().run() : []
      try LabOutput.print(Self.self, Report(results: results, actions: changes), json: json) {
        for result in results {
          try Terminal.print(
            """
            \(result.posts) posts: \(LabRun.number(result.oldTotalMs)) ms in large cells, \
            \(LabRun.number(result.oldFastTextTotalMs)) with Luge's text in them, \(LabRun.number(result.newTotalMs)) ms in rows (\(LabRun.number(result.lessTotalPercent)) \
            % less than in large cells, \(LabRun.number(result.lessTotalThanFastTextPercent)) % less \
            than in those with Luge's text\(published(result))), of processors \(LabRun.number(result.oldTotalCpuMs)), \
            \(LabRun.number(result.oldFastTextTotalCpuMs)) and \(LabRun.number(result.newTotalCpuMs)) ms; on the main thread \(LabRun.number(result.oldUiMs)) against \
            \(LabRun.number(result.newUiMs)) ms (\(LabRun.number(result.lessUiPercent)) % less; with Luge's text in the large cells \
            \(LabRun.number(result.lessUiThanFastTextPercent)) % less; with the \
            copying into frames \(LabRun.number(result.lessUiWithComposePercent)) % less than with Pango's)
              large cells: \(LabRun.number(result.oldSizingMs)) ms measuring, \
            \(LabRun.number(result.oldDisplayMs)) ms filling and drawing; rows: \
            \(LabRun.number(result.newTakeInMs)) ms taking in, \(LabRun.number(result.newPlanMs)) ms \
            placing, \(LabRun.number(result.newSpotDrawMs)) ms drawing \(result.rowsDrawnOnTheSpot) of \
            them, \(LabRun.number(result.newAskMs)) ms asking for more; \(LabRun.number(result.newLaneMs)) ms of CPU on the lane
              at 60 frames a second \(result.oldMissedFrames) missed against \(result.missedFrames); a \
            frame p99 \(LabRun.number(result.oldFrameP99Ms)) against \
            \(LabRun.number(result.frameP99Ms)) ms, at most \(LabRun.number(result.oldFrameMaxMs)) \
            against \(LabRun.number(result.frameMaxMs)); \(result.oldDrawn) and \(result.newDrawn) posts \
            seen whole, \(result.skeletons) skeletons, \
            \(result.blankPx) px blank, \(result.cellsCreated) cells
              as fast as it goes: \(result.newSlicesDrawn) slices drawn by the lane, \
            \(result.newSlicesDrawnTwice) of them by a frame meanwhile; \(result.newItemsLaidOut) posts \
            laid out, \(result.newItemsLaidOutTwice) of them twice
            """)
        }
        for action in changes {
          try Terminal.print(
            """
            \(action.name): \(action.rowsRecomputed) rows of \(action.postsRemade) posts made anew, \
            \(action.rowsKept) kept, \(action.driftPx) px drift, \(LabRun.number(action.ms)) ms
            """)
        }
      }
    }
  }

  private func published(_ result: TimelineLab.Result) -> String {
    result.publishedLessTotalPercent.map { ", published: \(LabRun.number($0)) %" } ?? ""
  }

  /// Has keys such as `posts_170`, as the expectations read them.
  struct Report: Encodable {
    var results: [TimelineLab.Result]
    var actions: [TimelineActionsLab.Action]

    private struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(_ name: String) { stringValue = name }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      for result in results { try container.encode(result, forKey: Key("posts_\(result.posts)")) }
      if !actions.isEmpty {
        try container.encode(actions, forKey: Key("actions"))
        let drift = actions.map(\.driftPx).max() ?? 0
        try container.encode(drift, forKey: Key("drift_px"))
      }
    }
  }

  private static let counts = ["170", "200", "1012"]

  /// Returns the greatest value over all numbers of posts.
  @Sendable private static func most(_ key: String, of value: JSONValue) -> Double? {
    counts.compactMap { value["posts_\($0)"]?[key]?.number }.max()
  }

  /// Between which shares half of the rounds were.
  private static func within(_ key: String, of posts: JSONValue?) -> String {
    half(key, "percent", of: posts).map { " (half of the rounds within \($0))" } ?? ""
  }

  /// Returns the share of the UI thread's time, at 60 frames a second, that rows save against the
  /// cheaper of the two kinds of large cells, percent.
  ///
  /// - Parameter copies: whether copying into frames counts. Both kinds of large cells have the
  ///   same pixels to copy, so one of them was measured.
  @Sendable private static func savedUI(of posts: JSONValue?, copies: Bool) -> Double? {
    func time(_ key: String, _ copying: String) -> Double? {
      guard let own = posts?[key]?.number, let copied = posts?[copying]?.number else { return nil }
      return copies ? own + copied : own
    }
    let old = ["old_ui_ms", "old_fast_text_ui_ms"].compactMap { time($0, "old_compose_ms") }.min()
    guard let old, let new = time("new_ui_ms", "new_compose_ms") else { return nil }
    return 100 * (1 - new / max(0.001, old))
  }

  private static var expectations: [LabExpectation] {
    // The published measure first: how much sooner all posts have been drawn. The write-up changed
    // the structure and not its text engine, so both sides have the same; or Pango's where large
    // cells are faster with that.
    let totals = zip(counts, [19.0, 25, 44]).map { count, published in
      LabExpectation(
        "\(count) posts: time saved until all are drawn, against the faster large cells (%)",
        .atLeast(published)
      ) { value in
        guard let fast = value["posts_\(count)"]?["less_total_than_fast_text_percent"]?.number,
          let pango = value["posts_\(count)"]?["less_total_percent"]?.number
        else { return nil }
        return min(fast, pango)
      }.noting { value in
        guard let fast = value["posts_\(count)"]?["less_total_than_fast_text_percent"]?.number,
          let pango = value["posts_\(count)"]?["less_total_percent"]?.number
        else { return nil }
        let posts = value["posts_\(count)"]
        let spread = posts?["total_spread_percent"]?.number.map {
          "; runs of one structure are up to \(ReportTable.number($0)) % apart"
        }
        return "with Luge's text \(ReportTable.number(fast)) %"
          + within("less_total_than_fast_text", of: posts)
          + ", with Pango's \(ReportTable.number(pango)) %" + within("less_total", of: posts)
          + (spread ?? "")
      }.because { value in
        value["posts_\(count)"]?["total_cpu_ratio"]?.number.map {
          "rows take \(ReportTable.number($0)) times the processors' time of the cheaper large cells, "
            + "on two threads"
        }
      }
    }
    return totals
      + counts.map { count in
        .init(
          "\(count) posts, \(count == "1012" ? "idle time skipped" : "time kept"): "
            + "UI thread's time saved (%)", .atLeast(80)
        ) { value in
          // The cheaper large cells, as for the total time.
          savedUI(of: value["posts_\(count)"], copies: true)
        }.noting { value in
          let posts = value["posts_\(count)"]
          return [
            "against the cheaper large cells",
            savedUI(of: posts, copies: false).map {
              "without copying into frames, which is this thread's here: \(ReportTable.number($0)) %"
            },
            count == "1012" && posts?["keeps_time"] == .bool(true)
              ? "here with time kept" : nil,
          ].compactMap(\.self).joined(separator: "; ")
        }.because { value in
          let posts = value["posts_\(count)"]
          guard let copying = posts?["new_compose_ms"]?.number,
            let own = posts?["new_ui_ms"]?.number
          else { return nil }
          return "copying rows into frames takes \(ReportTable.number(copying)) ms, all else "
            + "\(ReportTable.number(own))"
        }
      } + [
        .init(
          "processor time until all posts are drawn, rows ÷ the cheaper large cells (worst)",
          .atMost(1)
        ) { most("total_cpu_ratio", of: $0) }
        .noting { value in
          counts.compactMap { count in
            let posts = value["posts_\(count)"]
            guard let ratio = posts?["total_cpu_ratio"]?.number,
              let new = posts?["new_total_cpu_ms"]?.number,
              let pango = posts?["old_total_cpu_ms"]?.number,
              let fast = posts?["old_fast_text_total_cpu_ms"]?.number
            else { return nil }
            let number = ReportTable.number
            return
              "\(count) posts \(number(ratio)): rows \(number(new)) ms, large cells with Luge's "
              + "text \(number(fast)), with Pango's \(number(pango))"
          }.joined(separator: "; ")
        }.because { value in
          let posts = value["posts_1012"]
          guard let laid = posts?["new_items_laid_out"]?.number,
            let drawn = posts?["new_slices_drawn"]?.number,
            let inFrames = posts?["new_slices_drawn_in_frames"]?.number
          else { return nil }
          let twice = (
            posts?["new_items_laid_out_twice"]?.number, posts?["new_slices_drawn_twice"]?.number
          )
          func of(_ count: Double?) -> String {
            count.map { " (\(ReportTable.number($0)) of them twice)" } ?? ""
          }
          return "of 1,012 posts \(ReportTable.number(laid)) were laid out\(of(twice.0)), "
            + "\(ReportTable.number(drawn)) slices of rows drawn by the lane\(of(twice.1)) and "
            + "\(ReportTable.number(inFrames)) by frames"
        },
        .init("missed frames", .atMost(0)) { most("missed_frames", of: $0) }
          .noting { value in LabExpectation.instead(counts.compactMap { value["posts_\($0)"] }) },
        // Less time is only less for the same: every post whole, as the large cells show them.
        .init("posts that were never seen whole at 60 frames a second", .atMost(0)) { value in
          counts.compactMap { count -> Double? in
            let posts = value["posts_\(count)"]
            guard let all = posts?["posts"]?.number, let seen = posts?["new_drawn"]?.number else {
              return nil
            }
            return all - seen
          }.max()
        },
        .init("rows shown as skeletons", .atMost(0)) { most("skeletons", of: $0) },
        .init("blank (lines of pixels)", .atMost(0)) { most("blank_px", of: $0) },
        .init("drift of the reading line (px)", "drift_px", .atMost(0)),
      ]
  }

  private static func published(_ value: JSONValue) -> [[String]] {
    [(170, 19), (200, 25), (1012, 44)].flatMap { count, published -> [[String]] in
      let posts = value["posts_\(count)"]
      return [
        ReportTable.publishedRow(
          "\(count) posts: less time until all are drawn, the same text in both",
          "\(published) %",
          ReportTable.figure(posts?["less_total_than_fast_text_percent"], unit: " %")),
        ReportTable.publishedRow(
          "\(count) posts: less time until all are drawn, Pango's text against Luge's", "–",
          ReportTable.figure(posts?["less_total_percent"], unit: " %")),
        ReportTable.publishedRow(
          "\(count) posts: less time of the thread that shows them, the same text in both", "–",
          ReportTable.figure(posts?["less_ui_than_fast_text_percent"], unit: " %")),
        ReportTable.publishedRow(
          "\(count) posts: the same, Pango's text against Luge's", "–",
          ReportTable.figure(posts?["less_ui_percent"], unit: " %")),
        ReportTable.publishedRow(
          "\(count) posts: the same with copying into frames, Pango's text against Luge's", "–",
          ReportTable.figure(posts?["less_ui_with_compose_percent"], unit: " %")),
      ].compactMap(\.self)
    }
  }
}
