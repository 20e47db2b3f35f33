import LugeApp
import LugeChat
import LugeCore
import LugeEngine
import LugePaint

/// Scrolls up and back down, in real time, in a conversation of a million messages that come over a
/// slow and failing network. Counts the messages held in memory, and those that were lost.
public struct WindowLab: Sendable {
  public var messages: Int
  /// Seconds of scrolling up; scrolling down takes half as long.
  public var seconds: Double
  /// Fraction of requests that fail.
  public var failureShare: Double
  /// Pixels per second.
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
    /// Seconds of scrolling up and down.
    public var seconds: Double
    public var preferredMaximum = 0
    public var mostHeld = 0
    /// Items held beyond the preferred maximum, because pages were being loaded.
    public var excess = 0
    public var pages = 0
    /// Requests that failed: each was tried again (``retries``) or is still waiting
    /// (``errorsLeft``).
    public var failedPages = 0
    public var retries = 0
    /// Retries made through the row that shows an error in place of the items. The others were made
    /// while the list opened.
    public var errorsInPlace = 0
    /// Errors that were still there at the end, in places to which the list did not scroll again.
    public var errorsLeft = 0
    public var itemsSeen = 0
    public var itemsCut = 0
    /// Number of times that an item in memory was not followed by the next one, in all frames.
    public var gaps = 0
    /// Number of items that were not seen between two that were, while scrolling one way.
    public var lostItems = 0
    /// Maximum distance that the line being read moved in a frame without being scrolled; nil if no
    /// frame could be compared.
    public var driftPx: Int?
    public var judgedFrames = 0
    public var unjudgedFrames = 0
    public var p99Ms = 0.0
    public var missedFrames = 0
    public var blankPx = 0
    /// Rows shown as skeletons, because they were not drawn in time.
    public var skeletons = 0
    /// Proportional set size when trimming began, or before the first scroll if it did not; and at
    /// the end.
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
      // The rows at the edges, which stand for pages that are being loaded, come and go.
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

  /// Presses "Try again" as soon as it is in view, by the row's region, as a user would.
  private func retry(
    _ list: PagedList<LabServer, ChatRowFactory>, _ engine: ListEngine, _ result: inout Result
  ) {
    for row in engine.visibleRows where Self.edges.contains(row.id.item) {
      let y = Double(max(0, row.y)) + 1
      guard let action = engine.hit(at: Point(x: 200, y: y))?.action else { continue }
      // The error's row stays for a frame after the retry has begun; pressing it then does nothing.
      let retries = list.statistics.retries
      if list.perform(action), list.statistics.retries > retries { result.errorsInPlace += 1 }
    }
  }
}

/// Counts the items that were seen, and those that were not seen between them.
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
      // The rows at the edges have identifiers that no message has.
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
