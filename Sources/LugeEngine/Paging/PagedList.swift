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

  enum Purpose: Hashable, Sendable {
    case replace(ItemID?)
    case extend(PageEdge, from: ItemID)
    /// Fills a gap, from the item at one side of it.
    case fill(Int, side: PageEdge, from: ItemID)

    var isReplacing: Bool { if case .replace = self { true } else { false } }

    /// Place in the list where the progress of the request is shown.
    var place: UnloadedPlace {
      switch self {
      case .replace: .before
      case .extend(let edge, _): UnloadedPlace(edge)
      case .fill(let number, _, _): .gap(number)
      }
    }
  }

  struct Delivery: Sendable {
    var number: Int
    var purpose: Purpose
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
  private var requests: [Purpose: (number: Int, task: Task<Void, Never>)] = [:]
  private var nextNumber = 0
  private var failures: [UnloadedPlace: (purpose: Purpose, reason: String)] = [:]
  /// Reasons of failures whose pages are being requested again.
  private var lastReasons: [UnloadedPlace: String] = [:]
  /// Whether new items may be missing, because they arrived while the page after the last item was
  /// being loaded.
  private var mayHaveMissedNew = false
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

  deinit {
    for request in requests.values { request.task.cancel() }
  }

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
    guard let failure = failures.removeValue(forKey: place) else { return }
    statistics.retries += 1
    lastReasons[place] = failure.reason
    ask(failure.purpose)
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
  public func failure(at place: UnloadedPlace) -> String? { failures[place]?.reason }

  /// All failures with their places, from the start of the list.
  public var failedPlaces: [(place: UnloadedPlace, reason: String)] {
    let places = [.before] + window.gaps.map { UnloadedPlace.gap($0.number) } + [.after]
    return places.compactMap { place in failures[place].map { (place, $0.reason) } }
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
    if isReplacing { newWhileReplacing += new }
    if window.insertNew(new, leavesGap: leavesGap) {
      show(author, isAnimated: isAnimated)
    } else {
      // Some of them may have been placed within the loaded items. The loaded end is not the newest
      // end, so the list does not follow a page that arrives there at the same time.
      show(.history)
      mayHaveMissedNew = true
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
    guard feed.isIdle, !isReplacing else { return }
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
    for gap in window.gaps where !requests.keys.contains(where: { $0.place == .gap(gap.number) }) {
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
    if cut.before > 0 { forget(.before) }
    if cut.after > 0 { forget(.after) }
    forgetGapsThatAreGone()
    return true
  }

  private var isReplacing: Bool {
    requests.keys.contains(where: \.isReplacing)
  }

  /// Drops a request at an end that was trimmed: its page would leave a gap.
  private func forget(_ place: UnloadedPlace) {
    failures[place] = nil
    lastReasons[place] = nil
    for (purpose, request) in requests where purpose.place == place {
      if case .replace = purpose { continue }
      request.task.cancel()
      requests[purpose] = nil
    }
  }

  private func forgetGapsThatAreGone() {
    let held = Set(window.gaps.map { UnloadedPlace.gap($0.number) })
    let known = Array(failures.keys) + Array(lastReasons.keys) + requests.keys.map(\.place)
    for place in Set(known) where !held.contains(place) {
      if case .gap = place { forget(place) }
    }
  }

  // MARK: Pages

  private func ask(_ purpose: Purpose) {
    guard requests[purpose] == nil, failures[purpose.place]?.purpose != purpose,
      let (lane, mailbox) = connection
    else { return }
    // After a failure at one side of a gap, the gap waits for a retry by the user, at whichever
    // side.
    if case .fill = purpose, failures[purpose.place] != nil { return }
    if case .replace = purpose {
      for request in requests.values { request.task.cancel() }
      requests = [:]
      failures = [:]
      lastReasons = [:]
    }
    let place: PagePlace
    var limit = configuration.pageSize
    switch purpose {
    case .replace(nil): place = .newest
    case .replace(.some(let id)):
      place = .around(id)
      limit *= 2
    case .extend(.before, let id): place = .before(id)
    case .extend(.after, let id):
      place = .after(id)
      mayHaveMissedNew = false
    case .fill(_, .before, let id): place = .after(id)
    case .fill(_, .after, let id): place = .before(id)
    }
    nextNumber += 1
    statistics.pagesAsked += 1
    let (source, inbox, number) = (source, inbox, nextNumber)
    let task = Task.detached(executorPreference: lane as any TaskExecutor) { [limit] in
      let result: Result<Page<Source.Item>, PageFailure>
      do {
        result = .success(try await source.page(place, limit: limit))
      } catch {
        result = .failure(PageFailure(reason: "\(error)"))
      }
      // Results of a cancelled request are dropped by its number.
      inbox.deliveries.withLock {
        $0.append(Delivery(number: number, purpose: purpose, result: result))
      }
      mailbox.post(.nudge)
    }
    requests[purpose] = (nextNumber, task)
  }

  private func take(_ delivery: Delivery) {
    guard requests[delivery.purpose]?.number == delivery.number else {
      statistics.pagesStale += 1
      return
    }
    requests[delivery.purpose] = nil
    switch delivery.result {
    case .failure(let failure):
      statistics.pagesFailed += 1
      if case .replace(let id) = delivery.purpose, !window.items.isEmpty {
        newWhileReplacing = []
        onJumpFailure?(id, failure.reason)
        return
      }
      failures[delivery.purpose.place] = (delivery.purpose, failure.reason)
      // The page beyond failed: show the outermost loaded items although their neighbours are
      // unknown.
      if case .extend = delivery.purpose { window.showEnds() }
      show(.history)
    case .success(let page):
      take(page, for: delivery.purpose)
    }
  }

  private func take(_ page: Page<Source.Item>, for purpose: Purpose) {
    statistics.pagesTaken += 1
    lastReasons[purpose.place] = nil
    failures[purpose.place] = nil
    switch purpose {
    case .replace(let id):
      window.replaceAll(with: page, showing: id)
      _ = window.insertNew(newWhileReplacing)
      newWhileReplacing = []
      let position = id.flatMap(window.position(of:)) ?? window.items.count - 1
      feed.set(
        entries,
        options: UpdateOptions(
          author: .history,
          shows: id == nil ? entries.count - 1 : entryPosition(ofItem: max(0, position))))
    case .extend(let edge, let from):
      guard from == (edge == .before ? window.first : window.last) else {
        statistics.pagesStale += 1
        return
      }
      window.extend(edge, with: page)
      if edge == .after, mayHaveMissedNew { window.expectMore(.after) }
      _ = cutFarAway()
      show(.history)
    case .fill(let number, let side, let from):
      guard let gap = window.gaps.first(where: { $0.number == number }),
        from == (side == .before ? gap.preceding : window.item(following: gap))
      else {
        statistics.pagesStale += 1
        return
      }
      window.fill(number, from: side, with: page)
      if !window.gaps.contains(where: { $0.number == number }) { statistics.gapsClosed += 1 }
      _ = cutFarAway()
      show(.history)
    }
  }

  // MARK: States shown in the list

  private var hasRowBefore: Bool { window.hasBefore || failures[.before] != nil }

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
      let phase = failures[place].map { UnloadedState.Phase.failed($0.reason) } ?? .loading
      let state = UnloadedState(place: place, phase: phase, lastReason: lastReasons[place])
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
    if window.hasAfter || failures[.after] != nil {
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
