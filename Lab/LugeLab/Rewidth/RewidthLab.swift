import LugeApp
import LugeChat
import LugeCore
public import LugeEngine
import LugePaint

/// A window that is pulled wider and narrower: whether the reading line stays where it is.
public struct RewidthLab: Sendable {
  public var steps: Int
  /// Seconds that all heights may take to become exact.
  public var exactLimit: Double

  public init(steps: Int = 30, exactLimit: Double = 60) {
    self.steps = steps
    self.exactLimit = exactLimit
  }

  public struct Result: Codable, Sendable, Hashable {
    public var messages: Int
    /// Farthest that the reading line was from its place, in any frame.
    public var driftPx: Int
    public var p50Ms: Double
    /// Laying out again, planning and compositing.
    public var p99Ms: Double
    /// The same of the thread's own time on a processor.
    public var p99CpuMs: Double
    public var missedFrames: Int
    public var blankPx: Int
    /// Rows that were shown without their text for a moment.
    public var skeletons: Int
    /// Time from the last step until every height in the list is exact; nil when the limit was
    /// reached.
    public var exactMs: Double?
    /// The three frames that took longest, and what they spent it on.
    public var slowestFrames: [RewidthFrame]
  }

  public func run(_ provider: any RowProvider) -> Result {
    var configuration = ChatPresentation.engineConfiguration
    configuration.measuresAll = true
    let engine = ListEngine(
      provider: provider, configuration: configuration, tools: PaintTools.factory())
    setWidth(400, engine)
    var time = OffscreenRun.settle(engine)
    engine.jump(to: engine.count / 2)
    time = OffscreenRun.rest(engine, from: time)
    let place = engine.placeBeingRead
    let wanted = place.flatMap { engine.y(of: $0) }
    let before = engine.statistics
    var frames: [RewidthFrame] = []
    var drift = 0
    // A window's pixels are there before the engine is asked for a frame.
    let bitmap = Bitmap(size: PixelSize(width: 700, height: 800))
    let half = max(1, steps / 2)
    for step in 1...max(1, steps) {
      let part = Double(step <= half ? step : 2 * half - step) / Double(half)
      let begin = Timing.now
      time += 1.0 / 60
      frames.append(
        frame(step, width: 400 + Int((300 * part).rounded()), engine, at: time, into: bitmap))
      let y = place.flatMap { engine.y(of: $0) }
      drift = max(drift, y.flatMap { y in wanted.map { abs(y - $0) } } ?? Int.max)
      Timing.sleep(until: begin + 1.0 / 60)
    }
    let after = engine.statistics
    let exact = timeUntilExact(engine, from: time)
    let work = frames.map(\.wallMs)
    return Result(
      messages: engine.count, driftPx: drift,
      p50Ms: Timing.rounded(Timing.percentile(0.5, of: work)),
      p99Ms: Timing.rounded(Timing.percentile(0.99, of: work)),
      p99CpuMs: Timing.rounded(Timing.percentile(0.99, of: frames.map(\.cpuMs))),
      missedFrames: frames.reduce(0) { $0 + $1.missed },
      blankPx: after.blankPixels - before.blankPixels,
      skeletons: after.skeletonsShown - before.skeletonsShown,
      exactMs: exact.map { Timing.rounded($0 * 1000) },
      slowestFrames: Array(frames.sorted { $0.wallMs > $1.wallMs }.prefix(3)))
  }

  /// Sets the width, plans and composes.
  private func frame(
    _ number: Int, width: Int, _ engine: ListEngine, at time: Double, into bitmap: Bitmap
  ) -> RewidthFrame {
    let before = engine.statistics
    let begin = ThreadClock.now
    setWidth(width, engine)
    let relaid = Timing.now
    let plan = engine.frame(at: time)
    let planned = Timing.now
    let size = PixelSize(width: width, height: bitmap.size.height)
    bitmap.withMutablePixels { pixels in
      guard let target = try? PixelTarget(pixels, size: size, stride: bitmap.size.width) else {
        return
      }
      Compositor.compose(plan, into: target)
    }
    let end = Timing.now
    return RewidthFrame(
      number: number, width: width, spent: ThreadClock.now.since(begin),
      relayout: relaid - begin.wall,
      compose: end - planned, record: engine.frameLog.last ?? FrameRecord(),
      counts: (before, engine.statistics))
  }

  private func setWidth(_ width: Int, _ engine: ListEngine) {
    engine.setViewport(
      PixelSize(width: width, height: 800), environment: LayoutEnvironment(width: width))
  }

  private func timeUntilExact(_ engine: ListEngine, from start: Double) -> Double? {
    let begin = Timing.now
    var time = start
    while !engine.metrics.isExact {
      guard Timing.now - begin < exactLimit else { return nil }
      if !engine.needsFrame { _ = engine.waitForResults(seconds: 0.05) }
      time += 1.0 / 60
      _ = engine.frame(at: time)
    }
    return Timing.now - begin
  }
}
