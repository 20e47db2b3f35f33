import LugeCore
import LugeEngine
import LugePaint

/// Movements of the line being read, over all frames of a run.
struct DriftTally {
  /// Maximum distance that it moved in a frame without being scrolled, pixels.
  private(set) var drift = 0
  private(set) var judged = 0
  /// Number of frames that could not be judged, by reason.
  private(set) var unjudged: [DriftJudge.Unjudged: Int] = [:]

  /// Adds a frame; returns whether it moved the line.
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

  /// ``drift``; nil if no frame was judged, because then it is not known whether anything moved.
  var known: Int? { judged > 0 ? drift : nil }
  var unjudgedFrames: Int { unjudged.values.reduce(0, +) }

  /// Numbers of frames that could not be judged, by the names of the reasons.
  var reasons: [String: Int] {
    Dictionary(uniqueKeysWithValues: unjudged.map { ($0.key.rawValue, $0.value) })
  }
}

/// Measures the frames of a list in real time: their costs, and whether the line being read stays.
struct FrameMeter {
  /// Seconds of each frame.
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

  /// Plans and composes a frame, and measures it.
  ///
  /// - Parameter changes: returns the changes that the frame has applied, by item; called after it.
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
