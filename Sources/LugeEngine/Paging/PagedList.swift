public import LugeCore
import Synchronization

/// A list over a ``PagedSource``: asks for pages as the reader nears an end of what is held, and
/// lets go of what is far away, so that memory does not depend on how much there is.
///
/// Belongs to its engine's thread, and works within the engine's frames. At an end beyond which
/// there is more, and in a gap between items, stands an ``UnloadedRow``; a page that fails turns it
/// into an error with a way to retry. A gap is filled, once the reader is near, from the side that
/// the reader is on; what is read does not move.
public final class PagedList<Source: PagedSource, Factory: RowFactory>
where Factory.Item == Source.Item {
  public typealias Configuration = PagedListConfiguration
  public typealias Statistics = PagedListStatistics

  enum Purpose: Hashable, Sendable {
    case replace(ItemID?)
    case extend(PageEdge, from: ItemID)
    /// From the item at one side of a gap.
    case fill(Int, side: PageEdge, from: ItemID)

    var isReplacing: Bool { if case .replace = self { true } else { false } }

    /// Where the list shows how the request is doing.
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

  // MARK: Fixed

  public let source: Source
  public let configuration: Configuration
  public let feed: ListFeed<PagedEntry<Source.Item>, PagedRowFactory<Factory>>

  // MARK: Mutable state (the engine's thread)

  public private(set) var window: PageWindow<Source.Item>
  public private(set) var statistics = Statistics()
  private var requests: [Purpose: (number: Int, task: Task<Void, Never>)] = [:]
  private var nextNumber = 0
  private var failures: [UnloadedPlace: (purpose: Purpose, reason: String)] = [:]
  /// Why pages failed that are being asked for again.
  private var lastReasons: [UnloadedPlace: String] = [:]
  /// What was written while the page after the held items was on its way may be in it or not.
  private var mayHaveMissedNew = false
  /// The item last read that is known: who scrolls fast may have none in view for some frames.
  private var focus: ItemID?
  /// Written while the newest page was on its way.
  private var newWhileReplacing: [Source.Item] = []
  /// Called when a jump's page failed; what is in view stays. With the item, nil for the newest
  /// end.
  public var onJumpFailure: ((ItemID?, _ reason: String) -> Void)?
  private var connection: (lane: any Lane, mailbox: Mailbox<LaneResult>)?

  /// Filled by the tasks that fetch pages, emptied by the frame.
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

  /// What the engine begins with.
  public var provider: some RowProvider { feed.provider }

  /// Has the engine, made with ``provider``, show the list. The engine keeps the list alive.
  public func connect(to engine: ListEngine) {
    connection = (engine.lane, engine.mailbox)
    feed.connect(to: engine)
    engine.hooks.frame.append { [self] in work($0) }
    ask(.replace(configuration.opensAround))
  }

  // MARK: What a program asks for

  /// Asks again for a page that failed.
  public func retry(_ place: UnloadedPlace) {
    guard let failure = failures.removeValue(forKey: place) else { return }
    statistics.retries += 1
    lastReasons[place] = failure.reason
    ask(failure.purpose)
    show(.history)
  }

  /// Carries out an action of an ``UnloadedRow``; false when it is none of these.
  @discardableResult
  public func perform(_ action: HitRegion.Action) -> Bool {
    let places = [.before, .after] + window.gaps.map { UnloadedPlace.gap($0.number) }
    guard let place = places.first(where: { UnloadedRow.retryAction($0) == action }) else {
      return false
    }
    retry(place)
    return true
  }

  /// The reason why an error stands at a place.
  public func failure(at place: UnloadedPlace) -> String? { failures[place]?.reason }

  /// Why something could not be loaded, place by place from the start of the list.
  public var failedPlaces: [(place: UnloadedPlace, reason: String)] {
    let places = [.before] + window.gaps.map { UnloadedPlace.gap($0.number) } + [.after]
    return places.compactMap { place in failures[place].map { (place, $0.reason) } }
  }

  /// Shows an item, held or not; what is in view stays until it is there.
  public func show(_ id: ItemID) {
    if let position = window.position(of: id), window.shown.contains(position) {
      feed.set(
        entries, options: UpdateOptions(author: .history, shows: entryPosition(ofItem: position)))
    } else {
      ask(.replace(id))
    }
  }

  public func showNewest() {
    if window.hasAfter || window.items.isEmpty {
      ask(.replace(nil))
    } else {
      feed.set(entries, options: UpdateOptions(author: .history, shows: entries.count - 1))
    }
  }

  /// Items that have just been written. They stand where ``PagedSource/order(of:)`` says, otherwise
  /// at the newest end. Away from there, those of others will be among the pages to come; own ones
  /// take the list to the newest end.
  ///
  /// - Parameter leavesGap: whether the source has items between those that are held and these, as
  ///   after a time without a connection.
  public func receive(
    _ new: [Source.Item], author: UpdateOptions.Author = .others, leavesGap: Bool = false,
    isAnimated: Bool = true
  ) {
    if isReplacing { newWhileReplacing += new }
    if window.insertNew(new, leavesGap: leavesGap) {
      show(author, isAnimated: isAnimated)
    } else {
      // Some of them may have been taken in where they belong. What is held ends before the newest:
      // a page that comes there at the same time is not followed.
      show(.history)
      mayHaveMissedNew = true
      if author == .own { ask(.replace(nil)) }
    }
  }

  /// Puts items right behind one that is held.
  ///
  /// - Returns: false where that one is not held: they are among the pages to come.
  @discardableResult
  public func insert(_ new: [Source.Item], after id: ItemID, isAnimated: Bool = true) -> Bool {
    guard window.insert(new, after: id) else { return false }
    show(.others, isAnimated: isAnimated)
    return true
  }

  /// Says that the source has items beyond an end that was the last one so far.
  public func expectMore(_ edge: PageEdge) {
    window.expectMore(edge)
    show(.history)
  }

  public func replace(_ item: Source.Item, isAnimated: Bool = true) {
    window.replace(item)
    show(.others, isAnimated: isAnimated)
  }

  public func remove(_ ids: Set<ItemID>, isAnimated: Bool = true) {
    window.remove(ids)
    show(.others, isAnimated: isAnimated)
  }

  // MARK: Each frame

  private func work(_ engine: ListEngine) {
    let deliveries = inbox.deliveries.withLock { deliveries in
      defer { deliveries = [] }
      return deliveries
    }
    if let item = engine.state.itemBeingRead, !item.isReserved { focus = item }
    for delivery in deliveries { take(delivery) }
    guard let visible = engine.visiblePositions else { return }
    // Positions on screen are those of the window only when nothing is on its way between them.
    guard feed.isIdle, !isReplacing else { return }
    askForWhatIsNear(engine, visible: visible)
    if cutFarAway() { show(.history) }
  }

  /// Where more is held than is preferred, lets go of what is far from the reader.
  private func cutFarAway() -> Bool {
    guard window.items.count > configuration.preferredMaximum,
      let focus = focus.flatMap(window.position(of:))
    else { return false }
    return cut(to: configuration.adjustedMaximum, focus: focus)
  }

  /// Asks for what is not loaded within reach of what is in view: some screens, and more in the
  /// direction of travel the faster the list moves.
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
    // How far a gap is away is estimated: it decides when to ask, and nothing else.
    let rowHeight = Double(metrics.contentHeight) / Double(max(1, feed.items.count))
    for gap in window.gaps where !requests.keys.contains(where: { $0.place == .gap(gap.number) }) {
      guard let older = window.position(of: gap.after) else { continue }
      let position = entryPosition(ofItem: older) + 1
      let side: PageEdge
      let distance: Int
      if position > visible.upperBound {
        (side, distance) = (.before, position - visible.upperBound)
      } else if position < visible.lowerBound {
        (side, distance) = (.after, visible.lowerBound - position)
      } else {
        // In view: from the side that takes more of the screen.
        let isReadAbove = position - visible.lowerBound >= visible.upperBound - position
        (side, distance) = (isReadAbove ? .before : .after, 0)
      }
      let reach = side == .before ? reachAfter : reachBefore
      guard Double(distance) * rowHeight < reach else { continue }
      if side == .before {
        ask(.fill(gap.number, side: side, from: gap.after))
      } else if let newer = window.item(behind: gap) {
        ask(.fill(gap.number, side: side, from: newer))
      }
    }
  }

  /// Lets go of items far from the focus. Called by the list itself when it holds more than
  /// ``PagedListConfiguration/preferredMaximum``, and only when no update waits.
  ///
  /// - Parameter focus: position among the window's items.
  public func adjust(preferredMaximum: Int, focus: Int) {
    guard feed.isIdle else { return }
    if cut(to: preferredMaximum, focus: focus) { show(.history) }
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

  /// A page that is on its way to an end that was cut would leave a gap.
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
    // What failed from one side of a gap waits for the reader's word, whichever side is near.
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
      // One that was cancelled is not waited for under its number.
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
      // What is here can be read, whatever becomes of the rest.
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
        from == (side == .before ? gap.after : window.item(behind: gap))
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

  // MARK: States

  private var hasRowBefore: Bool { window.hasBefore || failures[.before] != nil }

  /// Where the item at a position of the window stands among ``entries``; one that is held back
  /// stands where the row for what is not loaded does.
  ///
  /// - Complexity: O(items held × gaps).
  private func entryPosition(ofItem position: Int) -> Int {
    let gaps = window.gaps.count { gap in
      window.position(of: gap.after).map { $0 < position } ?? false
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
      if let gap = gaps.first, source.key(of: item).id == gap.after {
        // Whether it is being loaded at this moment would be an update for each page.
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
  /// Positions at least partly in view.
  var visiblePositions: ClosedRange<Int>? {
    var range: ClosedRange<Int>?
    state.forEachVisibleRow { position, _, _ in
      range = (range?.lowerBound ?? position)...position
    }
    return range
  }
}
