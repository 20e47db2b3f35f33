import LugeChat
import LugeCore
import LugeEngine
import LugePaint

/// A live row whose properties are set several times a frame: shown at each set, or once a frame.
public struct UpdatesLab: Sendable {
  public var frames: Int
  public var sets: [Int]

  public init(frames: Int = 120, sets: [Int] = [1, 2, 5, 10, 20]) {
    self.frames = max(1, frames)
    self.sets = sets
  }

  public struct Result: Codable, Sendable, Hashable {
    /// Sets a frame.
    public var setsPerFrame: Int
    /// Laying out and drawing the row at each set.
    public var directMsPerFrame: Double
    /// Laying out and drawing it once, before the frame.
    public var foldedMsPerFrame: Double
    /// Direct over folded.
    public var ratio: Double
    /// Sets that cost nothing.
    public var foldedSets: Int
    public var updates: Int
    public var frames: Int
    /// The row in a list: updates that the sets of all its frames came to.
    public var listUpdates: Int
    public var listFrames: Int
  }

  private struct Live {
    var message: ChatMessage
    var reactions: Int {
      get { message.reactions.first?.count ?? 0 }
      set {
        message.reactions = [ChatReaction(emoji: "👍", count: newValue)]
        message.revision = Revision(message.revision.rawValue + 1)
      }
    }
  }

  public func run() -> [Result] {
    let text = LabMessages(texts: 50)
    return sets.map { count in
      // Each side has its own memory of texts, and its own numbers: what one laid out would be
      // there for the other.
      let (directRow, foldedRow) = (Self.bench(), Self.bench())
      var direct = Live(message: text.message(7))
      _ = directRow.show(direct.message)
      _ = foldedRow.show(direct.message)
      let scheduler = UpdateScheduler()
      let folded = Coalesced(direct, scheduler: scheduler) { live in
        _ = foldedRow.show(live.message)
      }
      var (directTime, foldedTime) = (0.0, 0.0)
      var number = 0
      func setDirectly() {
        let begin = Timing.now
        for set in 1...count {
          direct.reactions = 2 * (number + set)
          _ = directRow.show(direct.message)
        }
        directTime += Timing.now - begin
      }
      func setFolded() {
        let begin = Timing.now
        for set in 1...count { folded.reactions = 2 * (number + set) + 1 }
        scheduler.flush()
        foldedTime += Timing.now - begin
      }
      for frame in 0..<frames {
        // In turns: the second finds the processor's caches warm.
        if frame.isMultiple(of: 2) {
          setDirectly()
          setFolded()
        } else {
          setFolded()
          setDirectly()
        }
        number += count
      }
      return Result(
        setsPerFrame: count,
        directMsPerFrame: Timing.rounded(directTime * 1000 / Double(frames)),
        foldedMsPerFrame: Timing.rounded(foldedTime * 1000 / Double(frames)),
        ratio: Timing.rounded(directTime / foldedTime),
        foldedSets: scheduler.statistics.folded, updates: scheduler.statistics.performed,
        frames: frames, listUpdates: listUpdates(sets: count, text), listFrames: Self.listFrames)
    }
  }

  private static func bench() -> RowBench { RowBench(configuration: LabMessages.configuration) }

  private static let listFrames = 10

  /// The same in a list of 200 messages.
  private func listUpdates(sets: Int, _ text: LabMessages) -> Int {
    let feed = ListFeed(
      (0..<200).map { text.message($0) }, factory: ChatRowFactory(LabMessages.configuration),
      key: LabMessages.key)
    let engine = ListEngine(provider: feed.provider, tools: PaintTools.factory())
    engine.setViewport(
      PixelSize(width: 400, height: 800), environment: LayoutEnvironment(width: 400))
    feed.connect(to: engine)
    var time = OffscreenRun.settle(engine)
    let live = feed.liveItem(text.message(195), in: engine)
    let before = engine.statistics.updatesApplied
    for frame in 0..<Self.listFrames {
      for set in 1...max(1, sets) {
        live.revision = Revision(UInt64(frame * sets + set))
      }
      repeat {
        time = OffscreenRun.settle(engine, from: time + 1.0 / 60)
      } while !feed.isIdle
    }
    return engine.statistics.updatesApplied - before
  }
}

/// Cost of showing a row without a list: making it, laying it out, drawing it.
private final class RowBench {
  private let factory: ChatRowFactory
  private let tools = PaintTools.factory()()

  init(configuration: ChatConfiguration) { factory = ChatRowFactory(configuration) }

  func show(_ message: ChatMessage) -> Int {
    let context = LayoutContext(environment: LayoutEnvironment(width: 400), text: tools.text)
    var bytes = 0
    for row in factory.rows(for: message, previous: nil, next: nil) {
      let layout = row.layout(in: context)
      guard layout.size.height > 0 else { continue }
      let bitmap = tools.paint(
        layout, slice: 0..<layout.size.height, scheme: .light, background: ChatStyle.background)
      bytes += bitmap.byteCount
    }
    return bytes
  }
}
