import LugeApp
import LugeChat
import LugeCore
import LugeEngine
import LugePaint

/// A conversation of a million messages behind a slow, failing network, read upwards and back down,
/// in real time: what is held, and whether anything is lost.
public struct WindowLab: Sendable {
  public var messages: Int
  /// Upwards; half as long back down.
  public var seconds: Double
  /// Fraction of requests that fail.
  public var failureShare: Double
  /// Pixels a second.
  public var speed: Double

  public init(
    messages: Int = 1_000_000, seconds: Double = 14, failureShare: Double = 0.15,
    speed: Double = 9000
  ) {
    self.messages = messages
    self.seconds = seconds
    self.failureShare = failureShare
    self.speed = speed
  }

  public struct Result: Codable, Sendable, Hashable {
    public var messages: Int
    /// Of reading, up and down.
    public var seconds: Double
    public var preferredMaximum = 0
    public var mostHeld = 0
    /// Over the preferred maximum: pages that were on their way.
    public var excess = 0
    public var pages = 0
    /// Requests that failed: each was tried again (``retries``) or is still waiting
    /// (``errorsLeft``).
    public var failedPages = 0
    public var retries = 0
    /// Retries that the user made, through the error shown in place of the items. The others were
    /// made while the list opened.
    public var errorsInPlace = 0
    /// Requests that still failed at the end, in places that were not scrolled to again.
    public var errorsLeft = 0
    public var itemsSeen = 0
    public var itemsCut = 0
    /// Gaps between neighbours in what was held, at any frame; items that the user passed without
    /// having seen them; items out of order.
    public var gaps = 0
    public var lostItems = 0
    /// Nil where there was no frame to compare.
    public var driftPx: Int?
    public var judgedFrames = 0
    public var unjudgedFrames = 0
    public var p99Ms = 0.0
    public var missedFrames = 0
    public var blankPx = 0
    /// Rows that passed before they were drawn.
    public var skeletons = 0
    /// Proportional memory when trimming began and as many items were held as ever are; in a run
    /// too short for that, before the first scroll.
    public var pssStartMb: Double?
    public var pssEndMb: Double?
  }

  public func run() -> Result {
    let server = LabServer(count: messages, failureShare: failureShare)
    let list = PagedList(source: server, factory: ChatRowFactory(LabMessages.configuration))
    let engine = ListEngine(
      provider: list.provider, configuration: ChatPresentation.engineConfiguration,
      tools: PaintTools.factory())
    let size = PixelSize(width: 400, height: 800)
    engine.setViewport(size, environment: LayoutEnvironment(width: size.width))
    list.connect(to: engine)
    var result = Result(messages: messages, seconds: seconds * 1.5)
    result.preferredMaximum = list.configuration.preferredMaximum
    let opening = Timing.now
    while list.window.items.isEmpty || !engine.isSettled, Timing.now - opening < 20 {
      _ = engine.waitForResults(seconds: 0.01)
      _ = engine.frame(at: Timing.now - opening)
      if list.failure(at: .before) != nil { list.retry(.before) }
    }
    let offset = Timing.now - opening
    var reader = Reader()
    var meter = FrameMeter(size: size)
    let before = engine.statistics
    result.pssStartMb = ProcessUsage.now().pssMB
    var isFull = false
    let begin = Timing.now
    var frame = 0
    while Timing.now - begin < seconds * 1.5 {
      let now = Timing.now - begin
      let isUpwards = now < seconds
      if !isFull, list.statistics.itemsCut > 0 {
        isFull = true
        result.pssStartMb = ProcessUsage.now().pssMB
      }
      engine.scroll(by: Int((speed / 60).rounded()) * (isUpwards ? -1 : 1))
      // The rows at the edges come and go with the pages.
      meter.frame(engine, at: offset + now) { Self.edges.reduce(into: [:]) { $0[$1] = .deleted } }
      reader.look(engine, list.window, isUpwards: isUpwards)
      retry(list, engine, &result)
      frame += 1
      Timing.sleep(until: begin + Double(frame) / 60)
    }
    result.pssEndMb = ProcessUsage.now().pssMB
    result.mostHeld = list.statistics.mostItemsHeld
    result.excess = max(0, result.mostHeld - result.preferredMaximum)
    result.pages = list.statistics.pagesTaken
    result.failedPages = list.statistics.pagesFailed
    result.retries = list.statistics.retries
    result.errorsLeft = list.failedPlaces.count
    result.itemsCut = list.statistics.itemsCut
    result.itemsSeen = reader.seen.count
    result.gaps = reader.gaps
    result.lostItems = reader.lost
    result.driftPx = meter.tally.known
    result.judgedFrames = meter.tally.judged
    result.unjudgedFrames = meter.tally.unjudgedFrames
    result.p99Ms = meter.p99Ms
    result.missedFrames = meter.missed
    result.blankPx = engine.statistics.blankPixels - before.blankPixels
    result.skeletons = engine.statistics.skeletonsShown - before.skeletonsShown
    return result
  }

  private static let edges: Set<ItemID> = [ItemID(.min), ItemID(.max)]

  /// The user presses "Try again" as soon as it is in view: through the row's own region.
  private func retry(
    _ list: PagedList<LabServer, ChatRowFactory>, _ engine: ListEngine, _ result: inout Result
  ) {
    for row in engine.visibleRows where Self.edges.contains(row.id.item) {
      let y = Double(max(0, row.y)) + 1
      guard let action = engine.hit(at: Point(x: 200, y: y))?.action else { continue }
      // The row that says so stands a frame longer than what it says is true.
      let retries = list.statistics.retries
      if list.perform(action), list.statistics.retries > retries { result.errorsInPlace += 1 }
    }
  }
}

/// Keeps account of what was seen.
private struct Reader {
  private(set) var seen: Set<Int64> = []
  private(set) var gaps = 0
  private(set) var lost = 0
  private var isUpwards = true
  private var last: Int64?
  private static let mostMessages: Int64 = 1 << 40

  mutating func look(_ engine: ListEngine, _ window: PageWindow<ChatMessage>, isUpwards: Bool) {
    let items = window.items
    gaps += zip(items, items.dropFirst()).count { $1.id.rawValue != $0.id.rawValue + 1 }
    if isUpwards != self.isUpwards {
      self.isUpwards = isUpwards
      last = nil
    }
    var names: [Int64] = []
    for row in engine.visibleRows {
      let name = row.id.item.rawValue
      // What stands at the edges while pages come has numbers far from those of messages.
      if (0...Self.mostMessages).contains(name), names.last != name { names.append(name) }
    }
    for name in isUpwards ? names.reversed() : names {
      seen.insert(name)
      guard let previous = last else {
        last = name
        continue
      }
      let step = isUpwards ? previous - name : name - previous
      if step > 1 { lost += Int(step - 1) }
      if step > 0 { last = name }
    }
  }
}
