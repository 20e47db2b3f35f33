import LugeCore
import LugeEngine
import Testing

@Suite("Frames") struct FramePlanTests {
  @Test("A row taller than a slice is drawn in slices, and only those near the viewport")
  func slices() {
    let engine = ListEngine.forTests([TestItem(id: ItemID(1), height: 40_000)])
    var time = 0.0
    let plan = engine.settle(from: &time)
    #expect(plan.pieces.map(\.height) == [1024])
    engine.scroll(by: 20_000)
    let deep = engine.settle(from: &time)
    #expect(deep.blankPixels == 0)
    #expect(deep.pieces.allSatisfy { $0.height <= 1024 })
    let drawn = engine.statistics.slicesDrawnByLane + engine.statistics.slicesDrawnOnTheSpot
    #expect(drawn < 20, "of 40 slices \(drawn) were drawn")
  }

  @Test("A list at rest wants no frames, and frames that show the same look equal")
  func rest() {
    let engine = ListEngine.forTests(items(500))
    var time = 0.0
    let first = engine.settle(from: &time)
    while engine.waitForResults(seconds: 0.1) { _ = engine.frame(at: time) }
    #expect(!engine.needsFrame)
    #expect(first.looksEqual(to: engine.frame(at: time + 1)))
    engine.scroll(by: 3)
    #expect(engine.needsFrame)
    #expect(!first.looksEqual(to: engine.frame(at: time + 1.1)))
  }

  @Test("Another colour scheme draws rows anew and moves nothing")
  func scheme() {
    let engine = ListEngine.forTests(items(500))
    var time = 0.0
    let light = engine.settle(from: &time)
    let laidOut = engine.statistics.itemsLaidOutByLane
    engine.setColorScheme(.dark)
    let dark = engine.settle(from: &time)
    #expect(dark.scheme == .dark && dark.blankPixels == 0)
    #expect(dark.pieces.map(\.y) == light.pieces.map(\.y))
    #expect(!dark.looksEqual(to: light))
    #expect(engine.statistics.itemsLaidOutByLane == laidOut)
  }

  @Test("A hit names the row under the point; outside of the content there is none")
  func hits() {
    let engine = ListEngine.forTests(items(3))
    var time = 0.0
    engine.settle(from: &time)
    for row in engine.visibleRows {
      let hit = engine.hit(at: Point(x: 10, y: Double(row.y) + Double(row.height) / 2))
      #expect(hit?.row == row.id && hit?.position == row.position)
    }
    #expect(engine.hit(at: Point(x: 10, y: 790)) == nil)
  }

  @Test("Zoom and scale lay out anew, bitmaps of before are not shown")
  func zoom() {
    let engine = ListEngine.forTests(items(500))
    var time = 0.0
    engine.settle(from: &time)
    engine.jump(to: 250)
    engine.settle(from: &time)
    let before = engine.visibleRows
    engine.setViewport(
      PixelSize(width: 400, height: 800),
      environment: LayoutEnvironment(width: 400, scale: 2, zoom: 1.5))
    let plan = engine.frame(at: time)
    #expect(plan.blankPixels == 0)
    // The kind of row under test does not depend on the scale: everything stays where it was.
    #expect(engine.visibleRows.map(\.y) == before.map(\.y))
    #expect(engine.statistics.itemsLaidOutOnTheSpot > 0)
  }
}
