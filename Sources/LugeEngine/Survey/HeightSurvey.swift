import CScheduling
import LugeCore

/// Measures the items that nobody has looked at yet, while there is nothing else to do, so that the
/// scroll bar becomes exact; and keeps what was measured in a store, for the next time.
///
/// Only heights are kept. Positions on screen are counted from the anchor, so nothing in view
/// moves.
final class HeightSurvey {
  /// Items to be measured from which on other threads help.
  static let helpedFrom = 20_000

  private let lane: any Lane
  private let runtime: EngineRuntime
  private let factory: LaneToolsFactory
  private let isWanted: Bool
  private let post: @Sendable (SurveyResult) -> Void
  private let ticket = SurveyTicket()

  // MARK: Mutable State (the engine's thread)

  private var walk: SurveyWalk?
  private var number = 0
  /// Threads that help the lane while all of a long list is measured.
  private var helpers: [any Lane] = []
  /// Where heights are kept; for lists that are not updated.
  var store: (any HeightStore)?
  private var keeping = HeightKeeping()
  private(set) var itemsMeasured = 0
  private(set) var heightsRestored = 0
  private(set) var staleResults = 0

  /// - Parameters:
  ///   - isWanted: whether all items are measured, or only those that are looked at.
  ///   - post: called from any thread; what it is given has to come back by ``take(_:_:)``.
  init(
    lane: any Lane, runtime: EngineRuntime, factory: @escaping LaneToolsFactory, isWanted: Bool,
    post: @escaping @Sendable (SurveyResult) -> Void
  ) {
    self.lane = lane
    self.runtime = runtime
    self.factory = factory
    self.isWanted = isWanted
    self.post = post
  }

  deinit {
    for helper in helpers { helper.stop() }
  }

  var helperCount: Int { helpers.count }
  /// Chunks that each lane has; the first is the list's own.
  var underWay: [Int] { walk?.underWay ?? [] }

  // MARK: What happens to the list

  /// The environment is another: what lanes are measuring is for nothing.
  func environmentChanged() { ticket.wantNone() }

  /// The list is no longer the one whose heights are stored.
  func listBecameAnother() { keeping.isForeign = true }

  /// An update was applied: positions are others.
  func restart() { walk = nil }

  // MARK: Measuring

  /// Asks for the next chunks. To be called when nothing else is to be done.
  ///
  /// - Parameter isWidthSettled: whether the window is not being pulled.
  /// - Returns: whether another frame is needed to ask again.
  func advance(_ state: ListState, isWidthSettled: Bool) -> Bool {
    guard isWanted, state.viewport.height > 0,
      state.snapshot.heights.exactCount < state.count, !restores(state)
    else { return false }
    // While a window is pulled, each width ends what was measured for the one before; and a thread
    // that looks for a font keeps all others from theirs.
    guard isWidthSettled else { return true }
    if walk?.layoutVersion != state.layoutVersion {
      number += 1
      ticket.want(number)
      callHelpers(state)
      walk = SurveyWalk(
        low: state.anchor.position, high: state.anchor.position,
        layoutVersion: state.layoutVersion, number: number,
        underWay: Array(repeating: 0, count: 1 + helpers.count))
    }
    guard var walk else { return false }
    defer { self.walk = walk }
    while let lane = walk.freeLane, measureNext(&walk, lane, state) {}
    return false
  }

  /// Measuring is most of a long list's way to an exact scroll bar, and needs nothing but a text
  /// context: each processor but the one of the engine's thread has a lane for it, besides the
  /// list's own. They end, and what they remember of words is let go of, when everything is
  /// measured.
  private func callHelpers(_ state: ListState) {
    guard helpers.isEmpty,
      state.count - state.snapshot.heights.exactCount >= Self.helpedFrom
    else { return }
    helpers = (0..<runtime.surveyHelpers).map {
      (runtime.makeHelper ?? runtime.makeLane)("luge-survey-\($0 + 1)", factory)
    }
  }

  /// Seconds after which helpers are gone that were told to go.
  private static let helpersEnd = 1.0

  private func dismissHelpers() {
    walk = nil
    guard !helpers.isEmpty else { return }
    for helper in helpers { helper.stop() }
    helpers = []
    // What a thread has given back stays with it as room for more, until it is asked for.
    runtime.later(Self.helpersEnd) { lsc_return_freed_memory() }
  }

  /// Whether there may be more to ask for.
  private func measureNext(_ walk: inout SurveyWalk, _ lane: Int, _ state: ListState) -> Bool {
    // What is held, and what was visited before, may be exact already.
    var range = walk.next(of: state.count, around: state.anchor.position)
    for _ in 0..<4 {
      guard let known = range, known.allSatisfy({ state.snapshot.heights.height(at: $0).isExact })
      else { break }
      range = walk.next(of: state.count, around: state.anchor.position)
    }
    guard let range else {
      // Something in between was invalidated: once more from the start, when all came back.
      if walk.underWay.allSatisfy({ $0 == 0 }) {
        walk.low = state.anchor.position
        walk.high = state.anchor.position
      }
      return false
    }
    walk.underWay[lane] += 1
    measure(range, walk.number, on: lane, state)
    return true
  }

  private func measure(_ range: Range<Int>, _ number: Int, on laneNumber: Int, _ state: ListState) {
    let (provider, environment) = (state.snapshot.provider, state.environment)
    let lane = laneNumber == 0 ? lane : helpers[laneNumber - 1]
    let (post, now, ticket) = (post, runtime.now, ticket)
    Task.detached(executorPreference: lane) {
      @Sendable func deliver(_ heights: [Int], _ seconds: Double) {
        post(
          .measured(
            SurveyedHeights(
              number: number, lane: laneNumber, lower: range.lowerBound, heights: heights,
              seconds: seconds)))
      }
      let start = now()
      // A source that fails is asked again when the reader gets there.
      guard ticket.isWanted(number), let makeRows = try? await provider.load(range) else {
        return deliver([], 1)
      }
      // Other chunks may come in between: their time is not this one's.
      let reading = now() - start
      lane.submit { tools in
        let start = now()
        let context = LayoutContext(environment: environment, text: tools.text)
        var heights: [Int] = []
        if ticket.isWanted(number) {
          for item in makeRows() {
            guard ticket.isWanted(number) else { break }
            heights.append(item.rows.reduce(0) { $0 + max(0, $1.height(in: context)) })
          }
        }
        deliver(heights, reading + now() - start)
      }
    }
  }

  // MARK: Taking in

  /// What the list's state has to take over.
  enum Effect {
    /// Heights of consecutive items, from a position on; see ``finish(_:)``.
    case measured([Int], at: Int)
    case restored(HeightIndex)
  }

  func take(_ result: SurveyResult, _ state: ListState) -> Effect? {
    switch result {
    case .measured(let heights): take(heights, state)
    case .restored(let heights): take(heights, state)
    }
  }

  private func take(_ result: SurveyedHeights, _ state: ListState) -> Effect? {
    guard var walk, walk.number == result.number else {
      staleResults += 1
      return nil
    }
    walk.underWay[result.lane] -= 1
    walk.took(result.seconds)
    self.walk = walk
    guard walk.layoutVersion == state.layoutVersion else { return nil }
    itemsMeasured += result.heights.count
    return .measured(result.heights, at: result.lower)
  }

  /// Ends the survey if all heights are known; to be called after measured ones were taken over.
  func finish(_ state: ListState) {
    guard state.snapshot.heights.exactCount == state.count else { return }
    keep(state)
    dismissHelpers()
  }

  // MARK: The store

  /// Asks the store once for each environment, when nothing else is to be done.
  ///
  /// - Returns: whether the answer is awaited: until then nothing is measured ahead.
  private func restores(_ state: ListState) -> Bool {
    guard let store, !keeping.isForeign else { return false }
    guard keeping.askedFor != state.layoutVersion else { return keeping.isWaiting }
    keeping = HeightKeeping(askedFor: state.layoutVersion, isWaiting: true)
    let (post, count, estimate) = (post, state.count, state.snapshot.heights.estimate)
    let (environment, version) = (state.environment, state.layoutVersion)
    runtime.later(0) {
      let entries = store.heights(count: count, in: environment)
      let index = entries.flatMap {
        $0.count == count ? HeightIndex(entries: $0, estimate: estimate) : nil
      }
      post(.restored(RestoredHeights(layoutVersion: version, index: index)))
    }
    return true
  }

  private func take(_ restored: RestoredHeights, _ state: ListState) -> Effect? {
    guard restored.layoutVersion == keeping.askedFor else { return nil }
    keeping.isWaiting = false
    guard restored.layoutVersion == state.layoutVersion, !keeping.isForeign,
      let index = restored.index, index.count == state.count
    else { return nil }
    keeping.keptCount = index.exactCount
    heightsRestored += index.exactCount
    return .restored(index)
  }

  /// Hands the store what was measured since it was last asked or told.
  func keep(_ state: ListState) {
    let exact = state.snapshot.heights.exactCount
    guard let store, !keeping.isForeign, state.viewport.width > 0, exact > keeping.keptCount else {
      return
    }
    keeping.keptCount = exact
    store.keep(state.snapshot.heights, in: state.environment)
  }
}

/// What comes back from measuring and from the store.
enum SurveyResult: Sendable {
  case measured(SurveyedHeights)
  case restored(RestoredHeights)
}

/// Heights of consecutive items, as the lane measured them.
struct SurveyedHeights: Sendable {
  let number: Int
  /// That measured them: 0 is the list's own, then come the helpers.
  let lane: Int
  let lower: Int
  let heights: [Int]
  let seconds: Double
}
