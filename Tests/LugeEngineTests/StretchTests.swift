import LugeCore
import LugeTestSupport
import Testing

@testable import LugeEngine

@Suite("A frame that shows what the last one showed, somewhere else", .timeLimit(.minutes(15)))
struct StretchTests {
  /// Some rows of an item have no height, one in a while is taller than a slice, some show a
  /// picture.
  private struct Row: RowModel {
    static let reuseIdentifier: ReuseIdentifier = "row"
    var id: RowID
    var revision: Revision
    var height: Int
    var hasImage: Bool

    static func layout(_ row: Row, in context: LayoutContext) -> RowLayout {
      let whole = Rect(x: 0, y: 0, width: context.width, height: row.height)
      return RowLayout(
        size: PixelSize(width: context.width, height: row.height),
        drawList: row.hasImage
          ? DrawList([
            .image(
              ImageKey("picture"), whole, .zero,
              placeholder: ImagePlaceholder(fill: ThemeColor(0, dark: 0), mark: .none))
          ]) : DrawList())
    }
  }

  private struct Factory: RowFactory {
    func rows(for item: TestItem, previous: TestItem?, next: TestItem?) -> [any RowModel] {
      (0..<(1 + item.height % 4)).map { part in
        let spread = (item.height * 7 + part * 13) % 97
        return Row(
          id: RowID(item: item.id, part: UInt32(part)), revision: Revision(UInt64(item.height)),
          height: spread == 96 ? 2100 : spread < 8 ? 0 : spread, hasImage: spread % 5 == 1)
      }
    }
  }

  private typealias Provider = FactoryRowProvider<ArraySource<TestItem>, Factory>
  private func provider(_ items: [TestItem]) -> Provider {
    Provider(source: ArraySource(items) { $0.id }, factory: Factory())
  }

  /// The plan has a piece for each row in view, in its place, with the drawing that its cell holds;
  /// and there are cells for rows in view alone.
  private func check(_ plan: FramePlan, _ engine: ListEngine, _ step: Comment) {
    var expected: [RowID: (y: Int, height: Int)] = [:]
    var order: [RowID] = []
    engine.state.forEachVisibleRow { _, row, y in
      guard row.layout.size.height > 0 else { return }
      expected[row.id] = (y, row.layout.size.height)
      order.append(row.id)
    }
    var shown: [RowID] = []
    for piece in plan.pieces {
      guard let id = piece.row else { continue }
      if shown.last != id { shown.append(id) }
      guard let place = expected[id], engine.drawing.rowsOnScreen.contains(id)
      else {
        Issue.record("\(id) is not in view: \(step)")
        continue
      }
      let slice = (piece.y - place.y) / RowSlices.height
      #expect((piece.y - place.y) % RowSlices.height == 0, step)
      let slices = engine.drawing.drawings(of: id)
      guard slices.indices.contains(slice) else { continue }
      if case .skeleton = piece.content { #expect(slices[slice] == nil, step) }
      guard case .bitmap(let bitmap) = piece.content else { continue }
      #expect(slices[slice]?.bitmap === bitmap, step)
    }
    if plan.pieces.allSatisfy({ $0.row != nil }) { #expect(shown == order, step) }
    for (above, below) in zip(plan.pieces, plan.pieces.dropFirst()) {
      #expect(above.y + above.height == below.y, step)
    }
    #expect(engine.drawing.rowsOnScreen.isSubset(of: Set(order)), step)
  }

  @Test(
    "Whatever happens to the list between frames, rows are where they belong", arguments: 0..<24)
  func anything(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var all = items(200) { ($0 * 7919 + seed) % 120 }
    let engine = ListEngine(
      provider: provider(all),
      configuration: EngineConfiguration(opensAt: .start, drawBudget: 10), tools: { TestTools() })
    engine.setViewport(
      PixelSize(width: 400, height: 500), environment: LayoutEnvironment(width: 400))
    var time = 0.0
    check(engine.settle(from: &time), engine, "settled")
    var nextID: Int64 = 10_000
    for _ in 0..<150 {
      switch Int.random(in: 0..<16, using: &random) {
      case 0:
        let at = Int.random(in: 0..<all.count, using: &random)
        all[at].height = Int.random(in: 0..<120, using: &random)
        engine.update(to: provider(all), changes: [.reload(at..<at + 1)])
      case 1:
        let at = Int.random(in: 0...all.count, using: &random)
        all.insert(contentsOf: items(2, firstID: nextID), at: at)
        nextID += 2
        engine.update(
          to: provider(all), changes: [.insert(count: 2, at: at)],
          options: UpdateOptions(isAnimated: Bool.random(using: &random)))
      case 2: engine.setColorScheme(engine.colorScheme == .dark ? .light : .dark)
      case 3: engine.imageArrivals([ImageKey("picture")])
      case 4: engine.jump(to: Int.random(in: 0..<all.count, using: &random))
      case 5:
        let width = [400, 360][Int.random(in: 0..<2, using: &random)]
        engine.setViewport(
          PixelSize(width: width, height: Int.random(in: 300...700, using: &random)),
          environment: LayoutEnvironment(width: width))
      case 6: check(engine.settle(from: &time), engine, "settled")
      default: engine.scroll(by: Int.random(in: -180...180, using: &random))
      }
      time += 1 / 60
      let plan = engine.frame(at: time)
      if engine.state.motion.isEmpty { check(plan, engine, "in between") }
    }
    check(engine.settle(from: &time), engine, "at the end")
  }

  @Test("Skeletons of rows that fly past are moved, and counted in each frame")
  func skeletons() {
    let engine = ListEngine(
      provider: provider(items(4000) { 20 + ($0 * 31) % 60 }),
      configuration: EngineConfiguration(opensAt: .start), tools: { TestTools() })
    engine.setViewport(
      PixelSize(width: 400, height: 500), environment: LayoutEnvironment(width: 400))
    var time = 0.0
    engine.settle(from: &time)
    var (following, skeletons) = (0, 0)
    for _ in 0..<120 {
      engine.scroll(by: 170)
      time += 1 / 60
      let begins = engine.planner.keptStretch.hasSkeletons
      let before = engine.statistics.skeletonsShown
      let plan = engine.frame(at: time)
      check(plan, engine, "flung")
      let shown = plan.pieces.count {
        if case .skeleton = $0.content { true } else { false }
      }
      #expect(engine.statistics.skeletonsShown - before == shown)
      skeletons += shown
      if begins { following += 1 }
      // What comes next is laid out, as it would be in a frame's time.
      if engine.loader.count > 0 { _ = engine.waitForResults(seconds: 5) }
    }
    #expect(following > 0 && skeletons > 0)
    // Slow again, everything is drawn.
    check(engine.settle(from: &time), engine, "settled")
  }

  @Test("Rows that stay in view are not looked at again")
  func nothingTwice() {
    let engine = ListEngine(
      provider: provider(items(400) { ($0 * 31) % 90 }),
      configuration: EngineConfiguration(opensAt: .start, drawBudget: 10), tools: { TestTools() })
    engine.setViewport(
      PixelSize(width: 400, height: 500), environment: LayoutEnvironment(width: 400))
    var time = 0.0
    engine.settle(from: &time)
    var again = 0
    for _ in 0..<40 {
      engine.scroll(by: 20)
      time += 1 / 60
      if engine.planner.keptStretch.isThere { again += 1 }
      check(engine.frame(at: time), engine, "scrolled")
      engine.settle(from: &time)
    }
    #expect(again == 40, "frames of a list that only scrolls follow from each other")
  }
}
