import LugeCore

/// Rows in view before an update.
struct MotionBefore {
  /// Range of positions in the previous state.
  var visible: Range<Int>
  /// Heights as shown, which may be animated.
  var heights: [ItemID: Int]
  var window: SlidingWindow
}

/// The animation of rows that come, go, grow or shrink: which rows, and their current heights.
struct ListMotion {
  // MARK: Mutable State (the engine's thread)

  /// Transitions by the item that they belong to or are next to.
  private var transitions: [ItemID: ItemTransition] = [:]
  /// Time of the current frame, or of the last one between frames.
  private(set) var now = 0.0

  var isEmpty: Bool { transitions.isEmpty }

  func transition(of item: ItemID) -> ItemTransition? {
    transitions.isEmpty ? nil : transitions[item]
  }

  // MARK: Animated heights

  func leadingHeight(of item: RealizedItem) -> Int {
    transitions.isEmpty ? 0 : transitions[item.id]?.leadingHeight(at: now) ?? 0
  }

  /// Returns the height shown for the item's own rows.
  func ownHeight(of item: RealizedItem) -> Int {
    guard !transitions.isEmpty, let transition = transitions[item.id] else { return item.height }
    return transition.ownHeight(at: now, full: item.height)
  }

  /// Returns the item's height together with everything that shrinks beside it.
  func seenHeight(of item: RealizedItem) -> Int {
    guard !transitions.isEmpty, let transition = transitions[item.id] else { return item.height }
    return transition.leadingHeight(at: now) + transition.ownHeight(at: now, full: item.height)
      + transition.trailingHeight(at: now)
  }

  // MARK: Time

  /// Sets the time; finished transitions are removed.
  mutating func advance(to time: Double) {
    now = time
    guard !transitions.isEmpty else { return }
    for id in Array(transitions.keys) {
      transitions[id]?.removeFinished(at: time)
      if transitions[id]?.isEmpty == true { transitions[id] = nil }
    }
  }

  /// Ends all transitions at once.
  mutating func cut() { transitions = [:] }

  // MARK: Updates

  /// Starts the animation of rows that came, went or changed their height.
  ///
  /// - Parameters:
  ///   - window: the items in memory now.
  ///   - slices: returns the bitmaps of a row that leaves.
  /// - Complexity: O(items in memory).
  mutating func begin(
    from before: MotionBefore, _ plan: WindowPlan, items window: SlidingWindow, duration: Double,
    slices: (RealizedRow) -> [Ghost.Slice]
  ) {
    guard !before.visible.isEmpty, duration > 0 else { return }
    let range = window.range
    let staysInView = plan.slots.map { slot in
      !slot.isMoved && slot.old.map(before.visible.contains) ?? false
    }
    var newIndexOfOld: [Int: Int] = [:]
    var index = 0
    while index < plan.slots.count {
      let slot = plan.slots[index]
      if let old = slot.old, !slot.isMoved {
        newIndexOfOld[old] = index
        if staysInView[index], slot.isDirty, range.contains(plan.lower + index) {
          let item = window[plan.lower + index]
          grow(item, from: before.heights[item.id] ?? 0, duration)
        }
        index += 1
        continue
      }
      // Animate consecutive new items if they touch something that was in view and stays.
      var end = index
      while end < plan.slots.count, plan.slots[end].old == nil || plan.slots[end].isMoved {
        end += 1
      }
      let isSeen =
        index > 0 && staysInView[index - 1] || end < plan.slots.count && staysInView[end]
      if isSeen {
        for position in (plan.lower + index..<plan.lower + end).clamped(to: range) {
          grow(window[position], from: 0, duration)
        }
      }
      index = end
    }
    leaveGhosts(of: before, plan, newIndexOfOld, items: window) { [now] item in
      Ghost(
        slices: item.rows.flatMap(slices),
        shrinking: HeightTransition(
          from: before.heights[item.id] ?? item.height, start: now, duration: duration))
    }
  }

  private mutating func grow(_ item: RealizedItem, from height: Int, _ duration: Double) {
    guard height != item.height else {
      // A previous growth has ended here.
      transitions[item.id]?.growth = nil
      return
    }
    transitions[item.id, default: ItemTransition()].growth =
      HeightTransition(from: height, start: now, duration: duration)
  }

  private mutating func leaveGhosts(
    of before: MotionBefore, _ plan: WindowPlan, _ newIndexOfOld: [Int: Int],
    items window: SlidingWindow, ghost: (RealizedItem) -> Ghost
  ) {
    for old in before.visible where newIndexOfOld[old] == nil {
      let item = before.window[old]
      let inherited = transitions[item.id]
      let isStillThere = plan.slots.contains { $0.old == old }
      let ghosts =
        (inherited?.leading ?? []) + [ghost(item)]
        + (inherited?.trailing ?? [])
      if isStillThere {
        transitions[item.id]?.leading = []
        transitions[item.id]?.trailing = []
      } else {
        transitions[item.id] = nil
      }
      func carrier(_ index: Int) -> ItemID? {
        window.range.contains(plan.lower + index) ? window[plan.lower + index].id : nil
      }
      // Attach it to the nearest item that stays: above the next one, else below the previous one.
      if let next = (old + 1..<before.window.range.upperBound).lazy
        .compactMap({ newIndexOfOld[$0] }).first,
        let carrier = carrier(next)
      {
        transitions[carrier, default: ItemTransition()].leading += ghosts
      } else if let last = (before.window.range.lowerBound..<old).reversed().lazy
        .compactMap({ newIndexOfOld[$0] }).first,
        let carrier = carrier(last)
      {
        transitions[carrier, default: ItemTransition()].trailing += ghosts
      }
    }
  }
}
