import LugeCore
import Testing

@testable import LugeEngine

@Suite("Follow policy") struct FollowTests {
  private func list(_ policy: FollowPolicy = .chat) -> (TestFeed, ListEngine) {
    let feed = TestFeed(items(200) { _ in 50 }, factory: TestFactory(), key: testKey)
    return (feed, ListEngine.forTests(feed, opensAt: .end, follow: policy))
  }

  private func new(_ id: Int64) -> [TestItem] { [TestItem(id: ItemID(id), height: 60)] }

  @Test("Others' messages are followed at the end only; own ones from anywhere")
  func authors() {
    let (feed, engine) = list()
    var time = 0.0
    engine.settle(feed, from: &time)
    feed.apply([.append(new(500))])
    engine.settle(feed, from: &time)
    #expect(engine.metrics.isAtEnd && engine.y(of: 500) == 740)
    engine.scroll(by: -400)
    engine.settle(feed, from: &time)
    let before = engine.visibleRows.map(\.y)
    feed.apply([.append(new(501))])
    engine.settle(feed, from: &time)
    #expect(engine.visibleRows.map(\.y) == before)
    feed.apply([.append(new(502))], options: UpdateOptions(author: .own))
    engine.settle(feed, from: &time)
    #expect(engine.metrics.isAtEnd && engine.y(of: 502) == 740)
    // Having been taken to the end, the list follows again.
    feed.apply([.append(new(503))])
    engine.settle(feed, from: &time)
    #expect(engine.y(of: 503) == 740)
  }

  @Test("A list that is shorter than its viewport follows, even after the user tried to scroll up")
  func shortList() {
    let feed = TestFeed(items(3) { _ in 50 }, factory: TestFactory(), key: testKey)
    let engine = ListEngine.forTests(feed, opensAt: .end)
    var time = 0.0
    engine.settle(feed, from: &time)
    engine.scroll(by: -120)
    engine.settle(feed, from: &time)
    #expect(engine.metrics.isAtEnd && engine.followsEnd)
    for id in Int64(500)..<530 { feed.apply([.append(new(id))]) }
    engine.settle(feed, from: &time)
    #expect(engine.metrics.isAtEnd && engine.y(of: 529) == 740)
    engine.scroll(by: -120)
    engine.settle(feed, from: &time)
    #expect(!engine.followsEnd)
  }

  @Test("Text that grows at the end stays in view; the reading line stays when told so")
  func growingText() {
    for (rule, expected) in [(FollowPolicy.StayRule.whenAtEnd, 800), (.never, 800 + 150)] {
      let (feed, engine) = list(FollowPolicy(growingText: rule))
      var time = 0.0
      engine.settle(feed, from: &time)
      for height in [100, 150, 200] {
        feed.apply([.replace(TestItem(id: ItemID(199), height: height))])
        engine.settle(feed, from: &time)
      }
      let last = engine.visibleRows.last
      #expect(last.map { $0.y + $0.height } == expected)
    }
  }

  @Test("A composer that grows keeps the end in view, or the top where it was")
  func resizing() {
    for (rule, expected) in [(FollowPolicy.StayRule.whenAtEnd, 200), (.never, 300)] {
      let (feed, engine) = list(FollowPolicy(resizing: rule))
      var time = 0.0
      engine.settle(feed, from: &time)
      engine.setViewport(
        PixelSize(width: 400, height: 700), environment: LayoutEnvironment(width: 400))
      engine.settle(feed, from: &time)
      #expect(engine.y(of: 190) == expected)
    }
  }

  @Test("Nothing but the reader's own scrolling ends following")
  func onlyTheReader() {
    let (feed, engine) = list()
    var time = 0.0
    engine.settle(feed, from: &time)
    for width in [350, 600, 400] {
      engine.setViewport(
        PixelSize(width: width, height: 800), environment: LayoutEnvironment(width: width))
      engine.settle(feed, from: &time)
      #expect(engine.metrics.isAtEnd)
    }
    feed.apply([.remove([ItemID(198)]), .insert(items(30, firstID: 700), after: ItemID(100))])
    feed.apply([
      .replace(TestItem(id: ItemID(199), height: 10)), .move(ItemID(3), after: ItemID(199)),
    ])
    engine.setColorScheme(.dark)
    engine.settle(feed, from: &time)
    #expect(engine.metrics.isAtEnd)
    engine.scroll(by: -1)
    engine.settle(feed, from: &time)
    feed.apply([.append(new(900))])
    engine.settle(feed, from: &time)
    #expect(!engine.metrics.isAtEnd)
  }

  @Test("A list without following stays where it is, whoever writes")
  func off() {
    let (feed, engine) = list(.off)
    var time = 0.0
    engine.settle(feed, from: &time)
    let before = engine.visibleRows.map(\.y)
    feed.apply([.append(new(500))], options: UpdateOptions(author: .own))
    engine.settle(feed, from: &time)
    #expect(engine.visibleRows.map(\.y) == before)
  }
}

@Suite("Updates put together") struct MergedOptionsTests {
  @Test("One that may be followed is, beside one that is withheld and beside a page of history")
  func merged() {
    let others = UpdateOptions()
    let withheld = UpdateOptions(follows: false)
    let history = UpdateOptions(author: .history)
    #expect(others.merged(with: withheld).mayFollow && withheld.merged(with: others).mayFollow)
    #expect(others.merged(with: history).mayFollow && history.merged(with: others).mayFollow)
    #expect(!withheld.merged(with: history).mayFollow && !history.merged(with: withheld).mayFollow)
  }
}
