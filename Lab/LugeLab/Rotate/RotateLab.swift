import LugeApp
import LugeChat
import LugeCore
import LugeEngine
import LugePaint

/// Changes the width once, as when a telephone is turned. Measures the time until the list shows
/// its rows at the new width, and until all heights are exact; and that of laying out every text
/// with Pango on the main thread.
public struct RotateLab: Sendable {
  public var counts: [Int]
  public var widths: (from: Int, to: Int)

  public init(counts: [Int] = [500, 5000, 10_000], widths: (from: Int, to: Int) = (400, 800)) {
    self.counts = counts
    self.widths = widths
  }

  public struct Result: Codable, Sendable, Hashable {
    public var messages: Int
    /// Time from the new width to a frame that shows all rows at it, on the main thread.
    public var firstFrameMs: Double
    /// 99th percentile of the main thread's time for a frame, until all heights were exact; the
    /// first frame includes taking in the new width.
    public var frameP99Ms: Double
    public var missedFrames: Int
    public var blankPx: Int
    /// Rows shown as skeletons, counted in each frame.
    public var skeletons: Int
    /// Maximum distance of the line being read from its place, in any frame; `Int.max` if it was
    /// lost.
    public var driftPx: Int
    /// Time from the new width until every height is exact, in the background; nil after 60 s.
    public var exactMs: Double?
    /// Time to measure all texts with plain Pango, during which an ordinary list's main thread is
    /// blocked.
    public var pangoMs: Double
    /// Pango's time, divided by the time until all heights are exact.
    public var exactRatio: Double?
  }

  /// Seconds that the write-up reported for 10,000 messages on its telephone.
  public static let publishedSeconds = (low: 10.0, high: 20.0)

  public func run(progress: (String) -> Void = { _ in }) -> [Result] {
    counts.map { count in
      progress("\(count) messages turned from \(widths.from) to \(widths.to) pixels")
      return run(count)
    }
  }

  private func run(_ count: Int) -> Result {
    let text = LabMessages(texts: count)
    let messages = (0..<count).map { text.message($0) }
    let pangoMs = plain(messages)
    let provider = FactoryRowProvider(
      source: ArraySource(messages) { $0.id }, factory: ChatRowFactory(LabMessages.configuration))
    var configuration = ChatPresentation.engineConfiguration
    configuration.measuresAll = true
    let engine = ListEngine(
      provider: provider, configuration: configuration, tools: PaintTools.factory())
    setWidth(widths.from, engine)
    var time = OffscreenRun.settle(engine)
    engine.jump(to: count / 2)
    time = OffscreenRun.rest(engine, from: time)
    time = untilExact(engine, from: time)
    let place = engine.placeBeingRead
    let wanted = place.flatMap { engine.y(of: $0) }
    var drift = 0
    let before = engine.statistics
    let bitmap = Bitmap(size: PixelSize(width: widths.to, height: Self.height))
    let begin = Timing.now
    setWidth(widths.to, engine)
    var work: [Double] = []
    func frame(since start: Double = Timing.now) {
      time += 1.0 / 60
      let plan = engine.frame(at: time)
      Compositor.compose(plan, into: bitmap)
      work.append(Timing.now - start)
      let y = place.flatMap { engine.y(of: $0) }
      drift = max(drift, y.flatMap { y in wanted.map { abs(y - $0) } } ?? Int.max)
    }
    frame(since: begin)
    let first = Timing.now - begin
    while !engine.metrics.isExact, Timing.now - begin < 60 {
      if !engine.needsFrame { _ = engine.waitForResults(seconds: 0.05) }
      frame()
    }
    let exact = engine.metrics.isExact ? (Timing.now - begin) * 1000 : nil
    let after = engine.statistics
    return Result(
      messages: count, firstFrameMs: Timing.rounded(first * 1000),
      frameP99Ms: Timing.rounded(Timing.percentile(0.99, of: work) * 1000),
      missedFrames: work.reduce(0) { $0 + Int($1 * 60) },
      blankPx: after.blankPixels - before.blankPixels,
      skeletons: after.skeletonsShown - before.skeletonsShown, driftPx: drift,
      exactMs: exact.map(Timing.rounded), pangoMs: Timing.rounded(pangoMs),
      exactRatio: exact.map { Timing.rounded(pangoMs / max(0.001, $0)) })
  }

  private static let height = 800

  private func setWidth(_ width: Int, _ engine: ListEngine) {
    engine.setViewport(
      PixelSize(width: width, height: Self.height), environment: LayoutEnvironment(width: width))
  }

  private func untilExact(_ engine: ListEngine, from start: Double) -> Double {
    var time = start
    let limit = Timing.now + 60
    while !engine.metrics.isExact, Timing.now < limit {
      if !engine.needsFrame { _ = engine.waitForResults(seconds: 0.05) }
      time += 1.0 / 60
      _ = engine.frame(at: time)
    }
    return time
  }

  /// Returns the milliseconds to lay out every text again at a bubble's new width, as in a list
  /// that keeps Pango's layouts and changes their width.
  private func plain(_ messages: [ChatMessage]) -> Double {
    let pango = PlainPango(FontSpec(family: "Noto Sans", pixelSize: 15))
    let kept = messages.map { pango.keep($0.text.string, width: widths.from * 3 / 4) }
    let begin = Timing.now
    for layout in kept { layout.rewrap(widths.to * 3 / 4) }
    return (Timing.now - begin) * 1000
  }
}
