import LugeCore
import LugeEngine
import LugeTestSupport
import Testing

/// A row that shows something costly, or nothing of the kind.
private struct HeavyRow: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "heavy"
  var id: RowID
  var revision: Revision
  var height: Int
  var heavyKeys: [HeavyKey]
  var isHeading: Bool { id.part == 0 }

  static func layout(_ row: HeavyRow, in context: LayoutContext) -> RowLayout {
    RowLayout(size: PixelSize(width: context.width, height: row.height))
  }
}

/// Two rows an item: a heading, and one that shows a chart in every third item.
private struct HeavyFactory: RowFactory {
  static func key(_ item: TestItem) -> HeavyKey? {
    item.id.rawValue % 3 == 0 ? HeavyKey("chart-\(item.id.rawValue)") : nil
  }

  func rows(for item: TestItem, previous: TestItem?, next: TestItem?) -> [any RowModel] {
    [
      HeavyRow(
        id: RowID(item: item.id, part: 0), revision: Revision(1), height: 10, heavyKeys: []),
      HeavyRow(
        id: RowID(item: item.id, part: 1), revision: Revision(UInt64(item.height)),
        height: item.height, heavyKeys: Self.key(item).map { [$0] } ?? []),
    ]
  }
}

@Suite("Costly things of rows: ranges by key, and headings") struct HeavyTests {
  private typealias Provider = FactoryRowProvider<ArraySource<TestItem>, HeavyFactory>

  private func provider(_ items: [TestItem]) -> Provider {
    Provider(source: ArraySource(items) { $0.id }, factory: HeavyFactory())
  }

  private func engine(_ items: [TestItem]) -> ListEngine {
    let engine = ListEngine(
      provider: provider(items),
      configuration: EngineConfiguration(opensAt: .start, drawBudget: 10), tools: { TestTools() })
    engine.setViewport(
      PixelSize(width: 400, height: 800), environment: LayoutEnvironment(width: 400))
    return engine
  }

  @Test(
    "What is in view is visible, nothing is wanted and released, what is released was wanted",
    arguments: 0..<8)
  func ranges(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let all = items(600) { 30 + $0 % 11 * 23 }
    let engine = engine(all)
    var wanted: Set<HeavyKey> = []
    var latest = HeavyRanges()
    engine.onHeavyRanges = { change in
      let now = change.ranges.all
      #expect(change.released == wanted.subtracting(now))
      let lists = change.ranges.visible + change.ranges.ahead + change.ranges.behind
      #expect(lists.count == now.count, "each is named once")
      wanted = now
      latest = change.ranges
    }
    var time = 0.0
    engine.settle(from: &time)
    for _ in 0..<40 {
      if Int.random(in: 0..<6, using: &random) == 0 {
        engine.jump(to: Int.random(in: 0..<600, using: &random))
      } else {
        engine.scroll(by: Int.random(in: -900...900, using: &random))
      }
      engine.settle(from: &time)
      let seen = engine.visibleRows.filter { $0.id.part == 1 }.compactMap {
        HeavyFactory.key(all[$0.position])
      }
      #expect(latest.visible == seen)
      // Near ones first: their numbers go away from those in view.
      let numbers = [latest.ahead, latest.behind].map {
        $0.compactMap { Int($0.name.dropFirst(6)) }
      }
      for list in numbers { #expect(list == list.sorted() || list == list.sorted(by: >)) }
      #expect(wanted.count < 60, "far fewer than there are")
    }
  }

  @Test("A row that goes away, or no longer shows it, gives it back") func removal() throws {
    var all = items(60) { _ in 60 }
    let engine = engine(all)
    var released: Set<HeavyKey> = []
    var wanted: Set<HeavyKey> = []
    engine.onHeavyRanges = {
      released.formUnion($0.released)
      wanted = $0.ranges.all
    }
    var time = 0.0
    engine.settle(from: &time)
    let key = try #require(HeavyFactory.key(all[3]))
    #expect(wanted.contains(key))
    all.remove(at: 3)
    engine.update(to: provider(all), changes: [.remove(3..<4)])
    engine.settle(from: &time)
    #expect(released.contains(key))
    #expect(!wanted.contains(key))
  }

  @Test("Who asks for nothing pays nothing, and while nothing changes nothing is told") func quiet()
  {
    let engine = engine(items(300))
    var told = 0
    engine.onHeavyRanges = { _ in told += 1 }
    var time = 0.0
    engine.settle(from: &time)
    let before = told
    #expect(before > 0)
    for _ in 0..<20 {
      time += 1 / 60
      _ = engine.frame(at: time)
    }
    #expect(told == before)
  }

  @Test("A jump's highlight leaves the item's heading out") func highlight() throws {
    let engine = engine(items(900) { _ in 80 })
    var time = 0.0
    engine.settle(from: &time)
    engine.jump(to: 500, highlighting: true)
    var plan = engine.frame(at: time)
    while plan.emphasis == nil, time < 10 {
      _ = engine.waitForResults(seconds: 0.2)
      time += 1 / 60
      plan = engine.frame(at: time)
    }
    let emphasis = try #require(plan.emphasis)
    let rows = engine.visibleRows.filter { $0.position == 500 }
    #expect(emphasis.y == rows.last?.y)
    #expect(emphasis.height == 80)
    #expect(rows.count == 2)
  }
}
