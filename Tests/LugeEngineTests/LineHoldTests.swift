import LugeCore
import LugeEngine
import LugeTestSupport
import Testing

/// What stays is the reading line, whatever comes and goes around it in its own row or item.
@Suite("The reading line stays as its row changes") struct LineHoldTests {
  /// Lines of ten pixels, below a name of eighteen where the neighbour above is of another kind.
  private struct NamedRow: RowModel {
    static let reuseIdentifier: ReuseIdentifier = "named"
    var id: RowID
    var revision: Revision
    var height: Int
    var hasName: Bool

    static func layout(_ row: NamedRow, in context: LayoutContext) -> RowLayout {
      let top = row.hasName ? 18 : 0
      return RowLayout(
        size: PixelSize(width: context.width, height: row.height + top),
        lines: stride(from: 0, to: row.height, by: 10).map { LineMark(top: $0 + top, key: $0) })
    }
  }

  /// A name in the row, or a date in a row above it.
  private struct NeighbourFactory: RowFactory {
    var hasDates = false

    func rows(for item: TestItem, previous: TestItem?, next: TestItem?) -> [any RowModel] {
      let opens = previous.map { $0.height % 2 != item.height % 2 } ?? true
      let row = NamedRow(
        id: RowID(item: item.id, part: 0),
        revision: Revision(UInt64(item.height * 2 + (opens && !hasDates ? 1 : 0))),
        height: item.height, hasName: opens && !hasDates)
      guard hasDates, opens else { return [row] }
      let date = NamedRow(
        id: RowID(item: item.id, part: 1), revision: Revision(1), height: 200, hasName: false)
      return [date, row]
    }
  }

  private func provider(
    _ items: [TestItem], hasDates: Bool
  ) -> FactoryRowProvider<ArraySource<TestItem>, NeighbourFactory> {
    FactoryRowProvider(
      source: ArraySource(items) { $0.id }, factory: NeighbourFactory(hasDates: hasDates))
  }

  private func engine(_ items: [TestItem], hasDates: Bool, _ time: inout Double) -> ListEngine {
    let engine = ListEngine(
      provider: provider(items, hasDates: hasDates),
      configuration: EngineConfiguration(opensAt: .start, drawBudget: 10),
      tools: { TestTools() })
    engine.setViewport(
      PixelSize(width: 400, height: 800), environment: LayoutEnvironment(width: 400))
    engine.settle(from: &time)
    engine.jump(to: items.count / 2)
    engine.settle(from: &time)
    return engine
  }

  @Test("A jump that was asked for before the viewport changed leads to its target")
  func jumpOverResize() throws {
    var time = 0.0
    let all = items(100) { _ in 60 }
    let engine = engine(all, hasDates: false, &time)
    // Near enough for its rows to be in memory, but out of view; as of a list that is hidden, no
    // frames are made meanwhile.
    engine.jump(to: 38)
    for width in [300, 400] {
      engine.setViewport(
        PixelSize(width: width, height: 800), environment: LayoutEnvironment(width: width))
    }
    engine.settle(from: &time)
    let top = try #require(engine.y(of: 38))
    #expect((0..<800).contains(top))
  }

  @Test("A name comes in above the text, and goes", arguments: [true, false])
  func name(isAnimated: Bool) throws {
    // The eye looks at the row of item 50; the one above it is of another kind, or is not.
    for isOther in [true, false] {
      var all = items(100) { _ in 60 }
      all[49].height = isOther ? 61 : 60
      all[48].height = isOther ? 60 : 61
      var time = 0.0
      let engine = engine(all, hasDates: false, &time)
      let top = try #require(engine.y(of: 50))
      // To the eye, at 266.
      engine.scroll(by: top - 240)
      engine.settle(from: &time)
      let before = try #require(engine.seenRows.first { $0.id.item == ItemID(50) })
      #expect((before.lines.first?.top == 18) == isOther)
      all.remove(at: 49)
      engine.update(
        to: provider(all, hasDates: false), changes: [.remove(49..<50)],
        options: UpdateOptions(isAnimated: isAnimated))
      for _ in 0..<60 {
        time += 1 / 60
        _ = engine.frame(at: time)
        _ = engine.waitForResults(seconds: 0.002)
      }
      engine.settle(from: &time)
      let after = try #require(engine.seenRows.first { $0.id.item == ItemID(50) })
      let (was, now) = (try #require(before.lines.first), try #require(after.lines.first))
      #expect(was.top != now.top)
      #expect(before.y + was.top == after.y + now.top)
    }
  }

  @Test("A date at the reading line goes: the message below it stays") func date() throws {
    var all = items(100) { _ in 60 }
    all[49].height = 61
    var time = 0.0
    let engine = engine(all, hasDates: true, &time)
    let date = RowID(item: ItemID(50), part: 1)
    let top = try #require(engine.seenRows.first { $0.id == date }?.y)
    engine.scroll(by: top - 150)
    engine.settle(from: &time)
    let before = try #require(engine.seenRows.first { $0.id == RowID(item: ItemID(50), part: 0) })
    #expect(before.y == 350)
    all.remove(at: 49)
    engine.update(to: provider(all, hasDates: true), changes: [.remove(49..<50)])
    engine.settle(from: &time)
    #expect(!engine.seenRows.contains { $0.id == date })
    #expect(engine.seenRows.first { $0.id == before.id }?.y == before.y)
  }

  @Test(
    "More items than are made at once come in between the viewport's top and the eye, and below it",
    arguments: [0, 1, 2, 4, 5, 6, 9])
  func many(offset: Int) throws {
    var all = items(400) { _ in 60 }
    var time = 0.0
    let engine = engine(all, hasDates: false, &time)
    engine.scroll(by: 13)
    engine.settle(from: &time)
    let rows = engine.seenRows
    let eye = try #require(rows.first { $0.y + $0.height > 266 })
    let first = try #require(all.firstIndex { $0.id == rows[0].id.item })
    all.insert(contentsOf: items(500, firstID: 10_000) { _ in 60 }, at: first + offset)
    engine.update(
      to: provider(all, hasDates: false), changes: [.insert(count: 500, at: first + offset)])
    engine.settle(from: &time)
    #expect(engine.count == 900)
    #expect(engine.seenRows.first { $0.id == eye.id }?.y == eye.y)
  }
}
