import Foundation
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
  /// What it fills; nil if it shows nothing.
  var filled: Rect?

  func drawList(size: PixelSize, in context: LayoutContext) -> DrawList {
    guard let filled else { return DrawList() }
    return DrawList([
      .rectangle(filled, fill: ThemeColor(light: RGBA(0), dark: RGBA(0)))
    ])
  }
}

/// A picture of its own in each slot.
private final class ManyFaces: RowDecorator {
  struct Mark: RowDecoration {
    var face: ImageKey
    func drawList(size: PixelSize, in context: LayoutContext) -> DrawList {
      DrawList([
        .image(
          face, Rect(x: 0, y: 0, width: 8, height: 8), CornerRadii(4),
          placeholder: ImagePlaceholder(
            fill: ThemeColor(light: RGBA(0), dark: RGBA(0)), mark: .none, reportsProblems: false))
      ])
    }
  }

  func decoration(in slot: SlotKey) -> (any RowDecoration)? {
    Mark(face: ImageKey("face \(slot.item.rawValue)"))
  }
}

/// A picture in each slot.
private final class FaceMarks: RowDecorator {
  struct Mark: RowDecoration {
    func drawList(size: PixelSize, in context: LayoutContext) -> DrawList {
      DrawList([
        .image(
          ImageKey("face"), Rect(x: 0, y: 0, width: 8, height: 8), CornerRadii(4),
          placeholder: ImagePlaceholder(
            fill: ThemeColor(light: RGBA(0), dark: RGBA(0)), mark: .none, reportsProblems: false))
      ])
    }
  }

  var isShown = true

  func decoration(in slot: SlotKey) -> (any RowDecoration)? { isShown ? Mark() : nil }
}

/// One that is another in each frame, and takes longer than a frame to be drawn.
private final class SlowMarks: RowDecorator {
  struct Mark: RowDecoration {
    var state: Int
    func drawList(size: PixelSize, in context: LayoutContext) -> DrawList {
      usleep(15_000)
      return DrawList()
    }
  }

  var state = 0

  func decoration(in slot: SlotKey) -> (any RowDecoration)? {
    slot.item == ItemID(29) ? Mark(state: state) : nil
  }
}

@Suite("Decorations", .timeLimit(.minutes(15)))
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
    let shown = Dictionary(
      uniqueKeysWithValues: plan.decorations.compactMap { shown in
        shown.slot.map { ($0.item, shown) }
      })
    for row in engine.visibleRows {
      let isSeen = row.y + 4 < 700 && row.y + 14 > 0
      let layer = shown[row.id.item]
      #expect((layer != nil) == (isSeen && marks.states[row.id.item] != nil))
      if let layer { #expect(layer.y == row.y + 4 && layer.x == 10) }
    }
    #expect(!engine.needsFrame)
    #expect(plan.looksEqual(to: engine.frame(at: time + 1)), "and then it rests")
  }

  @Test("The pictures of what is in view are wanted, and it is drawn again once they came")
  func pictures() throws {
    let engine = engine(30)
    let marks = FaceMarks()
    var requests: [ListImageRequest] = []
    engine.onImageRequests = { requests = $0 }
    engine.decorator = marks
    var time = 0.0
    engine.settle(from: &time)
    let drawn = engine.decorations.drawnCount
    #expect(drawn == 1 && Set(requests.map(\.key)) == [ImageKey("face")])
    #expect(requests.allSatisfy { $0.distance == 0 && $0.size == PixelSize(width: 8, height: 8) })
    let count = engine.frame(at: time + 1).decorations.count
    engine.imageArrivals([ImageKey("other")])
    time += 2
    engine.settle(from: &time)
    #expect(engine.decorations.drawnCount == drawn, "another's picture")
    engine.imageArrivals([ImageKey("face")])
    #expect(
      engine.frame(at: time + 1).decorations.count == count, "the old drawing stays until then")
    time += 2
    engine.settle(from: &time)
    #expect(engine.decorations.drawnCount == drawn + 1)
    // Out of view it is wanted no longer.
    marks.isShown = false
    engine.decorationsChanged()
    time += 1
    engine.settle(from: &time)
    #expect(requests.isEmpty)
  }

  @Test("However many faces passed by, those in view are wanted", .timeLimit(.minutes(15)))
  func manyFaces() throws {
    let engine = engine(800)
    var requests: [ListImageRequest] = []
    engine.onImageRequests = { requests = $0 }
    engine.decorator = ManyFaces()
    var time = 0.0
    engine.settle(from: &time)
    func seen() -> Set<ImageKey> {
      Set(
        engine.visibleRows.filter { $0.y + 14 > 0 && $0.y + 4 < 700 }
          .map { ImageKey("face \($0.id.item.rawValue)") })
    }
    #expect(seen().isSubset(of: requests.map(\.key)) && seen().count > 5)
    for _ in 0..<2 {
      for direction in [-1, 1] {
        for _ in 0..<80 {
          engine.scroll(by: direction * 500)
          engine.settle(from: &time)
          #expect(seen().isSubset(of: requests.map(\.key)))
        }
      }
    }
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

  @Test("What changes faster than it is drawn is shown as it comes, and asked for once at a time")
  func fast() {
    let engine = engine(30)
    var time = 0.0
    engine.settle(from: &time)
    let marks = SlowMarks()
    engine.decorator = marks
    var shown: [Bitmap] = []
    for _ in 0..<60 {
      marks.state += 1
      engine.decorationsChanged()
      usleep(5_000)
      time += 1 / 60
      let plan = engine.frame(at: time)
      if let bitmap = plan.decorations.first?.bitmap, bitmap !== shown.last {
        shown.append(bitmap)
      }
    }
    // 300 ms: at most 20 of 15 ms each; on a busy machine fewer.
    #expect(shown.count >= 3)
    #expect(engine.decorations.drawnCount <= 21)
    engine.settle(from: &time)
    #expect(engine.decorations.isSettled)
  }

  // MARK: What stands over the list

  @Test(
    "The heading of what is in view stays at the edge, and the next one pushes it out",
    arguments: 0..<6)
  func heading(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let engine = ListEngine(
      provider: FactoryRowProvider(
        source: ArraySource(items(200)) { $0.id }, factory: HeadedFactory()),
      configuration: EngineConfiguration(opensAt: .end, drawBudget: 10), tools: { TestTools() })
    engine.setViewport(
      PixelSize(width: 400, height: 500), environment: LayoutEnvironment(width: 400))
    var time = 0.0
    #expect(engine.settle(from: &time).decorations.isEmpty, "nothing until it is wanted")
    engine.headingOpacity = 0.5
    var shown = 0
    for _ in 0..<120 {
      engine.scroll(by: Int.random(in: -90...60, using: &random))
      time += 1 / 60
      _ = engine.frame(at: time)
      let plan = engine.settle(from: &time)
      let rows = engine.visibleRows
      let first = try #require(rows.first)
      let following = rows.dropFirst().first { $0.id.part == 0 }
      guard first.id.part != 0 || first.y + HeadedRow.inset < 6 else {
        #expect(plan.decorations.isEmpty, "it stands in the list itself")
        continue
      }
      let decoration = try #require(plan.decorations.first)
      shown += 1
      #expect(plan.decorations.count == 1 && decoration.slot == nil && decoration.opacity == 128)
      #expect(decoration.x == 100 && decoration.bitmap.size == PixelSize(width: 200, height: 20))
      #expect(decoration.y <= 6)
      if let following {
        #expect(decoration.y + 20 + 6 <= max(following.y + HeadedRow.inset, 0) || decoration.y == 6)
        #expect(decoration.y == min(6, following.y + HeadedRow.inset - 26))
      }
    }
    #expect(shown > 40)
    engine.headingOpacity = 0
    #expect(engine.frame(at: time + 1).decorations.isEmpty)
  }

  @Test("A row that looks like the heading fades below it, and nothing moves")
  func hidesBelowHeading() throws {
    let engine = ListEngine(
      provider: FactoryRowProvider(
        source: ArraySource(items(60)) { $0.id }, factory: HeadedFactory(hides: true)),
      configuration: EngineConfiguration(opensAt: .end, drawBudget: 10), tools: { TestTools() })
    engine.setViewport(
      PixelSize(width: 400, height: 500), environment: LayoutEnvironment(width: 400))
    var time = 0.0
    engine.settle(from: &time)
    engine.headingOpacity = 1
    var hidden = 0
    for _ in 0..<60 {
      engine.scroll(by: -17)
      time += 1 / 60
      let plan = engine.settle(from: &time)
      guard let heading = plan.decorations.last, heading.bitmap.size.width == 200 else { continue }
      let edge = heading.y + heading.bitmap.size.height
      let covers = plan.decorations.dropLast()
      for row in engine.visibleRows where row.id.part != 0 {
        let cover = covers.first { $0.y == row.y && $0.bitmap.size.height == row.height }
        if row.y <= edge {
          #expect(cover?.opacity == 255, "it is gone where it would touch the heading")
          hidden += 1
        } else if row.y >= edge + 12 {
          #expect(cover == nil, "farther away it is seen")
        } else {
          #expect((cover?.opacity ?? 0) < 255)
        }
      }
    }
    #expect(hidden > 20)
    let places = engine.visibleRows.map(\.y)
    engine.headingOpacity = 0
    #expect(engine.frame(at: time + 1).decorations.isEmpty)
    #expect(engine.visibleRows.map(\.y) == places)
  }

  @Test("The heading vanishes before it touches a text over a picture beside it")
  func plates() throws {
    for (left, isInTheWay) in [(90, true), (310, false)] {
      let engine = ListEngine(
        provider: FactoryRowProvider(
          source: ArraySource(items(60)) { $0.id },
          factory: HeadedFactory(plate: Rect(x: left, y: 10, width: 60, height: 16))),
        configuration: EngineConfiguration(opensAt: .end, drawBudget: 10), tools: { TestTools() })
      engine.setViewport(
        PixelSize(width: 400, height: 500), environment: LayoutEnvironment(width: 400))
      var time = 0.0
      engine.settle(from: &time)
      engine.headingOpacity = 1
      var (covered, free) = (0, 0)
      for _ in 0..<200 {
        engine.scroll(by: -7)
        time += 1 / 60
        let plan = engine.settle(from: &time)
        let heading = plan.decorations.last { $0.bitmap.size.width == 200 }
        let lines = heading.map { $0.y..<$0.y + 20 } ?? 6..<26
        let touches = engine.visibleRows.contains { row in
          row.id.part != 0 && (row.y + 10..<row.y + 26).overlaps(lines)
        }
        if isInTheWay, touches {
          #expect(heading == nil, "two texts in one place")
          covered += 1
        } else if heading?.opacity == 255 {
          free += 1
        }
      }
      #expect(free > 3)
      #expect(isInTheWay == (covered > 5))
    }
  }

  @Test("A heading stays beside a text that its drawing does not touch, whatever else is drawn")
  func narrowHeading() {
    let engine = ListEngine(
      provider: FactoryRowProvider(
        source: ArraySource(items(60)) { $0.id },
        factory: HeadedFactory(
          plate: Rect(x: 110, y: 10, width: 60, height: 16),
          filled: Rect(x: 80, y: 0, width: 40, height: 20))),
      configuration: EngineConfiguration(opensAt: .end, drawBudget: 10), tools: { TestTools() })
    engine.setViewport(
      PixelSize(width: 400, height: 500), environment: LayoutEnvironment(width: 400))
    var time = 0.0
    engine.settle(from: &time)
    engine.headingOpacity = 1
    var isBeside = false
    for _ in 0..<200 where !isBeside {
      engine.scroll(by: -7)
      time += 1 / 60
      let plan = engine.settle(from: &time)
      guard let heading = plan.decorations.first(where: { $0.bitmap.size.width == 200 }) else {
        continue
      }
      let lines = heading.y..<heading.y + 20
      isBeside = engine.visibleRows.contains { row in
        row.id.part != 0 && (row.y + 10..<row.y + 26).overlaps(lines)
      }
    }
    #expect(isBeside)
    // The heading is drawn once, and then many other decorations are.
    for state in 0..<70 {
      engine.floating = [
        FloatingDecoration(
          Mark(state: state, filled: Rect(x: 0, y: 0, width: 30, height: 30)),
          in: Rect(x: 0, y: 400, width: 30, height: 30))
      ]
      time += 1 / 60
      let plan = engine.settle(from: &time)
      let heading = plan.decorations.first { $0.bitmap.size.width == 200 }
      #expect(heading?.opacity == 255, "after \(state) others")
    }
    #expect(engine.decorations.drawnCount > 70)
  }

  @Test("What floats stands still and moves nothing, whatever it shows", arguments: 0..<4)
  func floating(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let engine = engine(100)
    var time = 0.0
    engine.settle(from: &time)
    engine.restWithLane(from: &time)
    let places = engine.visibleRows.map { [$0.id.item.rawValue, Int64($0.y), Int64($0.height)] }
    let before = engine.statistics
    let rect = Rect(x: 10, y: 660, width: 120, height: 30)
    for step in 0..<120 {
      // Somebody types, somebody else too, nobody; the dots move.
      engine.floating =
        Bool.random(using: &random)
        ? [] : [FloatingDecoration(Mark(state: step % 12), in: rect)]
      time += 1 / 60
      let plan = engine.frame(at: time)
      #expect(plan.decorations.allSatisfy { $0.x == 10 && $0.y == 660 && $0.slot == nil })
      #expect(
        engine.visibleRows.map { [$0.id.item.rawValue, Int64($0.y), Int64($0.height)] } == places)
    }
    engine.floating = [FloatingDecoration(Mark(state: 3), in: rect)]
    #expect(engine.settle(from: &time).decorations.count == 1)
    let after = engine.statistics
    #expect(after.itemsLaidOutByLane == before.itemsLaidOutByLane)
    #expect(after.slicesDrawnByLane == before.slicesDrawnByLane)
    #expect(after.rowsRelaidOut == before.rowsRelaidOut)
    #expect(engine.decorations.drawnCount <= 12)
    #expect(!engine.needsFrame)
  }
}

/// Every tenth item begins a section: a heading row above its own.
private struct HeadedRow: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "headed"
  /// Of the heading within its row.
  static let inset = 5
  var id: RowID
  var height: Int
  var section: Int
  var hides = false
  var plate: Rect?
  /// What the heading's drawing fills.
  var filled: Rect?
  var hidesBelowHeading: Bool { hides && !isHeading }
  var isHeading: Bool { id.part == 0 }
  var revision: Revision { .initial }

  var pinnedHeading: PinnedHeading? {
    PinnedHeading(
      Mark(state: section, filled: filled), width: 200, height: 20, isOwn: isHeading)
  }

  static func layout(_ row: HeadedRow, in context: LayoutContext) -> RowLayout {
    var layout = RowLayout(size: PixelSize(width: context.width, height: row.height))
    if row.isHeading {
      layout.body = RowBody(Rect(x: 100, y: Double(inset), width: 200, height: 20))
    } else if let plate = row.plate {
      layout.plates = [plate]
    }
    return layout
  }
}

private struct HeadedFactory: RowFactory {
  var hides = false
  var plate: Rect?
  var filled: Rect?

  func rows(for item: TestItem, previous: TestItem?, next: TestItem?) -> [any RowModel] {
    let section = Int(item.id.rawValue / 10)
    let own = HeadedRow(
      id: RowID(item: item.id, part: 1), height: item.height, section: section, hides: hides,
      plate: plate, filled: filled)
    guard item.id.rawValue % 10 == 0 else { return [own] }
    let heading = HeadedRow(
      id: RowID(item: item.id, part: 0), height: 30, section: section, filled: filled)
    return [heading, own]
  }
}
