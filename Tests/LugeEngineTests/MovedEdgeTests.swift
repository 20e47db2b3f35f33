import LugeCore
import LugeEngine
import Testing

@Suite("Something that comes above the list leaves rows where they are on the screen")
struct MovedEdgeTests {
  private static let bar = 48
  private var time = 0.0

  private func setBar(_ isShown: Bool, over engine: ListEngine) {
    engine.setViewport(
      PixelSize(width: 400, height: 800 - (isShown ? Self.bar : 0)),
      environment: LayoutEnvironment(width: 400), movedDown: isShown ? Self.bar : -Self.bar)
  }

  private mutating func engine(at position: Int) -> ListEngine {
    let engine = ListEngine.forTests(items(300), opensAt: .end)
    engine.settle(from: &time)
    engine.jump(to: position)
    engine.settle(from: &time)
    return engine
  }

  @Test("In the middle, and a pixel before the end", arguments: [150, 299])
  mutating func stays(position: Int) throws {
    let engine = self.engine(at: position)
    if position == 299 { engine.scroll(by: -1) }
    engine.settle(from: &time)
    let row = try #require(engine.visibleRows.dropLast(2).last)
    setBar(true, over: engine)
    engine.settle(from: &time)
    #expect(engine.y(of: row.id.item.rawValue) == row.y - Self.bar)
    setBar(false, over: engine)
    engine.settle(from: &time)
    #expect(engine.y(of: row.id.item.rawValue) == row.y)
  }

  @Test("Lists at their beginning and at their end stay there", arguments: [0, 299])
  mutating func ends(position: Int) {
    let engine = self.engine(at: position)
    for isShown in [true, false] {
      setBar(isShown, over: engine)
      engine.settle(from: &time)
      #expect(engine.metrics.isAtStart == (position == 0))
      #expect(engine.metrics.isAtEnd == (position == 299))
    }
  }
}
