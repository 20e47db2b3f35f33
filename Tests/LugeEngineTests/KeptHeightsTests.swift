import LugeCore
import Synchronization
import Testing

@testable import LugeEngine

@Suite("Heights from the last launch") struct KeptHeightsTests {
  private final class Store: HeightStore {
    let known: Mutex<[LayoutEnvironment: [Int32]]>

    init(_ known: [LayoutEnvironment: [Int32]] = [:]) { self.known = Mutex(known) }

    func heights(count: Int, in environment: LayoutEnvironment) -> [Int32]? {
      known.withLock { $0[environment] }
    }

    func keep(_ heights: HeightIndex, in environment: LayoutEnvironment) {
      known.withLock { $0[environment] = heights.entries(in: 0..<heights.count) }
    }
  }

  private func engine(_ items: [TestItem], _ store: Store) -> ListEngine {
    var configuration = EngineConfiguration(opensAt: .start, drawBudget: 10)
    configuration.measuresAll = true
    let engine = ListEngine(
      provider: provider(items), configuration: configuration, tools: { TestTools() })
    engine.heightStore = store
    engine.setViewport(
      PixelSize(width: 400, height: 800), environment: LayoutEnvironment(width: 400))
    return engine
  }

  private func run(_ engine: ListEngine, from time: inout Double, until done: () -> Bool) {
    for _ in 0..<5000 where !done() {
      _ = engine.frame(at: time)
      time += 1 / 60
      _ = engine.waitForResults(seconds: 0.01)
    }
  }

  @Test("The second opening is exact at once, measures nothing and moves nothing")
  func second() {
    let items = items(3000)
    let store = Store()
    var time = 0.0
    let first = engine(items, store)
    run(first, from: &time) { first.metrics.isExact }
    #expect(first.metrics.isExact)
    #expect(first.statistics.itemsSurveyed > 0)
    #expect(store.known.withLock { $0.values.first } == items.map { Int32($0.height) })

    let second = engine(items, store)
    second.jump(to: 1700)
    run(second, from: &time) { second.isSettled }
    let before = second.firstVisible.map { ($0.id, $0.y) }
    run(second, from: &time) { second.metrics.isExact }
    #expect(second.metrics.isExact)
    #expect(second.metrics.contentHeight == first.metrics.contentHeight)
    #expect(second.statistics.heightsRestored == 3000)
    #expect(second.statistics.itemsSurveyed == 0)
    #expect(second.firstVisible?.id == before?.0 && second.firstVisible?.y == before?.1)
  }

  @Test("What is laid out knows better; another width is measured anew")
  func healing() {
    let items = items(500)
    let environment = LayoutEnvironment(width: 400)
    let wrong = Store([environment: [Int32](repeating: 11, count: 500)])
    var time = 0.0
    let engine = engine(items, wrong)
    run(engine, from: &time) { engine.metrics.isExact && engine.isSettled }
    for row in engine.visibleRows { #expect(row.height == items[row.position].height) }
    #expect(engine.state.snapshot.heights.height(at: 499) == (11, true))
    engine.setViewport(
      PixelSize(width: 200, height: 800), environment: LayoutEnvironment(width: 200))
    run(engine, from: &time) { engine.metrics.isExact }
    #expect(engine.statistics.heightsRestored == 500)
    #expect(engine.state.snapshot.heights.height(at: 499) == (2 * items[499].height, true))
  }

  @Test("Heights of another number of items are not taken")
  func otherCount() {
    let store = Store([LayoutEnvironment(width: 400): [1, 2, 3]])
    var time = 0.0
    let engine = engine(items(40), store)
    run(engine, from: &time) { engine.metrics.isExact }
    #expect(engine.statistics.heightsRestored == 0)
  }
}
