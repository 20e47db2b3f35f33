import LugeCore
import Synchronization
import Testing

@testable import LugeEngine

/// The part alone: a state to draw, a lane that draws when it is told to.
@Suite("Drawing rows ahead of time and in frames") struct RowDrawingTests {
  private let lane = SteppedLane()
  private let later = Later()
  private let posted = Posted<DrawnSlice>()
  private let background = ThemeColor(0xFFFFFF, dark: 0)
  private let still = Travel(velocity: 0, viewportHeight: 300)

  private func drawing(byteLimit: Int = 48 << 20) -> RowDrawing {
    let drawing = RowDrawing(
      lane: lane, background: background, byteLimit: byteLimit, now: { 0 }, post: posted.post)
    drawing.fit(PixelSize(width: 400, height: 300))
    return drawing
  }

  private func deliver(_ drawing: RowDrawing, _ state: ListState) {
    lane.run()
    for slice in posted.take() { drawing.take(slice, style: state.style) }
  }

  private func frame(
    _ state: ListState, _ number: Int, deadline: Double, generation: Int = 0, isAtRest: Bool = true
  ) -> RowDrawing.Frame {
    RowDrawing.Frame(
      number: number, viewportHeight: 300, style: state.style, generation: generation,
      deadline: deadline, isAtRest: isAtRest,
      tools: ToolLending(
        lane: lane, runtime: later.runtime(lane), factory: { TestTools() }, background: background))
  }

  @Test("What is in view and near is asked for nearest first, and not again when it is there")
  func ahead() {
    let state = ListState.forTests(items(100) { _ in 30 })
    state.move(to: Anchor(position: 40, offset: 0))
    let drawing = drawing()
    #expect(drawing.missingInView(state).count == 10)
    drawing.request(state, still, Pictures())
    let asked = lane.requestCount
    #expect(asked > 20)
    // The first ten are those in view.
    lane.run(requests: 10)
    for slice in posted.take() { drawing.take(slice, style: state.style) }
    #expect(drawing.missingInView(state).isEmpty)
    drawing.request(state, still, Pictures())
    #expect(lane.requestCount == asked - 10)
    deliver(drawing, state)
    drawing.request(state, still, Pictures())
    #expect(lane.requestCount == 0 && drawing.slicesByLane == asked)
  }

  @Test("A picture that came is drawn in a frame at rest that has time, otherwise by the lane")
  func pictureCame() throws {
    let state = ListState.forTests(items(20) { _ in 30 })
    let drawing = drawing()
    let row = try #require(state.snapshot.item(at: 0)?.rows.first)
    func generation(_ number: Int, deadline: Double, isAtRest: Bool) -> Int? {
      let frame = frame(
        state, number, deadline: deadline, generation: number, isAtRest: isAtRest)
      return drawing.cell(of: row, at: 0, needed: number, in: frame).slices[0]?.generation
    }
    #expect(generation(0, deadline: 1, isAtRest: true) == 0)
    // The old drawing stays while the content moves, and where there is no time.
    #expect(generation(1, deadline: 1, isAtRest: false) == 0)
    #expect(generation(1, deadline: -1, isAtRest: true) == 0)
    #expect(generation(1, deadline: 1, isAtRest: true) == 1)
    #expect(generation(1, deadline: 1, isAtRest: true) == 1 && drawing.slicesInFrames == 2)
  }

  @Test("Drawings for another scheme are dropped")
  func stale() {
    let state = ListState.forTests(items(20) { _ in 30 })
    let drawing = drawing()
    drawing.request(state, still, Pictures())
    state.setScheme(.dark)
    deliver(drawing, state)
    #expect(drawing.staleSlices == drawing.slicesByLane && drawing.byteCount == 0)
    #expect(drawing.missingInView(state).count == 10)
  }

  @Test("A frame draws what is missing while it has time, shows what is kept, and takes cells back")
  func inFrames() throws {
    let state = ListState.forTests(items(20) { _ in 30 })
    let drawing = drawing()
    let row = try #require(state.snapshot.item(at: 0)?.rows.first)
    let late = drawing.cell(of: row, at: 0, needed: 0, in: frame(state, 1, deadline: -1))
    #expect(late.slices.count == 1 && late.slices[0] == nil)
    let cell = drawing.cell(of: row, at: 0, needed: 0, in: frame(state, 1, deadline: 1))
    #expect(cell === late && cell.slices[0] != nil && drawing.slicesInFrames == 1)
    drawing.recycle(notShownIn: 2)
    #expect(drawing.rowsOnScreen.isEmpty)
    // The drawing outlives the cell.
    let again = drawing.cell(of: row, at: 0, needed: 0, in: frame(state, 3, deadline: -1))
    #expect(again.slices[0] != nil && drawing.slicesInFrames == 1 && drawing.cellsCreated == 1)
    #expect(drawing.slices(of: row).map(\.height) == [30])
  }

  @Test("What a frame draws, the lane does not draw, even if it is not asked again")
  func drawnByFrame() throws {
    let state = ListState.forTests(items(20) { _ in 30 })
    let drawing = drawing()
    drawing.request(state, still, Pictures())
    let asked = lane.requestCount
    for position in 0..<3 {
      let row = try #require(state.snapshot.item(at: position)?.rows.first)
      _ = drawing.cell(of: row, at: position * 30, needed: 0, in: frame(state, 1, deadline: 1))
    }
    #expect(drawing.slicesInFrames == 3)
    deliver(drawing, state)
    #expect(drawing.slicesByLane == asked - 3 && drawing.slicesDrawnTwice == 0)
    #expect(drawing.missingInView(state).isEmpty)
  }

  @Test("What the lane has begun is not requested again before it is delivered")
  func begun() {
    let state = ListState.forTests(items(100) { _ in 30 })
    let drawing = drawing()
    drawing.request(state, still, Pictures())
    let asked = lane.requestCount
    lane.run(requests: 5)
    // Other rows come near, so the requests are replaced.
    state.move(to: Anchor(position: 2, offset: 0))
    drawing.request(state, still, Pictures())
    #expect(lane.requestCount > asked - 5)
    deliver(drawing, state)
    drawing.request(state, still, Pictures())
    deliver(drawing, state)
    #expect(drawing.slicesDrawnTwice == 0)
    #expect(drawing.byteCount == drawing.slicesByLane * 30 * 400 * 4)
  }

  @Test("What the lane has finished is shown before it is delivered, with no time left as well")
  func finished() throws {
    let state = ListState.forTests(items(20) { _ in 30 })
    let drawing = drawing()
    drawing.request(state, still, Pictures())
    lane.run()
    let row = try #require(state.snapshot.item(at: 0)?.rows.first)
    let cell = drawing.cell(of: row, at: 0, needed: 0, in: frame(state, 1, deadline: -1))
    #expect(cell.slices[0] != nil && drawing.slicesInFrames == 0)
    deliver(drawing, state)
    #expect(drawing.slicesByLane > 1 && drawing.slicesDrawnTwice == 0)
  }

  @Test("What the lane is drawing, a frame draws rather than wait, and it is counted")
  func twice() throws {
    let state = ListState.forTests(items(20) { _ in 30 })
    // The lane's work ends after the frame.
    let time = Mutex(5.0)
    let drawing = RowDrawing(
      lane: lane, background: background, byteLimit: 48 << 20, now: { time.withLock { $0 } },
      post: posted.post)
    drawing.fit(PixelSize(width: 400, height: 300))
    drawing.request(state, still, Pictures())
    lane.run()
    time.withLock { $0 = 0 }
    let row = try #require(state.snapshot.item(at: 0)?.rows.first)
    let cell = drawing.cell(of: row, at: 0, needed: 0, in: frame(state, 1, deadline: 1))
    #expect(cell.slices[0] != nil && drawing.slicesInFrames == 1)
    deliver(drawing, state)
    #expect(drawing.slicesDrawnTwice == 1 && drawing.slicesByLane > 1)
  }

  @Test(
    "No more is kept than the limit, nor more than some screens", arguments: [1 << 16, 48 << 20])
  func limit(bytes: Int) {
    let state = ListState.forTests(items(400) { _ in 30 })
    let drawing = drawing(byteLimit: bytes)
    #expect(
      drawing.presentByteLimit == min(bytes, RowDrawing.screensKept * 400 * 300 * 4))
    for position in stride(from: 0, to: 300, by: 20) {
      state.move(to: Anchor(position: position, offset: 0))
      drawing.request(state, still, Pictures())
      deliver(drawing, state)
      #expect(drawing.byteCount <= drawing.presentByteLimit)
    }
    // Sizes beyond all measure do not overflow.
    drawing.fit(PixelSize(width: .max, height: .max))
    #expect(drawing.presentByteLimit <= bytes)
  }

  @Test("While the content moves the lane is asked again when half of what it has is used up")
  func reaches() {
    let state = ListState.forTests(items(400) { _ in 30 })
    let drawing = drawing()
    let moving = Travel(velocity: 300, viewportHeight: 300)
    #expect(!drawing.reachesOn(moving))
    drawing.request(state, moving, Pictures())
    #expect(drawing.reachesOn(moving))
    drawing.somethingArrived()
    #expect(!drawing.reachesOn(moving))
    drawing.request(state, moving, Pictures())
    drawing.scrolled(by: -200)
    #expect(!drawing.reachesOn(moving))
  }

  @Test("What flies past is drawn by nobody")
  func flung() {
    let state = ListState.forTests(items(400) { _ in 30 })
    let drawing = drawing()
    drawing.request(state, still, Pictures())
    #expect(lane.requestCount > 0)
    drawing.request(state, Travel(velocity: 9_000, viewportHeight: 300), Pictures())
    #expect(lane.requestCount == 0)
  }
}
