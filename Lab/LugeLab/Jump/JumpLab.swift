import LugeApp
import LugeChat
public import LugeCore
public import LugeEngine
import LugePaint
import LugeSamples

/// Measures random jumps in a long conversation, from the request to a frame that shows the target
/// exactly.
public struct JumpLab: Sendable {
  public var jumps: Int
  public var size: PixelSize

  public init(jumps: Int = 1000, size: PixelSize = PixelSize(width: 400, height: 800)) {
    self.jumps = jumps
    self.size = size
  }

  public struct Result: Codable, Sendable, Hashable {
    public var messages: Int
    public var jumps: Int
    public var p50Ms: Double
    public var p99Ms: Double
    public var maxMs: Double
    /// 99th percentile of the main thread's time for a frame.
    public var frameP99Ms: Double
    /// Number of jumps whose first frame was incomplete, had skeletons or showed another place, and
    /// of those that did not land within five seconds.
    public var inexact: Int
  }

  /// - Complexity: O(jumps × log messages).
  public func run(_ provider: any RowProvider) -> Result {
    let engine = ListEngine(
      provider: provider, configuration: ChatPresentation.engineConfiguration,
      tools: PaintTools.factory())
    engine.setViewport(size, environment: LayoutEnvironment(width: size.width))
    var time = OffscreenRun.rest(engine)
    var random = Xoshiro256(seed: 7)
    var latencies: [Double] = []
    var frames: [Double] = []
    var inexact = 0
    for _ in 0..<jumps {
      let target = Int(random.next() % UInt64(max(1, engine.count)))
      let begin = Timing.now
      var hasLanded = false
      engine.jump(to: target)
      // Until the jump has landed, frames show the place where it began.
      repeat {
        if !engine.needsFrame { _ = engine.waitForResults(seconds: 0.02) }
        time += 1.0 / 60
        let start = Timing.now
        let skeletons = engine.statistics.skeletonsShown
        let plan = engine.frame(at: time)
        frames.append(Timing.now - start)
        if !engine.isJumping {
          hasLanded = true
          let isWhole =
            plan.blankPixels == 0 && engine.statistics.skeletonsShown == skeletons
          if !isWhole || !shows(target, engine) { inexact += 1 }
          break
        }
      } while Timing.now - begin < 5
      if !hasLanded { inexact += 1 }
      latencies.append(Timing.now - begin)
      // The next jump begins at rest, as a user's does.
      time = OffscreenRun.settle(engine, from: time, limit: 1)
    }
    func milliseconds(_ share: Double, _ values: [Double]) -> Double {
      Timing.rounded(Timing.percentile(share, of: values) * 1000)
    }
    return Result(
      messages: engine.count, jumps: jumps, p50Ms: milliseconds(0.5, latencies),
      p99Ms: milliseconds(0.99, latencies), maxMs: milliseconds(1, latencies),
      frameP99Ms: milliseconds(0.99, frames), inexact: inexact)
  }

  /// Whether the item is in the middle, or as near to it as the list's ends allow.
  private func shows(_ target: Int, _ engine: ListEngine) -> Bool {
    let rows = engine.visibleRows.filter { $0.position == target }
    guard let first = rows.first, let last = rows.last else { return false }
    let metrics = engine.metrics
    if metrics.isAtStart || metrics.isAtEnd { return true }
    let middle = (first.y + last.y + last.height) / 2
    // Rows taller than the viewport begin at its top.
    return abs(middle - size.height / 2) <= 1 || first.y == 0
      || first.y < 0 && last.height > size.height
  }
}
