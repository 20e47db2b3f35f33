import LugeCore
import LugeTestSupport
import Synchronization
import Testing

@testable import LugeEngine

/// What happened to the views of a test, by key.
private final class Diary: Sendable {
  struct Entry: Sendable {
    var made = 0
    var drawn = 0
    var overlays = 0
    var events: [LiveEvent] = []
    var alive = 0
  }

  let entries = Mutex<[String: Entry]>([:])

  func note(_ key: String, _ body: (inout Entry) -> Void) {
    entries.withLock { body(&$0[key, default: Entry()]) }
  }
  subscript(key: String) -> Entry { entries.withLock { $0[key] ?? Entry() } }
  var alive: Int { entries.withLock { $0.values.reduce(0) { $0 + $1.alive } } }
}

/// Counts its events, which is all the state it has.
private final class CountingView: LiveView {
  let name: String
  let diary: Diary
  let byteCount: Int
  var count: Int

  init(_ name: String, _ diary: Diary, bytes: Int, count: Int) {
    (self.name, self.diary, byteCount, self.count) = (name, diary, bytes, count)
    diary.note(name) {
      $0.made += 1
      $0.alive += 1
    }
  }
  deinit { diary.note(name) { $0.alive -= 1 } }

  var state: (any Sendable)? { count }
  func draw(in context: LiveContext) -> DrawList {
    diary.note(name) { $0.drawn += 1 }
    return DrawList()
  }
  func drawOverlay(in context: LiveContext) -> DrawList {
    diary.note(name) { $0.overlays += 1 }
    return DrawList()
  }
  func handle(_ event: LiveEvent) -> LiveChange {
    diary.note(name) { $0.events.append(event) }
    switch event {
    case .moved, .left: return .overlay
    case .focus: return .none
    default:
      count += 1
      return .all
    }
  }
}

private struct CountingContent: LiveContent {
  let name: String
  let diary: Diary
  var bytes = 1000

  func makeView(restoring state: (any Sendable)?) -> any LiveView {
    CountingView(name, diary, bytes: bytes, count: state as? Int ?? 0)
  }
  func takes(_ key: LiveKey) -> Bool { key == .left }
}

/// Runs its jobs when it is told to.
private final class ManualLane: Lane {
  private let state = Mutex<(jobs: [LaneThread.Job], wishes: [LaneThread.Job])>(([], []))

  func submit(_ job: @escaping LaneThread.Job) { state.withLock { $0.jobs.append(job) } }
  func replaceWishes(_ jobs: [LaneThread.Job]) -> Int {
    state.withLock { state in
      defer { state.wishes = jobs }
      return state.wishes.count
    }
  }
  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
  var backlog: Int { state.withLock { $0.jobs.count + $0.wishes.count } }
  var isBusy: Bool { backlog > 0 }
  func stop() { state.withLock { $0 = ([], []) } }

  func run(_ tools: any LaneTools, most: Int = .max) {
    for _ in 0..<most {
      let job = state.withLock { state -> LaneThread.Job? in
        if !state.jobs.isEmpty { return state.jobs.removeFirst() }
        return state.wishes.isEmpty ? nil : state.wishes.removeFirst()
      }
      guard let job else { return }
      job(tools)
    }
  }
}

@Suite("Heavy views on a lease", .timeLimit(.minutes(5)))
struct LiveViewTests {
  private let diary = Diary()
  private let size = PixelSize(width: 20, height: 10)

  private func wish(_ number: Int, distance: Int, bytes: Int = 1000) -> LiveWish {
    LiveWish(
      key: ImageKey("\(number)"),
      content: CountingContent(name: "\(number)", diary: diary, bytes: bytes), revision: .initial,
      place: LivePlace(
        size: size, unit: 1, fontFamily: "Noto Sans", scheme: .light,
        background: ThemeColor(0xFFFFFF, dark: 0)), distance: distance)
  }

  private final class Pictures: Sendable {
    let list = Mutex<[LivePicture]>([])
    func drain() -> [LivePicture] {
      list.withLock { list in
        defer { list = [] }
        return list
      }
    }
  }

  private func pool(_ limits: LiveLimits) -> (LiveViewPool, ManualLane, Pictures) {
    let (lane, pictures) = (ManualLane(), Pictures())
    let pool = LiveViewPool(limits: limits, lane: lane) { picture in
      pictures.list.withLock { $0.append(picture) }
    }
    return (pool, lane, pictures)
  }

  @Test("Whatever is looked at, views stay within their limits", arguments: [1, 2, 3, 4])
  func limits(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let limits = LiveLimits(
      count: 8, byteLimit: 12_000, snapshotByteLimit: 5 * size.width * size.height * 4,
      stateCount: 1000)
    let (pool, lane, pictures) = pool(limits)
    var counts: [Int: Int] = [:]
    var position = 0
    for frame in 0..<800 {
      // There and back, and now and then far away.
      position =
        Int.random(in: 0..<30, using: &random) == 0
        ? Int.random(in: 0..<200, using: &random)
        : min(199, max(0, position + Int.random(in: -2...2, using: &random)))
      let visible = position..<position + 3
      let near = max(0, position - 2)..<position + 6
      let wishes = near.map { number in
        wish(
          number,
          distance: visible.contains(number) ? 0 : 10 * abs(number - position),
          bytes: 500 + number % 5 * 300)
      }.sorted { $0.distance < $1.distance }
      pool.want(wishes, frame: frame, time: Double(frame) / 60)
      // A lane that does not always keep up.
      lane.run(TestTools(), most: Int.random(in: 0...8, using: &random))
      for picture in pictures.drain() { pool.take(picture) }
      let now = pool.statistics
      #expect(now.count <= limits.count)
      #expect(now.snapshotBytes <= limits.snapshotByteLimit)
      #expect(now.bytes <= limits.byteLimit)
      if Bool.random(using: &random),
        pool.send(.pressed(.zero, isAlternate: false), to: ImageKey("\(position)"))
      {
        counts[position, default: 0] += 1
      }
    }
    // Nothing that was done to a view is forgotten, however often its lease ended.
    lane.run(TestTools())
    for (number, count) in counts {
      #expect(diary["\(number)"].events.count == count)
      pool.want([wish(number, distance: 0)], frame: 1000, time: 1000)
      lane.run(TestTools())
      #expect(pool.send(.key(.left), to: ImageKey("\(number)")))
      lane.run(TestTools())
    }
    #expect(diary.alive <= limits.count)
    #expect(pool.statistics.ended > 20)
  }

  @Test("A view comes back in its old state, and its picture stands in for it until it is drawn")
  func returning() throws {
    let (pool, lane, pictures) = pool(LiveLimits(count: 1))
    func step(_ number: Int) {
      pool.want([wish(number, distance: 0)], frame: number, time: 0)
      lane.run(TestTools())
      for picture in pictures.drain() { pool.take(picture) }
    }
    step(1)
    #expect(pool.send(.doubleClicked(.zero), to: ImageKey("1")))
    step(1)
    let left = try #require(pool.picture(of: ImageKey("1")))
    step(2)
    #expect(diary["1"].alive == 0 && diary["2"].alive == 1)
    // Back, and not drawn yet.
    pool.want([wish(1, distance: 0)], frame: 3, time: 0)
    #expect(pool.picture(of: ImageKey("1")) === left)
    #expect(pool.statistics.snapshotsShown == 1)
    step(1)
    #expect(pool.picture(of: ImageKey("1")) !== left)
    // Made anew with what the first one left: the count goes on.
    #expect(diary["1"].made == 2)
    pool.want([wish(3, distance: 0)], frame: 4, time: 0)
    lane.run(TestTools())
    #expect(!pool.send(.key(.left), to: ImageKey("1")), "no lease, no view")
  }

  @Test("Drawn again only when something changed, and the overlay by itself")
  func changes() {
    let (pool, lane, pictures) = pool(LiveLimits())
    func step(_ distance: Int = 0) {
      pool.want([wish(1, distance: distance)], frame: 1, time: 0)
      lane.run(TestTools())
      for picture in pictures.drain() { pool.take(picture) }
    }
    for _ in 0..<5 { step() }
    #expect(diary["1"].drawn == 1)
    #expect(pool.isSettled)
    for x in 0..<10 { _ = pool.send(.moved(Point(x: Double(x), y: 0)), to: ImageKey("1")) }
    #expect(!pool.isSettled)
    step()
    #expect(diary["1"].drawn == 1 && diary["1"].overlays == 2)
    #expect(diary["1"].events == [.moved(Point(x: 9, y: 0))], "only where the pointer is counts")
    pool.contentChanged([ImageKey("1"), ImageKey("7")])
    pool.contentChanged([ImageKey("1")])
    step()
    #expect(diary["1"].drawn == 2 && pool.statistics.drawn == 3)
    pool.contentChanged([ImageKey("1")])
    step(100)
    #expect(diary["1"].drawn == 2, "nobody sees it, and nothing moves")
    pool.want([wish(1, distance: 100)], frame: 1, time: 0, isMoving: true)
    lane.run(TestTools())
    #expect(diary["1"].drawn == 3, "it may soon be seen")
    _ = pool.send(.focus(true), to: ImageKey("1"))
    step()
    #expect(diary["1"].drawn == 3, "an event that changes nothing draws nothing")
  }

  @Test("A lease ends by itself when its view was far away for long")
  func time() {
    let (pool, lane, _) = pool(LiveLimits(leaseSeconds: 10))
    pool.want([wish(1, distance: 0)], frame: 1, time: 0)
    lane.run(TestTools())
    pool.want([], frame: 2, time: 9)
    #expect(pool.statistics.count == 1)
    pool.want([], frame: 3, time: 10.5)
    lane.run(TestTools())
    #expect(pool.statistics.count == 0 && diary["1"].alive == 0)
  }

  // MARK: In a list

  private struct HeavyRow: RowModel {
    static let reuseIdentifier: ReuseIdentifier = "heavy"
    var id: RowID
    var revision: Revision { .initial }
    var diary: Diary

    static func layout(_ row: HeavyRow, in context: LayoutContext) -> RowLayout {
      let name = "\(row.id.item.rawValue)"
      return RowLayout(
        size: PixelSize(width: context.width, height: 100),
        liveLayers: [
          LiveLayer(
            key: ImageKey(name), rect: Rect(x: 0, y: 0, width: Double(context.width), height: 100),
            content: CountingContent(name: name, diary: row.diary), input: .all)
        ])
    }
  }

  private struct HeavyFactory: RowFactory {
    var diary: Diary
    func rows(for item: TestItem, previous: TestItem?, next: TestItem?) -> [any RowModel] {
      [HeavyRow(id: RowID(item: item.id, part: 0), diary: diary)]
    }
  }

  /// A view that takes a part of its row, as one in a bubble does.
  private struct PartlyHeavyRow: RowModel {
    static let reuseIdentifier: ReuseIdentifier = "partly"
    var id: RowID
    var revision: Revision { .initial }
    var diary: Diary

    static func layout(_ row: PartlyHeavyRow, in context: LayoutContext) -> RowLayout {
      let name = "\(row.id.item.rawValue)"
      return RowLayout(
        size: PixelSize(width: context.width, height: 100),
        liveLayers: [
          LiveLayer(
            key: ImageKey(name), rect: Rect(x: 10, y: 20, width: 40, height: 30),
            radii: CornerRadii(4), content: CountingContent(name: name, diary: row.diary))
        ])
    }
  }

  @Test("A view that takes a part of its row lies over the row's own drawing")
  func partly() throws {
    let diary = diary
    let engine = ListEngine(
      provider: FactoryRowProvider(source: ArraySource(items(30)) { $0.id }) { item in
        [PartlyHeavyRow(id: RowID(item: item.id, part: 0), diary: diary)]
      },
      configuration: EngineConfiguration(opensAt: .start, drawBudget: 10), tools: { TestTools() })
    engine.setViewport(
      PixelSize(width: 400, height: 350), environment: LayoutEnvironment(width: 400))
    var time = 0.0
    let plan = engine.settle(from: &time)
    #expect(plan.views.map(\.y) == [20, 120, 220, 320])
    // The last one is cut off by the viewport, which hides nothing of the others.
    #expect(plan.layers.map(\.y) == [20, 120, 220, 320])
    #expect(plan.layers.allSatisfy { $0.bitmap?.size == PixelSize(width: 40, height: 30) })
    #expect(plan.pieces.allSatisfy { $0.row != nil && $0.height == 100 })
    engine.send(.doubleClicked(.zero), to: ImageKey("1"))
    let next = engine.settle(from: &time)
    #expect(next.layers[1].bitmap !== plan.layers[1].bitmap)
    #expect(next.layers[0].bitmap === plan.layers[0].bitmap)
    #expect(!next.looksEqual(to: plan))
  }

  @Test("Tab goes from view to view, in view or not, and leaves after the last")
  func stops() {
    let engine = engine(5)
    var time = 0.0
    _ = engine.settle(from: &time)
    let height = engine.viewport.height
    var keys: [String] = []
    var stop = engine.liveStop(after: nil)
    while let next = stop, keys.count < 10 {
      #expect(next.height == 100 && next.y == 100 * keys.count)
      keys.append(next.key.source)
      stop = engine.liveStop(after: next.key)
    }
    #expect(keys == ["0", "1", "2", "3", "4"])
    #expect(engine.liveStop(after: ImageKey("0"), backwards: true) == nil)
    #expect(engine.liveStop(after: ImageKey("3"), backwards: true)?.key == ImageKey("2"))
    engine.scroll(by: 30)
    _ = engine.settle(from: &time)
    #expect(engine.liveStop(after: nil)?.key == ImageKey("1"), "the first that is whole")
    let last = engine.liveStop(after: nil, backwards: true)
    #expect(last.map { $0.y + $0.height <= height } == true)
  }

  private func engine(_ count: Int, _ limits: LiveLimits = LiveLimits()) -> ListEngine {
    var configuration = EngineConfiguration(opensAt: .start, drawBudget: 10)
    configuration.liveViews = limits
    let engine = ListEngine(
      provider: FactoryRowProvider(
        source: ArraySource(items(count)) { $0.id }, factory: HeavyFactory(diary: diary)),
      configuration: configuration, tools: { TestTools() })
    engine.setViewport(
      PixelSize(width: 400, height: 350), environment: LayoutEnvironment(width: 400))
    return engine
  }

  @Test("A row that its view covers shows the view's picture, and its own is not drawn")
  func covering() {
    let engine = engine(40)
    var time = 0.0
    var plan = engine.settle(from: &time)
    #expect(plan.views.map(\.key.source) == ["0", "1", "2", "3"])
    #expect(plan.views.map(\.y) == [0, 100, 200, 300])
    #expect(plan.blankPixels == 0)
    let drawn = engine.statistics.slicesDrawnByLane + engine.statistics.slicesDrawnOnTheSpot
    engine.scroll(by: 120)
    plan = engine.settle(from: &time)
    engine.scroll(by: -120)
    let again = engine.settle(from: &time)
    #expect(again.pieces.allSatisfy { $0.row != nil })
    #expect(diary["0"].drawn == 1 && diary["0"].made == 1)
    #expect(
      engine.statistics.slicesDrawnByLane + engine.statistics.slicesDrawnOnTheSpot <= drawn + 3)
  }

  @Test("Scrolled away and back, a view is what it was, even when its lease had ended")
  func there() {
    let engine = engine(200, LiveLimits(count: 6))
    var time = 0.0
    _ = engine.settle(from: &time)
    engine.send(.doubleClicked(.zero), to: ImageKey("1"))
    _ = engine.settle(from: &time)
    #expect(diary["1"].drawn == 2)
    for _ in 0..<40 {
      engine.scroll(by: 300)
      _ = engine.settle(from: &time)
    }
    #expect(diary["1"].alive == 0)
    engine.scrollToStart()
    let plan = engine.settle(from: &time)
    #expect(plan.views.first?.key.source == "0")
    #expect(diary["1"].made == 2 && diary["1"].alive == 1)
    #expect(engine.liveStatistics.count <= 6)
    #expect(engine.takes(.left, by: ImageKey("1")) && !engine.takes(.right, by: ImageKey("1")))
  }

  @Test("What changed is drawn when it is near, once however often it was said")
  func telling() {
    let engine = engine(100)
    var time = 0.0
    _ = engine.settle(from: &time)
    let changed = engine.liveViewsChanged
    for _ in 0..<50 { changed(["0", "2", "77"].reduce(into: []) { $0.insert(ImageKey($1)) }) }
    _ = engine.settle(from: &time)
    #expect(diary["0"].drawn == 2 && diary["2"].drawn == 2)
    #expect(diary["1"].drawn == 1 && diary["77"].made == 0)
  }
}
