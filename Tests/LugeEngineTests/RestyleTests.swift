import Glibc
import LugeCore
import Synchronization
import Testing

@testable import LugeEngine

@Suite("Another scheme or width: what was read a moment ago stands still there in the next frame")
struct RestyleTests {
  /// Moves on when the engine's own thread draws, and then only.
  private final class Clock: Sendable {
    private let microseconds = Atomic(0)
    private let engineThread = pthread_self()

    var seconds: Double { Double(microseconds.load(ordering: .relaxed)) / 1e6 }

    func draw(_ cost: Int) {
      guard pthread_equal(engineThread, pthread_self()) != 0 else { return }
      microseconds.add(cost, ordering: .relaxed)
    }
  }

  /// In the middle of the list, at rest, with a lane that draws nothing from now on.
  private func stuckEngine(_ gate: LaneGate) -> (ListEngine, time: Double) {
    let clock = Clock()
    let live = EngineRuntime.live
    let engine = ListEngine(
      provider: provider(items(4000)),
      configuration: EngineConfiguration(opensAt: .start, drawBudget: 0.008),
      tools: { BlankTools { clock.draw(2000) } },
      runtime: EngineRuntime(
        makeLane: live.makeLane, now: { clock.seconds }, later: live.later, due: nil, charge: nil))
    engine.setViewport(
      PixelSize(width: 400, height: 800), environment: LayoutEnvironment(width: 400))
    var time = 0.0
    engine.settle(at: 2000, from: &time)
    engine.restWithLane(from: &time)
    engine.lane.submit { _ in gate.wait() }
    while !gate.isReached { usleep(500) }
    return (engine, time + 1)
  }

  @Test("All that is in view is drawn within the frame, though that takes longer than a frame may")
  func scheme() {
    let gate = LaneGate()
    defer { gate.open() }
    let (engine, time) = stuckEngine(gate)
    let before = engine.statistics
    engine.setColorScheme(.dark)
    let plan = engine.frame(at: time)
    #expect(plan.blankPixels == 0)
    #expect(engine.statistics.skeletonsShown == before.skeletonsShown)
    // 2 ms each: more than the 8 ms of other frames.
    #expect(engine.statistics.slicesDrawnOnTheSpot - before.slicesDrawnOnTheSpot > 4)
  }

  @Test("So it is at a new width, and while somebody scrolls meanwhile", arguments: [0, 60])
  func width(scrolled: Int) {
    let gate = LaneGate()
    defer { gate.open() }
    var (engine, time) = stuckEngine(gate)
    let before = engine.statistics
    for width in [420, 440, 460] {
      engine.scroll(by: scrolled)
      engine.setViewport(
        PixelSize(width: width, height: 800), environment: LayoutEnvironment(width: width))
      time += 1 / 60
      #expect(engine.frame(at: time).blankPixels == 0)
    }
    #expect(engine.statistics.skeletonsShown == before.skeletonsShown)
  }
}
