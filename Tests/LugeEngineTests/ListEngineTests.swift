import LugeCore
import LugeEngine
import Synchronization
import Testing

@Suite("List engine") struct ListEngineTests {
  @Test("Pieces cover the viewport without gaps or overlaps, wherever one scrolls")
  func coverage() {
    let engine = ListEngine.forTests(items(3000))
    var time = 0.0
    engine.settle(from: &time)
    for step in [5, 300, -40, 2000, 7, -1999, 15_000, -3, 90_000, -200_000] {
      engine.scroll(by: step)
      let plan = engine.settle(from: &time)
      #expect(plan.blankPixels == 0)
      #expect((plan.pieces.first?.y ?? 1) <= 0)
      for (a, b) in zip(plan.pieces, plan.pieces.dropFirst()) { #expect(a.y + a.height == b.y) }
      let end = plan.pieces.last.map { $0.y + $0.height } ?? 0
      #expect(end >= 800)
    }
  }

  @Test("Opens at the end and stops at both ends")
  func ends() {
    let all = items(500)
    let engine = ListEngine.forTests(all, opensAt: .end)
    var time = 0.0
    engine.settle(from: &time)
    #expect(engine.metrics.isAtEnd)
    #expect(engine.visibleRows.last.map { $0.y + $0.height } == 800)
    #expect(engine.scroll(by: 100) == 0)
    engine.scrollToStart()
    engine.settle(from: &time)
    #expect(engine.metrics.isAtStart && engine.firstVisible?.y == 0)
    #expect(engine.scroll(by: -50) == 0)
    engine.scrollToEnd()
    engine.settle(from: &time)
    #expect(engine.visibleRows.last?.id.item == all.last?.id)
  }

  @Test("Scrolling moves by exactly what was asked, estimated heights or not", arguments: [1, -1])
  func scrollsExactly(direction: Int) {
    let engine = ListEngine.forTests(items(2000), opensAt: direction > 0 ? .start : .end)
    var time = 0.0
    engine.settle(from: &time)
    for _ in 0..<60 {
      let rows = engine.visibleRows
      let moved = engine.scroll(by: direction * 37)
      engine.settle(from: &time)
      #expect(moved == direction * 37)
      for row in rows {
        if let y = engine.y(of: row.id.item.rawValue) { #expect(y == row.y - moved) }
      }
    }
  }

  @Test("A jump shows its target at once, exact, and what was in view until then")
  func jump() {
    let engine = ListEngine.forTests(items(100_000))
    var time = 0.0
    engine.settle(from: &time)
    for target in [50_000, 3, 99_999, 77_777, 12_345] {
      engine.jump(to: target)
      var plan = engine.frame(at: time)
      #expect(plan.blankPixels == 0)
      for _ in 0..<400 where !engine.visibleRows.contains(where: { $0.position == target }) {
        _ = engine.waitForResults(seconds: 1)
        time += 1 / 60
        plan = engine.frame(at: time)
        #expect(plan.blankPixels == 0)
      }
      #expect(engine.visibleRows.contains { $0.position == target })
    }
  }

  @Test("A thumb that is dragged shows places on its way, never blank, and ends where it is let go")
  func drag() {
    let engine = ListEngine.forTests(items(100_000))
    var time = 0.0
    engine.settle(from: &time)
    var seen: Set<Int64> = []
    var target = 0
    for step in 1...120 {
      target = step * 30_000
      engine.scroll(toOffset: target)
      time += 1 / 60
      let plan = engine.frame(at: time)
      #expect(plan.blankPixels == 0)
      if let first = engine.firstVisible { seen.insert(first.id) }
      _ = engine.waitForResults(seconds: 0.02)
    }
    engine.settle(from: &time)
    #expect(seen.count > 20, "only \(seen.count) places were shown")
    // Estimates become exact on the way: the place is that of the last request.
    #expect(abs(engine.metrics.offset - target) < engine.metrics.contentHeight / 20)
  }

  @Test("Content shorter than the viewport stands at the edge where the list opens")
  func shortContent() {
    var time = 0.0
    let top = ListEngine.forTests(items(3))
    top.settle(from: &time)
    #expect(top.firstVisible?.y == 0)
    let bottom = ListEngine.forTests(items(3), opensAt: .end)
    bottom.settle(from: &time)
    #expect(bottom.visibleRows.last.map { $0.y + $0.height } == 800)
    #expect(bottom.scroll(by: -30) == 0)
  }

  @Test("An empty list is settled and plans nothing")
  func empty() {
    let engine = ListEngine.forTests([])
    var time = 0.0
    #expect(engine.settle(from: &time).pieces.isEmpty)
    engine.jump(to: 4)
    engine.scrollToEnd()
    #expect(engine.scroll(by: 9) == 0)
    #expect(engine.metrics.firstVisiblePosition == nil)
  }

  @Test("Held items and drawn bytes stay within their limits")
  func bounded() {
    let engine = ListEngine.forTests(items(50_000))
    var time = 0.0
    engine.settle(from: &time)
    for _ in 0..<400 {
      engine.scroll(by: 700)
      time += 1 / 60
      _ = engine.frame(at: time)
      _ = engine.waitForResults(seconds: 0.05)
    }
    engine.settle(from: &time)
    #expect(engine.statistics.windowCount <= engine.configuration.windowLimit)
    #expect(engine.statistics.bitmapBytes <= engine.configuration.bitmapByteLimit)
    #expect(engine.statistics.cellsCreated < 120)
  }

  @Test("A failing source is reported and asked again")
  func failure() {
    let source = FlakyProvider(base: provider(items(100)), failures: 2)
    let engine = ListEngine(
      provider: source, configuration: EngineConfiguration(retryDelay: 0.02),
      tools: { TestTools() })
    engine.setViewport(
      PixelSize(width: 400, height: 800), environment: LayoutEnvironment(width: 400))
    var errors: [EngineError] = []
    engine.onFailure = { errors.append($0) }
    var time = 0.0
    var plan = engine.frame(at: time)
    for _ in 0..<50 where plan.pieces.isEmpty || plan.blankPixels > 0 {
      _ = engine.waitForResults(seconds: 0.2)
      time += 0.3
      plan = engine.frame(at: time)
    }
    #expect(errors == [.source("no line"), .source("no line")])
    #expect(plan.blankPixels == 0)
  }

  /// Knows only its first items.
  private struct Damaged: RowProvider {
    let base: TestProvider
    var count: Int { base.count }
    func load(_ positions: Range<Int>) async throws -> @Sendable () -> [ItemRows] {
      guard positions.upperBound <= 60 else {
        throw EngineError.sourceReturned(0, expected: positions.count)
      }
      return try await base.load(positions)
    }
  }

  @Test("What a source does not have is given up: a jump there ends, and the list comes to rest")
  func givenUp() {
    let engine = ListEngine(
      provider: Damaged(base: provider(items(1000))),
      configuration: EngineConfiguration(opensAt: .start, retryDelay: 0.01),
      tools: { TestTools() })
    engine.setViewport(
      PixelSize(width: 400, height: 300), environment: LayoutEnvironment(width: 400))
    var errors: [EngineError] = []
    engine.onFailure = { errors.append($0) }
    var time = 0.0
    func run(until isOver: () -> Bool) {
      for _ in 0..<600 where !isOver() {
        _ = engine.waitForResults(seconds: 0.02)
        time += 1 / 60
        _ = engine.frame(at: time)
      }
    }
    run { !engine.visibleRows.isEmpty }
    engine.jump(to: 800)
    run { !engine.isJumping }
    #expect(!engine.isJumping && errors.last == .sourceGivenUp)
    // To the last of those that it has, and beyond.
    engine.scroll(by: 100_000)
    run { errors.count(where: { $0 == .sourceGivenUp }) > 1 && !engine.needsFrame }
    #expect(engine.frame(at: time + 1).blankPixels > 0)
    #expect(!engine.needsFrame, "no frame brings what is given up")
  }
}

extension ListEngineTests {
  @Test("An engine that goes away leaves no task behind")
  func goesAway() async {
    let provider = SlowProvider(base: provider(items(100)))
    var engine: ListEngine? = ListEngine(provider: provider, tools: { TestTools() })
    engine?.setViewport(
      PixelSize(width: 400, height: 800), environment: LayoutEnvironment(width: 400))
    _ = engine?.frame(at: 0)
    // A load that has not begun when its engine goes asks for nothing.
    for _ in 0..<3000 where provider.begun == 0 { try? await Task.sleep(for: .milliseconds(10)) }
    engine = nil
    for _ in 0..<3000 where provider.ended == 0 { try? await Task.sleep(for: .milliseconds(10)) }
    #expect(provider.ended == 1)
  }
}

private final class SlowProvider: RowProvider {
  let base: TestProvider
  private let begunCount = Atomic(0)
  private let endedCount = Atomic(0)

  init(base: TestProvider) { self.base = base }

  var count: Int { base.count }
  var begun: Int { begunCount.load(ordering: .relaxed) }
  var ended: Int { endedCount.load(ordering: .relaxed) }

  func load(_ positions: Range<Int>) async throws -> @Sendable () -> [ItemRows] {
    begunCount.add(1, ordering: .relaxed)
    defer { endedCount.add(1, ordering: .relaxed) }
    try await Task.sleep(for: .milliseconds(50))
    return try await base.load(positions)
  }
}

private final class FlakyProvider: RowProvider {
  let base: TestProvider
  private let failuresLeft: Atomic<Int>

  init(base: TestProvider, failures: Int) {
    self.base = base
    failuresLeft = Atomic(failures)
  }

  var count: Int { base.count }

  func load(_ positions: Range<Int>) async throws -> @Sendable () -> [ItemRows] {
    if failuresLeft.subtract(1, ordering: .relaxed).oldValue > 0 {
      throw EngineError.source("no line")
    }
    return try await base.load(positions)
  }
}
