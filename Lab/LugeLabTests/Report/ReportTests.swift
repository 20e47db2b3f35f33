import Foundation
import LugeApp
import Testing

@testable import LugeLab

@Suite("The report of all labs")
struct ReportTests {
  private let study = """
    {"messages": 5, "slowed_by": null, "runs": [
      {"configuration": 2, "name": "worst", "mode": "60hz", "cpu_ratio": 8, "frame_ms": [3, 4]},
      {"configuration": 12, "name": "Luge", "mode": "60hz", "cpu_ratio": 1.25, "frame_ms": [1, 1]}]}
    """

  @Test("figures are named by what they are of, and samples are none")
  func figures() throws {
    let figures = ReportComparison.figures(try reported(study), name: "study")
    #expect(
      figures == [
        "study · runs · configuration 2 60hz · cpu_ratio": 8,
        "study · runs · configuration 12 60hz · cpu_ratio": 1.25,
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
    #expect(ReportTable.words("luge_per_s") == "luge per s")
    #expect(ReportTable.words("photo_kb") == "photo (KB)")
    // Whether a lab counts bytes or reads the kernel's kB, a megabyte is as many.
    #expect(Megabytes.of(bytes: 3 << 20) == 3)
    #expect(Megabytes.of(kilobytes: 3072) == 3)
    #expect(ReportTable.words("memory_open_mb") == "memory open (MB)")
  }

  @Test("objects in an object are a table with a column each, beside the plain figures")
  func groups() throws {
    let tables = ReportTable.all(
      of: try reported(#"{"a_ms": 1, "old": {"p_ms": 2, "x": 3}, "new": {"p_ms": 4, "list": [1]}}"#)
    )
    #expect(tables.map(\.columns) == [["figure", "value"], ["figure", "new", "old"]])
    #expect(tables.map(\.rows) == [[["a (ms)", "1"]], [["p (ms)", "4", "2"], ["x", "–", "3"]]])
    #expect(ReportTable.all(of: try reported(#"{"empty": {}}"#)).isEmpty)
    // Runs in a list do not hide what stands beside them.
    let both = ReportTable.all(
      of: try reported(#"{"posts": {"x": 3}, "runs": [{"y": 4}], "y": 4}"#))
    #expect(both.map(\.columns) == [["figure", "posts"], ["y"]])
  }

  @Test("a page says what failed, escapes what is foreign, and carries its figures")
  func page() throws {
    var report = LabReport(
      date: "today", isQuick: false, runs: 1, facts: [("processor", "<b>&")])
    report.sections = [
      .init(
        name: "study", title: "Study", about: "a", published: nil, values: [try reported(study)]),
      .init(name: "charts", title: "Charts", about: "b", failure: "no </section> here"),
    ]
    report.waiting = ["open"]
    report.leftOut = ["images"]
    report.json = "{\"x\": \"</script>\"}"
    let html = ReportPage(report: report).html()
    #expect(html.contains("&lt;b&gt;&amp;"))
    #expect(html.contains("no &lt;/section&gt; here"))
    #expect(html.contains("12 Luge"))
    // At the top as well, where it is not overlooked.
    #expect(html.components(separatedBy: "no &lt;/section&gt; here").count == 3)
    #expect(html.contains("not run: open"))
    #expect(html.contains("Not in this report: images."))
    #expect(html.contains("✓ met"))
    #expect(html.components(separatedBy: "</script>").count == 2)
    // Nothing is loaded from anywhere.
    #expect(!html.contains("http://") && !html.contains("https://"))
    #expect(!html.contains("src="))
  }

  @Test("figures that were measured before are judged again, with their date and machine")
  func earlier() throws {
    let folder = URL.temporaryDirectory.appending(path: "luge-lab-from-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try LabFile.makeFolder(folder.path)
    let path = folder.appending(path: "then.json")
    let then = """
      {"date": "2020-01-02T03:04", "is_quick": false, "machine": {"processor": "an abacus"},
       "loads": {"jump": "0.25"}, "jump": {"p99_ms": 17, "inexact": 0}, "storm": null}
      """
    try Data(then.utf8).write(to: path)
    let lab = AllLab(
      program: "/bin/false", folder: folder.appending(path: "page").path, measured: path.path)
    let report = try lab.run()
    #expect(report.date == "2020-01-02T03:04" && report.fact("processor") == "an abacus")
    #expect(report.facts.count == 1)
    #expect(Set(report.sections.map(\.name)) == ["jump", "storm"])
    #expect(report.failures.count == 1 && report.failures.first?.hasPrefix("storm: ") == true)
    let page = try String(
      contentsOf: folder.appending(path: "page/index.html"), encoding: .utf8)
    #expect(page.contains("load of the last minute 0.25") && !page.contains("took 0 s"))
    let again = try LabFile.decode(
      JSONValue.self, path: folder.appending(path: "page/report.json").path)
    #expect(again == (try reported(then)))
  }

  @Test("a plot of many values without gnuplot is left out, and said")
  func withoutGnuplot() {
    // More than a pipe holds.
    let rows = (0..<40_000).map { ["\($0)"] }
    let plot = GnuplotPlot(
      title: "many", caption: "", commands: GnuplotPlot.data("d", rows) + "plot $d using 0:1")
    #expect(plot.svg(program: "/dev/null/gnuplot") == nil)
    var report = LabReport(date: "today", isQuick: false, runs: 1, facts: [])
    report.sections = [.init(name: "charts", title: "Charts", about: "b", lacksPlots: true)]
    #expect(!ReportPage(report: report).html().contains("apt install gnuplot"))
    report.sections[0].values = [.object([:])]
    #expect(ReportPage(report: report).html().contains("apt install gnuplot"))
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
      _ = try AllLab(program: "/bin/false", folder: folder.path, compared: path)
        .run()
    }
  }

  @Test("published figures stand beside those that were measured")
  func published() throws {
    let rotate = try reported(
      #"{"runs": [{"messages": 500, "exact_ms": 1}, {"messages": 10000, "exact_ms": 22.5}]}"#)
    #expect(
      RotateLabCommand.publishedTable(rotate)?.rows == [
        ["10,000 messages: until all heights are exact", "10 to 20 s (iPhone 4s)", "22.50 ms"]
      ])
    let updates = try reported(
      #"{"runs": [{"sets_per_frame": 20, "ratio": 18, "updates": 60, "folded_sets": 1140}]}"#)
    #expect(
      UpdatesLabCommand.publishedTable(updates)?.rows.first?.last
        == "1 a frame, 18 times less work than one at each set")
    #expect(ChartsLabCommand.publishedTable(updates) == nil)
    #expect(RotateLabCommand.publishedTable(try reported("{}")) == nil)
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
    // Nothing is better or worse of what Luge is held against.
    for name in [
      "rotate · runs · messages 500 · pango_ms", "timeline · posts_170 · old_total_ms",
      "scroll · runs · offscreen 1x1 thesis · floor_ms_per_frame", "open · bare_ms",
      "peers · runs · messages 500 gtk4 W1 · open_ms",
      "study · runs · configuration 1 60hz · memory_mb",
      "updates · runs · sets_per_frame 20 · direct_ms_per_frame", "heights · array_offset_us",
      "charts · configure · ui_ms_per_frame", "charts · image · ui_ms_per_frame",
    ] {
      #expect(change(name, 2, 1).isBetter == nil, "\(name)")
    }
    #expect(change("study · runs · configuration 12 60hz · memory_mb", 2, 1).isBetter == true)
    #expect(change("charts · cached · ui_ms_per_frame", 2, 1).isBetter == true)
    #expect(change("peers · runs · luge messages 500 W1 · open_ms", 2, 1).isBetter == true)
    let figures = ReportComparison.figures(
      try reported(
        #"{"ratio": 3, "own": 7, "runs": [{"posts": 1, "ratio": 2}, {"posts": 2, "ratio": 3}]}"#))
    #expect(figures == ["own": 7, "runs · posts 1 · ratio": 2, "runs · posts 2 · ratio": 3])
  }

  @Test("What tells runs apart names them in a comparison, and stands first in a table")
  func labels() throws {
    for label in RunLabels.all {
      let list = try reported(#"{"runs": [{"a_ms": 2, "\#(label)": "x"}, {"\#(label)": "y"}]}"#)
      #expect(ReportComparison.figures(list) == ["runs · x · a_ms": 2])
      let table = try #require(ReportTable.all(of: list).first)
      #expect(table.columns == [ReportTable.words(label), "a (ms)"])
    }
  }

  @Test("JSON comes through unchanged")
  func json() throws {
    let text = #"{"a":[1,2.5,null,true,"x"],"b":{"c":9007199254740993}}"#
    let parsed = try reported(text)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let again = String(decoding: try encoder.encode(parsed), as: UTF8.self)
    #expect(again.hasPrefix(#"{"a":[1,2.5,null,true,"x"]"#))
    #expect(parsed["a"]?.array.count == 5)
    #expect(parsed["a"]?.numbers == nil)
  }
}
