import LugeCore
import Testing

@testable import LugeEngine

/// The part alone: a state to load for, a lane that works when it is told to.
@Suite("Asking for items") struct LoaderTests {
  private let lane = SteppedLane()
  private let later = Later()
  private let posted = Posted<LoadResult>()
  private let still = Travel(velocity: 0, viewportHeight: 300)

  private func loader(windowLimit: Int = 600) -> Loader {
    Loader(
      lane: lane, runtime: later.runtime(lane), retryDelay: 1, windowLimit: windowLimit,
      post: posted.post)
  }

  /// Lets the lane work and gives the loader what comes.
  private func deliver(_ loader: Loader, _ state: ListState) -> [Loader.Delivery] {
    lane.run()
    return posted.take().compactMap { result in
      guard case .loaded(let ticket, let loaded) = result else { return nil }
      return loader.take(ticket, loaded, state)
    }
  }

  @Test("It asks for the view and what is around it, once, until nothing is missing")
  func extends() {
    let all = items(1_000) { _ in 30 }
    let state = ListState.forTests(all, held: 100..<110)
    state.move(to: Anchor(position: 100, offset: 0))
    let loader = loader()
    _ = loader.extend(state, still, isWidthSettled: true)
    let asked = loader.count
    #expect(asked == 2)
    _ = loader.extend(state, still, isWidthSettled: true)
    #expect(loader.count == asked, "what is under way is not asked again")
    let deliveries = deliver(loader, state)
    #expect(deliveries.map(\.purpose) == [.extend, .extend] && loader.count == 0)
    for delivery in deliveries { state.realize(delivery.items, at: delivery.lower) }
    let held = state.snapshot.window.range
    #expect(held.contains(100) && held.lowerBound < 90 && held.upperBound > 125)
    #expect(held.map { state.snapshot.window[$0].id } == held.map { all[$0].id })
    _ = loader.extend(state, still, isWidthSettled: true)
    #expect(loader.count == 0)
    #expect(loader.statistics.itemsLoaded == held.count - 10)
  }

  @Test("What lies apart from what is held, or is no longer wanted, is dropped")
  func stale() {
    let all = items(1_000) { _ in 30 }
    let state = ListState.forTests(all, held: 0..<4)
    let loader = loader()
    _ = loader.extend(state, still, isWidthSettled: true)
    loader.environmentChanged()
    #expect(loader.count == 0)
    #expect(deliver(loader, state).isEmpty)
    _ = loader.extend(state, still, isWidthSettled: true)
    // Meanwhile the view holds other items.
    state.trim(to: 0..<0)
    state.realize(realized(Array(all[500..<540]), in: state), at: 500)
    state.move(to: Anchor(position: 510, offset: 0))
    #expect(deliver(loader, state).isEmpty && loader.statistics.staleResultsDropped > 0)
  }

  @Test("After an insertion before it a load goes on at its new place; one that is touched ends")
  func shifts() {
    let all = items(1_000) { _ in 30 }
    let state = ListState.forTests(all, held: 100..<110)
    state.move(to: Anchor(position: 100, offset: 0))
    let loader = loader()
    _ = loader.extend(state, still, isWidthSettled: true)
    let more = items(1_007) { _ in 30 }
    let change = ListChange.insert(count: 7, at: 0)
    let plan = WindowPlan(
      held: 100..<110, focus: 100, followsEnd: false, count: 1_000, changes: [change])
    _ = state.apply(
      PendingUpdate(
        provider: provider(more), changes: [change], options: UpdateOptions(), completion: nil),
      window: plan, made: [:], measured: [], slices: { _ in [] })
    loader.shift(by: change)
    let lowers = deliver(loader, state).map(\.lower)
    #expect(lowers.contains(117) && lowers.count == 2)
    _ = loader.extend(state, still, isWidthSettled: true)
    let before = loader.count
    #expect(before == 2)
    loader.shift(by: .reload(118..<119))
    #expect(loader.count == before - 1)
  }

  @Test("More than the limit is let go of, away from the view")
  func trims() {
    let state = ListState.forTests(items(1_000) { _ in 30 }, held: 0..<1_000)
    state.move(to: Anchor(position: 500, offset: 0))
    let kept = loader(windowLimit: 200).extend(state, still, isWidthSettled: true).keeps
    #expect(kept.map { $0.count <= 200 && $0.contains(500) && $0.contains(509) } == true)
  }

  private struct Failing: RowProvider {
    let count = 100
    func load(_ positions: Range<Int>) async throws -> @Sendable () -> [ItemRows] {
      throw EngineError.source("gone")
    }
  }

  @Test("A source that failed is asked again only after a while")
  func failure() {
    let state = ListState(provider: Failing(), configuration: EngineConfiguration(opensAt: .start))
    {
      item, _, _ in item
    }
    _ = state.resize(
      to: PixelSize(width: 400, height: 300), environment: LayoutEnvironment(width: 400))
    let loader = loader()
    _ = loader.extend(state, still, isWidthSettled: true)
    lane.run()
    for result in posted.take() {
      if case .failed(let ticket, let error) = result {
        #expect(loader.failed(ticket, error) == error)
      }
    }
    #expect(loader.isWaitingToRetry && loader.statistics.loadsFailed == 1)
    later.run()
    guard case .retry? = posted.take().first else {
      Issue.record("nothing says that the time has passed")
      return
    }
    loader.retry()
    #expect(!loader.isWaitingToRetry)
  }

  private struct Miscounting: RowProvider {
    let count = 100
    func load(_ positions: Range<Int>) async throws -> @Sendable () -> [ItemRows] {
      throw EngineError.sourceReturned(positions.count - 1, expected: positions.count)
    }
  }

  @Test("A source that miscounts is given up after some attempts, until the list changes")
  func miscounting() {
    let state = ListState(
      provider: Miscounting(), configuration: EngineConfiguration(opensAt: .start)
    ) { item, _, _ in item }
    _ = state.resize(
      to: PixelSize(width: 400, height: 300), environment: LayoutEnvironment(width: 400))
    let loader = loader()
    var said: [EngineError] = []
    for _ in 0..<20 {
      _ = loader.extend(state, still, isWidthSettled: true)
      lane.run()
      for result in posted.take() {
        if case .failed(let ticket, let error) = result {
          said += [loader.failed(ticket, error)].compactMap(\.self)
        }
      }
      later.run()
      for result in posted.take() { if case .retry = result { loader.retry() } }
    }
    #expect(said.count == 5 && said.last == .sourceGivenUp)
    #expect(!loader.isWaitingToRetry && loader.count == 0)
    loader.environmentChanged()
    _ = loader.extend(state, still, isWidthSettled: true)
    #expect(loader.count > 0)
  }

  @Test("An update of a source that miscounts is asked for as long as it waits")
  func miscountingUpdate() {
    let state = ListState(
      provider: Miscounting(), configuration: EngineConfiguration(opensAt: .start)
    ) { item, _, _ in item }
    _ = state.resize(
      to: PixelSize(width: 400, height: 300), environment: LayoutEnvironment(width: 400))
    let loader = loader()
    var said: [EngineError] = []
    for _ in 0..<20 {
      loader.load(3..<9, from: Miscounting(), held: [:], state)
      lane.run()
      for result in posted.take() {
        if case .failed(let ticket, let error) = result {
          said += [loader.failed(ticket, error)].compactMap(\.self)
        }
      }
      later.run()
      for result in posted.take() { if case .retry = result { loader.retry() } }
    }
    #expect(said.count == 20 && !said.contains(.sourceGivenUp))
    #expect(!loader.isGivenUp(3))
  }
}
