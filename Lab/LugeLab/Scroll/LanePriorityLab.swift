import Foundation
import LugeApp
public import LugeCore
public import LugeEngine
import LugeImages
import LugeListKit
import LugePaint

/// Compares lanes of low and of usual priority by the same scroll, while as many other threads as
/// there are processors lay out text without pause, at the lanes' priority. They use only cached
/// words, and so hold no lock for which the list would wait.
public struct LanePriorityLab: Sendable {
  public var seconds: Double
  public var size: PixelSize

  public init(seconds: Double = 5, size: PixelSize = PixelSize(width: 400, height: 800)) {
    self.seconds = seconds
    self.size = size
  }

  public struct Result: Codable, Sendable, Hashable {
    /// Priority of the lanes, `low` or `usual`; `low beside others` if the other threads have the
    /// usual one.
    public var priority: String
    /// Niceness, as Linux counts it, of the lanes and of the other threads.
    public var niceness: Int32
    public var loadNiceness: Int32
    public var frames: Int
    public var missedFrames: Int
    /// Wall time of a frame.
    public var p50Ms: Double
    public var p99Ms: Double
    public var maxMs: Double
    /// 99th percentile of the time from when a frame was due to its end. Before the frame begins,
    /// its thread may have waited for a processor, which the wall time of the frame does not
    /// contain.
    public var lateP99Ms: Double
    public var blankPx: Int
    public var skeletons: Int
    /// Percent of all processors that this process used: about 100 if they were kept busy.
    public var busyPercent: Double
    /// Numbers of layouts of the other threads, and of texts that they shaped, for which a list
    /// that shapes text has to wait.
    public var loadLayouts: Int
    public var loadShapings: Int
  }

  /// Runs lanes of low and of usual priority, four times each in turns, because a machine's speed
  /// changes; then lanes of low priority beside threads of the usual one, like those of another
  /// program, which leave them little processor time.
  public func run(_ provider: any RowProvider) -> [Result] {
    let low = EngineRuntime.lowPriority
    let order: [(String, Int32, Int32)] = [
      ("low", low, low), ("usual", 0, 0), ("usual", 0, 0), ("low", low, low),
      ("usual", 0, 0), ("low", low, low), ("low", low, low), ("usual", 0, 0),
      ("low beside others", low, 0), ("low beside others", low, 0),
    ]
    // A first run, which is not measured, loads the fonts and brings the archive into memory.
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
