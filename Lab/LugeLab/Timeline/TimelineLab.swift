import LugeApp
public import LugeCore
import LugeEngine
import LugeFeed
import LugePaint
import LugeSamples

/// The write-up's comparison: posts scrolled through until each has been drawn, as one large cell
/// that is made on the main thread, and as small rows that lanes have made.
public struct TimelineLab: Sendable {
  public var size: PixelSize
  /// Pixels a frame, for the total time.
  public var step: Int
  /// Pixels a second, for missed frames.
  public var speed: Double
  /// Whether frames wait for their time by the clock on the wall; otherwise the time in which
  /// neither the list nor its lane has anything to do is left out of runs with more than
  /// ``keptPosts``.
  public var keepsTime = false
  /// So many are scrolled through within a few seconds.
  static let keptPosts = 200
  /// Told what begins.
  public var onPhase: (@Sendable (String) -> Void)?

  public init(
    size: PixelSize = PixelSize(width: 480, height: 860), step: Int = 120, speed: Double = 6000
  ) {
    self.size = size
    self.step = max(1, step)
    self.speed = speed
  }

  public func run(_ count: Int) throws(GenerateError) -> Result {
    let data = try LabPosts(count: count, size: size)
    var result = Result(posts: count)
    // Fonts are found, and pictures' memory is touched, before either is measured.
    onPhase?("what both need for the first time")
    let some = LabPosts(data, first: 30)
    var unused = Result(posts: 30)
    _ = drawOld(some, usesFastText: false)
    _ = drawOld(some, usesFastText: true)
    drawNew(some, &unused)
    drawAll(data, &result)
    paceAll(data, &result)
    result.lessUiThanFastTextPercent = less(result.newUiMs, than: result.oldFastTextUiMs)
    result.lessUiPercent = less(result.newUiMs, than: result.oldUiMs)
    result.lessUiWithComposePercent = less(
      result.newUiMs + result.newComposeMs, than: result.oldUiMs + result.oldComposeMs)
    result.publishedLessTotalPercent = Self.published[count]
    return result
  }

  private func less(_ new: Double, than old: Double) -> Double {
    Timing.rounded(100 * (1 - new / max(0.001, old)))
  }

  // MARK: As fast as it goes

  /// Each way several times (``rounds``), in turns, for the machine's own speed changes from second
  /// to second. The first round does not count: memory that it touches first is there for the
  /// others.
  private func drawAll(_ data: LabPosts, _ result: inout Result) {
    var old: [Draw] = []
    var fastText: [Draw] = []
    var new: [Draw] = []
    for round in 0...Self.rounds {
      onPhase?("\(data.posts.count) posts, as fast as it goes, \(round) of \(Self.rounds)")
      let draws = (
        drawOld(data, usesFastText: false), drawOld(data, usesFastText: true),
        drawNew(data, &result)
      )
      guard round > 0 else { continue }
      old.append(draws.0)
      fastText.append(draws.1)
      new.append(draws.2)
    }
    result.takeTotals(
      old: old.map(\.wall), fastText: fastText.map(\.wall), new: new.map(\.wall))
    result.oldTotalCpuMs = StudyMath.median(old.map(\.cpu))
    result.oldFastTextTotalCpuMs = StudyMath.median(fastText.map(\.cpu))
    result.newTotalCpuMs = StudyMath.median(new.map(\.cpu))
    result.compareProcessors()
  }

  /// Odd, so that a median is one of the runs.
  private static let rounds = 11

  /// Milliseconds until all posts have been drawn, by the clock and of all threads' processors.
  private struct Draw {
    var wall: Double
    var cpu: Double
  }

  private func drawOld(_ data: LabPosts, usesFastText: Bool) -> Draw {
    let bitmap = Bitmap(size: size)
    let list = OldTimeline(
      data.posts, size: size, pictures: data.pictures, usesFastText: usesFastText)
    Compositor.compose(list.frame(), into: bitmap)
    let (begin, cpu) = (Timing.now, Self.processorSeconds)
    repeat { Compositor.compose(list.frame(), into: bitmap) } while list.scroll(by: step)
    Compositor.compose(list.frame(), into: bitmap)
    return Draw(
      wall: Timing.rounded((Timing.now - begin) * 1000),
      cpu: Timing.rounded((Self.processorSeconds - cpu) * 1000))
  }

  /// CPU time of all threads.
  private static var processorSeconds: Double { ProcessUsage.now(withMemory: false).cpuSeconds }

  @discardableResult
  private func drawNew(_ data: LabPosts, _ result: inout Result) -> Draw {
    let bitmap = Bitmap(size: size)
    let engine = engine(data)
    // As the other: the first screen is there, and nothing that lies ahead.
    var time = 0.0
    var skeletons = 0
    while !isWhole(engine.frame(at: time), engine, skeletons: skeletons) {
      skeletons = engine.statistics.skeletonsShown
      _ = engine.waitForResults(seconds: 0.02)
      time += 1.0 / 60
    }
    let (begin, cpu, before) = (Timing.now, Self.processorSeconds, engine.statistics)
    var frames = 0
    repeat {
      var isComplete = false
      while !isComplete {
        frames += 1
        // As if 60 frames a second were shown: the engine takes speed from these times.
        time += 1.0 / 60
        let skeletons = engine.statistics.skeletonsShown
        let plan = engine.frame(at: time)
        isComplete = isWhole(plan, engine, skeletons: skeletons)
        if isComplete {
          Compositor.compose(plan, into: bitmap)
        } else {
          _ = engine.waitForResults(seconds: 0.02)
        }
      }
    } while engine.scroll(by: step) != 0
    let draw = Draw(
      wall: Timing.rounded((Timing.now - begin) * 1000),
      cpu: Timing.rounded((Self.processorSeconds - cpu) * 1000))
    let counts = engine.statistics
    result.newFrames = frames
    result.newSlicesDrawnInFrames = counts.slicesDrawnOnTheSpot - before.slicesDrawnOnTheSpot
    // Of the first screen as well, so that those laid out twice are told by the number of posts.
    result.newItemsLaidOut = counts.itemsLaidOutByLane + counts.itemsLaidOutOnTheSpot
    result.newItemsMeasured = counts.itemsSurveyed - before.itemsSurveyed
    result.newSlicesDrawn = counts.slicesDrawnByLane - before.slicesDrawnByLane
    result.newSlicesDrawnTwice = counts.slicesDrawnTwice - before.slicesDrawnTwice
    result.newItemsLaidOutTwice = max(0, result.newItemsLaidOut - data.posts.count)
    return draw
  }

  /// Whether a frame had everything that is in view.
  private func isWhole(_ plan: FramePlan, _ engine: ListEngine, skeletons: Int) -> Bool {
    plan.blankPixels == 0 && engine.statistics.skeletonsShown == skeletons && !engine.isJumping
  }

  func engine(_ data: LabPosts) -> ListEngine {
    let controller = FeedController(data.posts, configuration: LabPosts.configuration)
    let pictures = data.pictures
    let engine = ListEngine(
      provider: controller.provider,
      configuration: EngineConfiguration(
        opensAt: .start, estimatedItemHeight: 200, background: FeedStyle.background, follow: .off),
      tools: PaintTools.factory(images: pictures))
    engine.setViewport(size, environment: LayoutEnvironment(width: size.width))
    return engine
  }

  // MARK: At 60 frames a second

  /// Each way twice, the second time in the opposite order. Of what was to be saved the means
  /// count, of what went wrong the worse run.
  private func paceAll(_ data: LabPosts, _ result: inout Result) {
    var lab = self
    let count = data.posts.count
    lab.keepsTime = keepsTime || count <= Self.keptPosts
    var first = result
    var second = result
    var (firstFast, secondFast) = (result, result)
    func say(_ what: String) { onPhase?("\(count) posts in \(what), 60 frames a second") }
    say("large cells, with fast text, and in rows")
    lab.paceOld(data, &first)
    lab.paceOld(data, usesFastText: true, &firstFast)
    lab.paceNew(data, &first)
    say("rows, and in large cells with fast text and without")
    lab.paceNew(data, &second)
    lab.paceOld(data, usesFastText: true, &secondFast)
    lab.paceOld(data, &second)
    result = first.together(with: second)
    result.oldFastTextUiMs = Timing.rounded((firstFast.oldUiMs + secondFast.oldUiMs) / 2)
    result.keepsTime = lab.keepsTime
  }

  private func paceOld(
    _ data: LabPosts, usesFastText: Bool = false, _ result: inout Result
  ) {
    let list = OldTimeline(
      data.posts, size: size, pictures: data.pictures, usesFastText: usesFastText)
    Compositor.compose(list.frame(), into: Bitmap(size: size))
    list.forgetTimes()
    var run = TimelinePace()
    var goesOn = true
    run.run(self) { pixels, _ in
      guard goesOn else { return nil }
      // The step that reaches the end is shown, as in the other structure.
      goesOn = list.scroll(by: pixels)
      return list.frame()
    }
    result.oldSizingMs = Timing.rounded(list.sizingSeconds * 1000)
    result.oldDisplayMs = Timing.rounded(list.displaySeconds * 1000)
    result.oldMissedFrames = run.missed
    result.oldUiMs = Timing.rounded(run.makingCPU * 1000)
    result.oldComposeMs = Timing.rounded(run.composingCPU * 1000)
    result.oldFrameP99Ms = Timing.rounded(Timing.percentile(0.99, of: run.making) * 1000)
    result.oldFrameMaxMs = Timing.rounded((run.making.max() ?? 0) * 1000)
    result.oldDrawn = list.drawn.count
  }

  private func paceNew(_ data: LabPosts, _ result: inout Result) {
    let engine = engine(data)
    let start = OffscreenRun.rest(engine)
    let before = engine.statistics
    var seen = Set(engine.visibleRows.map(\.id.item))
    var skeletons = before.skeletonsShown
    var parts = FrameRecord()
    var run = TimelinePace()
    let processor = ProcessUsage.now(withMemory: false).cpuSeconds
    run.run(self, isBusy: { engine.isLaneBusy }) { pixels, time in
      engine.scroll(by: pixels) != 0 ? engine.frame(at: start + time) : nil
    } inspect: { plan in
      if let record = engine.frameLog.last { parts.add(record) }
      if isWhole(plan, engine, skeletons: skeletons) {
        for row in engine.visibleRows { seen.insert(row.id.item) }
      }
      skeletons = engine.statistics.skeletonsShown
    }
    result.frames = run.making.count
    result.missedFrames = run.missed
    result.newUiMs = Timing.rounded(run.makingCPU * 1000)
    result.newComposeMs = Timing.rounded(run.composingCPU * 1000)
    let all = ProcessUsage.now(withMemory: false).cpuSeconds - processor
    result.newLaneMs = Timing.rounded(max(0, all - run.threadCPU) * 1000)
    result.frameP99Ms = Timing.rounded(Timing.percentile(0.99, of: run.making) * 1000)
    result.frameMaxMs = Timing.rounded((run.making.max() ?? 0) * 1000)
    result.newDrawn = seen.count
    result.newTakeInMs = Timing.rounded((parts.drain + parts.update) * 1000)
    result.newPlanMs = Timing.rounded((parts.plan - parts.spotDraw) * 1000)
    result.newSpotDrawMs = Timing.rounded(parts.spotDraw * 1000)
    result.newAskMs = Timing.rounded(parts.ask * 1000)
    result.skeletons = engine.statistics.skeletonsShown - before.skeletonsShown
    result.rowsDrawnOnTheSpot =
      engine.statistics.slicesDrawnOnTheSpot - before.slicesDrawnOnTheSpot
    result.blankPx = engine.statistics.blankPixels - before.blankPixels
    result.cellsCreated = engine.statistics.cellsCreated
  }
}

extension FrameRecord {
  /// Adds the seconds of another frame's parts.
  fileprivate mutating func add(_ other: FrameRecord) {
    drain += other.drain
    update += other.update
    plan += other.plan
    ask += other.ask
    spotDraw += other.spotDraw
  }
}
