import LugeCore
import Synchronization
import Testing

@testable import LugeEngine

@Suite("Paged list") struct PagedListTests {
  typealias List = PagedList<TestPages, TestFactory>

  private func list(
    _ source: TestPages, _ configuration: List.Configuration = .init(),
    opensAt: EngineConfiguration.Edge = .end, lineHeight: Int = 0
  ) -> (List, ListEngine) {
    let list = List(source: source, factory: TestFactory(), configuration: configuration)
    let engine = ListEngine(
      provider: list.provider,
      configuration: EngineConfiguration(opensAt: opensAt, drawBudget: 10),
      tools: { TestTools(lineHeight: lineHeight) })
    engine.setViewport(
      PixelSize(width: 400, height: 800), environment: LayoutEnvironment(width: 400))
    list.connect(to: engine)
    return (list, engine)
  }

  /// Frames until the condition holds, however busy the machine is.
  private func run(
    _ engine: ListEngine, _ time: inout Double, until condition: () -> Bool,
    _ place: SourceLocation = #_sourceLocation
  ) {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      time += 1 / 60
      _ = engine.frame(at: time)
      if condition() { return }
      _ = engine.waitForResults(seconds: 0.02)
    }
    Issue.record("waited in vain", sourceLocation: place)
  }

  private func settle(_ list: List, _ engine: ListEngine, _ time: inout Double) {
    run(engine, &time) { list.feed.isIdle && engine.isSettled && !isWaiting(list) }
  }

  /// Whether a page is on its way.
  private func isWaiting(_ list: List) -> Bool {
    let counts = list.statistics
    return counts.pagesAsked > counts.pagesTaken + counts.pagesFailed + counts.pagesStale
  }

  @Test("Opens with the newest page of 50, at its end")
  func opens() {
    let source = TestPages(count: 1000)
    let (list, engine) = list(source)
    var time = 0.0
    settle(list, engine, &time)
    #expect(source.asked.first == .newest)
    #expect(list.window.items.last?.id == ItemID(999))
    #expect(engine.visibleRows.last?.id.item == ItemID(999))
    #expect(engine.metrics.isAtEnd)
  }

  @Test(
    "Reads to the start and back: each item once, in order, never more than the limit")
  func bothWays() {
    let source = TestPages(count: 1500)
    let (list, engine) = list(source)
    var time = 0.0
    settle(list, engine, &time)
    for direction in [-1, 1] {
      var seen: [Int64] = []
      var last: Int64?
      for _ in 0..<4000 {
        let before = engine.visibleRows
        engine.scroll(by: direction * 300)
        run(engine, &time) { list.feed.isIdle && !isWaiting(list) }
        // What stays in view has moved by what was scrolled, whatever came and went around it.
        let rows = engine.visibleRows
        if let kept = rows.first(where: { row in before.contains { $0.id == row.id } }),
          let old = before.first(where: { $0.id == kept.id }), !engine.metrics.isAtEnd,
          !engine.metrics.isAtStart
        {
          #expect((old.y - kept.y) * direction >= 0 && abs(old.y - kept.y) <= 300)
        }
        for row in direction > 0 ? rows : rows.reversed() {
          let id = row.id.item.rawValue
          guard !row.id.item.isReserved else { continue }
          if let known = last, direction > 0 ? id <= known : id >= known { continue }
          seen.append(id)
          last = id
        }
        if last == (direction > 0 ? 1499 : 0) { break }
      }
      let first = seen.first ?? -1
      let whole = direction > 0 ? Array(first...1499) : Array((0...first).reversed())
      let isWhole = seen == whole
      #expect(isWhole, "\(Set(whole).subtracting(seen).count) items were not seen")
    }
    #expect(list.statistics.mostItemsHeld <= 500)
    #expect(list.statistics.itemsCut > 500)
  }

  @Test("A page that fails is shown in its place, with a way to retry; nothing is lost")
  func failure() throws {
    let source = TestPages(count: 300)
    let (list, engine) = list(source)
    var time = 0.0
    settle(list, engine, &time)
    source.failNext(1)
    engine.scrollToStart()
    run(engine, &time) { list.failure(at: .before) != nil && list.feed.isIdle }
    engine.scrollToStart()
    settle(list, engine, &time)
    let row = try #require(engine.visibleRows.first)
    #expect(row.id.item == .reserved(0) && row.accessibleText.contains("the line is dead"))
    // It does not go on asking by itself.
    let asked = source.asked.count
    for _ in 0..<10 { _ = engine.frame(at: time) }
    #expect(source.asked.count == asked)
    let hit = try #require(engine.hit(at: Point(x: 200, y: Double(row.y) + 5)))
    let action = try #require(hit.action)
    #expect(list.perform(action))
    run(engine, &time) { list.window.items.first?.id != ItemID(250) && list.feed.isIdle }
    #expect(list.failure(at: .before) == nil)
    let ids = list.window.items.map(\.id.rawValue)
    #expect(ids == Array((ids.first ?? 0)...299))
  }

  @Test(
    "At the very start, where nothing can give way, failing and loading again move nothing",
    arguments: ["reset", String(repeating: "a reason that takes several lines ", count: 4)])
  func edgesKeepTheirRoom(reason: String) throws {
    let source = TestPages(count: 300, reason: reason)
    let (list, engine) = list(source, lineHeight: 20)
    var time = 0.0
    settle(list, engine, &time)
    source.failNext(2)
    engine.scrollToStart()
    run(engine, &time) { list.failure(at: .before) != nil && list.feed.isIdle }
    engine.scrollToStart()
    settle(list, engine, &time)
    #expect(engine.visibleRows.first?.id.item == .reserved(0))
    let items = engine.visibleRows.dropFirst().map(\.y)
    #expect(items.count > 5)
    // Asked again, failed again, and asked again once more.
    for _ in 0..<2 {
      source.hold(true)
      list.retry(.before)
      run(engine, &time) { list.feed.isIdle && engine.isSettled }
      #expect(list.failure(at: .before) == nil)
      #expect(engine.visibleRows.first?.accessibleText == UnloadedWords().loading)
      #expect(engine.visibleRows.dropFirst().map(\.y) == items)
      source.hold(false)
      run(engine, &time) { !isWaiting(list) && list.feed.isIdle && engine.isSettled }
      guard list.failure(at: .before) != nil else { break }
      #expect(engine.visibleRows.dropFirst().map(\.y) == items)
    }
  }

  @Test("The very first page may fail, too")
  func firstFails() {
    let source = TestPages(count: 300)
    source.failNext(1)
    let (list, engine) = list(source)
    var time = 0.0
    run(engine, &time) { list.failure(at: .before) != nil && list.feed.isIdle && engine.isSettled }
    #expect(engine.visibleRows.map(\.id.item) == [.reserved(0)])
    list.retry(.before)
    settle(list, engine, &time)
    #expect(engine.visibleRows.last?.id.item == ItemID(299))
  }

  @Test("New items: shown at the newest end however many are held, and found by paging elsewhere")
  func newItems() {
    let source = TestPages(count: 1000)
    let (list, engine) = list(source, .init(preferredMaximum: 100, adjustedMaximum: 100))
    var time = 0.0
    settle(list, engine, &time)
    for _ in 0..<5 { list.receive(source.write(10)) }
    settle(list, engine, &time)
    #expect(engine.visibleRows.last?.id.item == ItemID(1049))
    #expect(list.window.items.count <= 150)
    list.show(ItemID(200))
    settle(list, engine, &time)
    #expect(engine.visibleRows.contains { $0.id.item == ItemID(200) })
    let before = engine.visibleRows.map(\.y)
    list.receive(source.write(1))
    settle(list, engine, &time)
    #expect(engine.visibleRows.map(\.y) == before)
    list.receive(source.write(1), author: .own)
    settle(list, engine, &time)
    #expect(engine.visibleRows.last?.id.item == ItemID(1051))
    let ids = list.window.items.map(\.id.rawValue)
    #expect(ids == Array((ids.first ?? 0)...1051))
  }

  @Test("Items that are held are replaced and removed where they are")
  func changes() {
    let source = TestPages(count: 1000)
    let (list, engine) = list(source)
    var time = 0.0
    settle(list, engine, &time)
    let count = list.window.items.count
    list.replace(TestItem(id: ItemID(998), height: 123))
    list.remove([ItemID(997)])
    settle(list, engine, &time)
    #expect(engine.visibleRows.first { $0.id.item == ItemID(998) }?.height == 123)
    #expect(!engine.visibleRows.contains { $0.id.item == ItemID(997) })
    #expect(engine.visibleRows.contains { $0.id.item == ItemID(996) })
    #expect(list.window.items.count == count - 1)
  }

  @Test(
    "Trims only when no update waits: positions in view are those of an older window until then")
  func trimsWhenIdle() {
    let source = TestPages(count: 1000)
    let (list, engine) = list(source, .init(preferredMaximum: 100, adjustedMaximum: 60))
    var time = 0.0
    settle(list, engine, &time)
    // Nobody finds the difference while the lane's own thread is kept busy.
    let gate = LaneGate()
    engine.lane.submit { _ in gate.wait() }
    defer { gate.open() }
    let shown = engine.visibleRows.map(\.id)
    list.receive(source.write(150))
    let held = list.window.items.count
    #expect(held >= 200, "new items are never refused")
    for _ in 0..<30 {
      time += 1 / 60
      _ = engine.frame(at: time)
    }
    #expect(!list.feed.isIdle)
    #expect(list.window.items.count == held && list.statistics.itemsCut == 0)
    #expect(engine.visibleRows.map(\.id) == shown)

    gate.open()
    run(engine, &time) { list.statistics.itemsCut > 0 }
    settle(list, engine, &time)
    #expect(list.window.items.count <= 100)
    #expect(engine.visibleRows.last?.id.item == ItemID(1149))
  }

  @Test("Opens around an item, shows it at once, and pages both ways")
  func around() {
    let source = TestPages(count: 1000)
    let (list, engine) = list(source, .init(opensAround: ItemID(400)))
    var time = 0.0
    run(engine, &time) { engine.visibleRows.contains { $0.id.item == ItemID(400) } }
    engine.scroll(by: -3000)
    settle(list, engine, &time)
    engine.scroll(by: 6000)
    settle(list, engine, &time)
    let ids = list.window.items.map(\.id.rawValue)
    #expect(ids == Array((ids.first ?? 0)...(ids.last ?? 0)) && ids.count > 100)
  }

  @Test("At an end of what is held, a page that comes as somebody writes is not followed")
  func pageWhileWriting() {
    let source = TestPages(count: 1000)
    let (list, engine) = list(source, .init(opensAround: ItemID(400)))
    var time = 0.0
    run(engine, &time) { engine.visibleRows.contains { $0.id.item == ItemID(400) } }
    source.hold(true)
    for _ in 0..<40 {
      engine.scroll(by: 1_000)
      time += 1 / 60
      _ = engine.frame(at: time)
    }
    run(engine, &time) { list.feed.isIdle && engine.isSettled }
    #expect(engine.metrics.isAtEnd && list.window.hasAfter)
    let before = engine.visibleRows
    // What is written twice waits for the list, and the page is carried out with the second.
    source.hold(false)
    for _ in 0..<200 where isWaiting(list) {
      list.receive(source.write(1))
      list.receive(source.write(1))
      time += 1 / 60
      _ = engine.frame(at: time)
      _ = engine.waitForResults(seconds: 0.005)
    }
    settle(list, engine, &time)
    for row in before where !row.id.item.isReserved {
      #expect(engine.visibleRows.first { $0.id == row.id }?.y == row.y, "\(row.id) moved")
    }
  }

  @Test(
    "A gap is filled from the side the reader is on, and what is read does not move",
    arguments: [true, false])
  func gap(readsAbove: Bool) throws {
    let source = TestPages(count: 1000)
    let (list, engine) = list(source)
    var time = 0.0
    settle(list, engine, &time)
    if readsAbove {
      // Away from the end, so that what comes is not followed.
      engine.scroll(by: -200)
      settle(list, engine, &time)
    }
    _ = source.write(300)
    let before = engine.visibleRows
    list.receive(source.write(10), leavesGap: true)
    run(engine, &time) { list.window.items.contains { (1000..<1300).contains($0.id.rawValue) } }
    settle(list, engine, &time)
    #expect(list.window.items.last?.id == ItemID(1309))
    let asked = source.asked
    if readsAbove {
      #expect(asked.contains(.after(ItemID(999))))
      let rows = engine.visibleRows
      for row in before where !row.id.item.isReserved {
        #expect(rows.first { $0.id == row.id }?.y == row.y, "\(row.id) moved")
      }
    } else {
      #expect(asked.contains(.before(ItemID(1300))))
      #expect(engine.visibleRows.last?.id.item == ItemID(1309))
    }
    // Through the gap: all of it comes, in order.
    for _ in 0..<400 where !list.window.gaps.isEmpty {
      engine.scroll(by: readsAbove ? 300 : -300)
      run(engine, &time) { list.feed.isIdle && !isWaiting(list) }
    }
    #expect(list.window.gaps.isEmpty && list.statistics.gapsClosed == 1)
    let ids = list.window.items.map(\.id.rawValue)
    #expect(ids == Array((ids.first ?? 0)...(ids.last ?? 0)))
    // Each page was asked for once.
    #expect(Set(source.asked).count == source.asked.count)
  }

  @Test("A gap whose page fails says so in its place, and is asked for again by a tap there")
  func gapFails() throws {
    let source = TestPages(count: 100)
    let (list, engine) = list(source)
    var time = 0.0
    settle(list, engine, &time)
    source.failNext(1)
    _ = source.write(50)
    list.receive(source.write(3), leavesGap: true)
    let gap = try #require(list.window.gaps.first)
    let place = UnloadedPlace.gap(gap.number)
    run(engine, &time) { list.failure(at: place) != nil && list.feed.isIdle && engine.isSettled }
    #expect(list.failedPlaces.map(\.place) == [place])
    let row = try #require(engine.visibleRows.first { $0.id.item.isReserved })
    #expect(row.accessibleText.contains("the line is dead"))
    let hit = try #require(engine.hit(at: Point(x: 200, y: Double(row.y) + 5)))
    #expect(list.perform(try #require(hit.action)))
    run(engine, &time) { list.window.items.contains { $0.id == ItemID(130) } && list.feed.isIdle }
    #expect(list.failure(at: place) == nil)
  }

  @Test("A page without items ends asking")
  func emptyPage() {
    let source = TestPages(count: 300, isEmptyBefore: 200)
    let (list, engine) = list(source)
    var time = 0.0
    settle(list, engine, &time)
    for _ in 0..<40 {
      engine.scroll(by: -800)
      run(engine, &time) { list.feed.isIdle && !isWaiting(list) }
    }
    let asked = source.asked.count
    for _ in 0..<60 { _ = engine.frame(at: time) }
    #expect(source.asked.count == asked)
    #expect(list.window.items.first?.id == ItemID(200) && !list.window.hasBefore)
    #expect(engine.visibleRows.first?.id.item == ItemID(200))
  }

  @Test("The faster the list moves, the farther ahead it asks")
  func prefetch() {
    var asked: [Double: Int] = [:]
    for speed in [600.0, 20_000] {
      let source = TestPages(count: 2000)
      let (list, engine) = list(source, .init(pageSize: 200, prefetchScreens: 0.5))
      var time = 0.0
      settle(list, engine, &time)
      for _ in 0..<2_000 where list.statistics.pagesAsked < 2 {
        engine.scroll(by: -Int(speed / 60))
        time += 1 / 60
        _ = engine.frame(at: time)
      }
      asked[speed] = engine.metrics.offset
    }
    #expect((asked[20_000] ?? 0) > (asked[600] ?? 0) + 1_000)
  }
}

/// A server with numbered items that may fail.
final class TestPages: PagedSource {
  private struct State {
    var count: Int
    var failures = 0
    var asked: [PagePlace] = []
    var isHeld = false
  }

  struct DeadLine: Error, CustomStringConvertible { let description: String }

  private let reason: String
  /// Before this number the server has nothing, and says that there is more.
  private let isEmptyBefore: Int
  private let state: Mutex<State>

  init(count: Int, reason: String = "the line is dead", isEmptyBefore: Int = 0) {
    self.reason = reason
    self.isEmptyBefore = isEmptyBefore
    state = Mutex(State(count: count))
  }

  var asked: [PagePlace] { state.withLock { $0.asked } }
  func failNext(_ count: Int) { state.withLock { $0.failures = count } }
  /// While held, pages do not come.
  func hold(_ isHeld: Bool) { state.withLock { $0.isHeld = isHeld } }

  func write(_ new: Int) -> [TestItem] {
    let range = state.withLock { state in
      defer { state.count += new }
      return state.count..<state.count + new
    }
    return range.map(item)
  }

  func key(of item: TestItem) -> ItemKey { testKey(item) }

  func page(_ place: PagePlace, limit: Int) async throws -> Page<TestItem> {
    let (count, fails) = state.withLock { state in
      state.asked.append(place)
      state.failures -= 1
      return (state.count, state.failures >= 0)
    }
    repeat {
      try await Task.sleep(for: .milliseconds(1))
    } while state.withLock { $0.isHeld }
    if fails { throw DeadLine(description: reason) }
    let range: Range<Int>
    switch place {
    case .newest: range = max(0, count - limit)..<count
    case .before(let id): range = max(0, Int(id.rawValue) - limit)..<Int(id.rawValue)
    case .after(let id):
      range = Int(id.rawValue) + 1..<min(count, Int(id.rawValue) + 1 + limit)
    case .around(let id):
      let lower = max(0, Int(id.rawValue) - limit / 2)
      range = lower..<min(count, lower + limit)
    }
    return Page(
      range.filter { $0 >= isEmptyBefore }.map(item), hasBefore: range.lowerBound > 0,
      hasAfter: range.upperBound < count)
  }

  private func item(_ number: Int) -> TestItem {
    TestItem(id: ItemID(Int64(number)), height: 20 + number % 7 * 9)
  }
}
