import LugeCore
import Testing

@testable import LugeEngine

/// Lists whose source says a number that somebody wrote into a file.
@Suite("Counts and heights that nothing can be") struct HostileCountTests {
  /// Says one count and has another.
  private struct Source: IndexedSource {
    var count: Int
    var held = 0
    var height = 20

    func items(at positions: Range<Int>) async throws -> [TestItem] {
      positions.clamped(to: 0..<held).map { TestItem(id: ItemID(Int64($0)), height: height) }
    }
    func id(of item: TestItem) -> ItemID { item.id }
  }

  private func engine(
    _ source: Source, opensAt: EngineConfiguration.Edge = .start
  ) -> ListEngine {
    let engine = ListEngine(
      provider: FactoryRowProvider(source: source, factory: TestFactory()),
      configuration: EngineConfiguration(opensAt: opensAt, drawBudget: 10), tools: { TestTools() })
    engine.setViewport(
      PixelSize(width: 400, height: 800), environment: LayoutEnvironment(width: 400, scale: 1))
    return engine
  }

  /// Some frames: what cannot be read is never complete.
  private func run(_ engine: ListEngine, from time: inout Double) {
    for _ in 0..<20 {
      _ = engine.waitForResults(seconds: 0.005)
      time += 1 / 60
      _ = engine.frame(at: time)
    }
  }

  @Test(
    "Every way to its end shows nothing or an error",
    arguments: [Int.min, -1, 0, Int(Int32.max), .max - 1, .max],
    [EngineConfiguration.Edge.start, .end]
  )
  func counts(count: Int, edge: EngineConfiguration.Edge) {
    let engine = engine(Source(count: count), opensAt: edge)
    var time = 0.0
    run(engine, from: &time)
    for position in [Int.min, -1, 0, count, .max] {
      engine.jump(to: position)
      run(engine, from: &time)
    }
    for pixels in [100_000, -100_000, 1] { engine.scroll(by: pixels) }
    for offset in [Int.min, 0, .max] { engine.scroll(toOffset: offset) }
    engine.scrollToEnd()
    engine.restore(ReadingPlace(item: ItemID(1), part: 0, key: .max, y: -1e300), at: .max)
    run(engine, from: &time)
    #expect(engine.count == min(max(0, count), HeightIndex.longest))
    #expect(engine.metrics.contentHeight >= 0)
  }

  @Test("A list that is read becomes one that cannot be")
  func updates() {
    for count in [Int.max, Int.min] {
      let engine = engine(Source(count: 100, held: 100))
      var time = 0.0
      engine.settle(from: &time)
      engine.update(
        to: FactoryRowProvider(source: Source(count: count, held: 100), factory: TestFactory()),
        changes: [.remove(0..<100), .insert(count: max(0, count), at: 0)],
        options: UpdateOptions(shows: count))
      run(engine, from: &time)
      #expect(engine.count == (count < 0 ? 0 : 100), "what cannot be read is not taken over")
    }
  }

  @Test("Rows that are taller than any list add up")
  func heights() {
    let engine = engine(Source(count: 40, held: 40, height: .max / 400), opensAt: .end)
    var time = 0.0
    run(engine, from: &time)
    engine.jump(to: 3)
    run(engine, from: &time)
    #expect(engine.metrics.contentHeight > 0)
  }
}
