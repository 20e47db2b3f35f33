public import LugeCore
import Synchronization

/// A list over a ``PagedSource``: requests pages as the view nears an end of the loaded items, and
/// drops items far away, so that memory is bounded.
///
/// Belongs to its engine's thread, and works within the engine's frames. At an end with more items
/// beyond it, and in a gap between items, it shows an ``UnloadedRow``; if a page fails, that row
/// shows the error and a way to retry. A gap near the view is filled from the side that the view is
/// on; the view does not move.
public final class PagedList<Source: PagedSource, Factory: RowFactory>
where Factory.Item == Source.Item {
  public typealias Configuration = PagedListConfiguration
  public typealias Statistics = PagedListStatistics

  struct Delivery: Sendable {
    var request: PageRequests.Request
    var result: Result<Page<Source.Item>, PageFailure>
  }

  struct PageFailure: Error, Sendable { var reason: String }

  // MARK: Constants

  public let source: Source
  public let configuration: Configuration
  public let feed: ListFeed<PagedEntry<Source.Item>, PagedRowFactory<Factory>>

  // MARK: Mutable State (the engine's thread)

  public private(set) var window: PageWindow<Source.Item>
  public private(set) var statistics = Statistics()
  private var requests = PageRequests()
  /// Last known item in view. During fast scrolling no item may be in view for some frames.
  private var focus: ItemID?
  /// New items that arrived while the newest page was being loaded.
  private var newWhileReplacing: [Source.Item] = []
  /// Closure that is called when the page of a jump could not be loaded; the view stays. It gets
  /// the item, nil for the newest end.
  public var onJumpFailure: ((ItemID?, _ reason: String) -> Void)?
  private var connection: (lane: any Lane, mailbox: Mailbox<LaneResult>)?

  /// Results of the tasks that load pages; the frame takes them.
  private let inbox = Inbox()
  private final class Inbox: Sendable {
    let deliveries = Mutex<[Delivery]>([])
  }

  public init(source: Source, factory: Factory, configuration: Configuration = Configuration()) {
    self.source = source
    self.configuration = configuration
    window = PageWindow(order: { source.order(of: $0) }) { source.key(of: $0).id }
    feed = ListFeed(
      [.unloaded(UnloadedState(place: .before, phase: .loading))],
      factory: PagedRowFactory(base: factory, words: configuration.words),
      key: { entry in
        switch entry {
        case .item(let item): source.key(of: item)
        case .unloaded(let state, _):
          ItemKey(id: UnloadedRow.item(state.place), revision: UnloadedRow(state).revision)
        }
      })
  }

  deinit { requests.dropAll() }

  /// Provider for making the engine.
  public var provider: some RowProvider { feed.provider }

  /// Shows the list in an engine that was made with ``provider``. The engine keeps the list alive.
  public func connect(to engine: ListEngine) {
    connection = (engine.lane, engine.mailbox)
    feed.connect(to: engine)
    engine.hooks.frame.append { [self] in work($0) }
    ask(.replace(configuration.opensAround))
  }

  // MARK: Interface for the program

  /// Requests a failed page again.
  public func retry(_ place: UnloadedPlace) {
    guard let purpose = requests.retry(place) else { return }
    statistics.retries += 1
    ask(purpose)
    show(.history)
  }

  /// Performs an action of an ``UnloadedRow``; returns false for any other action.
  @discardableResult
  public func perform(_ action: HitRegion.Action) -> Bool {
    let places = [.before, .after] + window.gaps.map { UnloadedPlace.gap($0.number) }
    guard let place = places.first(where: { UnloadedRow.retryAction($0) == action }) else {
      return false
    }
    retry(place)
    return true
  }

  /// Returns the reason of the failure shown at a place; nil if there is no failure.
  public func failure(at place: UnloadedPlace) -> String? { requests.failure(at: place) }

  /// All failures with their places, from the start of the list.
  public var failedPlaces: [(place: UnloadedPlace, reason: String)] {
    let places = [.before] + window.gaps.map { UnloadedPlace.gap($0.number) } + [.after]
    return places.compactMap { place in failure(at: place).map { (place, $0) } }
  }

  /// Jumps to an item, whether loaded or not; the view stays until the item is ready.
  public func show(_ id: ItemID) {
    if let position = window.position(of: id), window.shown.contains(position) {
      feed.set(
        entries, options: UpdateOptions(author: .history, shows: entryPosition(ofItem: position)))
    } else {
      ask(.replace(id))
    }
  }

  /// Adds items that were just written. They are placed by ``PagedSource/order(of:)``, otherwise at
  /// the newest end. If that end is not loaded, items of others arrive later with their page, and
  /// the user's own items make the list jump there.
  ///
  /// - Parameter leavesGap: whether the source has items between the loaded ones and these, as
  ///   after a time without a connection.
  public func receive(
    _ new: [Source.Item], author: UpdateOptions.Author = .others, leavesGap: Bool = false,
    isAnimated: Bool = true
  ) {
    if requests.isReplacing { newWhileReplacing += new }
    if window.insertNew(new, leavesGap: leavesGap) {
      show(author, isAnimated: isAnimated)
    } else {
      // Some of them may have been placed within the loaded items. The loaded end is not the newest
      // end, so the list does not follow a page that arrives there at the same time.
      show(.history)
      requests.itemsArrived()
      if author == .own { ask(.replace(nil)) }
    }
  }

  public func replace(_ item: Source.Item, isAnimated: Bool = true) {
    window.replace(item)
    show(.others, isAnimated: isAnimated)
  }

  public func remove(_ ids: Set<ItemID>, isAnimated: Bool = true) {
    window.remove(ids)
    show(.others, isAnimated: isAnimated)
  }

  // MARK: Work per frame

  private func work(_ engine: ListEngine) {
    let deliveries = inbox.deliveries.withLock { deliveries in
      defer { deliveries = [] }
      return deliveries
    }
    if let item = engine.state.itemBeingRead, !item.isReserved { focus = item }
    for delivery in deliveries { take(delivery) }
    guard let visible = engine.visiblePositions else { return }
    // Positions on screen equal those of the window only when no update is under way between them.
    guard feed.isIdle, !requests.isReplacing else { return }
    askForWhatIsNear(engine, visible: visible)
    if cutFarAway() { show(.history) }
  }

  /// Drops items far from the view when too many are loaded.
  private func cutFarAway() -> Bool {
    guard window.items.count > configuration.preferredMaximum,
      let focus = focus.flatMap(window.position(of:))
    else { return false }
    return cut(to: configuration.adjustedMaximum, focus: focus)
  }

  /// Requests pages within reach of the view: some screens, and farther in the direction of travel
  /// the faster the list moves.
  private func askForWhatIsNear(_ engine: ListEngine, visible: ClosedRange<Int>) {
    let metrics = engine.metrics
    let still = Double(metrics.viewportHeight) * configuration.prefetchScreens
    let travel = engine.clock.velocity * configuration.prefetchSeconds
    let reachBefore = still + max(0, -travel)
    let reachAfter = still + max(0, travel)
    if window.hasBefore, Double(metrics.offset) < reachBefore, let first = window.first {
      ask(.extend(.before, from: first))
    }
    let below = metrics.contentHeight - metrics.offset - metrics.viewportHeight
    if window.hasAfter, Double(below) < reachAfter, let last = window.last {
      ask(.extend(.after, from: last))
    }
    guard !window.gaps.isEmpty else { return }
    // The distance of a gap is an estimate; it only decides when to request.
    let rowHeight = Double(metrics.contentHeight) / Double(max(1, feed.items.count))
    for gap in window.gaps {
      guard let older = window.position(of: gap.preceding) else { continue }
      let position = entryPosition(ofItem: older) + 1
      let side: PageEdge
      let distance: Int
      if position > visible.upperBound {
        (side, distance) = (.before, position - visible.upperBound)
      } else if position < visible.lowerBound {
        (side, distance) = (.after, visible.lowerBound - position)
      } else {
        // The gap is in view: fill it from the side that covers more of the screen.
        let isReadAbove = position - visible.lowerBound >= visible.upperBound - position
        (side, distance) = (isReadAbove ? .before : .after, 0)
      }
      let reach = side == .before ? reachAfter : reachBefore
      guard Double(distance) * rowHeight < reach else { continue }
      if side == .before {
        ask(.fill(gap.number, side: side, from: gap.preceding))
      } else if let newer = window.item(following: gap) {
        ask(.fill(gap.number, side: side, from: newer))
      }
    }
  }

  private func cut(to maximum: Int, focus: Int) -> Bool {
    let cut = window.adjust(preferredMaximum: maximum, focus: focus)
    guard cut.before + cut.after > 0 else { return false }
    statistics.itemsCut += cut.before + cut.after
    if cut.before > 0 { requests.drop(at: .before) }
    if cut.after > 0 { requests.drop(at: .after) }
    requests.dropGaps(except: window.gaps.map(\.number))
    return true
  }

  // MARK: Pages

  private func ask(_ purpose: PagePurpose) {
    guard !requests.waitsForRetry(purpose), let (lane, mailbox) = connection else { return }
    var limit = configuration.pageSize
    if case .replace(let id) = purpose {
      guard !requests.isUnderWay(purpose) else { return }
      requests.dropAll()
      if id != nil { limit *= 2 }
    }
    guard let request = requests.begin(purpose) else { return }
    statistics.pagesAsked += 1
    let (source, inbox) = (source, inbox)
    let task = Task.detached(executorPreference: lane as any TaskExecutor) { [limit] in
      let result: Result<Page<Source.Item>, PageFailure>
      do {
        result = .success(try await source.page(purpose.page, limit: limit))
      } catch {
        result = .failure(PageFailure(reason: "\(error)"))
      }
      // Results of a cancelled request are dropped later.
      inbox.deliveries.withLock { $0.append(Delivery(request: request, result: result)) }
      mailbox.post(.nudge)
    }
    requests.attach(task, to: request)
  }

  private func take(_ delivery: Delivery) {
    guard requests.end(delivery.request) else {
      statistics.pagesStale += 1
      return
    }
    let purpose = delivery.request.purpose
    switch delivery.result {
    case .failure(let failure):
      statistics.pagesFailed += 1
      if case .replace(let id) = purpose, !window.items.isEmpty {
        newWhileReplacing = []
        onJumpFailure?(id, failure.reason)
        return
      }
      requests.fail(purpose, failure.reason)
      // The page beyond failed: show the outermost loaded items although their neighbours are
      // unknown.
      if case .extend = purpose { window.showEnds() }
      show(.history)
    case .success(let page):
      take(page, for: delivery.request)
    }
  }

  private func take(_ page: Page<Source.Item>, for request: PageRequests.Request) {
    statistics.pagesTaken += 1
    let arrived = requests.hasArrived(since: request.begun)
    guard window.take(page, for: request.purpose, arrived: arrived) else {
      statistics.pagesStale += 1
      return
    }
    switch request.purpose {
    case .replace(let id):
      _ = window.insertNew(newWhileReplacing)
      newWhileReplacing = []
      let position = id.flatMap(window.position(of:)) ?? window.items.count - 1
      feed.set(
        entries,
        options: UpdateOptions(
          author: .history,
          shows: id == nil ? entries.count - 1 : entryPosition(ofItem: max(0, position))))
      return
    case .extend: break
    case .fill(let number, _, _):
      if !window.gaps.contains(where: { $0.number == number }) { statistics.gapsClosed += 1 }
    }
    _ = cutFarAway()
    show(.history)
  }

  // MARK: States shown in the list

  private var hasRowBefore: Bool { window.hasBefore || failure(at: .before) != nil }

  /// Returns the position in ``entries`` of an item of the window. A held-back item has the
  /// position of the row for unloaded items.
  ///
  /// - Complexity: O(loaded items × gaps).
  private func entryPosition(ofItem position: Int) -> Int {
    let gaps = window.gaps.count { gap in
      window.position(of: gap.preceding).map { $0 < position } ?? false
    }
    return position - window.shown.lowerBound + (hasRowBefore ? 1 : 0) + gaps
  }

  private var entries: [PagedEntry<Source.Item>] {
    var entries: [PagedEntry<Source.Item>] = []
    entries.reserveCapacity(window.items.count + 2 + window.gaps.count)
    func unloaded(_ place: UnloadedPlace, heldBack: Source.Item? = nil) {
      let phase = failure(at: place).map(UnloadedState.Phase.failed) ?? .loading
      let state = UnloadedState(
        place: place, phase: phase, lastReason: requests.lastReason(at: place))
      entries.append(.unloaded(state, heldBack: heldBack))
    }
    let isFirstHeldBack = window.heldBackFirst != nil
    let isLastHeldBack = window.heldBackLast != nil
    if hasRowBefore { unloaded(.before, heldBack: isFirstHeldBack ? window.items.first : nil) }
    var gaps = window.gaps[...]
    for item in window.items[window.shown] {
      entries.append(.item(item))
      if let gap = gaps.first, source.key(of: item).id == gap.preceding {
        // A gap is always shown as loading: otherwise each page would cause an update of this row.
        unloaded(.gap(gap.number))
        gaps = gaps.dropFirst()
      }
    }
    if window.hasAfter || failure(at: .after) != nil {
      unloaded(.after, heldBack: isLastHeldBack ? window.items.last : nil)
    }
    return entries
  }

  private func show(_ author: UpdateOptions.Author, isAnimated: Bool = false) {
    statistics.mostItemsHeld = max(statistics.mostItemsHeld, window.items.count)
    feed.set(entries, options: UpdateOptions(isAnimated: isAnimated, author: author))
  }
}

extension ListEngine {
  /// Range of positions of the items that are at least partly in view.
  var visiblePositions: ClosedRange<Int>? {
    var range: ClosedRange<Int>?
    state.forEachVisibleRow { position, _, _ in
      range = (range?.lowerBound ?? position)...position
    }
    return range
  }
}
