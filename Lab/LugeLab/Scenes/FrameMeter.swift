import LugeCore
import LugeEngine
import LugePaint

/// Movement, over a run's frames, of the line that the user looks at.
struct DriftTally {
  /// Farthest that it moved in a frame, less what was scrolled.
  private(set) var drift = 0
  private(set) var judged = 0
  /// Frames that say nothing, by reason.
  private(set) var unjudged: [DriftJudge.Unjudged: Int] = [:]

  /// True when this frame moved it.
  @discardableResult
  mutating func take(_ verdict: DriftJudge.Verdict) -> Bool {
    switch verdict {
    case .moved(let pixels):
      judged += 1
      drift = max(drift, pixels)
      return pixels > 0
    case .none(let reason):
      unjudged[reason, default: 0] += 1
      return false
    }
  }

  /// Nil where no frame was judged: that nothing moved would then be nobody's knowledge.
  var known: Int? { judged > 0 ? drift : nil }
  var unjudgedFrames: Int { unjudged.values.reduce(0, +) }

  /// "12 nothingInView", most frequent first; empty when every frame was judged.
  var reasons: [String: Int] {
    Dictionary(uniqueKeysWithValues: unjudged.map { ($0.key.rawValue, $0.value) })
  }
}

/// Frames of a list in real time: what each costs, and whether the reading line stays.
struct FrameMeter {
  private(set) var work: [Double] = []
  /// CPU time of the engine's thread, without the time that other programs took from it.
  private(set) var cpu: [Double] = []
  private(set) var tally = DriftTally()
  private(set) var missed = 0
  private let bitmap: Bitmap

  init(size: PixelSize) { bitmap = Bitmap(size: size) }

  var p50Ms: Double { Timing.rounded(Timing.percentile(0.5, of: work) * 1000) }
  var p99Ms: Double { Timing.rounded(Timing.percentile(0.99, of: work) * 1000) }
  var p99CpuMs: Double { Timing.rounded(Timing.percentile(0.99, of: cpu) * 1000) }

  /// One frame, composed.
  ///
  /// - Parameter changes: asked after the frame: what it carried out, by item.
  mutating func frame(
    _ engine: ListEngine, at time: Double,
    changes: () -> [ItemID: DriftJudge.Changes] = { [:] }
  ) {
    let judge = DriftJudge(before: engine)
    let (begin, cpuBegin) = (Timing.now, Timing.threadNow)
    let plan = engine.frame(at: time)
    Compositor.compose(plan, into: bitmap)
    let spent = Timing.now - begin
    work.append(spent)
    cpu.append(Timing.threadNow - cpuBegin)
    missed += Int(spent * 60)
    tally.take(judge.verdict(after: engine, changes()))
  }
}
