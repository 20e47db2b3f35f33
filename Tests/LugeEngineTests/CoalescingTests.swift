import LugeCore
import LugeEngine
import Testing

@Suite("Coalesced updates") struct CoalescingTests {
  private struct Badge: Equatable {
    var count = 0
    var title = ""
  }

  @Test("Any number of sets is one update at the frame, with the last values")
  func folded() {
    let scheduler = UpdateScheduler()
    var shown: [Badge] = []
    var wakes = 0
    scheduler.onRequest = { wakes += 1 }
    let badge = Coalesced(Badge(), scheduler: scheduler) { shown.append($0) }
    for count in 1...9 { badge.count = count }
    badge.title = "nine"
    #expect(shown.isEmpty && badge.count == 9)
    scheduler.flush()
    #expect(shown == [Badge(count: 9, title: "nine")] && wakes == 1)
    #expect(scheduler.statistics.requested == 10 && scheduler.statistics.folded == 9)
    scheduler.flush()
    #expect(shown.count == 1)
  }

  @Test("What asks during a flush waits for the next one")
  func during() {
    let scheduler = UpdateScheduler()
    var runs = 0
    var again: Coalesced<Badge>?
    let badge = Coalesced(Badge(), scheduler: scheduler) { _ in
      runs += 1
      again?.count += 1
    }
    again = badge
    badge.count = 1
    scheduler.flush()
    #expect(runs == 1 && !scheduler.isEmpty)
    again = nil
    scheduler.flush()
    #expect(runs == 2 && scheduler.isEmpty)
  }

  @Test("A live row: sets between frames are one update of the list")
  func liveRow() {
    let feed = TestFeed(items(60) { _ in 40 }, factory: TestFactory(), key: testKey)
    let engine = ListEngine.forTests(feed)
    var time = 0.0
    engine.settle(feed, from: &time)
    let live = feed.liveItem(TestItem(id: ItemID(4), height: 40), in: engine)
    let before = engine.statistics
    for height in 41...90 { live.height = height }
    engine.settle(feed, from: &time)
    #expect(engine.statistics.updatesApplied == before.updatesApplied + 1)
    #expect(engine.visibleRows.first { $0.id.item == ItemID(4) }?.height == 90)
  }
}
