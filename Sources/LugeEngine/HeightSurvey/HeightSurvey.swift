import CScheduling
import LugeCore

/// Measures the items that were never in view, while the list is idle, so that the scroll bar
/// becomes exact; and stores the heights for the next launch.
///
/// Only heights are kept. Positions on screen are counted from the anchor, so the view does not
/// move.
final class HeightSurvey {
  /// Number of unmeasured items from which on other threads help.
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
  /// Threads that help the lane to measure a long list.
  private var helpers: [any Lane] = []
  /// Store of the heights; for lists without updates.
  var store: (any HeightStore)?
  private var keeping = HeightKeeping()
  private(set) var itemsMeasured = 0
  private(set) var heightsRestored = 0
  private(set) var staleResults = 0

  /// Makes a survey.
  ///
  /// - Parameters:
  ///   - isWanted: whether all items are measured, or only those in view.
  ///   - post: called from any thread; pass its argument to ``take(_:_:)``.
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
  /// Number of chunks that each lane is measuring or has queued; the first lane is the list's own.
  var underWay: [Int] { walk?.underWay ?? [] }

  // MARK: Changes of the list

  /// Cancels measuring under way, because its environment has changed.
  func environmentChanged() { ticket.wantNone() }

  /// Stops using the store, because the list is no longer the one whose heights it has.
  func listBecameAnother() { keeping.isForeign = true }

  /// Starts again, because an update has changed positions.
  func restart() { walk = nil }

  // MARK: Measuring

  /// Requests the next chunks. Call it when the list is idle.
  ///
  /// - Parameter isWidthSettled: whether the window is not being resized.
  /// - Returns: whether another frame is needed to call it again.
  func advance(_ state: ListState, isWidthSettled: Bool) -> Bool {
    guard isWanted, state.viewport.height > 0,
      state.snapshot.heights.exactCount < state.count, !restores(state)
    else { return false }
    // While a window is resized, each new width makes the measuring for the last one useless, and a
    // thread that opens a font delays all others that need one.
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

  /// Starts a helper lane for each processor except the one of the engine's thread; measuring needs
  /// only a text context. The helpers end, with their caches, when everything is measured.
  private func callHelpers(_ state: ListState) {
    guard helpers.isEmpty,
      state.count - state.snapshot.heights.exactCount >= Self.helpedFrom
    else { return }
    helpers = (0..<runtime.surveyHelpers).map {
      (runtime.makeHelper ?? runtime.makeLane)("luge-survey-\($0 + 1)", factory)
    }
  }

  /// Seconds after which stopped helpers have ended.
  private static let helpersEnd = 1.0

  private func dismissHelpers() {
    walk = nil
    guard !helpers.isEmpty else { return }
    for helper in helpers { helper.stop() }
    helpers = []
    // The allocator keeps a thread's freed memory until it is asked to return it.
    runtime.later(Self.helpersEnd) { lsc_return_freed_memory() }
  }

  /// Requests the next chunk for a lane; returns false when none is left.
  private func measureNext(_ walk: inout SurveyWalk, _ lane: Int, _ state: ListState) -> Bool {
    // Items that are or were in memory may have exact heights already; skip chunks of such items.
    var range = walk.next(of: state.count, around: state.anchor.position)
    for _ in 0..<4 {
      guard let known = range, known.allSatisfy({ state.snapshot.heights.height(at: $0).isExact })
      else { break }
      range = walk.next(of: state.count, around: state.anchor.position)
    }
    guard let range else {
      // Some heights became unknown again during the survey: start once more when all chunks are
      // back.
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
      // If the source fails here, the items are requested again when they come into view.
      guard ticket.isWanted(number), let makeRows = try? await provider.load(range) else {
        return deliver([], 1)
      }
      // Other chunks may run in between; their time does not count for this one.
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

  // MARK: Results

  /// A result to take into the list's state.
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

  /// Ends the survey if all heights are known; call it after measured heights were recorded.
  func finish(_ state: ListState) {
    guard state.snapshot.heights.exactCount == state.count else { return }
    keep(state)
    dismissHelpers()
  }

  // MARK: Stored heights

  /// Reads the store once for each environment, when the list is idle.
  ///
  /// - Returns: whether the answer is pending: until then nothing is measured ahead.
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

  /// Stores the heights measured since the last time.
  func keep(_ state: ListState) {
    let exact = state.snapshot.heights.exactCount
    guard let store, !keeping.isForeign, state.viewport.width > 0, exact > keeping.keptCount else {
      return
    }
    keeping.keptCount = exact
    store.keep(state.snapshot.heights, in: state.environment)
  }
}

/// Results of measuring, and of reading the store.
enum SurveyResult: Sendable {
  case measured(SurveyedHeights)
  case restored(RestoredHeights)
}

/// Heights of consecutive items, measured by a lane.
struct SurveyedHeights: Sendable {
  let number: Int
  /// Index of the lane that measured them: 0 is the list's own, then the helpers.
  let lane: Int
  let lower: Int
  let heights: [Int]
  let seconds: Double
}
