import LugeCore
import LugeTestSupport
import Testing

@testable import LugeEngine

/// The part alone: rows are laid out here, and no lane, clock or window is near.
@Suite("A list's state") struct ListStateTests {
  private final class Counter { var laidOut = 0 }

  private func realized(_ items: ArraySlice<TestItem>, width: Int, version: UInt32)
    -> [RealizedItem]
  {
    let context = LayoutContext(environment: LayoutEnvironment(width: width), text: TestText())
    return items.map { item in
      RealizedItem(
        id: item.id,
        models: [
          TestRow(
            id: RowID(item: item.id, part: 0), revision: Revision(UInt64(item.height)),
            baseHeight: item.height)
        ], context: context, layoutVersion: version, now: { 0 })
    }
  }

  /// A state that holds all of its items.
  private func state(
    _ items: [TestItem], height: Int = 300, opensAt: EngineConfiguration.Edge = .start,
    follow: FollowPolicy = .chat, counter: Counter = Counter()
  ) -> ListState {
    let state = ListState(
      provider: provider(items),
      configuration: EngineConfiguration(opensAt: opensAt, follow: follow)
    ) { item, environment, version in
      counter.laidOut += 1
      let context = LayoutContext(environment: environment, text: TestText())
      return item.laidOutAgain(in: context, layoutVersion: version, now: { 0 })
    }
    let size = PixelSize(width: 400, height: height)
    #expect(state.resize(to: size, environment: LayoutEnvironment(width: 400)) == .first)
    state.realize(realized(items[...], width: 400, version: state.layoutVersion), at: 0)
    state.settle()
    return state
  }

  /// Where an item's row is; nil when it is not in view.
  private func top(of id: ItemID, in state: ListState) -> Int? {
    var found: Int?
    state.forEachVisibleRow { _, row, y in if row.id.item == id { found = y } }
    return found
  }

  @Test("However it is scrolled, rows stand where adding up heights puts them", arguments: 0..<6)
  func scrolling(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let all = items(Int.random(in: 1...60, using: &random)) { 1 + ($0 * 7919 + seed) % 90 }
    let state = state(all)
    let total = all.reduce(0) { $0 + $1.height }
    var offset = 0
    for _ in 0..<60 {
      let wanted = Int.random(in: -400...400, using: &random)
      let expected = min(max(0, offset + wanted), max(0, total - 300))
      #expect(state.scroll(by: wanted) == expected - offset)
      offset = expected
      #expect(state.metrics.offset == offset)
      #expect(state.metrics.isAtEnd == (offset >= total - 300))
      var expectedTops: [Int] = []
      var y = 0
      for item in all {
        if y + item.height > offset, y < offset + 300 { expectedTops.append(y - offset) }
        y += item.height
      }
      var tops: [Int] = []
      state.forEachVisibleRow { _, _, y in tops.append(y) }
      #expect(tops == expectedTops)
    }
  }

  @Test("The line that is read stays where it is at another width, and its rows alone are laid out")
  func width() throws {
    let counter = Counter()
    let state = state(items(400) { _ in 40 }, counter: counter)
    _ = state.scroll(by: 5_000)
    let line = try #require(state.lineBeingRead())
    let size = PixelSize(width: 200, height: 300)
    #expect(state.resize(to: size, environment: LayoutEnvironment(width: 200)) == .environment)
    state.settle()
    let place = try #require(state.anchor(at: line))
    #expect(state.distance(from: place, to: state.anchor) == 0)
    #expect(counter.laidOut > 0 && counter.laidOut < 12)
    #expect(state.resize(to: size, environment: LayoutEnvironment(width: 200)) == .size)
  }

  @Test("What is read stays where it is, whatever comes and goes around it", arguments: 0..<10)
  func updates(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var all = items(80) { 10 + ($0 * 31 + seed) % 70 }
    let state = state(all, follow: .off)
    _ = state.scroll(by: 1_000)
    var next: Int64 = 1_000
    for _ in 0..<40 {
      state.forgetHolds()
      let held = try #require(state.holdsInView().first)
      let before = all
      let change: ListChange
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        let at = Int.random(in: 0...all.count, using: &random)
        all.insert(contentsOf: items(3, firstID: next), at: at)
        next += 3
        change = .insert(count: 3, at: at)
      case 1 where all.count > 40:
        let at = Int.random(in: 0..<all.count - 1, using: &random)
        // What is read is not what goes.
        guard at != held.position, at + 1 != held.position else { continue }
        all.removeSubrange(at..<at + 2)
        change = .remove(at..<at + 2)
      default:
        let at = Int.random(in: 0..<all.count, using: &random)
        guard at != held.position else { continue }
        all[at].height = Int.random(in: 10...80, using: &random)
        change = .reload(at..<at + 1)
      }
      let plan = WindowPlan(
        held: state.snapshot.window.range, focus: state.focusPosition,
        followsEnd: state.followsEnd, count: state.count, changes: [change])
      var made: [Int: RealizedItem] = [:]
      for range in plan.dirtyRanges {
        let items = realized(all[range], width: 400, version: state.layoutVersion)
        for (position, item) in zip(range, items) { made[position] = item }
      }
      let effects = state.apply(
        PendingUpdate(
          provider: provider(all), changes: [change], options: UpdateOptions(), completion: nil),
        window: plan, made: made, measured: plan.dirtyRanges, slices: { _ in [] })
      #expect(effects == UpdateEffects())
      #expect(state.count == all.count && state.snapshot.window.range == 0..<all.count)
      // The list's ends hold the content back; anywhere else nothing moves.
      if !state.metrics.isAtEnd, !state.metrics.isAtStart {
        #expect(top(of: before[held.position].id, in: state) == held.y)
      }
    }
  }

  @Test("New items at the end: followed there, and gone to when they are the reader's own")
  func following() {
    func append(
      _ author: UpdateOptions.Author, to all: [TestItem], scrolledBack: Bool, follows: Bool = true
    ) -> (ListState, UpdateEffects) {
      let state = state(all, opensAt: .end)
      if scrolledBack { _ = state.scroll(by: -400) }
      let more = all + items(1, firstID: 900)
      let plan = WindowPlan(
        held: 0..<all.count, focus: state.focusPosition, followsEnd: state.followsEnd,
        count: all.count, changes: [.insert(count: 1, at: all.count)])
      let made = realized(more[all.count...], width: 400, version: state.layoutVersion)
      let last = realized(more[(all.count - 1)...], width: 400, version: state.layoutVersion)
      let effects = state.apply(
        PendingUpdate(
          provider: provider(more), changes: [.insert(count: 1, at: all.count)],
          options: UpdateOptions(author: author, follows: follows), completion: nil),
        window: plan, made: [all.count: made[0], all.count - 1: last[0]],
        measured: plan.dirtyRanges, slices: { _ in [] })
      state.settle()
      return (state, effects)
    }
    let all = items(40) { _ in 30 }
    #expect(append(.others, to: all, scrolledBack: false).0.isAtEnd)
    let away = append(.others, to: all, scrolledBack: true)
    #expect(!away.0.isAtEnd && away.1 == UpdateEffects())
    #expect(append(.own, to: all, scrolledBack: true).1 == UpdateEffects(goesToEnd: true))
    #expect(!append(.others, to: all, scrolledBack: false, follows: false).0.isAtEnd)
  }

  @Test("A list that was empty opens with its first items")
  func opens() {
    let state = state([])
    let all = items(3)
    let effects = state.apply(
      PendingUpdate(
        provider: provider(all), changes: [.insert(count: 3, at: 0)], options: UpdateOptions(),
        completion: nil), window: nil, made: [:], measured: [], slices: { _ in [] })
    #expect(effects == UpdateEffects(opens: true))
  }

  @Test("What is tried and not ready leaves the list as it was, and keeps what was laid out for it")
  func trying() {
    let counter = Counter()
    let all = items(100) { _ in 40 }
    let state = state(all, counter: counter)
    _ = state.scroll(by: 333)
    let before = (state.anchor, state.snapshot.window.range)
    let other = SlidingWindow(realized(all[50..<80], width: 400, version: 0), at: 50)
    let tried = state.show(other) {
      state.move(to: Anchor(position: 60, offset: 0))
      return false
    }
    #expect((state.anchor, state.snapshot.window.range) == before)
    #expect(counter.laidOut > 0)
    #expect(tried?.height(at: 60, layoutVersion: state.layoutVersion) == 40)
    #expect(state.show(other) { true } == nil && state.snapshot.window.range == 50..<80)
  }
}
