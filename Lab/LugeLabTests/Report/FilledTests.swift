import LugeApp
import LugeCore
import LugeEngine
import Testing

@testable import LugeLab

/// An expectation reads figures by their names, and the page says "not measured" of a name that a
/// lab does not print: for ever, if nobody looks.
@Suite("Each expectation finds its figure in what its lab prints")
struct FilledTests {
  /// A result of each lab in which nothing is missing.
  private static func filled(_ lab: String) throws -> JSONValue? {
    switch lab {
    case "study": try LabOutput.figures(study())
    case "peers": try LabOutput.figures(try peers())
    case "rotate":
      try LabOutput.figures(
        LabRuns([
          RotateLab.Result(
            messages: 10_000, firstFrameMs: 1, frameP99Ms: 1, missedFrames: 0, blankPx: 0,
            skeletons: 0, driftPx: 0, exactMs: 1, pangoMs: 1, exactRatio: 1)
        ]))
    case "timeline":
      try LabOutput.figures(
        TimelineLabCommand.Report(
          results: [170, 200, 1012].map { TimelineLab.Result(posts: $0) },
          actions: [
            .init(
              name: "like", postsRemade: 1, rowsRecomputed: 1, rowsKept: 1, driftPx: 0, ms: 1)
          ]))
    case "charts":
      try LabOutput.figures(
        ChartsLab.Result(
          charts: 1, series: 1, points: 1, dataMb: 1, drawMsPerChart: 1, configure: .init(),
          image: .init(), cached: .init(), window: .init(), cachedOverImage: 1,
          configureOverCached: 1))
    case "updates":
      try LabOutput.figures(
        LabRuns([
          UpdatesLab.Result(
            setsPerFrame: 2, directMsPerFrame: 1, foldedMsPerFrame: 1, ratio: 1, foldedSets: 1,
            updates: 1, frames: 1, listUpdates: 1, listFrames: 1)
        ]))
    case "window":
      try LabOutput.figures(window())
    case "live":
      try LabOutput.figures(live())
    case "scroll":
      try LabOutput.figures(LabRuns(scroll()))
    case "lanes":
      try LabOutput.figures(
        LabRuns(
          ["low", "usual", "low beside others"].map {
            LanePriorityLab.Result(
              priority: $0, niceness: 10, loadNiceness: 10, frames: 1, missedFrames: 0, p50Ms: 1,
              p99Ms: 1, maxMs: 1, lateP99Ms: 1, blankPx: 0, skeletons: 0, busyPercent: 100,
              loadLayouts: 1,
              loadShapings: 0)
          }))
    case "jump":
      try LabOutput.figures(
        JumpLab.Result(
          messages: 1, jumps: 1, p50Ms: 1, p99Ms: 1, maxMs: 1, frameP99Ms: 1, inexact: 0))
    case "rewidth":
      try LabOutput.figures(
        LabRuns([
          RewidthLab.Result(
            messages: 1, driftPx: 0, p50Ms: 1, p99Ms: 1, p99CpuMs: 1, missedFrames: 0, blankPx: 0,
            skeletons: 0, exactMs: 1, slowestFrames: [])
        ]))
    case "storm":
      try LabOutput.figures(StormLabCommand.Report([storm(judged: 1)]))
    case "text":
      try LabOutput.figures(
        TextLabCommand.Report(
          width: 300,
          sets: ["English", "mixed scripts"].map { TextLabResult(name: $0, messages: 1) },
          rewrap: RewrapResult(
            messages: 1, from: 1, to: 2, fastMs: 1, screenMessages: 1, screenMs: 1, layoutMs: 1,
            pangoMs: 1, heightBefore: 1, heightAfter: 1)))
    case "heights":
      try LabOutput.figures(HeightsLab(rows: 40_000).run())
    case "images":
      try LabOutput.figures(
        ImagesLab.Report(
          photos: 1, small: photos(), small90: photos(), large: photos(), large90: photos()))
    case "pictures":
      try LabOutput.figures(pictures())
    case "animations":
      try LabOutput.figures(animations())
    case "open":
      try LabOutput.figures(
        Dictionary(
          uniqueKeysWithValues: OpenLab.lengths.flatMap { length in
            [
              ("open_\(length.name)_over_bare_ms", 1.0),
              ("open_\(length.name)_over_bare_p25_ms", 0.5),
              ("open_\(length.name)_over_bare_p75_ms", 2),
              ("open_\(length.name)_cold_over_bare_ms", 1), ("pss_\(length.name)_mb", 1),
            ]
          }))
    default: nil
    }
  }

  @Test("all labs", arguments: Labs.all.map { $0.name })
  func all(lab: String) throws {
    let value = try #require(try Self.filled(lab), "a lab without a filled result")
    let verdicts = LabVerdict.all(lab, [value])
    #expect(!verdicts.isEmpty)
    for verdict in verdicts { #expect(verdict.measured != nil, "\(verdict.words)") }
  }

  @Test("a run in which nothing happened has met nothing that it was about")
  func nothing() throws {
    func met(_ lab: String, _ report: some Encodable) throws -> [String] {
      LabVerdict.all(lab, [try LabOutput.figures(report)]).filter(\.isMet).map(\.words)
    }
    #expect(try met("live", LiveLab.Result(messages: 1, flood: 1)).isEmpty)
    let window = try LabOutput.figures(WindowLab.Result(messages: 1, seconds: 1))
    let verdicts = LabVerdict.all("window", [window])
    #expect(verdicts.first { $0.words.hasPrefix("items seen") }?.verdict == "missed")
    #expect(verdicts.first { $0.words.hasPrefix("drift") }?.verdict == "not measured")
    let storms = [Self.storm(judged: 0), Self.storm(judged: 5)]
    #expect(storms.map(\.driftPx) == [nil, 0])
    #expect(
      !(try met("storm", StormLabCommand.Report([storms[0]]))).contains { $0.hasPrefix("drift") })
    #expect(StormLabCommand.Report(storms).driftPx == nil)
    // Animations that stand still, and one that goes on unseen.
    var animations = Self.animations()
    animations.framesShown = 0
    animations.awayIsRunning = true
    let missed = LabVerdict.all("animations", [try LabOutput.figures(animations)])
      .filter { !$0.isMet }.map(\.words)
    #expect(missed.contains { $0.hasPrefix("frames shown") })
    #expect(missed.contains { $0.hasPrefix("animations still running") })
    // Memory that no start told of.
    #expect(Measured().pss == nil)
    // Without a display, nothing of the window is known.
    let offscreen = LabVerdict.all(
      "scroll",
      [try LabOutput.figures(LabRuns(Self.scroll().filter { $0.place == "offscreen" }))])
    for verdict in offscreen {
      #expect((verdict.measured == nil) == verdict.words.hasPrefix("window"), "\(verdict.words)")
    }
    #expect(offscreen.contains { $0.measured == nil })
  }

  @Test("skeletons stand beside each count of missed frames", arguments: Labs.all.map { $0.name })
  func beside(lab: String) throws {
    let value = try #require(try Self.filled(lab))
    for verdict in LabVerdict.all(lab, [value])
    where verdict.words.contains("missed frames") && !verdict.words.contains("more than") {
      #expect(verdict.note.contains("skeletons"), "\(verdict.words)")
    }
  }

  @Test("each run of the pictures' lab is a line of the page")
  func pictureTable() throws {
    let tables = ReportTable.all(of: try LabOutput.figures(Self.pictures()))
    let runs = try #require(tables.first { $0.columns.contains("missed frames") })
    #expect(runs.columns.prefix(2) == ["latency (ms)", "name"])
    #expect(runs.rows.map { $0[1] } == ["without", "first", "cached"])
    #expect(tables.contains { $0.columns.contains("cached to without") })
  }

  @Test("a floor's bitmaps are as wide as the list's on average")
  func floor() {
    let size = PixelSize(width: 400, height: 100)
    var plan = FramePlan(size: size, scheme: .light, background: StudyLayout.background, pieces: [])
    #expect(ReadyBitmaps.rowWidth(of: plan) == 400)
    for (width, height) in [(100, 30), (300, 10)] {
      let bitmap = Bitmap(size: PixelSize(width: width, height: height))
      plan.pieces.append(.init(row: nil, y: 0, height: height, content: .bitmap(bitmap)))
    }
    #expect(ReadyBitmaps.rowWidth(of: plan) == 150)
    let ready = ReadyBitmaps(size: size, rowWidth: 150, count: 8)
    #expect(ReadyBitmaps.rowWidth(of: ready.plan(at: 0)) == 150)
  }

  // MARK: Results

  private static func study() -> StudyReport {
    let runs = StudyMode.allCases.flatMap { mode in
      StudyConfiguration.allCases.map { configuration in
        var sample = StudySample()
        sample.frameMs = [Double](repeating: 2, count: 120)
        sample.times = (0..<120).map { Double($0) / 60 }
        sample.passRates = [60]
        var section = MeasuredProgram.Section()
        section.seconds = 2
        section.cpuSeconds = 1
        section.memoryMb = 40
        var result = StudyResult(configuration, mode, sample, section)
        if mode != .uncapped { result.openMs = 100 }
        return result
      }
    }
    var report = StudyReport(messages: 1, slowedBy: "a quota", runs: runs)
    report.compare()
    return report
  }

  private static func peers() throws -> PeersLab.Report {
    var section = MeasuredProgram.Section()
    section.seconds = 1
    section.cpuSeconds = 0.01
    section.data = #"{"skeletons":0,"blank":0,"frames":[0,16],"segs":[0,0]}"#
    var outcome = MeasuredProgram.Outcome()
    outcome.openMs = 1
    outcome.memoryMb = ["open": 20, "scroll": 40]
    let runs = try ["luge", "a"].map {
      try #require(PeersLab.Result($0, "W2", 10, outcome, section))
    }
    var report = PeersLab.Report(runs: runs, missing: [])
    report.compare()
    return report
  }

  private static func window() -> WindowLab.Result {
    var result = WindowLab.Result(messages: 1, seconds: 1)
    result.itemsSeen = 1000
    result.itemsCut = 1
    result.driftPx = 0
    result.judgedFrames = 1
    (result.pssStartMb, result.pssEndMb) = (1, 1)
    return result
  }

  private static func live() -> LiveLab.Result {
    var result = LiveLab.Result(messages: 1, flood: 1)
    result.pageGrowth = 1
    (result.readSeconds, result.readMessages, result.mostHeld) = (1, 1000, 1)
    (result.driftPx, result.judgedFrames, result.missedFrames, result.skeletons) = (0, 1, 0, 0)
    (result.pssStartMb, result.pssEndMb) = (1, 1)
    (result.floodPerSecond, result.floodMissedFrames, result.floodSkeletons) = (1000, 0, 0)
    return result
  }

  private static func storm(judged: Int) -> StormLab.Result {
    var result = StormLab.Result(motion: .still, messages: 1)
    result.judgedFrames = judged
    var tally = DriftTally()
    for _ in 0..<judged { tally.take(.moved(by: 0)) }
    result.driftPx = tally.known
    return result
  }

  private static func scroll() -> [ScrollLab.Result] {
    ["window", "offscreen"].flatMap { place in
      ScrollMotion.Script.allCases.map {
        ScrollLab.Result(
          place: place, size: "1x1", script: $0.rawValue, frames: 1, cpuMsPerFrame: 1,
          floorMsPerFrame: 1, ratio: 1, firstSecondMsPerFrame: 1, missedFrames: 0, blankPx: 0,
          skeletons: 0, p99Ms: 1, p99CpuMs: 1, lateFrames: [], slowestFrames: [])
      }
    }
  }

  private static func photos() -> ImagesLab.Result {
    ImagesLab.Result(
      photoKb: 1, sizePx: 1, lugePerS: 1, lugeTwoPerS: 1, vipsPerS: 1, pixbufPerS: 1,
      pixbufTwoPerS: 1, lugeToVips: 1, lugeToPixbuf: 1, lugeTwoToPixbufTwo: 1)
  }

  private static func pictures() -> PicturesLab.Report {
    let names: [(String, Int?)] = [("without", nil), ("first", 0), ("cached", 0)]
    let runs = names.map { name, latency in
      var run = PicturesLab.Run()
      run.name = name
      run.latencyMs = latency
      return run
    }
    return PicturesLab.Report(
      secondsPerRun: 1, runs: runs,
      servers: [
        .init(
          latencyMs: 0, cachedToWithout: 1, fetched: 1, connections: 1, decoded: 1, failed: 0,
          pictureMb: 1, pictureLimitMb: 1)
      ])
  }

  private static func animations() -> AnimationsLab.Report {
    AnimationsLab.Report(
      animations: 1, seconds: 20, cpuPercent: 1, memoryBeginMb: 1, memoryEndMb: 1, framesMb: 1,
      framesShown: 100, framesExpected: 100, framesLate: 0, frameErrorP99Ms: 1, wakeUpsPerS: 1,
      awayIsRunning: false, awayPlayerWakeUps: 0, awayThreadWakeUps: 0, awayCpuMs: 0,
      awayMemoryMb: 1)
  }
}
