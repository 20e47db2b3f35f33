import Foundation
import LugeApp
public import LugeCore
public import LugeEngine
import LugeImages
import LugeListKit
import LugePaint

/// The same scroll with lanes of low priority and of the usual one, while as many other threads as
/// there are processors lay out text without rest, at the lanes' priority: they do what lanes do,
/// from words that they know, so that they hold nothing that a list waits for.
public struct LanePriorityLab: Sendable {
  public var seconds: Double
  public var size: PixelSize

  public init(seconds: Double = 5, size: PixelSize = PixelSize(width: 400, height: 800)) {
    self.seconds = seconds
    self.size = size
  }

  public struct Result: Codable, Sendable, Hashable {
    /// `low` or `usual`; `low beside others` where the other threads are of the usual one.
    public var priority: String
    /// As Linux counts it: of the lanes, and of the other threads.
    public var niceness: Int32
    public var loadNiceness: Int32
    public var frames: Int
    public var missedFrames: Int
    /// Work of a frame by the wall's clock.
    public var p50Ms: Double
    public var p99Ms: Double
    public var maxMs: Double
    /// From when a frame was due to its end: its thread may have waited for a processor that others
    /// of the same priority had, which is in no frame's work.
    public var lateP99Ms: Double
    public var blankPx: Int
    public var skeletons: Int
    /// Share of all processors that this process used, percent: whether they were kept busy.
    public var busyPercent: Double
    /// Layouts of the other threads, and the texts that these shaped: while they do, a list that
    /// shapes text as well waits for them.
    public var loadLayouts: Int
    public var loadShapings: Int
  }

  /// In turns, usual and low, four times each: a machine's own speed changes. Then low ones beside
  /// threads of the usual priority, as another program has them: what the priority costs, for a
  /// lane gets little there.
  public func run(_ provider: any RowProvider) -> [Result] {
    let low = EngineRuntime.lowPriority
    let order: [(String, Int32, Int32)] = [
      ("low", low, low), ("usual", 0, 0), ("usual", 0, 0), ("low", low, low),
      ("usual", 0, 0), ("low", low, low), ("low", low, low), ("usual", 0, 0),
      ("low beside others", low, 0), ("low beside others", low, 0),
    ]
    // Fonts are found, and the archive comes into memory, before anything is measured.
    _ = run(provider, "unmeasured", niceness: 0, load: 0)
    return order.map { run(provider, $0.0, niceness: $0.1, load: $0.2) }
  }

  private func run(
    _ provider: any RowProvider, _ priority: String, niceness: Int32, load loadNiceness: Int32
  ) -> Result {
    let bitmap = Bitmap(size: size)
    let pictures = ListPictures(ImagePipeline())
    let engine = ListEngine(
      provider: provider, configuration: ScrollLab.configuration,
      tools: PaintTools.factory(images: pictures), runtime: .threads(niceness: niceness))
    pictures.serve(engine)
    engine.setViewport(size, environment: LayoutEnvironment(width: size.width))
    let start = OffscreenRun.rest(engine)
    let processors = max(1, ProcessInfo.processInfo.activeProcessorCount)
    let load = BusyThreads(count: processors, niceness: loadNiceness)
    let (begin, beginCPU) = (Timing.now, Timing.processNow)
    let before = engine.statistics
    var motion = ScrollMotion(.slow, seconds: seconds)
    let run = ScrollLab.pace(
      { motion.isOver(at: $0) ? nil : motion.advance(to: $0) },
      { pixels, time in
        engine.scroll(by: pixels)
        let plan = engine.frame(at: start + time)
        Compositor.compose(plan, into: bitmap)
      })
    let after = engine.statistics
    let (seconds, cpu) = (Timing.now - begin, Timing.processNow - beginCPU)
    let work = load.stop()
    return Result(
      priority: priority, niceness: niceness, loadNiceness: loadNiceness, frames: run.work.count,
      missedFrames: run.missed,
      p50Ms: Timing.rounded(Timing.percentile(0.5, of: run.work) * 1000),
      p99Ms: Timing.rounded(Timing.percentile(0.99, of: run.work) * 1000),
      maxMs: Timing.rounded((run.work.max() ?? 0) * 1000),
      lateP99Ms: Timing.rounded(Timing.percentile(0.99, of: run.sinceDue) * 1000),
      blankPx: after.blankPixels - before.blankPixels,
      skeletons: after.skeletonsShown - before.skeletonsShown,
      busyPercent: Timing.rounded(cpu * 100 / max(0.001, seconds * Double(processors))),
      loadLayouts: work.layouts, loadShapings: work.shapings)
  }
}
