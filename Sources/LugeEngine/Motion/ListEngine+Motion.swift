import LugeCore

/// What was in view before an update.
struct MotionBefore {
  /// Positions in the state before.
  var visible: Range<Int>
  /// Heights as they were seen.
  var heights: [ItemID: Int]
  var window: SlidingWindow
}

extension ListEngine {
  // MARK: Heights as they are seen

  func leadingHeight(of item: RealizedItem) -> Int {
    transitions.isEmpty ? 0 : transitions[item.id]?.leadingHeight(at: now) ?? 0
  }

  /// The room for the item's own rows.
  func ownHeight(of item: RealizedItem) -> Int {
    guard !transitions.isEmpty, let transition = transitions[item.id] else { return item.height }
    return transition.ownHeight(at: now, full: item.height)
  }

  /// The item's room with everything that shrinks beside it.
  func seenHeight(of item: RealizedItem) -> Int {
    guard !transitions.isEmpty, let transition = transitions[item.id] else { return item.height }
    return transition.leadingHeight(at: now) + transition.ownHeight(at: now, full: item.height)
      + transition.trailingHeight(at: now)
  }

  // MARK: Time

  /// Sets the frame's time. What grows or shrinks moves everything but the row at the reader's eye,
  /// or the list's end while that is followed.
  func advanceMotion(to time: Double) {
    guard !transitions.isEmpty else {
      now = time
      return
    }
    let holds = followsEnd ? [] : heldNow
    now = time
    for id in Array(transitions.keys) {
      transitions[id]?.removeFinished(at: time)
      if transitions[id]?.isEmpty == true { transitions[id] = nil }
    }
    placeFirst(of: holds)
    if transitions.isEmpty { endMotion() }
  }

  /// Everything is at once where it belongs.
  func cutMotion() {
    transitions = [:]
    endMotion()
  }

  private func endMotion() {
    let completions = motionCompletions
    motionCompletions = []
    for completion in completions { completion() }
  }

  /// Runs when no row takes or gives up room any more; at once when none does.
  func whenMotionEnds(_ completion: @escaping () -> Void) {
    if transitions.isEmpty { completion() } else { motionCompletions.append(completion) }
  }

  // MARK: Updates

  func motionBefore(_ plan: WindowPlan) -> MotionBefore {
    var heights: [ItemID: Int] = [:]
    var visible: Range<Int>?
    forEachVisibleRow { position, _, _ in
      let item = snapshot.window[position]
      heights[item.id] = ownHeight(of: item)
      visible = (visible?.lowerBound ?? position)..<position + 1
    }
    return MotionBefore(visible: visible ?? 0..<0, heights: heights, window: snapshot.window)
  }

  /// Lets rows come in from nothing, go to nothing, and grow from what they were.
  ///
  /// - Complexity: O(held items).
  func beginMotion(from before: MotionBefore, _ plan: WindowPlan) {
    guard !before.visible.isEmpty, configuration.animationDuration > 0 else { return }
    let range = snapshot.window.range
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
          let id = snapshot.window[plan.lower + index].id
          grow(plan.lower + index, from: before.heights[id] ?? 0)
        }
        index += 1
        continue
      }
      // A run of what came in: seen when it touches something that was in view and stays.
      var end = index
      while end < plan.slots.count, plan.slots[end].old == nil || plan.slots[end].isMoved {
        end += 1
      }
      let isSeen =
        index > 0 && staysInView[index - 1] || end < plan.slots.count && staysInView[end]
      if isSeen {
        for position in (plan.lower + index..<plan.lower + end).clamped(to: range) {
          grow(position, from: 0)
        }
      }
      index = end
    }
    leaveGhosts(of: before, plan, newIndexOfOld)
  }

  private func grow(_ position: Int, from height: Int) {
    let item = snapshot.window[position]
    guard height != item.height else {
      // What was on its way to another height has arrived.
      transitions[item.id]?.growth = nil
      return
    }
    transitions[item.id, default: ItemTransition()].growth = transition(from: height)
  }

  private func leaveGhosts(
    of before: MotionBefore, _ plan: WindowPlan, _ newIndexOfOld: [Int: Int]
  ) {
    for old in before.visible where newIndexOfOld[old] == nil {
      let item = before.window[old]
      let inherited = transitions[item.id]
      let isStillThere = plan.slots.contains { $0.old == old }
      let ghosts =
        (inherited?.leading ?? []) + [ghost(of: item, before)]
        + (inherited?.trailing ?? [])
      if isStillThere {
        transitions[item.id]?.leading = []
        transitions[item.id]?.trailing = []
      } else {
        transitions[item.id] = nil
      }
      // Beside the nearest item that stays: above the next one, else below the one before.
      if let next = (old + 1..<before.window.range.upperBound).lazy
        .compactMap({ newIndexOfOld[$0] }).first,
        let carrier = snapshot.item(at: plan.lower + next)
      {
        transitions[carrier.id, default: ItemTransition()].leading += ghosts
      } else if let last = (before.window.range.lowerBound..<old).reversed().lazy
        .compactMap({ newIndexOfOld[$0] }).first,
        let carrier = snapshot.item(at: plan.lower + last)
      {
        transitions[carrier.id, default: ItemTransition()].trailing += ghosts
      }
    }
  }

  private func ghost(of item: RealizedItem, _ before: MotionBefore) -> Ghost {
    var pieces: [Ghost.Piece] = []
    for row in item.rows {
      let height = row.layout.size.height
      let cell = cells.onScreen[row.model.id]
      for slice in 0..<RowSlices.count(height) {
        let drawn = cell.flatMap { $0.slices.indices.contains(slice) ? $0.slices[slice] : nil }
        pieces.append(
          Ghost.Piece(bitmap: drawn?.bitmap, height: RowSlices.range(slice, of: height).count))
      }
    }
    return Ghost(
      pieces: pieces, shrinking: transition(from: before.heights[item.id] ?? item.height))
  }

  private func transition(from: Int) -> HeightTransition {
    HeightTransition(from: from, start: now, duration: configuration.animationDuration)
  }

  // MARK: Drawing

  /// Adds what is seen of ghosts, and returns where they end.
  func append(_ ghosts: [Ghost], at top: Int, to plan: inout FramePlan) -> Int {
    var top = top
    for ghost in ghosts {
      let end = top + ghost.height(at: now)
      var y = top
      for piece in ghost.pieces where y < end {
        let height = min(piece.height, end - y)
        if let bitmap = piece.bitmap, y < viewport.height, y + height > 0 {
          plan.pieces.append(.init(row: nil, y: y, height: height, content: .bitmap(bitmap)))
        }
        y += piece.height
      }
      top = end
    }
    return top
  }
}
