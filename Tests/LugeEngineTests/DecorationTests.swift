import LugeCore
import LugeTestSupport
import Testing

@testable import LugeEngine

/// A row with a place of 16 × 10 in it, and a text.
private struct SlotRow: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "slot"
  var id: RowID
  var height: Int
  var revision: Revision { .initial }

  static func layout(_ row: SlotRow, in context: LayoutContext) -> RowLayout {
    var layout = RowLayout(size: PixelSize(width: context.width, height: row.height))
    layout.slots = [
      RowSlot(SlotKey(item: row.id.item, part: 0), Rect(x: 10, y: 4, width: 16, height: 10))
    ]
    return layout
  }
}

private struct SlotFactory: RowFactory {
  func rows(for item: TestItem, previous: TestItem?, next: TestItem?) -> [any RowModel] {
    [SlotRow(id: RowID(item: item.id, part: 0), height: item.height)]
  }
}

private final class Marks: RowDecorator {
  var states: [ItemID: Int] = [:]
  var all: Int?

  func decoration(in slot: SlotKey) -> (any RowDecoration)? {
    (all ?? states[slot.item]).map { Mark(state: $0) }
  }
}

private struct Mark: RowDecoration {
  var state: Int
  func drawList(size: PixelSize, in context: LayoutContext) -> DrawList { DrawList() }
}

@Suite("Decorations", .timeLimit(.minutes(5)))
struct DecorationTests {
  private func engine(_ count: Int) -> ListEngine {
    let engine = ListEngine(
      provider: FactoryRowProvider(
        source: ArraySource(items(count)) { $0.id }, factory: SlotFactory()),
      configuration: EngineConfiguration(opensAt: .end, drawBudget: 10), tools: { TestTools() })
    engine.setViewport(
      PixelSize(width: 400, height: 700), environment: LayoutEnvironment(width: 400))
    return engine
  }

  @Test(
    "A hundred changes a second move nothing, lay out nothing and draw no row", arguments: 0..<8)
  func receipts(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let engine = engine(300)
    let marks = Marks()
    engine.decorator = marks
    var time = 0.0
    engine.settle(from: &time)
    if seed % 2 == 1 {
      engine.scroll(by: -Int.random(in: 1...900, using: &random))
      engine.settle(from: &time)
    }
    engine.restWithLane(from: &time)
    let places = engine.visibleRows.map { [$0.id.item.rawValue, Int64($0.y), Int64($0.height)] }
    let before = engine.statistics
    for _ in 0..<180 {
      // 100 a second in frames of a sixtieth.
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let item = ItemID(.random(in: 0..<300, using: &random))
        marks.states[item] = .random(in: 0..<5, using: &random)
      }
      engine.decorationsChanged()
      time += 1 / 60
      _ = engine.frame(at: time)
      #expect(
        engine.visibleRows.map { [$0.id.item.rawValue, Int64($0.y), Int64($0.height)] } == places)
    }
    let plan = engine.settle(from: &time)
    let after = engine.statistics
    #expect(after.itemsLaidOutByLane == before.itemsLaidOutByLane)
    #expect(after.itemsLaidOutOnTheSpot == before.itemsLaidOutOnTheSpot)
    #expect(after.slicesDrawnByLane == before.slicesDrawnByLane)
    #expect(after.slicesDrawnOnTheSpot == before.slicesDrawnOnTheSpot)
    #expect(after.rowsRelaidOut == before.rowsRelaidOut)
    // Equal marks are drawn once, whoever has them.
    #expect(engine.decorations.drawnCount <= 5)
    // What is in view stands where its row is, wholly within it.
    let shown = Dictionary(uniqueKeysWithValues: plan.decorations.map { ($0.slot.item, $0) })
    for row in engine.visibleRows {
      let isSeen = row.y + 4 < 700 && row.y + 14 > 0
      let layer = shown[row.id.item]
      #expect((layer != nil) == (isSeen && marks.states[row.id.item] != nil))
      if let layer { #expect(layer.y == row.y + 4 && layer.x == 10) }
    }
    #expect(!engine.needsFrame)
    #expect(plan.looksEqual(to: engine.frame(at: time + 1)), "and then it rests")
  }

  @Test("What stood there stays until what follows is drawn; nothing takes it away at once")
  func replaced() throws {
    let engine = engine(30)
    let marks = Marks()
    marks.all = 1
    engine.decorator = marks
    var time = 0.0
    let count = engine.settle(from: &time).decorations.count
    #expect(count > 5)
    marks.all = 2
    engine.decorationsChanged()
    #expect(engine.frame(at: time + 0.02).decorations.count == count)
    time += 1
    engine.settle(from: &time)
    let asked = engine.decorations.askedCount
    #expect(engine.frame(at: time + 1).decorations.count == count)
    #expect(engine.decorations.askedCount == asked, "nothing changed, so nothing is asked")
    marks.all = nil
    let notify = engine.decorationsNotifier
    notify()
    #expect(engine.needsFrame)
    #expect(engine.frame(at: time + 2).decorations.isEmpty)
  }
}
