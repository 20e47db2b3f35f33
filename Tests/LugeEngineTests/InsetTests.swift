import LugeCore
import LugeEngine
import Testing

@Suite("Room at the list's ends") struct InsetTests {
  private static let insets = EngineConfiguration.Insets(top: 6, bottom: 10)

  @Test(
    "The ends stop with their room in view, and the scroll bar counts it", arguments: [1.0, 1.5])
  func ends(scale: Double) {
    let all = items(300)
    let engine = ListEngine.forTests(all, opensAt: .end, insets: Self.insets, scale: scale)
    let top = Int((6 * scale).rounded())
    let bottom = Int((10 * scale).rounded())
    let content = all.reduce(0) { $0 + $1.height }
    var time = 0.0
    engine.settle(from: &time)
    #expect(engine.visibleRows.last.map { $0.y + $0.height } == 800 - bottom)
    #expect(engine.metrics.isAtEnd)
    #expect(engine.scroll(by: 1) == 0)

    // Everything measured, so that the sums are exact.
    while engine.scroll(by: -300) != 0 { engine.settle(from: &time) }
    let start = engine.metrics
    #expect(start.isExact && start.isAtStart)
    #expect(start.offset == 0)
    #expect(start.contentHeight == content + top + bottom)
    #expect(engine.firstVisible?.y == top)
    #expect(engine.scroll(by: -1) == 0)

    engine.scrollToEnd()
    engine.settle(from: &time)
    let end = engine.metrics
    #expect(end.offset + end.viewportHeight == end.contentHeight)
    engine.scrollToStart()
    engine.settle(from: &time)
    #expect(engine.firstVisible?.y == top)
  }

  @Test(
    "The scroll bar's offsets are the same before and after", arguments: [0, 3, 6, 7, 500, 4000])
  func offsets(offset: Int) {
    let engine = ListEngine.forTests(items(300), insets: Self.insets)
    var time = 0.0
    engine.settle(from: &time)
    while engine.scroll(by: 300) != 0 { engine.settle(from: &time) }
    engine.scroll(toOffset: offset)
    engine.settle(from: &time)
    #expect(engine.metrics.offset == offset)
    #expect(engine.position(atOffset: offset) == engine.metrics.firstVisiblePosition)
  }

  @Test("Content shorter than the viewport stands at its edge with its room")
  func short() {
    let few = items(3) { _ in 50 }
    var time = 0.0
    let atStart = ListEngine.forTests(few, opensAt: .start, insets: Self.insets)
    atStart.settle(from: &time)
    #expect(atStart.firstVisible?.y == 6)
    let atEnd = ListEngine.forTests(few, opensAt: .end, insets: Self.insets)
    atEnd.settle(from: &time)
    #expect(atEnd.visibleRows.last.map { $0.y + $0.height } == 790)
    for engine in [atStart, atEnd] {
      #expect(engine.scroll(by: 40) == 0)
      #expect(engine.scroll(by: -40) == 0)
      #expect(engine.metrics.isAtStart && engine.metrics.isAtEnd)
    }
  }

  @Test("Content that fits only without its room scrolls by what is missing")
  func barelyTooLong() {
    let rows = items(8) { _ in 99 }
    var time = 0.0
    let engine = ListEngine.forTests(rows, opensAt: .start, insets: Self.insets)
    engine.settle(from: &time)
    #expect(engine.firstVisible?.y == 6)
    #expect(engine.scroll(by: 100) == 8)
    #expect(engine.visibleRows.last.map { $0.y + $0.height } == 790)
    #expect(engine.scroll(by: -100) == -8)
  }

  @Test("A bar over the upper edge moves nothing, and the beginning can be scrolled below it")
  func covered() {
    let engine = ListEngine.forTests(items(100), opensAt: .start, insets: Self.insets)
    var time = 0.0
    engine.settle(from: &time)
    engine.scroll(by: 500)
    engine.settle(from: &time)
    let place = engine.firstVisible?.y
    engine.coveredTop = 44
    engine.settle(from: &time)
    #expect(engine.firstVisible?.y == place)
    engine.scroll(by: -5000)
    engine.settle(from: &time)
    #expect(engine.firstVisible?.y == 50 && engine.metrics.isAtStart && engine.metrics.offset == 0)
    // At the beginning it stays there, with the bar and without it.
    engine.coveredTop = 0
    engine.settle(from: &time)
    #expect(engine.firstVisible?.y == 6)
    engine.coveredTop = 30
    engine.settle(from: &time)
    #expect(engine.firstVisible?.y == 36)
    // At the end, too, nothing moves.
    let atEnd = ListEngine.forTests(items(100), opensAt: .end, insets: Self.insets)
    atEnd.settle(from: &time)
    atEnd.coveredTop = 44
    atEnd.settle(from: &time)
    #expect(atEnd.visibleRows.last.map { $0.y + $0.height } == 790)
  }

  @Test("Items appended at the end stay above the room")
  func appended() {
    let all = items(100)
    let engine = ListEngine.forTests(all, opensAt: .end, insets: Self.insets)
    var time = 0.0
    engine.settle(from: &time)
    let more = all + items(5, firstID: 1000)
    engine.update(to: provider(more), changes: [.insert(count: 5, at: 100)])
    engine.settle(from: &time)
    #expect(engine.visibleRows.last?.id.item == more.last?.id)
    #expect(engine.visibleRows.last.map { $0.y + $0.height } == 790)
  }
}
