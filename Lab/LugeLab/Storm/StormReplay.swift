import LugeApp
import LugeChat
import LugeCore
import LugeEngine
import LugeSamples

/// A stress test on a virtual clock: the same updates as ``StormLab``'s, through the same feed,
/// with lanes that are slow, frames that are late and a user who rests or flings. A seed gives the
/// same run on every machine, so a frame that moved the reading line can be looked at again.
public struct StormReplay: Sendable {
  public var seed: UInt64
  public var motion: StormLab.Motion
  public var frames: Int

  public init(seed: UInt64, motion: StormLab.Motion, frames: Int = 600) {
    self.seed = seed
    self.motion = motion
    self.frames = frames
  }

  public struct Result: Codable, Sendable, Hashable {
    public var seed: UInt64
    public var motion: StormLab.Motion
    public var driftPx = 0
    /// The first frame that moved the line.
    public var driftFrame: Int?
    public var judgedFrames = 0
    public var unjudgedReasons: [String: Int] = [:]
    public var updates = 0
    public var blankPx = 0
    public var skeletons = 0
    /// Items of the list at the end that are not what they should be.
    public var wrongItems = 0
  }

  public func run() -> Result {
    var random = Xoshiro256(seed: seed, stream: 77)
    let clock = VirtualTime()
    let costs = slowness(&random)
    var texts = LabMessages(texts: 400)
    // Dates come and go with the messages that they stand above.
    texts.interval = [420, 9_000, 40_000][random.below(3)]
    var storm = Storm(
      texts: texts, ids: Array(0..<600 + random.below(2000)), insertsPerSecond: 400, seed: seed)
    let feed = ListFeed(
      storm.ids.map { texts.message($0) },
      factory: ChatRowFactory(LabMessages.configuration), key: LabMessages.key)
    let counts = ReplayCounts()
    let engine = ListEngine(
      provider: feed.provider, configuration: ChatPresentation.engineConfiguration,
      tools: { ReplayTools(clock, ReplayRates(costs), counts) },
      runtime: clock.runtime { work in
        if case .planned(let pieces) = work {
          clock.charge(costs.frame + costs.placePiece * Double(pieces))
        }
      })
    let size = PixelSize(width: 300 + random.below(500), height: 400 + random.below(900))
    engine.setViewport(size, environment: LayoutEnvironment(width: size.width))
    feed.connect(to: engine)
    var time = 0.0
    func frame() {
      clock.advance(to: time)
      _ = engine.frame(at: time)
    }
    for _ in 0..<2000 where !engine.isSettled || time == 0 {
      time += Replay.interval
      frame()
    }
    engine.jump(to: engine.count / 2)
    for _ in 0..<2000 where !engine.isSettled || engine.isJumping {
      time += Replay.interval
      frame()
    }
    let (begin, before) = (time, engine.statistics)
    var result = Result(seed: seed, motion: motion)
    var tally = DriftTally()
    for number in 0..<frames {
      // Some frames are late, as they are on a busy machine.
      time += Replay.interval * Double(random.chance(0.1) ? 1 + random.below(8) : 1)
      clock.advance(to: time)
      storm.blow(until: time - begin, near: engine.visibleRows.map(\.id.item), into: feed)
      if motion == .fling { engine.scroll(by: StormLab.flung(in: number)) }
      let judge = DriftJudge(before: engine)
      _ = engine.frame(at: time)
      let isMoved = tally.take(judge.verdict(after: engine, storm.takeApplied(from: feed)))
      if isMoved, result.driftFrame == nil { result.driftFrame = number }
    }
    for _ in 0..<4000 where !feed.isIdle || !engine.isSettled {
      time += Replay.interval
      frame()
    }
    let shown = feed.items.map(\.id.rawValue)
    result.driftPx = tally.drift
    result.judgedFrames = tally.judged
    result.unjudgedReasons = tally.reasons
    result.updates = feed.statistics.updates
    result.blankPx = engine.statistics.blankPixels - before.blankPixels
    result.skeletons = engine.statistics.skeletonsShown - before.skeletonsShown
    result.wrongItems =
      zip(shown, storm.ids).count { $0 != Int64($1) } + abs(shown.count - storm.ids.count)
      + (engine.count == storm.ids.count ? 0 : 1)
    return result
  }

  /// From a lane that is hardly noticed to one that is many frames late.
  private func slowness(_ random: inout Xoshiro256) -> ReplayCosts {
    var costs = ReplayCosts()
    let layouts = [0.1, 1, 10, 60][random.below(4)]
    let drawings = [0.1, 1, 10, 60][random.below(4)]
    costs.layoutText *= layouts
    costs.layoutByte *= layouts
    costs.drawBitmap *= drawings
    costs.drawPixel *= drawings
    return costs
  }
}
