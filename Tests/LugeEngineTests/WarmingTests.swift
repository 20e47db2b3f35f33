import LugeCore
import LugeEngine
import Testing

@Suite("Making ready for another environment") struct WarmingTests {
  private let large = LayoutEnvironment(width: 400, zoom: 2)

  @Test(
    "Nothing changes until other tools are ready; in the frame in which they are, all of it does")
  func ready() {
    let engine = ListEngine.forTests(items(500))
    var time = 0.0
    engine.settle(from: &time)
    let before = engine.frame(at: time)
    var calls = 0
    engine.warm(large) { engine in
      calls += 1
      engine.setViewport(PixelSize(width: 400, height: 800), environment: large)
    }
    #expect(calls == 0)
    var plan = before
    for _ in 0..<200 where calls == 0 {
      #expect(plan.looksEqual(to: before))
      _ = engine.waitForResults(seconds: 1)
      time += 1 / 60
      plan = engine.frame(at: time)
    }
    #expect(calls == 1)
    #expect(!plan.looksEqual(to: before))
    #expect(plan.blankPixels == 0)
    #expect(plan.pieces.allSatisfy { if case .bitmap = $0.content { true } else { false } })
    engine.settle(from: &time)
    #expect(calls == 1)
  }

  @Test("Of two in a row only the last one is made ready")
  func last() {
    let engine = ListEngine.forTests(items(500))
    var time = 0.0
    engine.settle(from: &time)
    var calls: [Double] = []
    engine.warm(LayoutEnvironment(width: 400, zoom: 1.5)) { _ in calls.append(1.5) }
    engine.warm(large) { _ in calls.append(2) }
    for _ in 0..<200 where calls.isEmpty {
      _ = engine.waitForResults(seconds: 1)
      time += 1 / 60
      _ = engine.frame(at: time)
    }
    engine.settle(from: &time)
    #expect(calls == [2])
  }

  @Test("Where nothing is in view nothing is waited for")
  func empty() {
    let engine = ListEngine.forTests([])
    var isReady = false
    engine.warm(large) { _ in isReady = true }
    #expect(isReady)
  }
}
