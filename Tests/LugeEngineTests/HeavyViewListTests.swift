import LugeCore
import LugeTestSupport
import Synchronization
import Testing

@testable import LugeEngine

@Suite("Heavy views in a list", .timeLimit(.minutes(15)))
struct HeavyViewListTests {
  private let diary = Diary()

  private struct HeavyRow: RowModel {
    static let reuseIdentifier: ReuseIdentifier = "heavy"
    var id: RowID
    var revision: Revision { .initial }
    var diary: Diary

    static func layout(_ row: HeavyRow, in context: LayoutContext) -> RowLayout {
      let name = "\(row.id.item.rawValue)"
      return RowLayout(
        size: PixelSize(width: context.width, height: 100),
        rowLayers: [
          RowLayer(
            key: ImageKey(name), rect: Rect(x: 0, y: 0, width: Double(context.width), height: 100),
            content: CountingContent(name: name, diary: row.diary), input: .all)
        ])
    }
  }

  private struct HeavyFactory: RowFactory {
    var diary: Diary
    func rows(for item: TestItem, previous: TestItem?, next: TestItem?) -> [any RowModel] {
      [HeavyRow(id: RowID(item: item.id, part: 0), diary: diary)]
    }
  }

  /// A view that takes a part of its row, as one in a bubble does.
  private struct PartlyHeavyRow: RowModel {
    static let reuseIdentifier: ReuseIdentifier = "partly"
    var id: RowID
    var revision: Revision { .initial }
    var diary: Diary

    static func layout(_ row: PartlyHeavyRow, in context: LayoutContext) -> RowLayout {
      let name = "\(row.id.item.rawValue)"
      return RowLayout(
        size: PixelSize(width: context.width, height: 100),
        rowLayers: [
          RowLayer(
            key: ImageKey(name), rect: Rect(x: 10, y: 20, width: 40, height: 30),
            radii: CornerRadii(4), content: CountingContent(name: name, diary: row.diary))
        ])
    }
  }

  @Test("A view that takes a part of its row lies over the row's own drawing")
  func partly() throws {
    let diary = diary
    let engine = ListEngine(
      provider: FactoryRowProvider(source: ArraySource(items(30)) { $0.id }) { item in
        [PartlyHeavyRow(id: RowID(item: item.id, part: 0), diary: diary)]
      },
      configuration: EngineConfiguration(opensAt: .start, drawBudget: 10), tools: { TestTools() })
    engine.setViewport(
      PixelSize(width: 400, height: 350), environment: LayoutEnvironment(width: 400))
    var time = 0.0
    let plan = engine.settle(from: &time)
    #expect(plan.views.map(\.y) == [20, 120, 220, 320])
    // The last one is cut off by the viewport, which hides nothing of the others.
    #expect(plan.layers.map(\.y) == [20, 120, 220, 320])
    #expect(plan.layers.allSatisfy { $0.bitmap?.size == PixelSize(width: 40, height: 30) })
    #expect(plan.pieces.allSatisfy { $0.row != nil && $0.height == 100 })
    engine.send(.doubleClicked(.zero), to: ImageKey("1"))
    let next = engine.settle(from: &time)
    #expect(next.layers[1].bitmap !== plan.layers[1].bitmap)
    #expect(next.layers[0].bitmap === plan.layers[0].bitmap)
    #expect(!next.looksEqual(to: plan))
  }

  @Test("Tab goes from view to view, in view or not, and leaves after the last")
  func stops() {
    let engine = engine(5)
    var time = 0.0
    _ = engine.settle(from: &time)
    let height = engine.state.viewport.height
    var keys: [String] = []
    var stop = engine.heavyViewStop(after: nil)
    while let next = stop, keys.count < 10 {
      #expect(next.height == 100 && next.y == 100 * keys.count)
      keys.append(next.key.source)
      stop = engine.heavyViewStop(after: next.key)
    }
    #expect(keys == ["0", "1", "2", "3", "4"])
    #expect(engine.heavyViewStop(after: ImageKey("0"), backwards: true) == nil)
    #expect(engine.heavyViewStop(after: ImageKey("3"), backwards: true)?.key == ImageKey("2"))
    engine.scroll(by: 30)
    _ = engine.settle(from: &time)
    #expect(engine.heavyViewStop(after: nil)?.key == ImageKey("1"), "the first that is whole")
    let last = engine.heavyViewStop(after: nil, backwards: true)
    #expect(last.map { $0.y + $0.height <= height } == true)
  }

  private func engine(_ count: Int, _ limits: HeavyViewLimits = HeavyViewLimits()) -> ListEngine {
    var configuration = EngineConfiguration(opensAt: .start, drawBudget: 10)
    configuration.heavyViews = limits
    let engine = ListEngine(
      provider: FactoryRowProvider(
        source: ArraySource(items(count)) { $0.id }, factory: HeavyFactory(diary: diary)),
      configuration: configuration, tools: { TestTools() })
    engine.setViewport(
      PixelSize(width: 400, height: 350), environment: LayoutEnvironment(width: 400))
    return engine
  }

  @Test("A row that its view covers shows the view's picture, and its own is not drawn")
  func covering() {
    let engine = engine(40)
    var time = 0.0
    var plan = engine.settle(from: &time)
    #expect(plan.views.map(\.key.source) == ["0", "1", "2", "3"])
    #expect(plan.views.map(\.y) == [0, 100, 200, 300])
    #expect(plan.blankPixels == 0)
    let drawn = engine.statistics.slicesDrawnByLane + engine.statistics.slicesDrawnOnTheSpot
    engine.scroll(by: 120)
    plan = engine.settle(from: &time)
    engine.scroll(by: -120)
    let again = engine.settle(from: &time)
    #expect(again.pieces.allSatisfy { $0.row != nil })
    #expect(diary["0"].drawn == 1 && diary["0"].made == 1)
    #expect(
      engine.statistics.slicesDrawnByLane + engine.statistics.slicesDrawnOnTheSpot <= drawn + 3)
  }

  @Test("Scrolled away and back, a view is what it was, even when its lease had ended")
  func there() {
    let engine = engine(200, HeavyViewLimits(count: 6))
    var time = 0.0
    _ = engine.settle(from: &time)
    engine.send(.doubleClicked(.zero), to: ImageKey("1"))
    _ = engine.settle(from: &time)
    #expect(diary["1"].drawn == 2)
    for _ in 0..<40 {
      engine.scroll(by: 300)
      _ = engine.settle(from: &time)
    }
    #expect(diary["1"].alive == 0)
    engine.scrollToStart()
    let plan = engine.settle(from: &time)
    #expect(plan.views.first?.key.source == "0")
    #expect(diary["1"].made == 2 && diary["1"].alive == 1)
    #expect(engine.heavyViewStatistics.count <= 6)
    #expect(
      engine.heavyView(ImageKey("1"), handles: .left)
        && !engine.heavyView(ImageKey("1"), handles: .right))
  }

  @Test("What changed is drawn when it is near, once however often it was said")
  func telling() {
    let engine = engine(100)
    var time = 0.0
    _ = engine.settle(from: &time)
    let changed = engine.heavyViewsChanged
    for _ in 0..<50 { changed(["0", "2", "77"].reduce(into: []) { $0.insert(ImageKey($1)) }) }
    _ = engine.settle(from: &time)
    #expect(diary["0"].drawn == 2 && diary["2"].drawn == 2)
    #expect(diary["1"].drawn == 1 && diary["77"].made == 0)
  }
}
