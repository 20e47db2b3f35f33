import LugeCore

/// The updates that wait for the items they bring: the first of them, what has been made for it,
/// and what all others have been folded into.
struct UpdateQueue {
  /// What an update makes of the items held, and of those that a jump has gathered.
  struct Plans {
    var window: WindowPlan
    var staged: WindowPlan?

    /// Positions, in the new state, of items that have to be made.
    var dirtyRanges: [Range<Int>] { window.dirtyRanges + (staged?.dirtyRanges ?? []) }
  }

  /// What plans depend on, beside the update.
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
  /// What the first update needs, made and laid out, by position in its state; nil while nothing
  /// was asked for it.
  private var made: [Int: RealizedItem]?
  /// Of the first update. Made once, and again when what it was made for has become another while
  /// the update waited.
  private var plans: (conditions: PlanConditions, plans: Plans)?
  private(set) var plansMade = 0
  private(set) var appliedCount = 0
  private(set) var foldedCount = 0

  var isEmpty: Bool { updates.isEmpty }
  var count: Int { updates.count }
  var first: PendingUpdate? { updates.first }
  /// Made for the first update, by position in its state.
  var madeItems: [Int: RealizedItem] { made ?? [:] }

  /// The provider of the last state handed in; nil when no update waits.
  var lastProvider: (any RowProvider)? { updates.last?.provider }

  /// Where an item will be when all updates have been applied.
  func positionAfterAll(_ position: Int) -> Int {
    updates.flatMap(\.changes).reduce(position) { $1.moved($0) }
  }

  /// Appends an update, or folds it into the one that waits.
  mutating func add(_ update: PendingUpdate) {
    // The first may be under way already.
    let isFirstWaiting = updates.count == 1 && made == nil
    guard updates.count > 1 || isFirstWaiting else {
      updates.append(update)
      return
    }
    updates[updates.count - 1].fold(update)
    if isFirstWaiting { plans = nil }
    foldedCount += 1
  }

  /// What the first update makes of the items held.
  ///
  /// - Parameters:
  ///   - staged: positions of what a jump has gathered, and its target; nil when there is no jump.
  mutating func plans(
    for update: PendingUpdate, _ state: ListState, staged: (range: Range<Int>, target: Int)?
  ) -> Plans {
    let conditions = PlanConditions(
      held: state.snapshot.window.range, focus: state.focusPosition,
      // What nobody wrote is never followed: who is at the end stays where that was.
      followsEnd: state.followsEnd && update.options.author != .history,
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

  /// Which of these items of the first update have not been made, as ranges to ask for. From now on
  /// later updates are not folded into it, unless there are none.
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

  /// The held items that the first update may find unchanged among those at some of its positions.
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

  /// Takes in items that were made for the first update.
  mutating func take(_ items: [RealizedItem], at lower: Int) {
    for (index, item) in items.enumerated() { made?[lower + index] = item }
  }

  /// The first update has been applied.
  mutating func removeFirst() {
    guard !updates.isEmpty else { return }
    updates.removeFirst()
    made = nil
    plans = nil
    appliedCount += 1
  }
}
