import LugeCore
import LugeEngine
import LugeFeed
import LugePaint
import LugeSamples

/// Events in a timeline while it is read: how many rows are made again for them, and whether the
/// row that the user looks at moves.
public struct TimelineActionsLab: Sendable {
  public var posts: Int

  public init(posts: Int = 10_000) { self.posts = max(100, posts) }

  public struct Action: Codable, Sendable, Hashable {
    public var name: String
    /// Posts whose rows were compared with what they had.
    public var postsRemade: Int
    /// Rows that show something else and were laid out.
    public var rowsRecomputed: Int
    public var rowsKept: Int
    /// Movement of the row that the user looks at, in any frame; the list's height when it went.
    public var driftPx: Int
    /// Time from the call to the frame that shows it.
    public var ms: Double
  }

  public func run() -> [Action] {
    let configuration = FeedConfiguration.home()
    let data = GeneratedTimeline(count: posts).map { $0.post(PictureSet(), in: "") }
    let controller = FeedController(data.reversed(), configuration: configuration)
    var engineConfiguration = EngineConfiguration(
      opensAt: .start, estimatedItemHeight: 200, background: FeedStyle.background, follow: .off)
    engineConfiguration.animationDuration = 0
    let engine = ListEngine(
      provider: controller.provider, configuration: engineConfiguration,
      tools: PaintTools.factory())
    let size = PixelSize(width: 480, height: 860)
    engine.setViewport(size, environment: LayoutEnvironment(width: size.width))
    controller.connect(to: engine)
    var time = OffscreenRun.settle(engine)
    engine.jump(to: posts / 2)
    time = OffscreenRun.settle(engine, from: time)

    func measure(_ name: String, _ change: (ItemID) -> Void) -> Action {
      let watched = engine.visibleRows.first { $0.y + $0.height > engine.readingLine }
      // Below the reading line: what is changed must not be what is watched.
      let target = engine.visibleRows.last { $0.id.item != watched?.id.item && $0.y < size.height }
      let before = engine.statistics
      let begin = Timing.now
      change(target?.id.item ?? ItemID(1))
      var drift = 0
      var ms: Double?
      let limit = begin + 20
      // In every frame until all stands again: a line that went and came back has moved, too.
      repeat {
        if !engine.needsFrame { _ = engine.waitForResults(seconds: 0.05) }
        time += 1.0 / 60
        _ = engine.frame(at: time)
        let now = engine.visibleRows.first { $0.id == watched?.id }
        drift = max(
          drift, watched.flatMap { old in now.map { abs($0.y - old.y) } } ?? size.height)
        if ms == nil, controller.feed.isIdle { ms = (Timing.now - begin) * 1000 }
      } while !(controller.feed.isIdle && engine.isSettled) && Timing.now < limit
      time = OffscreenRun.settle(engine, from: time)
      let after = engine.statistics
      return Action(
        name: name, postsRemade: after.itemsRemade - before.itemsRemade,
        rowsRecomputed: after.rowsRelaidOut - before.rowsRelaidOut,
        rowsKept: after.rowsKept - before.rowsKept, driftPx: drift,
        ms: Timing.rounded(ms ?? (Timing.now - begin) * 1000))
    }

    let reader = PostAuthor(id: 1, name: "Reader", handle: "@reader@example.social")
    return [
      measure("like") { controller.toggleLike($0) },
      measure("boost") { controller.toggleBoost($0) },
      measure("edit") { controller.edit($0, text: StyledText("Something else altogether.")) },
      measure("comment") {
        controller.comment($0, author: reader, time: 1_704_096_000, text: StyledText("Well said"))
      },
      measure("delete") { controller.delete($0) },
      measure("insert_at_top") { _ in
        controller.insertAtTop(LabPosts.newer(50, from: Int64(posts) * 2))
      },
      measure("load_more") { _ in
        controller.appendOlder(LabPosts.newer(50, from: Int64(posts) * 3))
      },
    ]
  }
}
