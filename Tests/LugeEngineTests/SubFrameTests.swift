import Dispatch
import Glibc
import LugeCore
import Synchronization
import Testing

@testable import LugeEngine

@Suite("What a frame does when there is too much to do") struct SubFrameTests {
  private final class Gate: Sendable {
    private let isClosed = Atomic(false)
    private let opened = DispatchSemaphore(value: 0)
    private let engineThread = pthread_self()

    func close() { isClosed.store(true, ordering: .releasing) }

    func open() {
      isClosed.store(false, ordering: .releasing)
      opened.signal()
    }

    /// The engine's own thread passes always: only lanes are held up.
    func pass() {
      guard pthread_equal(engineThread, pthread_self()) == 0 else { return }
      while isClosed.load(ordering: .acquiring) {
        if opened.wait(timeout: .now() + 20) == .timedOut { return }
        opened.signal()
      }
    }
  }

  private func gated(by gate: Gate, drawBudget: Double) -> ListEngine {
    let engine = ListEngine(
      provider: provider(items(4000)),
      configuration: EngineConfiguration(opensAt: .start, drawBudget: drawBudget),
      tools: { BlankTools { gate.pass() } })
    engine.setViewport(
      PixelSize(width: 400, height: 800), environment: LayoutEnvironment(width: 400))
    return engine
  }

  @Test(
    "At rest a page is drawn on both sides, at another width as well: the first one passes without skeletons",
    arguments: [-1, 1], [false, true])
  func page(direction: Int, isResized: Bool) {
    let gate = Gate()
    let engine = gated(by: gate, drawBudget: 0)
    var time = 0.0
    engine.settle(at: 2000, from: &time)
    if isResized {
      engine.restWithLane(from: &time)
      engine.setViewport(
        PixelSize(width: 440, height: 800), environment: LayoutEnvironment(width: 440))
    }
    engine.restWithLane(from: &time)
    // From now on the lane draws nothing.
    gate.close()
    defer { gate.open() }
    let before = engine.statistics.skeletonsShown
    for _ in 0..<10 {
      engine.scroll(by: direction * 80)
      time += 1 / 60
      #expect(engine.frame(at: time).blankPixels == 0)
    }
    #expect(engine.statistics.skeletonsShown == before)
  }

  @Test("A lane that is stuck in the middle of its work holds up no frame")
  func fullLane() {
    let gate = Gate()
    let engine = gated(by: gate, drawBudget: 10)
    var time = 0.0
    engine.settle(from: &time)
    gate.close()
    // The lane is asked to draw, and stands at the gate for as long as this goes on.
    var shown = 0
    for _ in 0..<30 {
      engine.scroll(by: 40)
      time += 1 / 60
      let plan = engine.frame(at: time)
      shown += plan.blankPixels == 0 ? 1 : 0
    }
    let drawn = engine.statistics.slicesDrawnOnTheSpot
    gate.open()
    // Had a frame waited for the lane, it would have waited for ever.
    #expect(shown == 30)
    #expect(drawn > 0)
    engine.settle(from: &time)
  }

  @Test("Without time to draw, rows pass as skeletons; afterwards they are whole")
  func skeletons() {
    let time = VirtualTime()
    let engine = ListEngine(
      provider: provider(items(4000)),
      configuration: EngineConfiguration(opensAt: .start, drawBudget: 0),
      tools: { TestTools() }, runtime: time.runtime { _ in })
    engine.setViewport(
      PixelSize(width: 400, height: 800), environment: LayoutEnvironment(width: 400))
    run(engine, time, frames: 60, from: 0)
    #expect(engine.statistics.skeletonsShown == 0)
    // Another scheme: nothing of what is in view is drawn, and no frame may draw it.
    engine.setColorScheme(.dark)
    time.advance(to: 2)
    let plan = engine.frame(at: 2)
    #expect(plan.blankPixels == 0)
    #expect(engine.statistics.skeletonsShown == plan.pieces.count)
    #expect(engine.frameLog.last?.gaps.allSatisfy { $0.isSkeleton && $0.cause == .lane } == true)
    #expect(!engine.isSettled)
    run(engine, time, frames: 60, from: 2)
    #expect(engine.frameLog.last?.skeletons == 0)
    #expect(engine.isSettled)
  }

  @Test("What flies past too fast to be read passes as skeletons, and nobody draws it")
  func flyingPast() {
    let time = VirtualTime()
    let engine = ListEngine(
      provider: provider(items(20_000)), configuration: EngineConfiguration(opensAt: .start),
      tools: { TestTools() }, runtime: time.runtime { _ in })
    engine.setViewport(
      PixelSize(width: 400, height: 800), environment: LayoutEnvironment(width: 400))
    run(engine, time, frames: 60, from: 0)
    // Two frames until what was drawn ahead, at rest, has passed.
    for frame in 61...66 {
      engine.scroll(by: 333)
      time.advance(to: Double(frame) / 60)
      _ = engine.frame(at: Double(frame) / 60)
    }
    let before = engine.statistics
    for frame in 67...120 {
      engine.scroll(by: 333)
      time.advance(to: Double(frame) / 60)
      #expect(engine.frame(at: Double(frame) / 60).blankPixels == 0)
    }
    let after = engine.statistics
    #expect(after.slicesDrawnByLane == before.slicesDrawnByLane)
    #expect(after.slicesDrawnOnTheSpot == before.slicesDrawnOnTheSpot)
    #expect(after.skeletonsShown > before.skeletonsShown)
    run(engine, time, frames: 60, from: 2)
    #expect(engine.frameLog.last?.skeletons == 0)
    #expect(engine.isSettled)
  }

  @Test("A skeleton has areas where the row has text, pictures and bubbles")
  func skeletonTier() {
    let line = TextLayout.Line(range: 0..<5, top: 0, height: 20, baseline: 15, width: 60)
    let text = TextLayout(
      request: TextRequest(
        StyledText("hello"), font: FontSpec(family: "", pixelSize: 14), maxWidth: 100),
      size: PixelSize(width: 60, height: 20), lines: [line])
    let (ink, plate) = (ThemeColor(0, dark: 0), ThemeColor(0x80_80FF, dark: 0))
    let sign = Path([.move(Point(x: 4, y: 4)), .line(Point(x: 9, y: 9)), .close])
    let row = RowLayout(
      size: PixelSize(width: 400, height: 90),
      drawList: DrawList([
        .roundedRectangle(
          Rect(x: 0, y: 0, width: 80, height: 30), CornerRadii(8), fill: plate, stroke: nil),
        .text(text, at: Point(x: 4, y: 5), color: ink, linkColor: ink),
        .image(
          ImageKey("a"), Rect(x: 0, y: 30, width: 50, height: 50), CornerRadii(0),
          placeholder: ImagePlaceholder(fill: plate, mark: .photo)),
        .path(sign, fill: ink, stroke: nil),
        .rectangle(Rect(x: .nan, y: 0, width: 9, height: 9), fill: ink),
      ]))
    let skeleton = RowSkeleton(of: row, scheme: .light, background: ThemeColor(0xFFFFFF, dark: 0))
    #expect(
      skeleton.areas == [
        .init(columns: 0..<80, rows: 0..<30, radius: 8, color: RGBA(0x80_80FF)),
        // A quarter of black on the plate.
        .init(columns: 4..<64, rows: 11..<19, color: RGBA(0x60_60C0)),
        .init(columns: 0..<50, rows: 30..<80, color: RGBA(0x80_80FF)),
      ])
  }

  @Test("Rows that were scrolled past before the lane drew them are not drawn")
  func dropped() {
    let time = VirtualTime()
    let engine = ListEngine(
      provider: provider(items(20_000)), configuration: EngineConfiguration(opensAt: .start),
      tools: { ChargingTools(time, drawing: 0.02) }, runtime: time.runtime { _ in })
    engine.setViewport(
      PixelSize(width: 400, height: 800), environment: LayoutEnvironment(width: 400))
    run(engine, time, frames: 120, from: 0)
    for frame in 121...240 {
      // As fast as rows are still drawn.
      engine.scroll(by: 200)
      time.advance(to: Double(frame) / 60)
      #expect(engine.frame(at: Double(frame) / 60).blankPixels == 0)
    }
    // 50 drawings a second is all that the lane can do.
    #expect(engine.statistics.slicesDrawnByLane < 260)
    // A drawing takes longer than a frame, and nearly every frame replaces the requests meanwhile.
    #expect(engine.statistics.slicesDrawnTwice <= 2)
  }

  private final class ChargingTools: LaneTools {
    let text: any TextMeasuring = TestText()
    let time: VirtualTime
    let drawing: Double

    init(_ time: VirtualTime, drawing: Double) {
      self.time = time
      self.drawing = drawing
    }

    func paint(
      _ layout: RowLayout, slice: Range<Int>, scheme: ColorScheme, background: ThemeColor
    ) -> Bitmap {
      time.charge(drawing)
      return Bitmap(size: PixelSize(width: max(1, layout.size.width), height: max(1, slice.count)))
    }
  }

  private func run(_ engine: ListEngine, _ time: VirtualTime, frames: Int, from start: Double) {
    for frame in 1...frames {
      let now = start + Double(frame) / 60
      time.advance(to: now)
      _ = engine.frame(at: now)
    }
  }
}
