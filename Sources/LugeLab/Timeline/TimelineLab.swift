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
    /// From the first frame until every post has been drawn, as fast as it goes: the next step is
    /// made when everything in view is complete.
    public var oldTotalMs = 0.0
    public var newTotalMs = 0.0
    /// Work on the thread that shows frames, over the whole scroll at 60 frames a second.
    public var oldUiMs = 0.0
    public var newUiMs = 0.0
    /// Share of UI-thread time that is gone, percent.
    public var lessUiPercent = 0.0
    public var lessTotalPercent = 0.0
    /// Posts that were seen complete at 60 frames a second.
    public var oldDrawn = 0
    public var newDrawn = 0
    /// Deadlines that passed without a frame.
    public var oldMissedFrames = 0
    public var missedFrames = 0
    public var oldFrameP99Ms = 0.0
    public var frameP99Ms = 0.0
    /// Rows shown without their text for a moment, and rows of pixels that showed nothing.
    public var outlines = 0
    public var blankPx = 0
    public var cellsCreated = 0
  }

  public func run(_ count: Int) throws(GenerateError) -> Result {
    let data = try LabPosts(count: count, size: size)
    var result = Result(posts: count)
    drawOld(data, &result)
    drawNew(data, &result)
    paceOld(data, &result)
    paceNew(data, &result)
    result.lessUiPercent = less(result.newUiMs, than: result.oldUiMs)
    result.lessTotalPercent = less(result.newTotalMs, than: result.oldTotalMs)
    return result
  }

  private func less(_ new: Double, than old: Double) -> Double {
    Timing.rounded(100 * (1 - new / max(0.001, old)))
  }

  // MARK: As fast as it goes

  private func drawOld(_ data: LabPosts, _ result: inout Result) {
    let bitmap = Bitmap(size: size)
    let begin = Timing.now
    let list = OldTimeline(data.posts, size: size, pictures: data.pictures)
    repeat { compose(list.frame(), into: bitmap) } while list.scroll(by: step)
    compose(list.frame(), into: bitmap)
    result.oldTotalMs = Timing.rounded((Timing.now - begin) * 1000)
  }

  private func drawNew(_ data: LabPosts, _ result: inout Result) {
    let bitmap = Bitmap(size: size)
    let begin = Timing.now
    let engine = engine(data)
    repeat {
      while !showsAll(engine, at: Timing.now - begin, bitmap) {
        _ = engine.waitForResults(seconds: 0.02)
      }
    } while engine.scroll(by: step) != 0
    result.newTotalMs = Timing.rounded((Timing.now - begin) * 1000)
  }

  /// One frame; whether it had everything that is in view.
  private func showsAll(_ engine: ListEngine, at time: Double, _ bitmap: Bitmap) -> Bool {
    let outlines = engine.statistics.outlinesShown
    let plan = engine.frame(at: time)
    compose(plan, into: bitmap)
    return plan.blankPixels == 0 && engine.statistics.outlinesShown == outlines
      && !engine.isJumping
  }

  private func engine(_ data: LabPosts) -> ListEngine {
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

  private func compose(_ plan: FramePlan, into bitmap: Bitmap) {
    bitmap.withMutablePixels { pixels in
      guard let target = try? PixelTarget(pixels, size: size) else { return }
      Compositor.compose(plan, into: target)
    }
  }

  // MARK: At 60 frames a second

  private func paceOld(_ data: LabPosts, _ result: inout Result) {
    let bitmap = Bitmap(size: size)
    let list = OldTimeline(data.posts, size: size, pictures: data.pictures)
    compose(list.frame(), into: bitmap)
    let run = pace { pixels, _ in
      guard list.scroll(by: pixels) else { return false }
      compose(list.frame(), into: bitmap)
      return true
    }
    result.oldMissedFrames = run.missed
    result.oldUiMs = Timing.rounded(run.work.reduce(0, +) * 1000)
    result.oldDrawn = list.drawn.count
    result.oldFrameP99Ms = Timing.rounded(Timing.percentile(0.99, of: run.work) * 1000)
  }

  private func paceNew(_ data: LabPosts, _ result: inout Result) {
    let bitmap = Bitmap(size: size)
    let engine = engine(data)
    let start = OffscreenRun.rest(engine)
    let before = engine.statistics
    var seen = Set(engine.visibleRows.map(\.id.item))
    let run = pace { pixels, time in
      guard engine.scroll(by: pixels) != 0 else { return false }
      if showsAll(engine, at: start + time, bitmap) {
        for row in engine.visibleRows { seen.insert(row.id.item) }
      }
      return true
    }
    result.missedFrames = run.missed
    result.newUiMs = Timing.rounded(run.work.reduce(0, +) * 1000)
    result.newDrawn = seen.count
    result.cellsCreated = engine.statistics.cellsCreated
    result.frameP99Ms = Timing.rounded(Timing.percentile(0.99, of: run.work) * 1000)
    result.outlines = engine.statistics.outlinesShown - before.outlinesShown
    result.blankPx = engine.statistics.blankPixels - before.blankPixels
  }

  /// Calls the body 60 times a second until it says that the end is reached.
  private func pace(_ frame: (_ pixels: Int, _ time: Double) -> Bool) -> (
    work: [Double], missed: Int
  ) {
    let interval = 1.0 / 60
    let start = Timing.now
    var work: [Double] = []
    var (number, missed) = (0, 0)
    while true {
      number += 1
      Timing.sleep(until: start + Double(number) * interval)
      let begin = Timing.now
      guard frame(Int((speed * interval).rounded()), Double(number) * interval) else { break }
      let end = Timing.now
      work.append(end - begin)
      let late = Int((end - start) / interval) - number
      if late > 0 {
        missed += late
        number += late
      }
    }
    return (work, missed)
  }
}
