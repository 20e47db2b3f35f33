import LugeCore
import Synchronization
import Testing

@testable import LugeEngine

/// A reader who is faster than the lane: what is in view is partly held, partly estimated.
@Suite("Who outruns what is held") struct OutrunTests {
  /// Gives nothing while it is closed.
  private final class GatedSource: IndexedSource {
    private let items: [TestItem]
    private let isClosed = Atomic(false)

    init(_ items: [TestItem]) { self.items = items }

    var count: Int { items.count }
    func id(of item: TestItem) -> ItemID { item.id }
    func close() { isClosed.store(true, ordering: .releasing) }
    func open() { isClosed.store(false, ordering: .releasing) }

    func items(at positions: Range<Int>) async throws -> [TestItem] {
      while isClosed.load(ordering: .acquiring) { try await Task.sleep(for: .milliseconds(5)) }
      return Array(items[positions])
    }
  }

  /// Frames until the condition holds; a lane has a low priority, so a busy machine may need a
  /// while.
  private func run(
    _ engine: ListEngine, _ time: inout Double, _ place: SourceLocation = #_sourceLocation,
    until condition: () -> Bool
  ) {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      time += 1 / 60
      _ = engine.frame(at: time)
      if condition() { return }
      _ = engine.waitForResults(seconds: 0.01)
    }
    Issue.record("waited in vain", sourceLocation: place)
  }

  @Test("Rows that were seen stay while those beside them come in", arguments: [-1, 1], 0..<4)
  func rowsStay(direction: Int, seed: Int) {
    let source = GatedSource(items(1500) { 15 + ($0 + seed) * 7919 % 200 })
    let engine = ListEngine(
      provider: FactoryRowProvider(source: source, factory: TestFactory()),
      configuration: EngineConfiguration(opensAt: .start, drawBudget: 10),
      tools: { TestTools() })
    engine.setViewport(
      PixelSize(width: 400, height: 800), environment: LayoutEnvironment(width: 400))
    var time = 0.0
    run(engine, &time) { engine.isSettled }
    engine.jump(to: 700)
    run(engine, &time) { engine.isSettled }
    source.close()
    // Until the eye looks at what is not held: how much is depends on how quick the lane was.
    var unknown = 0
    for _ in 0..<10_000 where unknown < 400 {
      engine.scroll(by: direction * 7)
      time += 1 / 60
      _ = engine.frame(at: time)
      let rows = engine.visibleRows
      unknown =
        direction < 0 ? rows.first?.y ?? 0 : 800 - (rows.last.map { $0.y + $0.height } ?? 800)
    }
    #expect(unknown >= 400)
    let seen = engine.visibleRows
    source.open()
    run(engine, &time) {
      for row in seen { #expect(engine.y(of: row.id.item.rawValue) == row.y) }
      return engine.state.isViewHeld
    }
  }

  @Test(
    "A page that does not come: the way ends at the row that says so; then it goes on from there")
  func edge() {
    let source = TestPages(count: 1000)
    let list = PagedList(source: source, factory: TestFactory())
    let engine = ListEngine(
      provider: list.provider, configuration: EngineConfiguration(opensAt: .end, drawBudget: 10),
      tools: { TestTools() })
    engine.setViewport(
      PixelSize(width: 400, height: 800), environment: LayoutEnvironment(width: 400))
    list.connect(to: engine)
    var time = 0.0
    run(engine, &time) { list.window.items.count == 50 && list.feed.isIdle && engine.isSettled }
    source.hold(true)
    for _ in 0..<60 {
      engine.scroll(by: -150)
      time += 1 / 60
      _ = engine.frame(at: time)
    }
    run(engine, &time) { engine.isSettled }
    #expect(engine.visibleRows.first?.id.item == ItemID(.min))
    #expect(engine.visibleRows.first?.y == 0 && engine.scroll(by: -150) == 0)
    #expect(engine.frame(at: time).blankPixels == 0)
    let seen = engine.visibleRows.filter { $0.id.item != ItemID(.min) }
    source.hold(false)
    run(engine, &time) { list.window.items.count == 100 && list.feed.isIdle }
    for row in seen { #expect(engine.y(of: row.id.item.rawValue) == row.y) }
    #expect(engine.scroll(by: -150) == -150)
  }
}
