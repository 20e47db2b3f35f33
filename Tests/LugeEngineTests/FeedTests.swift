import LugeCore
import LugeEngine
import LugeTestSupport
import Testing

func testKey(_ item: TestItem) -> ItemKey {
  ItemKey(id: item.id, revision: Revision(UInt64(item.height)))
}

typealias TestFeed = ListFeed<TestItem, TestFactory>

extension ListEngine {
  static func forTests(
    _ feed: TestFeed, opensAt: EngineConfiguration.Edge = .start, follow: FollowPolicy = .chat
  ) -> ListEngine {
    let engine = ListEngine(
      provider: feed.provider,
      configuration: EngineConfiguration(opensAt: opensAt, drawBudget: 10, follow: follow),
      tools: { TestTools() })
    engine.setViewport(
      PixelSize(width: 400, height: 800), environment: LayoutEnvironment(width: 400))
    feed.connect(to: engine)
    return engine
  }

  /// Runs frames until the feed's updates are in and everything is at rest.
  func settle(_ feed: TestFeed, from time: inout Double) {
    for _ in 0..<600 {
      settle(from: &time)
      if feed.isIdle, isSettled { return }
      _ = waitForResults(seconds: 0.05)
    }
    Issue.record("the feed does not come to rest")
  }
}

@Suite("Feed: states and keyed changes") struct FeedTests {
  @Test(
    "Two neighbours that change places by whole states: the one at the reading line stays",
    arguments: 0..<6)
  func tie(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var model = items(200) { _ in 90 }
    let feed = TestFeed(model, factory: TestFactory(), key: testKey)
    let engine = ListEngine.forTests(feed)
    var time = 0.0
    engine.settle(feed, from: &time)
    engine.jump(to: 100)
    engine.settle(feed, from: &time)
    for _ in 0..<12 {
      engine.scroll(by: Int.random(in: -200...200, using: &random))
      engine.settle(feed, from: &time)
      let watched = engine.visibleRows.last { $0.y <= 800 / 3 }
      let row = try #require(watched)
      // The one at the reading line and its neighbour, above or below.
      let other = row.position + (Bool.random(using: &random) ? 1 : -1)
      model.swapAt(row.position, other)
      feed.set(model)
      engine.settle(feed, from: &time)
      let after = try #require(engine.visibleRows.first { $0.id == row.id })
      #expect(after.y == row.y)
      #expect(after.position == other)
    }
  }

  @Test("Random keyed changes and states, folded or not, agree with an array", arguments: 0..<4)
  func fuzz(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var model = items(120)
    let feed = TestFeed(model, factory: TestFactory(), key: testKey)
    let engine = ListEngine.forTests(feed, opensAt: seed % 2 == 0 ? .start : .end)
    var time = 0.0
    var nextID: Int64 = 10_000
    engine.settle(feed, from: &time)
    for round in 0..<30 {
      var options = UpdateOptions(isAnimated: Bool.random(using: &random))
      if round % 9 == 0 { options.author = .own }
      if Int.random(in: 0..<6, using: &random) == 0 {
        model.shuffle(using: &random)
        model.removeLast(min(model.count, Int.random(in: 0...3, using: &random)))
        feed.set(model, options: options)
      } else {
        var changes: [KeyedChange<TestItem>] = []
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          changes.append(Self.change(&model, &nextID, &random))
        }
        feed.apply(changes, options: options)
      }
      switch Int.random(in: 0..<5, using: &random) {
      case 0: engine.scroll(by: Int.random(in: -1500...1500, using: &random))
      case 1 where !model.isEmpty: engine.jump(to: Int.random(in: 0..<model.count, using: &random))
      case 2: engine.settle(feed, from: &time)
      default: break
      }
      time += 1 / 60
      let plan = engine.frame(at: time)
      for (a, b) in zip(plan.pieces, plan.pieces.dropFirst()) { #expect(a.y + a.height <= b.y) }
      if Bool.random(using: &random) { _ = engine.waitForResults(seconds: 0.002) }
    }
    engine.settle(feed, from: &time)
    #expect(feed.items == model)
    #expect(engine.count == model.count)
    let rows = engine.visibleRows
    #expect(!rows.isEmpty || model.isEmpty)
    for row in rows {
      #expect(row.id.item == model[row.position].id)
      #expect(row.height == model[row.position].height)
    }
    for (a, b) in zip(rows, rows.dropFirst()) { #expect(a.y + a.height == b.y) }
  }

  private static func change(
    _ model: inout [TestItem], _ nextID: inout Int64, _ random: inout SeededGenerator
  ) -> KeyedChange<TestItem> {
    func place(_ model: [TestItem]) -> (Int, ItemID?) {
      let at = Int.random(in: 0...model.count, using: &random)
      return (at, at == 0 ? nil : model[at - 1].id)
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1:
      let (at, after) = place(model)
      let count = Int.random(in: 1...4, using: &random)
      let new = items(count, firstID: nextID)
      nextID += Int64(count)
      model.insert(contentsOf: new, at: at)
      return .insert(new, after: after)
    case 2:
      let new = items(2, firstID: nextID)
      nextID += 2
      model += new
      return .append(new)
    case 3 where model.count > 10:
      let removed = model.remove(at: Int.random(in: 0..<model.count, using: &random))
      return .remove([removed.id])
    case 4 where model.count > 1:
      let item = model.remove(at: Int.random(in: 0..<model.count, using: &random))
      let (at, after) = place(model)
      model.insert(item, at: at)
      return .move(item.id, after: after)
    default:
      guard !model.isEmpty else { return .remove([ItemID(-77)]) }
      let at = Int.random(in: 0..<model.count, using: &random)
      model[at].height = Int.random(in: 5...120, using: &random)
      return .replace(model[at])
    }
  }

  @Test("A burst is folded: few updates, nothing lost")
  func burst() {
    let feed = TestFeed(items(50), factory: TestFactory(), key: testKey)
    let engine = ListEngine.forTests(feed)
    var time = 0.0
    engine.settle(feed, from: &time)
    for number in 0..<500 { feed.apply([.append(items(1, firstID: 1000 + Int64(number)))]) }
    engine.settle(feed, from: &time)
    #expect(engine.count == 550)
    #expect(feed.statistics.requests == 500)
    #expect(feed.statistics.updates < 60, "\(feed.statistics.updates) updates")
  }

  @Test("Unknown names, and names that are there already, are passed over or replaced")
  func unknownNames() {
    let feed = TestFeed(
      items(5) + items(5), factory: TestFactory(), key: testKey)
    let engine = ListEngine.forTests(feed)
    var time = 0.0
    engine.settle(feed, from: &time)
    #expect(engine.count == 5)
    feed.apply([
      .remove([ItemID(99)]), .replace(TestItem(id: ItemID(98), height: 4)),
      .move(ItemID(97), after: nil), .move(ItemID(1), after: ItemID(96)),
      .insert(items(1, firstID: 7), after: ItemID(95)),
      .append([TestItem(id: ItemID(2), height: 77)]),
    ])
    engine.settle(feed, from: &time)
    #expect(feed.items.map(\.id.rawValue) == [0, 1, 2, 3, 4, 7])
    #expect(feed.items[2].height == 77)
    #expect(feed.statistics.passedOver == 5)
  }

  @Test("An item's change remakes its own rows and its neighbours', no others")
  func remade() {
    let feed = TestFeed(items(400) { _ in 20 }, factory: TestFactory(), key: testKey)
    let engine = ListEngine.forTests(feed)
    var time = 0.0
    engine.settle(feed, from: &time)
    func cost(_ changes: [KeyedChange<TestItem>]) -> (made: Int, laidOut: Int) {
      let before = engine.statistics
      feed.apply(changes)
      engine.settle(feed, from: &time)
      let after = engine.statistics
      return (
        after.itemsRemade - before.itemsRemade, after.rowsRelaidOut - before.rowsRelaidOut
      )
    }
    #expect(cost([.replace(TestItem(id: ItemID(10), height: 44))]) == (3, 1))
    #expect(cost([.insert(items(1, firstID: 900), after: ItemID(5))]) == (3, 1))
    #expect(cost([.remove([ItemID(12)])]) == (2, 0))
    // Two changes far apart: both neighbourhoods, and nothing between them.
    #expect(
      cost([
        .replace(TestItem(id: ItemID(2), height: 31)),
        .replace(TestItem(id: ItemID(25), height: 32)),
      ]) == (6, 2))
    // Out of reach of what is held: nothing.
    #expect(cost([.append(items(3, firstID: 1900))]) == (0, 0))
  }
}
