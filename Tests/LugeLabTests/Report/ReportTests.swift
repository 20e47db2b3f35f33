import Foundation
import Testing

@testable import LugeLab

@Suite("The report of all labs")
struct ReportTests {
  private func value(_ json: String) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
  }

  private let study = """
    {"messages": 5, "slowed_by": null, "runs": [
      {"configuration": 2, "name": "worst", "mode": "60hz", "cpu_ratio": 8, "frame_ms": [3, 4]},
      {"configuration": 10, "name": "Luge", "mode": "60hz", "cpu_ratio": 1.25, "frame_ms": [1, 1]}]}
    """

  @Test("figures are named by what they are of, and samples are none")
  func figures() throws {
    let figures = ReportComparison.figures(try value(study), name: "study")
    #expect(
      figures == [
        "study · runs · configuration 2 60hz · cpu_ratio": 8,
        "study · runs · configuration 10 60hz · cpu_ratio": 1.25,
      ])
  }

  @Test("changes of more than a tenth, the largest first")
  func changes() {
    let changes = ReportComparison.changes(
      from: ["a": 100, "b": 1, "c": 4, "gone": 3, "zero": 0],
      to: ["a": 109, "b": 3, "c": 3, "new": 1, "zero": 2])
    #expect(changes.map(\.name) == ["zero", "b", "c"])
    #expect(changes[1].percent == 200)
    #expect(changes[2].percent == -25)
  }

  @Test("spreads of ratios alone")
  func spreads() {
    let spreads = ReportComparison.spreads([
      ["x · cpu_ratio": 2, "x · p99_ms": 5, "y · ratio": 1],
      ["x · cpu_ratio": 2.5, "x · p99_ms": 9],
    ])
    #expect(spreads.map(\.name) == ["x · cpu_ratio"])
    #expect(spreads.first?.percent == 25)
    #expect(ReportComparison.spreads([["x · ratio": 1]]).isEmpty)
  }

  @Test("numbers keep what matters, names get their units")
  func words() {
    #expect(ReportTable.number(60) == "60")
    #expect(ReportTable.number(1234.56) == "1235" || ReportTable.number(1234.56) == "1234")
    #expect(ReportTable.number(0.0123) == "0.012")
    #expect(ReportTable.number(.nan) == "–")
    #expect(ReportTable.words("frame_p99_ms") == "frame p99 (ms)")
    #expect(ReportTable.words("messages") == "messages")
  }

  @Test("objects in an object are a table with a column each, beside the plain figures")
  func groups() throws {
    let tables = ReportTable.all(
      of: try value(#"{"a_ms": 1, "old": {"p_ms": 2, "x": 3}, "new": {"p_ms": 4, "list": [1]}}"#))
    #expect(tables.map(\.columns) == [["figure", "value"], ["figure", "new", "old"]])
    #expect(tables.map(\.rows) == [[["a (ms)", "1"]], [["p (ms)", "4", "2"], ["x", "–", "3"]]])
    #expect(ReportTable.all(of: try value(#"{"empty": {}}"#)).isEmpty)
    // Runs in a list do not hide what stands beside them.
    let both = ReportTable.all(of: try value(#"{"posts": {"x": 3}, "runs": [{"y": 4}], "y": 4}"#))
    #expect(both.map(\.columns) == [["figure", "posts"], ["y"]])
  }

  @Test("a page says what failed, escapes what is foreign, and carries its figures")
  func page() throws {
    var report = LabReport(
      date: "today", isQuick: false, runs: 1, facts: [("processor", "<b>&")])
    report.sections = [
      .init(name: "study", title: "Study", about: "a", published: nil, values: [try value(study)]),
      .init(name: "charts", title: "Charts", about: "b", failure: "no </section> here"),
    ]
    report.waiting = ["open"]
    report.leftOut = ["images"]
    report.json = "{\"x\": \"</script>\"}"
    let html = ReportPage(report: report).html()
    #expect(html.contains("&lt;b&gt;&amp;"))
    #expect(html.contains("no &lt;/section&gt; here"))
    #expect(html.contains("10 Luge"))
    // At the top as well, where it is not overlooked.
    #expect(html.components(separatedBy: "no &lt;/section&gt; here").count == 3)
    #expect(html.contains("not run: open"))
    #expect(html.contains("A quick report leaves out: images."))
    #expect(html.contains("✓ met"))
    #expect(html.components(separatedBy: "</script>").count == 2)
    // Nothing is loaded from anywhere.
    #expect(!html.contains("http://") && !html.contains("https://"))
    #expect(!html.contains("src="))
  }

  @Test("what is left is told from what was done")
  func clock() {
    var clock = LabClock(expected: [10, 20, 300])
    #expect(clock.remaining == "about 6 min")
    clock.finished(after: 10)
    #expect(clock.secondsLeft == 320)
    // Half as fast as expected so far.
    clock.finished(after: 50)
    #expect(clock.secondsLeft == 600)
    clock.finished(after: 1)
    #expect(clock.remaining == "about 0 s")
    // A lab that is not known of changes nothing.
    clock.finished(after: 1)
    #expect(clock.secondsLeft == 0)
  }

  @Test("a lab that fails or prints nonsense is an error that says so")
  func failing() throws {
    func failure(_ script: String) -> String? {
      do {
        _ = try LabProcess(program: "/bin/sh", arguments: ["-c", script], limit: 600).run()
        return nil
      } catch { return "\(error)" }
    }
    #expect(failure("echo '{\"a\": 1}'") == nil)
    #expect(failure("echo no; exit 3")?.contains("exit code 3") == true)
  }

  @Test("a lab that hangs is ended with all that it started")
  func hanging() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "luge-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let script = "trap '' TERM; sleep 900 & echo $! > \(file.path); wait; sleep 900"
    #expect(throws: LabError.self) {
      _ = try LabProcess(program: "/bin/sh", arguments: ["-c", script], limit: 1).run()
    }
    let number = try String(contentsOf: file, encoding: .utf8)
    let child = try #require(Int32(number.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(!ProcessTree.isRunning(child))
  }

  @Test("a lab whose child keeps its output open is done when it ends itself")
  func inherited() throws {
    let script = "sleep 20 & echo '{\"a\": 1}'"
    let begin = Timing.now
    let value = try LabProcess(program: "/bin/sh", arguments: ["-c", script], limit: 600).run()
    #expect(value["a"]?.number == 1)
    #expect(Timing.now - begin < 19)
  }

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
    #expect(report.outlineNote == nil)
  }

  @Test("memory is judged where it is worse for Luge, and outlines are said")
  func peersMemory() throws {
    var section = MeasuredProgram.Section()
    section.seconds = 1
    section.cpuSeconds = 0.01
    section.data = #"{"outlines":5,"blank":0,"frames":[0,16],"segs":[0,0]}"#
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
    #expect(report.outlineNote?.hasSuffix("W3 2.50 a frame") == true)
  }

  @Test("headline figures have their verdict's colour, and a quick run says what it is of")
  func headline() throws {
    let figures = """
      {"runs": [
        {"configuration": 10, "mode": "60hz", "frame_rate_fps": 60, "cpu_ratio": 1.7},
        {"configuration": 1, "mode": "uncapped", "passes": 9, "pass_rate_min_fps": 100,
         "pass_rate_max_fps": 300},
        {"configuration": 10, "mode": "uncapped", "rate_percent_of_best": 205,
         "work_rate_percent_of_best": 218, "cpu_ratio": 0.6, "passes": 8,
         "pass_rate_min_fps": 400, "pass_rate_max_fps": 500}]}
      """
    var report = LabReport(date: "today", isQuick: true, runs: 1, facts: [])
    report.sections = [
      .init(name: "study", title: "Study", about: "a", published: nil, values: [try value(figures)])
    ]
    let html = ReportHeadline(report: report).html()
    #expect(html.contains("1 of 3 expectations missed"))
    #expect(html.contains("<div class=\"tile bad\"><b>1.70 ×</b>"))
    #expect(html.contains("<div class=\"tile good\"><b>60</b>"))
    // The same words stand for the same number, and what nobody expects anything of has no colour.
    #expect(html.contains("<b>205 %</b><span>of the best case's frame rate"))
    #expect(!html.contains("218"))
    #expect(html.contains("<div class=\"tile\"><b>0.60 ×</b>"))
    let rows = LabVerdict.all("study", [try value(figures)], isQuick: true)
    #expect(rows.allSatisfy { $0.note.contains("quick: 50 messages, not 500") })
    #expect(rows.last?.note.contains("best case 9 from 100 to 300 fps") == true)
    #expect(LabVerdict.all("study", [try value(figures)]).first?.note.isEmpty == true)
    let window = try value(
      #"{"lost_items": 0, "gaps": 0, "items_cut": 0, "most_held": 350, "preferred_maximum": 500}"#)
    let lost = try #require(LabVerdict.all("window", [window]).first)
    #expect(lost.isMet && lost.note.contains("350 of 500"))
  }

  @Test("of several runs the worst is held against what is expected, and a lab says it in words")
  func worst() throws {
    let runs = try [#"{"p99_ms": 4, "inexact": 0}"#, #"{"p99_ms": 17, "inexact": 0}"#].map(value)
    #expect(LabVerdict.all("jump", runs).map(\.isMet) == [false, true])
    #expect(LabVerdict.all("jump", runs).first?.measured == 17)
    #expect(LabVerdict.all("jump", [runs[0]]).map(\.isMet) == [true, true])
    let rates = try [0.95, 0.8].map { try value("{\"large\": {\"luge_to_vips\": \($0)}}") }
    #expect(LabVerdict.all("images", rates).first?.measured == 0.8)
    let lines = LabExpectations.lines("jump", Data(#"{"p99_ms": 17, "inexact": 0}"#.utf8))
    #expect(
      lines.first?.hasPrefix("missed: p99 to an exact frame (ms) 17, expected at most 16") == true)
    #expect(lines.last == "met: inexact jumps 0, expected 0")
    #expect(LabExpectations.lines("jump", Data("no JSON".utf8)).isEmpty)
    #expect(LabExpectations.lines("updates", Data("{}".utf8)).isEmpty)
  }

  @Test("a lab that fails says why on its standard error, and that is the reason")
  func reason() throws {
    func failure(_ script: String) -> String {
      do {
        _ = try LabProcess(program: "/bin/sh", arguments: ["-c", script], limit: 600).run()
        return ""
      } catch { return "\(error)" }
    }
    #expect(failure("echo 'luge: no display' >&2; exit 1").hasSuffix(": no display"))
    #expect(failure("echo oops >&2; exit 1").hasSuffix(": oops"))
    #expect(failure("echo 'luge: why' >&2; echo 'qt: bye' >&2; exit 1").hasSuffix(": why"))
    #expect(throws: LabError.failed(program: "/bin/sh", reason: "no display")) {
      _ = try MeasuredProgram(
        program: "/bin/sh", arguments: ["-c", "echo 'luge: no display' >&2; exit 1"]
      ).run()
    }
  }

  @Test("a file that is not what it should be is named in a sentence")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "luge-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "a.json").path
    func failure(_ text: String?) throws -> String {
      if let text { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
      do {
        _ = try Trace(path: path)
        return ""
      } catch { return "\(error)" }
    }
    #expect(try failure(nil) == "\(path): no such file or folder")
    #expect(try failure("no") == "\(path): it is not JSON")
    #expect(try failure("{}").hasPrefix("\(path): it has no \""))
    // Not a folder, and no report.
    #expect(throws: LabError.self) { try LabFile.makeFolder(path) }
    #expect(throws: LabError.self) {
      _ = try AllLab(program: "/bin/false", folder: folder.path, available: [], compared: path)
        .run()
    }
  }

  @Test("figures stand beside what is expected of them, the worst of all runs")
  func expectations() throws {
    let scroll = try value(
      """
      {"runs": [
        {"script": "2000_px_s", "ratio": 1.4, "missed_frames": 0, "blank_px": 0, "p99_ms": 3},
        {"script": "2000_px_s", "ratio": 1.2, "missed_frames": 2, "blank_px": 0, "p99_ms": 1},
        {"script": "20000_px_s", "ratio": 2.6, "missed_frames": 0, "blank_px": 0, "p99_ms": 1}]}
      """)
    let table = try #require(LabVerdict.table("scroll", [scroll]))
    #expect(table.rows.map { $0[2] } == ["1.40", "2.60", "2", "0", "3"])
    #expect(table.rows.map { $0[3] } == ["met", "missed", "missed", "met", "met"])
    #expect(LabVerdict.table("scroll", [try value("{}")]) == nil)
    #expect(LabVerdict.table("charts", [scroll]) == nil)
    let rate = try value(
      #"{"runs": [{"configuration": 10, "mode": "60hz", "frame_rate_fps": 59.2}]}"#)
    #expect(LabVerdict.table("study", [rate])?.rows.map { $0[3] } == ["missed"])
  }

  @Test("what is missed says what limits it, from the lab's own figures")
  func reasons() throws {
    let study = try value(
      """
      {"runs": [
        {"configuration": 1, "mode": "60hz", "cpu_ms_per_frame": 0.5},
        {"configuration": 10, "mode": "60hz", "cpu_ratio": 1.7,
         "thread_cpu_ms_per_frame": {"main": 0.45, "helper": 0.25}}]}
      """)
    let table = try #require(LabVerdict.table("study", [study]))
    #expect(table.columns.count == 5)
    let reason = try #require(table.rows.first?.last)
    #expect(reason.contains("0.25") && reason.contains("0.45") && reason.contains("0.50"))
    // Of programs that have several workloads a figure of the whole run is said once, and only where Luge loses.
    let peers = try value(
      """
      {"runs": [
        {"peer": "a", "workload": "W2", "messages": 10000, "memory_ratio": 0.5},
        {"peer": "a", "workload": "W3", "messages": 10000, "memory_ratio": 0.5},
        {"peer": "b", "workload": "W2", "messages": 10000, "memory_ratio": 1.5}]}
      """)
    let memory = try #require(LabVerdict.table("peers", [peers])?.rows.first?.last)
    #expect(memory.components(separatedBy: "a, 10000 messages: 0.50").count == 2)
    #expect(!memory.contains("b,"))
    // Where everything is met there is no column for reasons.
    let met = try value(#"{"runs": [{"messages": 1, "drift_px": 0}]}"#)
    #expect(LabVerdict.table("storm", [met])?.columns.count == 4)
  }

  @Test("published figures stand beside those that were measured")
  func published() throws {
    let rotate = try value(
      #"{"runs": [{"messages": 500, "exact_ms": 1}, {"messages": 10000, "exact_ms": 22.5}]}"#)
    #expect(
      PublishedFigures.table("rotate", rotate)?.rows == [
        ["10,000 messages: until all heights are exact", "10 to 20 s (iPhone 4s)", "22.50 ms"]
      ])
    let updates = try value(
      #"{"runs": [{"sets_per_frame": 20, "ratio": 18, "updates": 60, "folded_sets": 1140}]}"#)
    #expect(
      PublishedFigures.table("updates", updates)?.rows.first?.last
        == "1 a frame, 18 times less work than one at each set")
    #expect(PublishedFigures.table("charts", updates) == nil)
    #expect(PublishedFigures.table("rotate", try value("{}")) == nil)
  }

  @Test("changes are said in words, with what is better, and figures of a run once")
  func changeWords() throws {
    func change(_ name: String, _ before: Double, _ after: Double) -> ReportComparison.Change {
      .init(name: name, before: before, after: after)
    }
    let time = change("updates · runs · sets_per_frame 20 · folded_ms_per_frame", 2, 1)
    #expect(time.words == "updates · sets per frame 20 · folded ms per frame")
    #expect(time.isBetter == true)
    #expect(change("study · frame_rate_fps", 60, 50).isBetter == false)
    #expect(change("rotate · ratio", 60, 50).isBetter == nil)
    let figures = ReportComparison.figures(
      try value(
        #"{"ratio": 3, "own": 7, "runs": [{"posts": 1, "ratio": 2}, {"posts": 2, "ratio": 3}]}"#))
    #expect(figures == ["own": 7, "runs · posts 1 · ratio": 2, "runs · posts 2 · ratio": 3])
  }

  @Test("JSON comes through unchanged")
  func json() throws {
    let text = #"{"a":[1,2.5,null,true,"x"],"b":{"c":9007199254740993}}"#
    let parsed = try value(text)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let again = String(decoding: try encoder.encode(parsed), as: UTF8.self)
    #expect(again.hasPrefix(#"{"a":[1,2.5,null,true,"x"]"#))
    #expect(parsed["a"]?.array.count == 5)
    #expect(parsed["a"]?.numbers == nil)
  }
}
