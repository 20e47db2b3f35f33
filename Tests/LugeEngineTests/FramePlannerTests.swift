import LugeCore
import LugeTestSupport
import Testing

@testable import LugeEngine

/// The part alone: from a state to pieces.
@Suite("Planning a frame") struct FramePlannerTests {
  private let lane = SteppedLane()
  private let later = Later()
  private let background = ThemeColor(0xFFFFFF, dark: 0)

  private final class Scene {
    let planner: FramePlanner
    let drawing: RowDrawing
    let heavyViews: HeavyViews
    let tools: ToolLending
    var number = 0

    init(_ lane: SteppedLane, _ later: Later, _ background: ThemeColor, budget: Double) {
      planner = FramePlanner(drawBudget: budget)
      drawing = RowDrawing(
        lane: lane, background: background, byteLimit: 48 << 20, now: { 0 }, post: { _ in })
      heavyViews = HeavyViews(
        limits: HeavyViewLimits(), background: background, makeLane: { lane }, post: { _ in })
      tools = ToolLending(
        lane: lane, runtime: later.runtime(lane), factory: { TestTools() }, background: background)
      drawing.fit(PixelSize(width: 400, height: 300))
    }

    func plan(_ state: ListState, velocity: Double = 0, isJumping: Bool = false)
      -> (plan: FramePlan, record: FrameRecord, needsFrame: Bool)
    {
      number += 1
      var record = FrameRecord()
      let input = FramePlanner.Input(
        state: state, drawing: drawing, heavyViews: heavyViews, pictures: Pictures(), tools: tools,
        travel: Travel(velocity: velocity, viewportHeight: state.viewport.height),
        frameNumber: number, updates: 0, begun: 0, isJumping: isJumping)
      var plan = FramePlan(
        size: state.viewport, scheme: state.scheme, background: ThemeColor(0, dark: 0), pieces: [])
      let needsFrame = planner.plan(input, into: &plan, &record)
      return (plan, record, needsFrame)
    }
  }

  private func scene(budget: Double = 1) -> Scene { Scene(lane, later, background, budget: budget) }

  /// What pieces have to be where, from heights alone.
  private func check(_ plan: FramePlan, _ state: ListState, _ all: [TestItem]) {
    var expected: [Int] = []
    var y = -state.anchor.offset
    var position = state.anchor.position
    while y < 300, position < all.count {
      if y + all[position].height > 0 { expected.append(y) }
      y += all[position].height
      position += 1
    }
    #expect(plan.pieces.map(\.y) == expected)
  }

  @Test(
    "Planned anew or from the frame before, pieces stand where heights put them", arguments: 0..<8)
  func pieces(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let all = items(300) { 1 + ($0 * 7919 + seed) % 90 }
    let state = ListState.forTests(all)
    let scene = scene()
    var fromBefore = 0
    for _ in 0..<60 {
      if scene.planner.keptStretch.isThere { fromBefore += 1 }
      let frame = scene.plan(state)
      check(frame.plan, state, all)
      #expect(!frame.needsFrame && frame.record.gaps.isEmpty)
      #expect(scene.drawing.rowsOnScreen == Set(frame.plan.pieces.compactMap(\.row)))
      _ = state.scroll(by: Int.random(in: -250...250, using: &random))
    }
    #expect(fromBefore > 50)
    // Rows that stayed were not drawn again.
    #expect(scene.drawing.slicesInFrames <= 300)
  }

  @Test("Without time to draw, skeletons stand for rows; what is not held is a placeholder")
  func standIns() {
    let all = items(300) { _ in 50 }
    let state = ListState.forTests(all, held: 0..<4)
    let frame = scene(budget: 0).plan(state)
    #expect(frame.needsFrame && frame.record.skeletons == 4)
    #expect(frame.record.gaps.count(where: \.isSkeleton) == 4)
    #expect(frame.record.gaps.contains { $0.row == nil } && frame.plan.blankPixels == 100)
  }

  @Test("At another scheme in one frame: there is time for that, though none for scrolling fast")
  func restyled() {
    let state = ListState.forTests(items(300) { _ in 50 })
    let scene = scene()
    _ = scene.plan(state)
    state.setScheme(.dark)
    let dark = scene.plan(state)
    #expect(dark.plan.scheme == .dark && dark.record.skeletons == 0)
    _ = state.scroll(by: 5_000)
    #expect(scene.plan(state, velocity: 30_000).record.skeletons == 6)
  }

  @Test("Before anything has arrived a jump shows nothing at all")
  func opening() {
    let state = ListState.forTests(items(300), held: 0..<0)
    let frame = scene().plan(state, isJumping: true)
    #expect(frame.plan.pieces.isEmpty && !frame.needsFrame)
  }
}
