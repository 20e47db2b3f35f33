public import LugeCore
import LugeEngine
import LugeFeed
import LugePaint

/// The write-up's comparison: posts scrolled through until each has been drawn, as one large cell
/// that is made on the main thread, and as small rows that lanes have made.
public struct TimelineLab: Sendable {
  public var size: PixelSize
  /// Pixels a frame, for the total time.
  public var step: Int
  /// Pixels a second, for missed frames.
  public var speed: Double
  /// Told what begins.
  public var onPhase: (@Sendable (String) -> Void)?

  public init(
    size: PixelSize = PixelSize(width: 480, height: 860), step: Int = 120, speed: Double = 6000
  ) {
    self.size = size
    self.step = max(1, step)
    self.speed = speed
  }

  /// One number of posts.
  public struct Result: Codable, Sendable, Hashable {
    public var posts: Int
    /// From the first screen until every post has been drawn, as fast as it goes: the next step is
    /// made when everything in view is complete, and in both it is copied once. Frames without a pause
    /// between them have no time of their own to draw in, so rows come from the lane alone.
    public var oldTotalMs = 0.0
    public var newTotalMs = 0.0
    /// Processor time of the thread that shows frames, over the whole scroll at 60 frames a second:
    /// what makes the rows and says where they are. Copying them into the frame costs the same in
    /// both. Not by the clock on the wall, which counts whatever else the machine does.
    public var oldUiMs = 0.0
    public var newUiMs = 0.0
    public var oldComposeMs = 0.0
    public var newComposeMs = 0.0
    /// Share of UI-thread time that is gone, percent; and with the copying counted.
    public var lessUiPercent = 0.0
    public var lessUiWithComposePercent = 0.0
    public var lessTotalPercent = 0.0
    /// Posts that were seen complete at 60 frames a second.
    public var oldDrawn = 0
    public var newDrawn = 0
    public var frames = 0
    /// Deadlines that passed without a frame.
    public var oldMissedFrames = 0
    public var missedFrames = 0
    public var oldFrameP99Ms = 0.0
    public var frameP99Ms = 0.0
    /// The longest that one frame took.
    public var oldFrameMaxMs = 0.0
    public var frameMaxMs = 0.0
    /// Rows shown without their text for a moment, and rows of pixels that showed nothing.
    public var outlines = 0
    /// Rows that the UI thread drew itself, because the lane had not.
    public var rowsDrawnOnTheSpot = 0
    public var blankPx = 0
    public var cellsCreated = 0
  }

  public func run(_ count: Int) throws(GenerateError) -> Result {
    let data = try LabPosts(count: count, size: size)
    var result = Result(posts: count)
    onPhase?("\(count) posts in large cells, as fast as it goes")
    drawOld(data, &result)
    onPhase?("\(count) posts in rows, as fast as it goes")
    drawNew(data, &result)
    onPhase?("\(count) posts in large cells, 60 frames a second")
    paceOld(data, &result)
    onPhase?("\(count) posts in rows, 60 frames a second")
    paceNew(data, &result)
    result.lessUiPercent = less(result.newUiMs, than: result.oldUiMs)
    result.lessUiWithComposePercent = less(
      result.newUiMs + result.newComposeMs, than: result.oldUiMs + result.oldComposeMs)
    result.lessTotalPercent = less(result.newTotalMs, than: result.oldTotalMs)
    return result
  }

  private func less(_ new: Double, than old: Double) -> Double {
    Timing.rounded(100 * (1 - new / max(0.001, old)))
  }

  // MARK: As fast as it goes

  private func drawOld(_ data: LabPosts, _ result: inout Result) {
    let bitmap = Bitmap(size: size)
    let list = OldTimeline(data.posts, size: size, pictures: data.pictures)
    compose(list.frame(), into: bitmap)
    let begin = Timing.now
    repeat { compose(list.frame(), into: bitmap) } while list.scroll(by: step)
    compose(list.frame(), into: bitmap)
    result.oldTotalMs = Timing.rounded((Timing.now - begin) * 1000)
  }

  private func drawNew(_ data: LabPosts, _ result: inout Result) {
    let bitmap = Bitmap(size: size)
    let engine = engine(data, drawBudget: 0)
    var time = OffscreenRun.rest(engine)
    let begin = Timing.now
    repeat {
      var isComplete = false
      while !isComplete {
        // As if 60 frames a second were shown: the engine takes speed from these times.
        time += 1.0 / 60
        let outlines = engine.statistics.outlinesShown
        let plan = engine.frame(at: time)
        isComplete = isWhole(plan, engine, outlines: outlines)
        if isComplete {
          compose(plan, into: bitmap)
        } else {
          _ = engine.waitForResults(seconds: 0.02)
        }
      }
    } while engine.scroll(by: step) != 0
    result.newTotalMs = Timing.rounded((Timing.now - begin) * 1000)
  }

  /// Whether a frame had everything that is in view.
  private func isWhole(_ plan: FramePlan, _ engine: ListEngine, outlines: Int) -> Bool {
    plan.blankPixels == 0 && engine.statistics.outlinesShown == outlines && !engine.isJumping
  }

  func engine(_ data: LabPosts, drawBudget: Double = 0.008) -> ListEngine {
    let controller = FeedController(data.posts, configuration: LabPosts.configuration)
    let pictures = data.pictures
    let engine = ListEngine(
      provider: controller.provider,
      configuration: EngineConfiguration(
        opensAt: .start, estimatedItemHeight: 200, drawBudget: drawBudget,
        background: FeedStyle.background, follow: .off),
      tools: PaintTools.factory(images: pictures))
    engine.setViewport(size, environment: LayoutEnvironment(width: size.width))
    return engine
  }

  private func compose(_ plan: FramePlan, into bitmap: Bitmap) {
    bitmap.withMutablePixels { pixels in
      guard let target = try? PixelTarget(pixels, size: size) else { return }
      Compositor.compose(plan, into: target)
    }
  }

  // MARK: At 60 frames a second

  private func paceOld(_ data: LabPosts, _ result: inout Result) {
    let list = OldTimeline(data.posts, size: size, pictures: data.pictures)
    compose(list.frame(), into: Bitmap(size: size))
    var run = Pace()
    run.run(self) { pixels, _ in list.scroll(by: pixels) ? list.frame() : nil }
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
    var outlines = before.outlinesShown
    var run = Pace()
    run.run(self) { pixels, time in
      engine.scroll(by: pixels) != 0 ? engine.frame(at: start + time) : nil
    } inspect: { plan in
      if isWhole(plan, engine, outlines: outlines) {
        for row in engine.visibleRows { seen.insert(row.id.item) }
      }
      outlines = engine.statistics.outlinesShown
    }
    result.frames = run.making.count
    result.missedFrames = run.missed
    result.newUiMs = Timing.rounded(run.makingCPU * 1000)
    result.newComposeMs = Timing.rounded(run.composingCPU * 1000)
    result.frameP99Ms = Timing.rounded(Timing.percentile(0.99, of: run.making) * 1000)
    result.frameMaxMs = Timing.rounded((run.making.max() ?? 0) * 1000)
    result.newDrawn = seen.count
    result.outlines = engine.statistics.outlinesShown - before.outlinesShown
    result.rowsDrawnOnTheSpot =
      engine.statistics.slicesDrawnOnTheSpot - before.slicesDrawnOnTheSpot
    result.blankPx = engine.statistics.blankPixels - before.blankPixels
    result.cellsCreated = engine.statistics.cellsCreated
  }

  /// A scroll at 60 frames a second of real time.
  private struct Pace {
    /// Seconds that making each frame took.
    var making: [Double] = []
    /// Processor seconds of this thread, in all.
    var makingCPU = 0.0
    var composingCPU = 0.0
    var missed = 0

    /// - Parameters:
    ///   - frame: scrolls and says what to show; nil when the end is reached.
    ///   - inspect: looks at what was shown; not counted.
    mutating func run(
      _ lab: TimelineLab, _ frame: (_ pixels: Int, _ time: Double) -> FramePlan?,
      inspect: (FramePlan) -> Void = { _ in }
    ) {
      let bitmap = Bitmap(size: lab.size)
      let interval = 1.0 / 60
      let pixels = Int((lab.speed * interval).rounded())
      let start = Timing.now
      var number = 0
      while true {
        number += 1
        Timing.sleep(until: start + Double(number) * interval)
        let begin = Timing.now
        let beginCPU = Timing.threadNow
        guard let plan = frame(pixels, Double(number) * interval) else { break }
        let madeCPU = Timing.threadNow
        making.append(Timing.now - begin)
        lab.compose(plan, into: bitmap)
        let end = Timing.now
        makingCPU += madeCPU - beginCPU
        composingCPU += Timing.threadNow - madeCPU
        inspect(plan)
        let late = Int((end - start) / interval) - number
        if late > 0 {
          missed += late
          number += late
        }
      }
    }
  }
}
