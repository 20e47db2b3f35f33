import LugeCore
import LugeTestSupport
import Testing

@testable import LugeEngine

/// A long list is measured by several threads.
@Suite("Threads that help to measure") struct SurveyHelperTests {
  private func engine(_ items: [TestItem], helpers: Int) -> ListEngine {
    var configuration = EngineConfiguration(opensAt: .start, drawBudget: 10)
    configuration.measuresAll = true
    var runtime = EngineRuntime.live
    runtime.surveyHelpers = helpers
    let engine = ListEngine(
      provider: provider(items), configuration: configuration, tools: { TestTools() },
      runtime: runtime)
    engine.setViewport(
      PixelSize(width: 400, height: 800), environment: LayoutEnvironment(width: 400))
    return engine
  }

  /// Frames until every height is exact; a lane has a low priority, so a busy machine may need a
  /// while.
  private func measureAll(_ engine: ListEngine, _ time: inout Double) {
    let end = ContinuousClock.now + .seconds(120)
    while !engine.metrics.isExact, ContinuousClock.now < end {
      time += 1 / 60
      _ = engine.frame(at: time)
      _ = engine.waitForResults(seconds: 0.01)
    }
    #expect(engine.metrics.isExact)
  }

  @Test("Every height comes out right, and the threads end", arguments: [0, 1, 3])
  func heights(helpers: Int) {
    var all = items(40_000) { 5 + $0 * 7919 % 200 }
    let engine = engine(all, helpers: helpers)
    var time = 0.0
    var mostHelpers = 0
    while engine.statistics.itemsSurveyed == 0 {
      time += 1 / 60
      _ = engine.frame(at: time)
      mostHelpers = max(mostHelpers, engine.survey.helperCount)
      _ = engine.waitForResults(seconds: 0.01)
    }
    #expect(mostHelpers == helpers)
    // In the middle of it the list changes, and the reader is elsewhere.
    all.removeSubrange(20_000..<20_010)
    all.insert(contentsOf: items(3, firstID: 90_000), at: 0)
    engine.update(
      to: provider(all),
      changes: [.remove(20_000..<20_010), .insert(count: 3, at: 0)])
    engine.scroll(by: 30_000)
    measureAll(engine, &time)
    #expect(engine.metrics.contentHeight == all.reduce(0) { $0 + $1.height })
    #expect(engine.survey.helperCount == 0)
    // Once more at another width.
    engine.setViewport(
      PixelSize(width: 800, height: 800), environment: LayoutEnvironment(width: 800))
    measureAll(engine, &time)
    #expect(
      engine.metrics.contentHeight
        == all.reduce(0) { $0 + TestRow.height($1.height, width: 800) })
    #expect(engine.survey.helperCount == 0)
  }

  @Test("A change of width ends what lanes were measuring: nobody waits for heights of the old one")
  func staleChunks() {
    let engine = engine(items(19_000), helpers: 0)
    var time = 0.0
    while engine.statistics.itemsSurveyed == 0 {
      time += 1 / 60
      _ = engine.frame(at: time)
      _ = engine.waitForResults(seconds: 0.01)
    }
    let gate = LaneGate()
    defer { gate.open() }
    engine.lane.submit { _ in gate.wait() }
    let end = ContinuousClock.now + .seconds(60)
    while !gate.isReached, ContinuousClock.now < end { _ = engine.waitForResults(seconds: 0.001) }
    // What was measured before is taken, and all that the lane has to do now stands behind the
    // gate.
    for _ in 0..<4 {
      time += 1 / 60
      _ = engine.frame(at: time)
    }
    #expect(engine.survey.underWay == [SurveyWalk.ahead])
    engine.setViewport(
      PixelSize(width: 500, height: 800), environment: LayoutEnvironment(width: 500))
    gate.open()
    var stale: [SurveyedHeights] = []
    while stale.count < SurveyWalk.ahead, ContinuousClock.now < end {
      for case (.survey(.measured(let heights)), _) in engine.mailbox.drain() {
        stale.append(heights)
      }
      _ = engine.waitForResults(seconds: 0.01)
    }
    #expect(stale.map(\.heights.count) == [0, 0, 0])
    measureAll(engine, &time)
  }

  @Test("A short list is measured by its lane alone") func short() {
    let engine = engine(items(5000), helpers: 3)
    var time = 0.0
    while !engine.metrics.isExact {
      time += 1 / 60
      _ = engine.frame(at: time)
      #expect(engine.survey.helperCount == 0)
      _ = engine.waitForResults(seconds: 0.01)
    }
  }
}
