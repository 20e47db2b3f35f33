public import LugeCore
import LugeThreads
import Synchronization

/// Passes the changes of a list to an engine. Whole states or keyed changes go in, from any thread
/// and at any rate; the engine gets one consistent update at a time.
///
/// Changes that arrive while an update is prepared or applied are joined into the next one.
/// ``KeyedDiff`` finds the difference on the list's lane, never on the engine's thread.
public final class ListFeed<Item: Sendable, Factory: RowFactory>: Sendable
where Factory.Item == Item {
  public typealias Provider = FactoryRowProvider<ArraySource<Item>, Factory>

  public typealias Statistics = FeedStatistics

  private enum Request: Sendable {
    case state([Item])
    case changes([KeyedChange<Item>])
  }

  private enum Phase { case idle, busy }

  private struct State: Sendable {
    /// Items of the state that the engine has, or is about to have.
    var items: [Item]
    var keys: [ItemKey]
    var waiting: [Request] = []
    var options = UpdateOptions()
    var phase = Phase.idle
    /// Number of the latest request, and of the latest that the engine has applied.
    var requested = 0
    var applied = 0
    /// Time of the oldest pending request, seconds.
    var waitsSince: Double?
    var lane: (any Lane)?
    var mailbox: Mailbox<LaneResult>?
    /// Item that the user looks at.
    var reader: ItemID?
    var statistics = Statistics()
  }

  public let factory: Factory
  private let key: @Sendable (Item) -> ItemKey
  private let state: Mutex<State>

  /// Makes a feed.
  ///
  /// - Parameters:
  ///   - items: the first state; if several have one identifier, the first is kept.
  ///   - key: returns the item's identifier, and a revision that changes with its content.
  public init(
    _ items: [Item] = [], factory: Factory, key: @escaping @Sendable (Item) -> ItemKey
  ) {
    self.factory = factory
    self.key = key
    let unique = ItemChain(items) { key($0).id }.items
    state = Mutex(State(items: unique, keys: unique.map(key)))
  }

  /// Provider for making the engine. Read it before any change is passed in.
  public var provider: Provider { provider(state.withLock { $0.items }) }

  public var statistics: Statistics { state.withLock { $0.statistics } }

  /// Whether the engine has applied all changes.
  public var isIdle: Bool {
    state.withLock { $0.phase == .idle && $0.waiting.isEmpty }
  }

  /// Items of the latest state that the engine has or is about to have.
  public var items: [Item] { state.withLock { $0.items } }

  /// Sends all updates to this engine, which was made with ``provider``.
  public func connect(to engine: ListEngine) {
    state.withLock {
      $0.lane = engine.lane
      $0.mailbox = engine.mailbox
    }
    engine.hooks.frame.append { [weak self] engine in
      let item = engine.state.itemBeingRead
      self?.state.withLock { $0.reader = item }
    }
    goOn()
  }

  /// Sets the whole next state.
  ///
  /// - Returns: the request's number, see ``isApplied(_:)``.
  @discardableResult
  public func set(_ items: [Item], options: UpdateOptions = UpdateOptions()) -> Int {
    submit(.state(items), options)
  }

  /// Applies changes to the latest state.
  ///
  /// - Returns: the request's number, see ``isApplied(_:)``.
  @discardableResult
  public func apply(_ changes: [KeyedChange<Item>], options: UpdateOptions = UpdateOptions()) -> Int
  {
    submit(.changes(changes), options)
  }

  /// Whether the engine has applied the request.
  public func isApplied(_ request: Int) -> Bool { state.withLock { $0.applied >= request } }

  // MARK: Joining and applying updates

  private func submit(_ request: Request, _ options: UpdateOptions) -> Int {
    let number = state.withLock { state in
      // A whole state replaces everything before it.
      if case .state = request { state.waiting = [] }
      state.options =
        state.waitsSince == nil ? options : state.options.merged(with: options)
      state.waiting.append(request)
      state.waitsSince = state.waitsSince ?? MonotonicClock.seconds
      state.requested += 1
      state.statistics.requests += 1
      return state.requested
    }
    goOn()
    return number
  }

  private func goOn() {
    let lane = state.withLock { state -> (any Lane)? in
      guard state.phase == .idle, !state.waiting.isEmpty, let lane = state.lane else { return nil }
      state.phase = .busy
      return lane
    }
    lane?.submit { _ in self.findUpdate() }
  }

  /// Finds the difference to the state that the engine has; runs on the lane.
  private func findUpdate() {
    let taken = state.withLock { state in
      defer {
        state.waiting = []
        state.waitsSince = nil
      }
      return (
        items: state.items, keys: state.keys, waiting: state.waiting, options: state.options,
        number: state.requested, since: state.waitsSince, mailbox: state.mailbox,
        reader: state.reader
      )
    }
    let began = MonotonicClock.seconds
    let (items, passedOver) = next(after: taken.items, taken.waiting)
    let keys = items.map(key)
    let diff = KeyedDiff(
      from: taken.keys, to: keys, movers: movers(in: taken.waiting), reader: taken.reader)
    let seconds = MonotonicClock.seconds - began
    state.withLock { state in
      state.items = items
      state.keys = keys
      state.statistics.updates += 1
      state.statistics.passedOver += passedOver
      state.statistics.longestDiffSeconds = max(state.statistics.longestDiffSeconds, seconds)
    }
    taken.mailbox?.post(
      .update(
        FedUpdate(provider: provider(items), changes: diff.changes, options: taken.options) {
          self.finish(taken.number, since: taken.since)
        }))
  }

  private func next(after items: [Item], _ requests: [Request]) -> (items: [Item], unknown: Int) {
    let key = key
    var chain: ItemChain<Item>?
    var result = items
    var passedOver = 0
    for request in requests {
      switch request {
      case .state(let new):
        let unique = ItemChain(new) { key($0).id }
        result = unique.items
        passedOver += new.count - result.count
        chain = unique
      case .changes(let changes):
        var list = chain ?? ItemChain(result) { key($0).id }
        for change in changes { list.apply(change) }
        chain = list
        result = []
      }
    }
    guard let chain else { return (result, passedOver) }
    return (chain.items, passedOver + chain.unknown)
  }

  private func movers(in requests: [Request]) -> Set<ItemID> {
    var names: Set<ItemID> = []
    for case .changes(let changes) in requests {
      for case .move(let name, _) in changes { names.insert(name) }
    }
    return names
  }

  /// Ends an update; runs within the frame that applied it.
  private func finish(_ number: Int, since: Double?) {
    state.withLock { state in
      state.phase = .idle
      state.applied = max(state.applied, number)
      if let since {
        let lag = MonotonicClock.seconds - since
        state.statistics.longestLagSeconds = max(state.statistics.longestLagSeconds, lag)
      }
    }
    goOn()
  }

  private func provider(_ items: [Item]) -> Provider {
    let key = key
    return Provider(source: ArraySource(items) { key($0).id }, factory: factory)
  }
}

/// Counts of what a feed did; they only grow.
public struct FeedStatistics: Sendable, Hashable {
  /// Number of calls of ``ListFeed/set(_:options:)`` and ``ListFeed/apply(_:options:)``.
  public var requests = 0
  /// Number of updates that these calls were joined into.
  public var updates = 0
  /// Number of changes with unknown identifiers, and of items whose identifier occurred twice in
  /// one state.
  public var passedOver = 0
  /// Longest duration of a diff, and of the time from a request to the frame that applied it.
  public var longestDiffSeconds = 0.0
  public var longestLagSeconds = 0.0
}

extension ListFeed {
  /// Returns an item whose properties can be set any number of times per frame; the list is updated
  /// once.
  ///
  /// - Parameter item: must be in the list. Setting properties after it was removed does nothing.
  public func liveItem(_ item: Item, in engine: ListEngine) -> Coalesced<Item> {
    Coalesced(item, scheduler: engine.updateScheduler) { [self] item in
      apply([.replace(item)], options: UpdateOptions(isAnimated: false))
    }
  }
}
