public import LugeCore
import Synchronization

/// A list over a ``PagedSource``: asks for pages as the reader nears an end of what is held, and
/// lets go of what is far away, so that memory does not depend on how much there is.
///
/// Belongs to its engine's thread, and works within the engine's frames. At an end beyond which
/// there is more stands an ``EdgeRow``; a page that fails turns it into an error with a way to retry.
public final class PagedList<Source: PagedSource, Factory: RowFactory>
where Factory.Item == Source.Item {
  public typealias Configuration = PagedListConfiguration
  public typealias Statistics = PagedListStatistics

  enum Purpose: Hashable, Sendable {
    case replace(ItemID?)
    case extend(PageEdge, from: ItemID)

    /// The end that shows how the request is doing.
    var edge: PageEdge {
      if case .extend(let edge, _) = self { return edge }
      return .before
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
  private var failures: [PageEdge: (purpose: Purpose, reason: String)] = [:]
  /// Why pages failed that are being asked for again.
  private var lastReasons: [PageEdge: String] = [:]
  /// What was written while the page after the held items was on its way may be in it or not.
  private var mayHaveMissedNew = false
  /// Written while the newest page was on its way.
  private var newWhileReplacing: [Source.Item] = []
  /// Called when a jump's page failed; what is in view stays. With the item, nil for the newest end.
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
    window = PageWindow { source.key(of: $0).id }
    feed = ListFeed(
      [.edge(EdgeState(edge: .before, phase: .loading))],
      factory: PagedRowFactory(base: factory, words: configuration.words),
      key: { entry in
        switch entry {
        case .item(let item): source.key(of: item)
        case .edge(let state):
          ItemKey(id: EdgeRow.item(state.edge), revision: EdgeRow(state).revision)
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
  public func retry(_ edge: PageEdge) {
    guard let failure = failures.removeValue(forKey: edge) else { return }
    statistics.retries += 1
    lastReasons[edge] = failure.reason
    ask(failure.purpose)
    show(.history)
  }

  /// Carries out an action of an ``EdgeRow``; false when it is none of these.
  @discardableResult
  public func perform(_ action: HitRegion.Action) -> Bool {
    for edge in PageEdge.allCases where action == EdgeRow.retryAction(edge) {
      retry(edge)
      return true
    }
    return false
  }

  /// The reason why an end shows an error.
  public func failure(at edge: PageEdge) -> String? { failures[edge]?.reason }

  /// Shows an item, held or not; what is in view stays until it is there.
  public func show(_ id: ItemID) {
    if let position = window.position(of: id) {
      feed.set(entries, options: UpdateOptions(author: .history, shows: position + edgesBefore))
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

  /// Items that have just been written. Away from the newest end, those of others will be among the
  /// pages to come; own ones take the list to the newest end.
  public func receive(
    _ new: [Source.Item], author: UpdateOptions.Author = .others, isAnimated: Bool = true
  ) {
    if isReplacing { newWhileReplacing += new }
    if window.insertNew(new) {
      show(author, isAnimated: isAnimated)
    } else {
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

  // MARK: Each frame

  private func work(_ engine: ListEngine) {
    let deliveries = inbox.deliveries.withLock { deliveries in
      defer { deliveries = [] }
      return deliveries
    }
    for delivery in deliveries { take(delivery) }
    guard let visible = engine.visiblePositions else { return }
    let first = visible.lowerBound - edgesBefore
    let last = visible.upperBound - edgesBefore
    // Positions on screen are those of the window only when nothing is on its way between them.
    guard feed.isIdle, !isReplacing else { return }
    let near = max(1, configuration.pageSize / 2)
    if window.hasBefore, first < near, let edge = window.first {
      ask(.extend(.before, from: edge))
    }
    if window.hasAfter, last > window.items.count - near, let edge = window.last {
      ask(.extend(.after, from: edge))
    }
    if window.items.count > configuration.preferredMaximum {
      adjust(preferredMaximum: configuration.adjustedMaximum, focus: (first + last) / 2)
    }
  }

  /// Lets go of items far from the focus. Called by the list itself when it holds more than
  /// ``PagedListConfiguration/preferredMaximum``, and only when no update waits.
  ///
  /// - Parameter focus: position among the window's items.
  public func adjust(preferredMaximum: Int, focus: Int) {
    guard feed.isIdle else { return }
    let cut = window.adjust(preferredMaximum: preferredMaximum, focus: focus)
    guard cut.before + cut.after > 0 else { return }
    statistics.itemsCut += cut.before + cut.after
    if cut.before > 0 { forget(.before) }
    if cut.after > 0 { forget(.after) }
    show(.history)
  }

  private var isReplacing: Bool {
    requests.keys.contains { if case .replace = $0 { true } else { false } }
  }

  /// A page that is on its way to an end that was cut would leave a gap.
  private func forget(_ edge: PageEdge) {
    failures[edge] = nil
    lastReasons[edge] = nil
    for (purpose, request) in requests {
      guard case .extend(edge, _) = purpose else { continue }
      request.task.cancel()
      requests[purpose] = nil
    }
  }

  // MARK: Pages

  private func ask(_ purpose: Purpose) {
    guard requests[purpose] == nil, failures[purpose.edge]?.purpose != purpose,
      let (lane, mailbox) = connection
    else { return }
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
      failures[delivery.purpose.edge] = (delivery.purpose, failure.reason)
      show(.history)
    case .success(let page):
      take(page, for: delivery.purpose)
    }
  }

  private func take(_ page: Page<Source.Item>, for purpose: Purpose) {
    statistics.pagesTaken += 1
    lastReasons[purpose.edge] = nil
    switch purpose {
    case .replace(let id):
      window.replaceAll(with: page)
      _ = window.insertNew(newWhileReplacing)
      newWhileReplacing = []
      let position = id.flatMap(window.position(of:)) ?? window.items.count - 1
      feed.set(
        entries,
        options: UpdateOptions(
          author: .history,
          shows: id == nil ? entries.count - 1 : max(0, position) + edgesBefore))
    case .extend(let edge, let from):
      guard from == (edge == .before ? window.first : window.last) else {
        statistics.pagesStale += 1
        return
      }
      var page = page
      if edge == .after, mayHaveMissedNew, !page.hasAfter { page.hasAfter = true }
      window.extend(edge, with: page)
      show(.history)
    }
    statistics.mostItemsHeld = max(statistics.mostItemsHeld, window.items.count)
  }

  // MARK: States

  private var hasEdgeBefore: Bool { window.hasBefore || failures[.before] != nil }
  private var edgesBefore: Int { hasEdgeBefore ? 1 : 0 }

  private var entries: [PagedEntry<Source.Item>] {
    var entries: [PagedEntry<Source.Item>] = []
    entries.reserveCapacity(window.items.count + 2)
    func edge(_ edge: PageEdge) {
      let phase = failures[edge].map { EdgeState.Phase.failed($0.reason) } ?? .loading
      entries.append(
        .edge(EdgeState(edge: edge, phase: phase, lastReason: lastReasons[edge])))
    }
    if hasEdgeBefore { edge(.before) }
    entries += window.items.map { .item($0) }
    if window.hasAfter || failures[.after] != nil { edge(.after) }
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
