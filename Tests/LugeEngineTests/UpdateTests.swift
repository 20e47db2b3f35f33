import LugeCore
import LugeEngine
import Testing

@Suite("Updates while rows are under way") struct UpdateTests {
  @Test("Rows asked for before a reload are asked for again")
  func reload() {
    var all = items(60) { _ in 30 }
    let engine = ListEngine.forTests(all)
    var time = 0.0
    // The first rows are under way, made from the old state.
    _ = engine.frame(at: time)
    for index in 0..<3 {
      all[index].height = 90
      engine.update(to: provider(all), changes: [.reload(index..<index + 1)])
    }
    engine.settle(from: &time)
    #expect(engine.visibleRows.prefix(4).map(\.height) == [90, 90, 90, 30])
  }

  @Test(
    "Rows asked for before their neighbours changed are asked for again",
    arguments: [ListChange.remove(0..<2), .insert(count: 2, at: 0)])
  func neighbours(change: ListChange) {
    let before = items(60) { _ in 30 }
    var after = before
    switch change {
    case .insert(let count, let position):
      after.insert(contentsOf: items(count, firstID: 500) { _ in 30 }, at: position)
    case .remove(let range): after.removeSubrange(range)
    case .reload, .move: break
    }
    func list(_ items: [TestItem]) -> FactoryRowProvider<ArraySource<TestItem>, MarkingFactory> {
      FactoryRowProvider(source: ArraySource(items) { $0.id }, factory: MarkingFactory())
    }
    let engine = ListEngine(
      provider: list(before), configuration: EngineConfiguration(opensAt: .start),
      tools: { TestTools() })
    engine.setViewport(
      PixelSize(width: 400, height: 800), environment: LayoutEnvironment(width: 400))
    var time = 0.0
    _ = engine.frame(at: time)
    engine.update(to: list(after), changes: [change])
    engine.settle(from: &time)
    engine.scrollToStart()
    engine.settle(from: &time)
    #expect(engine.visibleRows.first?.id.item == after[0].id)
    // Only the list's first row has nobody above it.
    #expect(engine.visibleRows.prefix(5).map(\.height) == [60, 30, 30, 30, 30])
  }
}

/// Rows that show whether they are the first.
private struct MarkingFactory: RowFactory {
  func rows(for item: TestItem, previous: TestItem?, next: TestItem?) -> [any RowModel] {
    let height = item.height * (previous == nil ? 2 : 1)
    return [
      TestRow(
        id: RowID(item: item.id, part: 0), revision: Revision(UInt64(height)), baseHeight: height)
    ]
  }
}
