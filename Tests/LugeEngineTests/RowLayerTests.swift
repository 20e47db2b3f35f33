import LugeCore
import Testing

@testable import LugeEngine

/// A row of 100 pixels with a layer of 40 × 30 in it.
private struct LiveRow: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "live"
  var id: RowID
  var revision: Revision { .initial }

  static func layout(_ row: LiveRow, in context: LayoutContext) -> RowLayout {
    RowLayout(
      size: PixelSize(width: context.width, height: 100),
      rowLayers: [
        RowLayer(
          key: ImageKey("\(row.id.item.rawValue)"), rect: Rect(x: 10, y: 20, width: 40, height: 30),
          radii: CornerRadii(4))
      ])
  }
}

private struct RowLayerFactory: RowFactory {
  func rows(for item: TestItem, previous: TestItem?, next: TestItem?) -> [any RowModel] {
    [LiveRow(id: RowID(item: item.id, part: 0))]
  }
}

@Suite("Row layers", .timeLimit(.minutes(15)))
struct RowLayerTests {
  private func engine(_ count: Int) -> ListEngine {
    let engine = ListEngine(
      provider: FactoryRowProvider(
        source: ArraySource(items(count)) { $0.id }, factory: RowLayerFactory()),
      configuration: EngineConfiguration(opensAt: .start, drawBudget: 10), tools: { TestTools() })
    engine.setViewport(
      PixelSize(width: 400, height: 350), environment: LayoutEnvironment(width: 400))
    return engine
  }

  @Test("Exactly the layers in view are named, where their rows are")
  func places() {
    let engine = engine(50)
    var time = 0.0
    let plan = engine.settle(from: &time)
    #expect(plan.layers.map(\.key.source) == ["0", "1", "2", "3"])
    #expect(plan.layers.map(\.y) == [20, 120, 220, 320])
    #expect(plan.layers.allSatisfy { $0.x == 10 && $0.size == PixelSize(width: 40, height: 30) })
    // The first layer ends at row 50.
    engine.scroll(by: 49)
    #expect(engine.settle(from: &time).layers.first?.key.source == "0")
    engine.scroll(by: 1)
    #expect(engine.settle(from: &time).layers.first?.key.source == "1")
  }

  @Test(
    "A change of a layer's picture is a frame to paint, and nothing is drawn or laid out for it")
  func changes() {
    let engine = engine(10)
    var time = 0.0
    engine.settle(from: &time)
    // Rows beyond the view are drawn a little later.
    engine.restWithLane(from: &time)
    var plan = engine.frame(at: time)
    let before = engine.statistics
    #expect(plan.looksEqual(to: engine.frame(at: time + 1)))
    var other = engine.frame(at: time + 2)
    plan.layers[0].bitmap = Bitmap(size: PixelSize(width: 40, height: 30))
    other.layers[0].bitmap = Bitmap(size: PixelSize(width: 40, height: 30))
    #expect(!plan.looksEqual(to: other))
    other.layers[0].bitmap = plan.layers[0].bitmap
    #expect(plan.looksEqual(to: other))
    let after = engine.statistics
    #expect(after.slicesDrawnByLane == before.slicesDrawnByLane)
    #expect(after.slicesDrawnOnTheSpot == before.slicesDrawnOnTheSpot)
    #expect(after.itemsLaidOutByLane == before.itemsLaidOutByLane)
    #expect(!engine.needsFrame)
  }
}
