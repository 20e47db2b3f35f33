import LugeCore

/// Queue of updates whose new rows are not laid out yet: the first one, with what has been made for
/// it, and one that all others are joined into.
struct UpdateQueue {
  /// Changes that an update makes to the items in memory, and to those loaded for a jump.
  struct Plans {
    var window: WindowPlan
    var staged: WindowPlan?

    /// Positions in the new state of items that must be made.
    var dirtyRanges: [Range<Int>] { window.dirtyRanges + (staged?.dirtyRanges ?? []) }
  }

  /// Values that plans depend on besides the update.
  private struct PlanConditions: Equatable {
    var held: Range<Int>
    var focus: Int
    var followsEnd: Bool
    var count: Int
    var staged: Range<Int>?
    var target: Int?
  }

  // MARK: Mutable State (the engine's thread)

  private var updates: [PendingUpdate] = []
  /// Items made for the first update, by position in its state; nil before anything was requested
  /// for it.
  private var made: [Int: RealizedItem]?
  /// Plans of the first update; computed again when their conditions change while it waits.
  private var plans: (conditions: PlanConditions, plans: Plans)?
  private(set) var plansMade = 0
  private(set) var appliedCount = 0

  var isEmpty: Bool { updates.isEmpty }
  var count: Int { updates.count }
  var first: PendingUpdate? { updates.first }
  /// Items made for the first update, by position in its state.
  var madeItems: [Int: RealizedItem] { made ?? [:] }

  /// Provider of the latest state; nil when no update is pending.
  var lastProvider: (any RowProvider)? { updates.last?.provider }

  /// Returns the position of an item after all pending updates.
  func positionAfterAll(_ position: Int) -> Int {
    updates.flatMap(\.changes).reduce(position) { $1.moved($0) }
  }

  /// Adds an update, or joins it to the pending one.
  mutating func add(_ update: PendingUpdate) {
    // The first update may be under way already.
    let isFirstWaiting = updates.count == 1 && made == nil
    guard updates.count > 1 || isFirstWaiting else {
      updates.append(update)
      return
    }
    updates[updates.count - 1].fold(update)
    if isFirstWaiting { plans = nil }
  }

  /// Returns the plans of the first update.
  ///
  /// - Parameters:
  ///   - staged: positions of the items loaded for a jump, and its target; nil when no jump is
  ///     pending.
  mutating func plans(
    for update: PendingUpdate, _ state: ListState, staged: (range: Range<Int>, target: Int)?
  ) -> Plans {
    let conditions = PlanConditions(
      held: state.snapshot.window.range, focus: state.focusPosition,
      // Pages of history are never followed: at the end, the view stays.
      followsEnd: state.followsEnd && update.options.mayFollow,
      count: state.count, staged: staged?.range, target: staged?.target)
    if let plans, plans.conditions == conditions { return plans.plans }
    func plan(_ held: Range<Int>, _ focus: Int) -> WindowPlan {
      WindowPlan(
        held: held, focus: focus, followsEnd: conditions.followsEnd, count: conditions.count,
        changes: update.changes)
    }
    let made = Plans(
      window: plan(conditions.held, conditions.focus),
      staged: staged.map { plan($0.range, $0.target) })
    plans = (conditions, made)
    plansMade += 1
    return made
  }

  /// Returns the ranges of items that have not been made for the first update. From now on later
  /// updates are not joined to it, unless the result is empty.
  mutating func missing(in ranges: [Range<Int>], layoutVersion: UInt32) -> [Range<Int>] {
    guard let update = updates.first else { return [] }
    let items = made ?? [:]
    var missing: [Range<Int>] = []
    for position in ranges.joined() where position < update.provider.itemCount {
      if items[position]?.layoutVersion == layoutVersion { continue }
      // Neighbouring ranges share a request.
      if let last = missing.last, position <= last.upperBound + 2, position >= last.lowerBound {
        missing[missing.count - 1] = last.lowerBound..<max(last.upperBound, position + 1)
      } else {
        missing.append(position..<position + 1)
      }
    }
    if !missing.isEmpty { made = items }
    return missing
  }

  /// Returns the items in memory that may turn out unchanged, for some positions of the first
  /// update.
  func unchanged(
    in range: Range<Int>, _ plans: Plans, _ window: SlidingWindow, _ staged: SlidingWindow
  ) -> [ItemID: RealizedItem] {
    var held: [ItemID: RealizedItem] = [:]
    for (window, plan) in [(window, plans.window as WindowPlan?), (staged, plans.staged)] {
      guard let plan else { continue }
      for position in range.clamped(to: plan.range) {
        guard let old = plan.slots[position - plan.lower].old else { continue }
        held[window[old].id] = window[old]
      }
    }
    return held
  }

  /// Adds items that were made for the first update.
  mutating func take(_ items: [RealizedItem], at lower: Int) {
    for (index, item) in items.enumerated() { made?[lower + index] = item }
  }

  /// Removes the first update, which has been applied.
  mutating func removeFirst() {
    guard !updates.isEmpty else { return }
    updates.removeFirst()
    made = nil
    plans = nil
    appliedCount += 1
  }
}
