import Foundation
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeEngine

@Suite("Reading places, highlights, and heights measured ahead") struct ReadingTests {
  @Test(
    "A place comes back to the pixel: another engine, more messages, after coding", arguments: 0..<6
  )
  func restore(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let all = items(3000) { 30 + $0 % 13 * 17 }
    let engine = ListEngine.forTests(all, opensAt: .end)
    var time = 0.0
    engine.settle(from: &time)
    engine.jump(to: Int.random(in: 100..<2900, using: &random))
    engine.settle(from: &time)
    engine.scroll(by: Int.random(in: -300...300, using: &random))
    engine.settle(from: &time)
    let place = try #require(engine.readingPlace)
    let y = try #require(engine.y(of: place))
    let before = engine.visibleRows

    let read = try JSONDecoder().decode(ReadingPlace.self, from: JSONEncoder().encode(place))
    #expect(read == place)
    let more = items(40, firstID: 100_000) + all + items(60, firstID: 200_000)
    let again = ListEngine.forTests(more, opensAt: .end)
    let position = try #require(more.firstIndex { $0.id == place.item })
    again.restore(read, at: position)
    var later = 0.0
    // The first frame that shows anything shows the place.
    var plan = again.frame(at: later)
    while plan.pieces.isEmpty {
      _ = again.waitForResults(seconds: 1)
      later += 1 / 60
      plan = again.frame(at: later)
    }
    #expect(plan.blankPixels == 0)
    #expect(again.y(of: place) == y)
    #expect(again.visibleRows.map(\.id) == before.map(\.id))
    #expect(again.visibleRows.map(\.y) == before.map(\.y))
  }

  @Test("At the list's end there is no place to return to but the end") func atEnd() {
    let engine = ListEngine.forTests(items(200), opensAt: .end)
    var time = 0.0
    engine.settle(from: &time)
    #expect(engine.readingPlace == nil)
    engine.scroll(by: -500)
    #expect(engine.readingPlace != nil)
  }

  @Test("A list that opens at its start has a place at its end, and comes back to it")
  func atEndOfTimeline() throws {
    let all = items(200) { 30 + $0 % 13 * 17 }
    let engine = ListEngine.forTests(all, opensAt: .start)
    var time = 0.0
    engine.settle(from: &time)
    engine.scrollToEnd()
    engine.settle(from: &time)
    let place = try #require(engine.readingPlace)
    let offset = engine.metrics.offset
    #expect(engine.metrics.isAtEnd && offset > 0)
    let other = ListEngine.forTests(all, opensAt: .start)
    other.restore(place, at: Int(place.item.rawValue))
    var otherTime = 0.0
    other.settle(from: &otherTime)
    #expect(other.metrics.isAtEnd)
    #expect(other.y(of: place) == engine.y(of: place))
  }

  @Test("What is in view stands out without a jump, from the next frame on, however late that is")
  func highlightInView() throws {
    let engine = ListEngine.forTests(items(3000))
    var time = 0.0
    engine.settle(from: &time)
    let row = try #require(engine.visibleRows.first)
    let metrics = engine.metrics
    engine.highlight(row.id.item)
    #expect(engine.needsFrame)
    // Nothing was drawn for an hour.
    time += 3600
    #expect(engine.frame(at: time).emphasis?.strength == 1)
    #expect(engine.metrics == metrics)
    #expect(engine.frame(at: time + ItemHighlight.hold + ItemHighlight.fade + 0.01).emphasis == nil)
  }

  @Test("A jump's target stands out from its first frame on, fades, and then nothing runs")
  func highlight() throws {
    let engine = ListEngine.forTests(items(3000))
    var time = 0.0
    engine.settle(from: &time)
    engine.jump(to: 1500, highlighting: true)
    var plan = engine.frame(at: time)
    while engine.isJumping {
      // Nothing stands out before the place is there.
      #expect(plan.emphasis == nil)
      _ = engine.waitForResults(seconds: 1)
      time += 1 / 60
      plan = engine.frame(at: time)
    }
    let first = try #require(plan.emphasis)
    let row = try #require(engine.visibleRows.first { $0.position == 1500 })
    #expect(first.strength == 1)
    #expect(first.y == row.y)
    #expect(first.height == row.height)
    var last = first.strength
    var frames = 0
    while engine.needsFrame, frames < 600 {
      frames += 1
      time += 1 / 60
      let strength = engine.frame(at: time).emphasis?.strength ?? 0
      #expect(strength <= last)
      last = strength
    }
    #expect(last == 0)
    // As long as it was said to be, and not a frame more than a few for the lane's last results.
    #expect(frames >= Int((ItemHighlight.hold + ItemHighlight.fade) * 60) - 1)
    #expect(frames < Int((ItemHighlight.hold + ItemHighlight.fade) * 60) + 60)
  }

  @Test("At rest all heights become exact, and nothing in view moves") func survey() {
    let time = VirtualTime()
    let all = items(3000) { 20 + $0 % 31 * 7 }
    var configuration = EngineConfiguration(opensAt: .start, drawBudget: 10)
    configuration.measuresAll = true
    let engine = ListEngine(
      provider: provider(all), configuration: configuration, tools: { TestTools() },
      runtime: time.runtime { _ in })
    engine.setViewport(
      PixelSize(width: 400, height: 800), environment: LayoutEnvironment(width: 400))
    var now = 0.0
    func frame() {
      now += 1 / 60
      time.advance(to: now)
      _ = engine.frame(at: now)
    }
    for _ in 0..<20 { frame() }
    engine.jump(to: 1700)
    for _ in 0..<5 { frame() }
    let before = engine.visibleRows
    var frames = 0
    while !engine.metrics.isExact, frames < 2000 {
      frames += 1
      frame()
      #expect(engine.visibleRows.map(\.y) == before.map(\.y))
    }
    #expect(engine.metrics.isExact)
    #expect(engine.metrics.contentHeight == all.reduce(0) { $0 + $1.height })
    #expect(engine.statistics.itemsSurveyed > 2000)
    // Another width makes all of it unknown again.
    engine.setViewport(
      PixelSize(width: 500, height: 800), environment: LayoutEnvironment(width: 500))
    for _ in 0..<2000 where !engine.metrics.isExact { frame() }
    #expect(
      engine.metrics.contentHeight
        == all.reduce(0) { $0 + TestRow.height($1.height, width: 500) })
  }

  @Test("The frame log remembers frames and says what rows cost") func frameLog() {
    let time = VirtualTime()
    let engine = ListEngine(
      provider: provider(items(500)), configuration: EngineConfiguration(opensAt: .start),
      tools: { TestTools() },
      runtime: time.runtime { work in
        if case .planned = work { time.charge(0.001) }
      })
    engine.setViewport(
      PixelSize(width: 400, height: 800), environment: LayoutEnvironment(width: 400))
    for frame in 1...FrameLog.capacity + 20 {
      time.advance(to: Double(frame) / 60)
      _ = engine.frame(at: Double(frame) / 60)
    }
    let frames = engine.frameLog.frames
    #expect(frames.count == FrameLog.capacity)
    #expect(frames.map(\.number) == Array(21...FrameLog.capacity + 20))
    #expect(frames.allSatisfy { abs($0.plan - 0.001) < 1e-9 })
    let costs = engine.rowCosts
    #expect(costs.map(\.row) == engine.visibleRows.map(\.id))
    #expect(costs.allSatisfy { $0.bitmapBytes > 0 })
    #expect(engine.load.bitmapBytes <= engine.load.bitmapLimit)
  }
}
