package import LugeCore

/// Purpose of a page: where its items belong.
package enum PagePurpose: Sendable, Hashable {
  /// They replace all items: those around one; nil: the newest.
  case replace(ItemID?)
  /// They extend the items at an end, from the outermost one; nil if there is none.
  case extend(PageEdge, from: ItemID?)
  /// They fill a gap, from the item at one side of it.
  case fill(Int, side: PageEdge, from: ItemID)

  /// The items to request.
  package var page: PagePlace {
    switch self {
    case .replace(.some(let id)): .around(id)
    case .extend(.before, .some(let id)), .fill(_, .after, let id): .before(id)
    case .extend(.after, .some(let id)), .fill(_, .before, let id): .after(id)
    case .replace(nil), .extend(_, nil): .newest
    }
  }

  /// The place in the list that the page fills; nil for all of it.
  fileprivate var place: UnloadedPlace? {
    switch self {
    case .replace: nil
    case .extend(let edge, _): UnloadedPlace(edge)
    case .fill(let number, _, _): .gap(number)
    }
  }
}

/// The requests for pages of a list: one at a time for each place where items are missing, and one
/// for the whole list. It says which answers are still wanted, whether new items came meanwhile,
/// and what failed. A value without source, list and timers, so that it can be tested by itself.
package struct PageRequests: Sendable {
  package struct Request: Sendable, Hashable {
    package let purpose: PagePurpose
    /// Moment at which it began.
    package let begun: Moment
    fileprivate let number: Int
  }

  /// A moment between arrivals of new items.
  package struct Moment: Sendable, Hashable { fileprivate let arrivals: Int }

  private struct Failure {
    var purpose: PagePurpose
    var reason: String
    /// Whether it is being requested again.
    var isRetried = false
  }

  private var underWay: [UnloadedPlace?: (request: Request, task: Task<Void, Never>?)] = [:]
  /// Number of requests so far.
  package private(set) var count = 0
  private var arrivals = 0
  /// Failures by the places at which the list shows them.
  private var failures: [UnloadedPlace: Failure] = [:]
  private var lastFailure: ContinuousClock.Instant?

  package init() {}

  // MARK: Requests

  /// Whether the whole list is being replaced.
  package var isReplacing: Bool { underWay[nil] != nil }

  /// Whether exactly this is requested, and the answer has not come.
  package func isUnderWay(_ purpose: PagePurpose) -> Bool {
    underWay[purpose.place]?.request.purpose == purpose
  }

  /// Begins a request; nil while there is one for the same place.
  package mutating func begin(_ purpose: PagePurpose) -> Request? {
    guard underWay[purpose.place] == nil else { return nil }
    count += 1
    let request = Request(purpose: purpose, begun: now, number: count)
    underWay[purpose.place] = (request, nil)
    return request
  }

  /// Connects a request that has just begun with its task, which is cancelled if it is dropped.
  package mutating func attach(_ task: Task<Void, Never>, to request: Request) {
    underWay[request.purpose.place]?.task = task
  }

  /// Ends a request, when its answer has come.
  ///
  /// - Returns: whether the answer is still wanted.
  package mutating func end(_ request: Request) -> Bool {
    let place = request.purpose.place
    guard underWay[place]?.request.number == request.number else { return false }
    underWay[place] = nil
    failures[place ?? .before] = nil
    return true
  }

  /// Drops the request and the failure at a place whose neighbours are not loaded any more: the
  /// page would leave a gap.
  package mutating func drop(at place: UnloadedPlace) {
    failures[place] = nil
    underWay.removeValue(forKey: place)?.task?.cancel()
  }

  /// Drops those of gaps that are gone.
  package mutating func dropGaps(except gaps: some Sequence<Int>) {
    let held = Set(gaps)
    for case .gap(let number) in underWay.keys.compactMap({ $0 }) + failures.keys
    where !held.contains(number) { drop(at: .gap(number)) }
  }

  /// Drops all requests and failures.
  package mutating func dropAll() {
    for request in underWay.values { request.task?.cancel() }
    (underWay, failures) = ([:], [:])
  }

  // MARK: New items

  /// The present moment.
  package var now: Moment { Moment(arrivals: arrivals) }

  /// Notes that new items came: a page that is being read may or may not contain them.
  package mutating func itemsArrived() { arrivals += 1 }

  /// Whether new items came since a moment.
  package func hasArrived(since moment: Moment) -> Bool { moment.arrivals != arrivals }

  // MARK: Failures

  /// Notes that a request failed.
  package mutating func fail(
    _ purpose: PagePurpose, _ reason: String, at time: ContinuousClock.Instant = .now
  ) {
    failures[purpose.place ?? .before] = Failure(purpose: purpose, reason: reason)
    lastFailure = time
  }

  /// Whether a request failed a short time ago, unless ``permit()`` was called since.
  package func hasFailed(
    within time: Duration, of now: ContinuousClock.Instant = .now
  ) -> Bool { lastFailure.map { now < $0 + time } ?? false }

  /// Permits requests again, because the source can be reached.
  package mutating func permit() { lastFailure = nil }

  /// Reason of the failure at a place; nil if there is none, or while it is requested again.
  package func failure(at place: UnloadedPlace) -> String? {
    failures[place].flatMap { $0.isRetried ? nil : $0.reason }
  }

  /// Reason of the previous failure at a place whose page is being requested again; otherwise nil.
  package func lastReason(at place: UnloadedPlace) -> String? {
    failures[place].flatMap { $0.isRetried ? $0.reason : nil }
  }

  /// Whether the same request has failed, or another one for the same gap, and the user has not
  /// retried it.
  package func waitsForRetry(_ purpose: PagePurpose) -> Bool {
    guard let failure = failures[purpose.place ?? .before], !failure.isRetried else { return false }
    if case .fill = purpose { return true }
    return failure.purpose == purpose
  }

  /// Returns what failed at a place, to be requested again; nil if nothing waits for that.
  package mutating func retry(_ place: UnloadedPlace) -> PagePurpose? {
    guard failure(at: place) != nil else { return nil }
    failures[place]?.isRetried = true
    return failures[place]?.purpose
  }
}

extension PageWindow {
  /// Takes the page that was requested for a purpose.
  ///
  /// - Parameter arrived: whether new items came since the request began: a page after the last
  ///   item may be without them.
  /// - Returns: whether it took it: not if other items are at that place by now.
  package mutating func take(
    _ page: Page<Item>, for purpose: PagePurpose, arrived: Bool
  ) -> Bool {
    switch purpose {
    case .replace(let id): replaceAll(with: page, showing: id)
    case .extend(let edge, let outermost):
      guard outermost == (edge == .before ? first : last) else { return false }
      extend(edge, with: page)
      if edge == .after, arrived { expectMore(.after) }
    case .fill(let number, let side, let item):
      guard let gap = gaps.first(where: { $0.number == number }),
        item == (side == .before ? gap.preceding : self.item(following: gap))
      else { return false }
      fill(number, from: side, with: page)
    }
    return true
  }
}
