import Foundation
import Testing

@testable import LugeLab

@Suite("Figures against what is expected")
struct VerdictTests {
  @Test("intervals are those within a segment, ratios those to Luge")
  func peers() throws {
    let frames = try JSONDecoder().decode(
      PeersLab.Result.Frames.self,
      from: Data(#"{"frames":[0,16,32,100,117],"segs":[0,0,0,1,1],"first":[1,2]}"#.utf8))
    #expect(frames.intervals == [16, 16, 17])
    var section = MeasuredProgram.Section()
    section.seconds = 1
    section.cpuSeconds = 0.01
    section.data = #"{"frames":[0,16,32,48,64],"segs":[0,0,0,0,0]}"#
    var outcome = MeasuredProgram.Outcome()
    outcome.openMs = 50
    let luge = try #require(PeersLab.Result("luge", "W2", 10, outcome, section))
    section.cpuSeconds = 0.03
    outcome.openMs = 200
    let other = try #require(PeersLab.Result("gtk4", "W2", 10, outcome, section))
    var report = PeersLab.Report(runs: [luge, other], missing: [])
    report.compare()
    #expect(report.runs[0].cpuMsPerFrame == 2)
    #expect(report.runs[0].frameRateFps == 62.5)
    #expect(report.runs.map(\.cpuRatio) == [nil, 3])
    #expect(report.runs.map(\.openRatio) == [nil, 4])
    #expect(PeersLab.Result("x", "W2", 10, outcome, .init()) == nil)
    #expect(report.skeletonNote == nil)
  }

  @Test("memory is judged where it is worse for Luge, and skeletons are said")
  func peersMemory() throws {
    var section = MeasuredProgram.Section()
    section.seconds = 1
    section.cpuSeconds = 0.01
    section.data = #"{"skeletons":5,"blank":0,"frames":[0,16],"segs":[0,0]}"#
    var outcome = MeasuredProgram.Outcome()
    outcome.memoryMb = ["open": 20, "scroll": 40]
    let luge = try #require(PeersLab.Result("luge", "W3", 10, outcome, section))
    outcome.memoryMb = ["open": 30, "scroll": 30]
    section.data = #"{"frames":[0,16],"segs":[0,0]}"#
    let other = try #require(PeersLab.Result("gtk4", "W3", 10, outcome, section))
    var report = PeersLab.Report(runs: [luge, other], missing: [])
    report.compare()
    #expect(report.runs[1].memoryOpenRatio == 1.5)
    #expect(report.runs[1].memoryScrollRatio == 0.75)
    #expect(report.runs[1].memoryRatio == 0.75)
    let verdict = try #require(report.verdicts.first)
    #expect(verdict.contains("after scrolling 0.75 × Luge's (LUGE LOSES"))
    #expect(verdict.hasSuffix("; Luge showed 5 rows as skeletons"))
    #expect(report.skeletonNote?.hasSuffix("W3 2.50 a frame") == true)
  }

  @Test("headline figures have their verdict's colour, and a quick run says what it is of")
  func headline() throws {
    let figures = """
      {"runs": [
        {"configuration": 12, "mode": "60hz", "frame_rate_fps": 60, "cpu_ratio": 1.7},
        {"configuration": 1, "mode": "uncapped", "passes": 9, "pass_rate_min_fps": 100,
         "pass_rate_max_fps": 300},
        {"configuration": 12, "mode": "uncapped", "rate_percent_of_best": 205,
         "work_rate_percent_of_best": 218, "cpu_ratio": 0.6, "passes": 8, "animation_frames": 71,
         "pass_rate_min_fps": 400, "pass_rate_max_fps": 500}]}
      """
    var report = LabReport(date: "today", isQuick: true, runs: 1, facts: [])
    report.sections = [
      .init(
        name: "study", title: "Study", about: "a", published: nil, values: [try reported(figures)])
    ]
    let html = ReportHeadline(report: report).html()
    #expect(html.contains("✗ 1 of 21 expectations missed, 18 of 21 expectations not measured."))
    #expect(html.contains("<div class=\"tile bad\"><b>1.70 ×</b>"))
    #expect(html.contains("<div class=\"tile good\"><b>60</b>"))
    // The same words stand for the same number, and what nobody expects anything of has no colour.
    #expect(html.contains("<b>205 %</b><span>of the best case's frame rate"))
    #expect(!html.contains("218"))
    #expect(!html.contains("uncapped; rows shown"))
    #expect(html.contains("<div class=\"tile\"><b>0.60 ×</b>"))
    let rows = LabVerdict.all("study", [try reported(figures)], isQuick: true)
    #expect(rows.allSatisfy { $0.note.contains("quick: 50 messages, not 500") })
    #expect(rows.contains { $0.note.contains("best case 9 from 100 to 300 fps") })
    #expect(LabVerdict.all("study", [try reported(figures)]).first?.note.isEmpty == true)
    let window = try reported(
      #"{"lost_items": 0, "gaps": 0, "items_cut": 0, "most_held": 350, "preferred_maximum": 500}"#)
    let lost = try #require(
      LabVerdict.all("window", [window]).first { $0.words == "items lost" })
    #expect(lost.isMet && lost.note.contains("350 of 500"))
  }

  @Test("of several runs the worst is held against what is expected, and a lab says it in words")
  func worst() throws {
    let runs = try [#"{"p99_ms": 4, "inexact": 0}"#, #"{"p99_ms": 17, "inexact": 0}"#].map(reported)
    #expect(LabVerdict.all("jump", runs).map(\.isMet) == [false, true])
    #expect(LabVerdict.all("jump", runs).first?.measured == 17)
    #expect(LabVerdict.all("jump", [runs[0]]).map(\.isMet) == [true, true])
    let rates = try [0.95, 0.8].map { try reported("{\"large\": {\"luge_to_vips\": \($0)}}") }
    #expect(LabVerdict.all("images", rates).compactMap(\.measured).first == 0.8)
    let lines = LabExpectations.lines("jump", Data(#"{"p99_ms": 17, "inexact": 0}"#.utf8))
    #expect(
      lines.first?.hasPrefix("missed: p99 to an exact frame (ms) 17, expected at most 16") == true)
    #expect(lines.last == "met: inexact jumps 0, expected 0")
    #expect(LabExpectations.lines("jump", Data("no JSON".utf8)).isEmpty)
    let unknown = LabExpectations.lines("storm", Data("{}".utf8))
    #expect(!unknown.isEmpty && unknown.allSatisfy { $0.hasPrefix("not measured: ") })
  }

  @Test(
    "what was not measured is not met: on the page, in the lab, of labs that failed or never ran")
  func unmeasured() throws {
    let verdicts = LabVerdict.all("jump", [try reported(#"{"p99_ms": 4}"#)])
    #expect(verdicts.map(\.verdict) == ["met", "not measured"])
    #expect(verdicts.map(\.isMet) == [true, false])
    let table = try #require(LabVerdict.table("jump", [try reported(#"{"p99_ms": 4}"#)]))
    #expect(table.rows.map { $0[2] } == ["4", "–"])
    var report = LabReport(date: "today", isQuick: false, runs: 1, facts: [])
    report.sections = [
      .init(
        name: "jump", title: "Jumps", about: "a",
        values: [try reported(#"{"p99_ms": 4, "inexact": 0}"#)])
    ]
    #expect(ReportHeadline(report: report).html().contains("All 2 expectations are met."))
    // A figure is missing.
    report.sections[0].values = [try reported(#"{"p99_ms": 4}"#)]
    var html = ReportHeadline(report: report).html()
    #expect(html.contains("1 of 2 expectations not measured.") && !html.contains("All "))
    #expect(html.contains("not measured: inexact jumps"))
    // The lab failed.
    report.sections[0].values = []
    report.sections[0].failure = "no display"
    html = ReportHeadline(report: report).html()
    #expect(html.contains("2 of 2 expectations not measured."))
    // It did not run.
    report.sections = []
    report.waiting = ["jump"]
    html = ReportHeadline(report: report).html()
    #expect(html.contains("2 of 2 expectations not measured."))
    // In one of two runs.
    let once = LabVerdict.all(
      "jump", [try reported(#"{"p99_ms": 4, "inexact": 0}"#), try reported(#"{"p99_ms": 4}"#)])
    #expect(once.map(\.note) == ["", "measured in 1 of 2 runs"])
  }

  @Test("figures stand beside what is expected of them, the worst of all runs")
  func expectations() throws {
    let scroll = try reported(
      """
      {"runs": [
        {"place": "window", "script": "2000_px_s", "ratio": 1.4, "missed_frames": 0,
         "blank_px": 0, "p99_ms": 3},
        {"place": "window", "script": "2000_px_s", "ratio": 1.2, "missed_frames": 2,
         "blank_px": 0, "p99_ms": 1},
        {"place": "window", "script": "20000_px_s", "ratio": 2.6, "missed_frames": 0,
         "blank_px": 0, "p99_ms": 1}]}
      """)
    let table = try #require(LabVerdict.table("scroll", [scroll]))
    #expect(table.rows.prefix(5).map { $0[2] } == ["1.40", "2.60", "2", "0", "3"])
    #expect(table.rows.prefix(5).map { $0[3] } == ["met", "missed", "missed", "met", "met"])
    // What was measured in a window says nothing of the same without one.
    #expect(table.rows.dropFirst(5).allSatisfy { $0[3] == "not measured" })
    let none = try #require(LabVerdict.table("scroll", [try reported("{}")]))
    #expect(none.rows.allSatisfy { $0[2] == "–" && $0[3] == "not measured" })
    #expect(LabVerdict.table("no such lab", [scroll]) == nil)
    let rate = try reported(
      #"{"runs": [{"configuration": 12, "mode": "60hz", "frame_rate_fps": 59.2}]}"#)
    #expect(LabVerdict.table("study", [rate])?.rows.map { $0[3] }.first == "missed")
  }

  @Test("what is missed says what limits it, from the lab's own figures")
  func reasons() throws {
    let study = try reported(
      """
      {"runs": [
        {"configuration": 1, "mode": "60hz", "cpu_ms_per_frame": 0.5},
        {"configuration": 12, "mode": "60hz", "cpu_ratio": 1.7,
         "thread_cpu_ms_per_frame": {"main": 0.45, "helper": 0.25}}]}
      """)
    let table = try #require(LabVerdict.table("study", [study]))
    #expect(table.columns.count == 5)
    let reason = try #require(table.rows.first { $0[3] == "missed" }?.last)
    #expect(reason.contains("0.25") && reason.contains("0.45") && reason.contains("0.50"))
    // If everything is met there is no column for reasons.
    let met = try reported(#"{"runs": [{"messages": 1, "drift_px": 0}]}"#)
    #expect(LabVerdict.table("storm", [met])?.columns.count == 4)
  }
  @Test("peers: half of the thriftiest's CPU and no more than the best in the rest")
  func peerGoals() throws {
    let peers = try reported(
      """
      {"skeleton_note": "rows that Luge showed as skeletons, not drawn: W3 2.50 a frame", "runs": [
        {"peer": "luge", "workload": "W2", "messages": 10000, "blank_px": 0},
        {"peer": "a", "workload": "W2", "messages": 10000, "cpu_ratio": 1.6, "open_ratio": 1.25,
         "memory_open_ratio": 1.5, "memory_scroll_ratio": 0.5},
        {"peer": "a", "workload": "W3", "messages": 10000, "cpu_ratio": 4, "open_ratio": 1.25,
         "memory_open_ratio": 1.5, "memory_scroll_ratio": 0.5},
        {"peer": "b", "workload": "W2", "messages": 10000, "cpu_ratio": 2.5, "open_ratio": 2,
         "memory_open_ratio": 2, "memory_scroll_ratio": 1.5}]}
      """)
    let verdicts = LabVerdict.all("peers", [peers])
    #expect(verdicts.map(\.measured) == [0.625, 0.8, 1 / 1.5, 2, 0])
    #expect(verdicts.map(\.isMet) == [false, true, true, false, true])
    #expect(
      verdicts.map(\.expected) == ["at most 0.50", "at most 1", "at most 1", "at most 1", "0"])
    // Against whom, once for all workloads where it is one figure, and only where the goal is
    // missed.
    #expect(verdicts[0].note == "a, W2: 0.62")
    #expect(verdicts[3].note.components(separatedBy: "a, 10000 messages: 2").count == 2)
    #expect(!verdicts[3].note.contains("b,"))
    #expect(verdicts[4].note.contains("W3 2.50 a frame"))
  }

  @Test("beside missed frames stands what was shown instead of being late")
  func skeletons() throws {
    let scroll = try reported(
      """
      {"runs": [
        {"place": "window", "script": "2000_px_s", "missed_frames": 0, "skeletons": 0},
        {"place": "window", "script": "20000_px_s", "missed_frames": 0, "skeletons": 7}]}
      """)
    let missed = try #require(
      LabVerdict.all("scroll", [scroll]).first { $0.words == "window: missed frames" })
    #expect(missed.isMet && missed.note == "rows shown as skeletons in these frames: 7")
    let report = LabReport(date: "today", isQuick: false, runs: 1, facts: [])
    let html = ReportHeadline(report: report).html()
    for word in ["skeletons", "48 ms"] { #expect(html.contains(word)) }
  }

  @Test("pictures that were late stand beside missed frames, runs are counted once")
  func latePictures() throws {
    let study = try reported(
      """
      {"runs": [
        {"configuration": 8, "mode": "60hz", "late_pictures": 5, "open_ms": 200,
         "animation_frames": 80},
        {"configuration": 12, "mode": "uncapped", "rate_percent_of_best": 153, "skeletons": 33},
        {"configuration": 12, "mode": "60hz", "missed_frames": 0, "skeletons": 1,
         "late_pictures": 9, "open_ms": 300, "open_p25_ms": 290, "open_p75_ms": 310,
         "animation_frames": 60}]}
      """)
    let verdicts = LabVerdict.all("study", [study])
    let missed = try #require(verdicts.first { $0.words == "Luge, 60 Hz: missed frames" })
    #expect(missed.isMet && missed.note.hasSuffix("1; pictures that were not there yet: 9"))
    let late = try #require(verdicts.first { $0.words.contains("more than in the end result") })
    #expect(late.measured == 4 && !late.isMet && late.note.contains("Luge 9, 8 5"))
    // By itself as well: the end result asks for no picture before its row shows.
    let absolute = try #require(verdicts.first { $0.words == "Luge, 60 Hz: pictures late" })
    #expect(absolute.measured == 9 && !absolute.isMet)
    let open = try #require(verdicts.first { $0.words.hasPrefix("Luge, 60 Hz: time to open") })
    #expect(open.measured == 1.5 && open.note.contains("Luge 300 ms, 8 200 ms"))
    #expect(open.note.contains("half of the starts of Luge within 290 to 310"))
    #expect(absolute.note.contains("frames of animations shown: Luge 60, 8 80"))
    let skeletons = try #require(
      verdicts.first { $0.words == "Luge, 60 Hz: rows shown as skeletons" })
    #expect(skeletons.measured == 1 && !skeletons.isMet)
    #expect(verdicts.contains { $0.words == "Luge, slowed: blank (lines of pixels)" })
    var report = LabReport(date: "today", isQuick: false, runs: 1, facts: [])
    report.sections = [.init(name: "study", title: "Study", about: "a", values: [study])]
    #expect(ReportHeadline(report: report).html().contains("pictures that were not there yet: 9"))
    #expect(
      ReportHeadline(report: report).html().contains("uncapped; rows shown as skeletons: 33"))
    // Figures beside several runs are one run's.
    let runs = try reported(#"{"skeletons": 3, "runs": [{"skeletons": 3}, {"skeletons": 4}]}"#)
    #expect(LabExpectation.instead(runs) == "rows shown as skeletons in these frames: 7")
    #expect(LabExpectation.instead(try reported("{}")) == nil)
  }

  @Test("tiles of the head set Luge beside this run's end result, not beside a telephone's")
  func tiles() throws {
    let study = try reported(
      """
      {"runs": [
        {"configuration": 2, "mode": "60hz", "frame_rate_fps": 41},
        {"configuration": 8, "mode": "60hz", "frame_rate_fps": 59, "late_pictures": 0},
        {"configuration": 12, "mode": "60hz", "frame_rate_fps": 60},
        {"configuration": 8, "mode": "slow", "missed_frames": 3},
        {"configuration": 12, "mode": "slow", "missed_frames": 5}]}
      """)
    var report = LabReport(
      date: "today", isQuick: false, runs: 1, facts: [("build", "debug: figures say nothing")])
    report.sections = [.init(name: "study", title: "Study", about: "a", values: [study])]
    report.leftOut = ["jump", "open"]
    let html = ReportHeadline(report: report).html()
    #expect(html.contains("Luge; here the end result 59, the worst case 41"))
    for figure in ["53.4", "87.1", "3.6"] { #expect(!html.contains(figure)) }
    #expect(html.contains("A debug build") && html.contains("Of 2 labs"))
    // The slowed pace is judged where it was measured.
    let slow = try #require(
      LabVerdict.all("study", [study]).first { $0.words.hasPrefix("Luge, slowed: missed") })
    #expect(slow.measured == 5 && !slow.isMet)
  }

  @Test("a program that fails is told by its crash, or by its own last word")
  func errorTail() {
    let said = ["luge: old", "luge-lab: 170 posts", "Stack dump"]
    #expect(ErrorTail.reason(said) == "170 posts")
    #expect(ErrorTail.reason(said + ["x.swift:1: Fatal error: y"])?.contains("Fatal") == true)
    #expect(ErrorTail.reason(["luge: old"]) == "old")
    #expect(ErrorTail.reason(["other"]) == "other" && ErrorTail.reason([]) == nil)
  }

  @Test("a timeline has saved time only where all posts were seen whole")
  func timeline() throws {
    let timeline = try reported(
      """
      {"posts_170": {"posts": 170, "new_drawn": 168, "missed_frames": 0, "skeletons": 2,
        "blank_px": 0, "old_ui_ms": 150, "old_fast_text_ui_ms": 100, "old_compose_ms": 50,
        "new_ui_ms": 10, "new_compose_ms": 60,
        "less_total_percent": 30, "less_total_than_fast_text_percent": 12,
        "less_total_than_fast_text_p25_percent": 5, "less_total_than_fast_text_p75_percent": 15,
        "total_cpu_ratio": 1.56}}
      """)
    let verdicts = LabVerdict.all("timeline", [timeline])
    func verdict(_ words: String) throws -> LabVerdict {
      try #require(verdicts.first { $0.words.hasPrefix(words) })
    }
    #expect(try verdict("posts that were never seen whole").measured == 2)
    #expect(try verdict("rows shown as skeletons").isMet == false)
    #expect(try verdict("blank").isMet)
    #expect(try verdict("missed frames").note == "rows shown as skeletons in these frames: 2")
    #expect(try verdict("200 posts").verdict == "not measured")
    // What was published is held against the faster of the large cells.
    let total = try verdict("170 posts: time saved until all are drawn")
    #expect(total.measured == 12 && !total.isMet && total.note.contains("with Pango's 30 %"))
    #expect(total.note.contains("with Luge's text 12 % (half of the rounds within 5 to 15)"))
    #expect(total.note.contains("rows take 1.56 times the processors' time"))
    // Their UI thread's time is as well, with what the thread copies into frames.
    let thread = try #require(verdicts.first { $0.words.contains("UI thread's time saved") })
    #expect(thread.figure == "53.33" && !thread.isMet)
    #expect(thread.note.contains("without copying into frames, which is this thread's here: 90 %"))
  }

  @Test("of a peer's runs the medians count, and the worst of what was not shown")
  func peerRuns() throws {
    func run(_ cpu: Double, _ ms: Double?, _ memory: Double, skeletons: Int) throws
      -> PeersLab.Result
    {
      var section = MeasuredProgram.Section()
      section.seconds = 1
      section.cpuSeconds = cpu / 1000
      section.data = "{\"frames\":[0,16],\"segs\":[0,0],\"skeletons\":\(skeletons),\"blank\":0}"
      var outcome = MeasuredProgram.Outcome()
      outcome.openMs = ms
      outcome.memoryMb = ["open": memory, "scroll": 2 * memory]
      return try #require(PeersLab.Result("luge", "W2", 10, outcome, section))
    }
    let runs = [
      try run(4, 900, 30, skeletons: 0), try run(2, 100, 20, skeletons: 7),
      try run(3, 120, 40, skeletons: 1),
    ]
    let middle = try #require(PeersLab.Result.middle(of: runs))
    #expect(middle.cpuMsPerFrame == 1.5 && middle.cpuSpreadPercent == 100)
    #expect(middle.openMs == 120 && middle.memoryOpenMb == 30 && middle.memoryScrollMb == 60)
    #expect(middle.skeletons == 7)
    #expect(PeersLab.Result.middle(of: []) == nil)
    let alone = try #require(PeersLab.Result.middle(of: [try run(1, nil, 1, skeletons: 0)]))
    #expect(alone.openMs == nil && alone.cpuSpreadPercent == nil)
    // The spread stands beside the goal.
    var other = middle
    (other.peer, other.cpuRatio, other.cpuSpreadPercent) = ("gtk4", 3, 5)
    let value = try LabOutput.figures(PeersLab.Report(runs: [middle, other], missing: []))
    let goal = try #require(LabVerdict.all("peers", [value]).first)
    #expect(goal.note.contains("runs of Luge are up to 100 % apart, those of others 5"))
    // One that failed in one round is measured; one that failed in all, or is not there, is not.
    let report = PeersLab.Report(
      runs: [middle, other],
      missing: [
        "gtk4: /peers/gtk-chat: not done after 60 s, run 2 of 3",
        "qt-quick: /peers/qt-chat: not done after 60 s, run 1 of 3",
        "qt-quick: /peers/qt-chat: not done after 60 s, run 2 of 3",
        "chromium: not installed: apt install chromium",
      ])
    let missing = try LabOutput.figures(report)
    let beside = try #require(LabVerdict.all("peers", [missing]).first)
    #expect(beside.note.hasSuffix("; not measured against qt-quick, chromium"))
    // With each workload but one, a comparison with it says less.
    var further = middle
    further.workload = "W3"
    let without = try LabOutput.figures(
      PeersLab.Report(runs: [middle, further, other], missing: Array(report.missing.prefix(1))))
    let lacking = try #require(LabVerdict.all("peers", [without]).first)
    #expect(lacking.note.hasSuffix("; not measured against gtk4"))
  }

  @Test("a verdict is of the figure before it is rounded for reading")
  func unrounded() throws {
    func times(_ own: Double, _ pixbuf: Double) -> ImagesLab.Times {
      .init(own: own, two: 1, vips: 1, pixbuf: pixbuf, pixbufTwo: 1)
    }
    let large = ImagesLab.Result(
      photoKb: 3000, sizePx: 180, photos: 40, [times(1, 0.896), times(1, 0.7), times(2, 1.9)])
    #expect(large.lugeToPixbuf == 0.896)
    #expect(abs((large.lugeToPixbufSpreadPercent ?? 0) - 35.714) < 0.01)
    let value = try LabOutput.figures(
      ImagesLab.Report(photos: 40, small: large, small90: large, large: large, large90: large))
    let verdict = try #require(
      LabVerdict.all("images", [value]).first { $0.words.hasPrefix("large photos: speed ÷ gdk") })
    #expect(verdict.measured == 0.896 && !verdict.isMet)
    // Nor is it written as the limit that it misses, where rounded it would be.
    #expect(verdict.figure == "0.896" && verdict.expected == "at least 0.90")
    #expect(LabExpectation.Bound.atLeast(0.9).figure(0.914) == "0.91")
    #expect(LabExpectation.Bound.atMost(1).figure(1.0004) == "1.0004")
    #expect(LabExpectation.Bound.atMost(1).figure(0.9996) == "1.00")
    #expect(
      LabVerdict.all("images", [value]).contains { $0.words.hasPrefix("small photos at 90 px") })
  }

  @Test("lanes: what counts is from a frame's deadline on, not its work alone")
  func lanes() throws {
    let lanes = try reported(
      """
      {"runs": [
        {"priority": "low", "p99_ms": 0.4, "late_p99_ms": 2.5},
        {"priority": "low", "p99_ms": 0.4, "late_p99_ms": 3.5},
        {"priority": "usual", "p99_ms": 0.8, "late_p99_ms": 2}]}
      """)
    let verdict = try #require(
      LabVerdict.all("lanes", [lanes]).first { $0.words.hasPrefix("p99 of a frame") })
    #expect(verdict.measured == 1.5 && !verdict.isMet)
    #expect(verdict.note.contains("of the work alone 0.40 against 0.80"))
    #expect(verdict.note.contains("p99 in ms: 3 (runs 2.50 to 3.50) against 2 (runs 2 to 2)"))
    // A frame that begins late has waited, however little it works.
    var frames = 0
    let run = ScrollLab.pace({ $0 > 0.1 ? nil : 1 }, { _, _ in frames += 1 })
    #expect(run.sinceDue.count == frames && run.sinceDue.allSatisfy { $0 >= 0 })
    #expect(zip(run.sinceDue, run.work).allSatisfy { $0 >= $1 })
  }

  @Test("a floor is the median of all its runs, and says how far they are apart")
  func floor() {
    var floor = ScrollLab.Floor()
    #expect(floor.spreadPercent == nil)
    for cpu in [0.001, 0.0012, 0.0009, 0.005] {
      floor.add(ScrollLab.Run(work: [0.001], cpu: cpu))
    }
    #expect(floor.median == 1 && floor.spreadPercent == 30)
  }

  @Test("files that were dropped from the cache are looked at, and those that were read are there")
  func pageCache() throws {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "luge-cache-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(repeating: 7, count: 300_000).write(to: file)
    #expect(PageCache.residentPercent(of: file.path) == 100)
    PageCache.drop(file.path)
    let share = try #require(PageCache.residentPercent(of: file.path))
    #expect((0...100).contains(share))
    #expect(PageCache.residentPercent(of: file.path + ".none") == nil)
    let open = try reported(
      #"{"open_500_cold_over_bare_ms": 5, "cold_resident_percent": 12.5}"#)
    let cold = try #require(
      LabVerdict.all("open", [open]).first { $0.words.contains("not in this system's cache") })
    #expect(cold.note.contains("at most 12.50 %"))
  }

  @Test("Qt Quick of two Qts is one program with two sets of libraries")
  func qtQuicks() throws {
    let programs = PeerProgram.all(folder: "F", cache: "C").filter { $0.name.hasPrefix("qt-quick") }
    #expect(programs.map(\.name) == ["qt-quick", "qt-quick-pypi"])
    #expect(programs[0].program == programs[1].program && programs[0].environment.isEmpty)
    #expect(programs[1].environment["LD_LIBRARY_PATH"] == "C/pyside/PySide6/Qt/lib")
    #expect(programs[1].hint?.contains("PySide6-Essentials") == true)
  }
}
