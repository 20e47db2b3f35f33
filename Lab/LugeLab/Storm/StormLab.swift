import LugeApp
import LugeChat
import LugeCore
import LugeEngine
import LugePaint

/// Changes a conversation everywhere at once, in real time, and measures whether the line being
/// read moves and frames are late.
public struct StormLab: Sendable {
  public enum Motion: String, Sendable, Hashable, Codable, CaseIterable { case still, fling }

  public var messages: Int
  public var seconds: Double
  /// Inserted messages per second, half of them at each end.
  public var inserts: Int

  public init(messages: Int = 10_000, seconds: Double = 10, inserts: Int = 400) {
    self.messages = messages
    self.seconds = seconds
    self.inserts = inserts
  }

  public struct Result: Codable, Sendable, Hashable {
    public var motion: Motion
    public var messages: Int
    /// Maximum distance that the line being read moved in a frame without being scrolled; nil if no
    /// frame could be compared.
    public var driftPx: Int?
    /// Time of a frame for updates, planning and compositing.
    public var p50Ms = 0.0
    public var p99Ms = 0.0
    /// The same in processor time of the thread.
    public var p99CpuMs = 0.0
    public var frames = 0
    public var missedFrames = 0
    public var blankPx = 0
    public var skeletons = 0
    /// Time from the last change until the list shows all of them and every height is exact; nil if
    /// that took more than a minute.
    public var exactMs: Double?
    public var inserts = 0
    public var edits = 0
    public var deletes = 0
    public var moves = 0
    /// Number of updates into which the changes were combined.
    public var updates = 0
    /// Maximum time from a change to the frame that shows it.
    public var lagMaxMs = 0.0
    public var diffMaxMs = 0.0
    /// Number of positions whose item at the end is not the expected one.
    public var wrongItems = 0
    /// Numbers of frames in which the line was compared, and in which it could not be, by reason.
    public var judgedFrames = 0
    public var unjudgedFrames = 0
    public var unjudgedReasons: [String: Int] = [:]
  }

  public func run(_ motion: Motion) -> Result {
    let texts = LabMessages()
    var storm = Storm(
      texts: texts, ids: Array(0..<messages), insertsPerSecond: inserts, seed: 1)
    let feed = ListFeed(
      storm.ids.map { texts.message($0) },
      factory: ChatRowFactory(LabMessages.configuration), key: LabMessages.key)
    var configuration = ChatPresentation.engineConfiguration
    configuration.measuresAll = true
    let engine = ListEngine(
      provider: feed.provider, configuration: configuration, tools: PaintTools.factory())
    let size = PixelSize(width: 400, height: 800)
    engine.setViewport(size, environment: LayoutEnvironment(width: size.width))
    feed.connect(to: engine)
    var time = OffscreenRun.settle(engine)
    engine.jump(to: engine.count / 2)
    time = OffscreenRun.settle(engine, from: time)

    var result = Result(motion: motion, messages: messages)
    let before = engine.statistics
    var meter = FrameMeter(size: size)
    let begin = Timing.now
    var frame = 0
    while Timing.now - begin < seconds {
      let now = Timing.now - begin
      storm.blow(until: now, near: engine.visibleRows.map(\.id.item), into: feed)
      if motion == .fling { engine.scroll(by: Self.flung(in: frame)) }
      meter.frame(engine, at: time + now) { storm.takeApplied(from: feed) }
      frame += 1
      Timing.sleep(until: begin + Double(frame) / 60)
    }
    let end = Timing.now
    result.exactMs = timeUntilExact(engine, feed, from: time + seconds, since: end)
    fill(&result, meter, feed.statistics, storm)
    let after = engine.statistics
    result.blankPx = after.blankPixels - before.blankPixels
    result.skeletons = after.skeletonsShown - before.skeletonsShown
    let shown = feed.items.map(\.id.rawValue)
    result.wrongItems =
      zip(shown, storm.ids).count { $0 != Int64($1) } + abs(shown.count - storm.ids.count)
    return result
  }

  /// Returns the pixels to scroll in a frame, for flings back and forth: each slows down from 4,000
  /// pixels per second to rest in two thirds of a second.
  static func flung(in frame: Int) -> Int {
    let phase = frame % 40
    let direction = frame / 40 % 2 == 0 ? 1.0 : -1.0
    return Int((direction * 4000 / 60 * (1 - Double(phase) / 40)).rounded())
  }

  private func timeUntilExact<Factory: RowFactory>(
    _ engine: ListEngine, _ feed: ListFeed<ChatMessage, Factory>, from start: Double, since: Double
  ) -> Double? {
    var time = start
    while !feed.isIdle || !engine.isSettled || !engine.metrics.isExact {
      guard Timing.now - since < 60 else { return nil }
      if !engine.needsFrame { _ = engine.waitForResults(seconds: 0.05) }
      time += 1.0 / 60
      _ = engine.frame(at: time)
    }
    return Timing.rounded((Timing.now - since) * 1000)
  }

  private func fill(
    _ result: inout Result, _ meter: FrameMeter, _ feed: FeedStatistics, _ storm: Storm
  ) {
    result.driftPx = meter.tally.known
    result.p50Ms = meter.p50Ms
    result.p99Ms = meter.p99Ms
    result.p99CpuMs = meter.p99CpuMs
    result.frames = meter.work.count
    result.missedFrames = meter.missed
    result.judgedFrames = meter.tally.judged
    result.unjudgedReasons = meter.tally.reasons
    result.unjudgedFrames = meter.tally.unjudgedFrames
    result.updates = feed.updates
    result.lagMaxMs = Timing.rounded(feed.longestLagSeconds * 1000)
    result.diffMaxMs = Timing.rounded(feed.longestDiffSeconds * 1000)
    result.inserts = storm.inserts
    result.edits = storm.edits
    result.deletes = storm.deletes
    result.moves = storm.moves
  }
}
