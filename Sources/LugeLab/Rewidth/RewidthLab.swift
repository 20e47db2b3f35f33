import LugeChat
public import LugeCore
public import LugeEngine
import LugePaint
import LugeViewer

/// A window that is pulled wider and narrower: whether the line under the eye stays where it is.
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
    /// Farthest that the line under the eye was from its place, in any frame.
    public var driftPx: Int
    public var p50Ms: Double
    /// Laying out anew, planning and compositing.
    public var p99Ms: Double
    public var missedFrames: Int
    public var blankPx: Int
    /// Rows that were shown without their text for a moment.
    public var outlines: Int
    /// From the last step until every height in the list is exact; nil when the limit was reached.
    public var exactMs: Double?
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
    let place = engine.placeAtEye
    let wanted = place.flatMap { engine.y(of: $0) }
    let before = engine.statistics
    var work: [Double] = []
    var drift = 0
    var missed = 0
    let half = max(1, steps / 2)
    for step in 1...max(1, steps) {
      let part = Double(step <= half ? step : 2 * half - step) / Double(half)
      let begin = Timing.now
      let bitmap = setWidth(400 + Int((300 * part).rounded()), engine)
      time += 1.0 / 60
      let plan = engine.frame(at: time)
      bitmap.withMutablePixels { pixels in
        guard let target = try? PixelTarget(pixels, size: bitmap.size) else { return }
        Compositor.compose(plan, into: target)
      }
      let spent = Timing.now - begin
      work.append(spent)
      missed += Int(spent * 60)
      let y = place.flatMap { engine.y(of: $0) }
      drift = max(drift, y.flatMap { y in wanted.map { abs(y - $0) } } ?? Int.max)
      Timing.sleep(until: begin + 1.0 / 60)
    }
    let after = engine.statistics
    let exact = timeUntilExact(engine, from: time)
    return Result(
      messages: engine.count, driftPx: drift,
      p50Ms: Timing.rounded(Timing.percentile(0.5, of: work) * 1000),
      p99Ms: Timing.rounded(Timing.percentile(0.99, of: work) * 1000), missedFrames: missed,
      blankPx: after.blankPixels - before.blankPixels,
      outlines: after.outlinesShown - before.outlinesShown,
      exactMs: exact.map { Timing.rounded($0 * 1000) })
  }

  @discardableResult
  private func setWidth(_ width: Int, _ engine: ListEngine) -> Bitmap {
    let size = PixelSize(width: width, height: 800)
    engine.setViewport(size, environment: LayoutEnvironment(width: width))
    return Bitmap(size: size)
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
