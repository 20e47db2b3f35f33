import LugeCore
import LugeEngine
import LugeTestSupport
import Testing

@Suite("Animated updates") struct MotionTests {
  private func list(_ opensAt: EngineConfiguration.Edge = .start) -> (TestFeed, ListEngine) {
    let feed = TestFeed(items(100) { _ in 50 }, factory: TestFactory(), key: testKey)
    return (feed, ListEngine.forTests(feed, opensAt: opensAt))
  }

  /// Frames until the update is in, without the clock going on.
  private func apply(_ feed: TestFeed, _ engine: ListEngine, at time: Double) -> FramePlan {
    var plan = engine.frame(at: time)
    for _ in 0..<300 where !feed.isIdle {
      _ = engine.waitForResults(seconds: 0.05)
      plan = engine.frame(at: time)
    }
    return plan
  }

  private let animated = UpdateOptions(isAnimated: true)

  @Test("A row comes in from nothing, at the times the clock says, and pushes what is below")
  func insertion() throws {
    let (feed, engine) = list()
    var time = 0.0
    engine.settle(feed, from: &time)
    feed.apply(
      [.insert([TestItem(id: ItemID(500), height: 80)], after: ItemID(9))], options: animated)
    _ = apply(feed, engine, at: time)
    // The eye is at 266: what stands below is pushed.
    var last = try #require(engine.y(of: 10))
    #expect(last == 500)
    for step in 1...15 {
      let plan = engine.frame(at: time + Double(step) * 0.25 / 15)
      let y = try #require(engine.y(of: 10))
      #expect(y >= last && engine.y(of: 3) == 150)
      last = y
      let piece = plan.pieces.first { $0.row?.item == ItemID(500) }
      #expect(piece.map { $0.y + $0.height } == y)
    }
    #expect(last == 580)
    #expect(engine.isSettled)
  }

  @Test("Late frames come to the same places as many: motion is a function of time")
  func closedForm() {
    var places: [[Int?]] = []
    for steps in [1, 7, 40] {
      let (feed, engine) = list()
      var time = 0.0
      engine.settle(feed, from: &time)
      feed.apply(
        [.remove([ItemID(8)]), .replace(TestItem(id: ItemID(10), height: 130))], options: animated)
      _ = apply(feed, engine, at: time)
      for step in 1...steps { _ = engine.frame(at: time + 0.1 * Double(step) / Double(steps)) }
      places.append([9, 10, 11, 12].map { engine.y(of: $0) })
    }
    #expect(places[0] == places[1] && places[1] == places[2])
    #expect(!places[0].contains(nil))
  }

  @Test("A removed row shrinks with its picture; a moved one leaves here and comes in there")
  func removalAndMove() throws {
    let (feed, engine) = list()
    var time = 0.0
    engine.settle(feed, from: &time)
    feed.apply([.remove([ItemID(7)]), .move(ItemID(8), after: ItemID(12))], options: animated)
    let plan = apply(feed, engine, at: time)
    #expect(engine.y(of: 9) == 450, "nothing has moved yet")
    #expect(plan.pieces.filter { $0.row == nil }.map(\.height) == [50, 50])
    let half = engine.frame(at: time + 0.08)
    #expect(half.pieces.contains { $0.row == nil && $0.height > 0 && $0.height < 50 })
    #expect(half.pieces.contains { $0.row?.item == ItemID(8) && $0.height < 50 })
    _ = engine.frame(at: time + 0.3)
    #expect(
      [6, 9, 10, 11, 12, 8, 13].map { engine.y(of: $0) } == [300, 350, 400, 450, 500, 550, 600])
  }

  @Test("A jump into rows that grow keeps its place, at whatever moment it comes", arguments: 0..<6)
  func jump(frames: Int) {
    let (feed, engine) = list(.end)
    var time = 0.0
    engine.settle(feed, from: &time)
    feed.apply(
      [.insert(items(40, firstID: 500) { _ in 50 }, after: ItemID(99))], options: animated)
    _ = apply(feed, engine, at: time)
    for _ in 0..<frames {
      time += 1 / 60
      _ = engine.frame(at: time)
    }
    engine.restore(ReadingPlace(item: ItemID(500), part: .max, key: nil, y: 24), at: 100)
    engine.settle(feed, from: &time)
    #expect(engine.y(of: 500) == 24)
    #expect(engine.y(of: 99) == -26)
  }

  @Test("The next update, scrolling and another width take over at any moment", arguments: 0..<4)
  func interrupted(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let (feed, engine) = list(seed % 2 == 0 ? .start : .end)
    var model = items(100) { _ in 50 }
    var time = 0.0
    engine.settle(feed, from: &time)
    for round in 0..<30 {
      let at = Int.random(in: 0..<model.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: model.insert(TestItem(id: ItemID(1000 + Int64(round)), height: 70), at: at)
      case 1: model.remove(at: at)
      case 2: model[at].height = Int.random(in: 10...200, using: &random)
      default:
        model.insert(model.remove(at: at), at: Int.random(in: 0..<model.count, using: &random))
      }
      feed.set(model, options: animated)
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        time += 0.03
        if Bool.random(using: &random) {
          engine.scroll(by: Int.random(in: -60...60, using: &random))
        }
        let plan = engine.frame(at: time)
        for (a, b) in zip(plan.pieces, plan.pieces.dropFirst()) { #expect(a.y + a.height <= b.y) }
        _ = engine.waitForResults(seconds: 0.002)
      }
    }
    engine.settle(feed, from: &time)
    let rows = engine.visibleRows
    for row in rows {
      #expect(row.id.item == model[row.position].id && row.height == model[row.position].height)
    }
    for (a, b) in zip(rows, rows.dropFirst()) { #expect(a.y + a.height == b.y) }
  }

  @Test("At the end, new rows push the others up and the end stays at the bottom all the while")
  func atEnd() {
    let (feed, engine) = list(.end)
    var time = 0.0
    engine.settle(feed, from: &time)
    feed.apply([.append([TestItem(id: ItemID(500), height: 90)])], options: animated)
    _ = apply(feed, engine, at: time)
    for step in 0...10 {
      let plan = engine.frame(at: time + Double(step) * 0.03)
      #expect(plan.pieces.last.map { $0.y + $0.height } == 800)
    }
    #expect(engine.y(of: 500) == 710)
  }

  @Test("Reduced to no time, updates are complete at once")
  func withoutDuration() {
    let engine = ListEngine(
      provider: provider(items(50) { _ in 50 }),
      configuration: EngineConfiguration(opensAt: .start, animationDuration: 0),
      tools: { TestTools() })
    engine.setViewport(
      PixelSize(width: 400, height: 800), environment: LayoutEnvironment(width: 400))
    var time = 0.0
    engine.settle(from: &time)
    var changed = items(50) { _ in 50 }
    changed.remove(at: 2)
    engine.update(to: provider(changed), changes: [.remove(2..<3)], options: animated)
    engine.settle(from: &time)
    #expect(engine.firstVisible?.id == 0 && engine.y(of: 3) == 100)
  }
}
