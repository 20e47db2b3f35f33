public import LugeCore

extension ListEngine {
  /// Hands over the list's next state and what became different.
  ///
  /// Updates are applied in order, each at the start of a frame. What lies outside the items held
  /// is applied at once; items that come in among those held are made and laid out on the lane
  /// first, so that they appear complete. Updates that wait are carried out as one.
  ///
  /// - Parameters:
  ///   - changes: positions out of bounds are brought into them.
  ///   - completion: runs within the frame that applies the update.
  public func update(
    to provider: any RowProvider, changes: [ListChange], options: UpdateOptions = UpdateOptions(),
    completion: (() -> Void)? = nil
  ) {
    heightKeeping.isForeign = true
    onInput?(.changed(changes))
    enqueue(
      PendingUpdate(
        provider: provider, changes: changes, options: options, completion: completion))
  }

  /// Appends an update, or folds it into the one that waits.
  func enqueue(_ update: PendingUpdate) {
    isDirty = true
    // The first may be under way already.
    let isFirstWaiting = updates.count == 1 && stagedUpdate == nil
    guard updates.count > 1 || isFirstWaiting else {
      updates.append(update)
      return
    }
    updates[updates.count - 1].fold(update)
    counts.updatesFolded += 1
  }

  /// Applies updates in order as far as their rows are ready.
  func applyUpdatesIfReady() {
    while let update = updates.first {
      if update.options.shows != nil, viewport.height > 0 {
        guard applyWithJump(update) else { return }
        finish(update)
        continue
      }
      guard viewport.height > 0, !snapshot.window.isEmpty || !staged.isEmpty else {
        apply(update, window: nil, jumpWindow: nil)
        finish(update)
        continue
      }
      let window = plan(for: snapshot.window.range, focus: focusPosition, update)
      let jumpWindow = pendingJump.map { plan(for: staged.range, focus: $0.position, update) }
      guard isStaged(window.dirtyRanges + (jumpWindow?.dirtyRanges ?? []), update) else { return }
      apply(update, window: window, jumpWindow: jumpWindow)
      finish(update)
    }
  }

  private func finish(_ update: PendingUpdate) {
    ledger.current.changes += update.changes.count
    runtime.charge?(.applied(changes: update.changes.count))
    updates.removeFirst()
    stagedUpdate = nil
    cancelLoads { $0.purpose == .update }
    counts.updatesApplied += 1
    isDirty = true
    update.completion?()
  }

  private func plan(for held: Range<Int>, focus: Int, _ update: PendingUpdate) -> WindowPlan {
    WindowPlan(
      held: held, focus: focus, followsEnd: followsEnd, count: snapshot.count,
      changes: update.changes)
  }

  /// Whether all these items have been made, in the update's state; asks for those that have not.
  private func isStaged(_ ranges: [Range<Int>], _ update: PendingUpdate) -> Bool {
    let items = stagedUpdate ?? [:]
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
    guard !missing.isEmpty else { return true }
    stagedUpdate = items
    if !isWaitingToRetry {
      for range in missing { load(range, purpose: .update, from: update.provider) }
    }
    return false
  }

  /// The held items that the first update may find unchanged, by name.
  func heldItems(in range: Range<Int>) -> [ItemID: RealizedItem] {
    guard let update = updates.first else { return [:] }
    var held: [ItemID: RealizedItem] = [:]
    for (window, focus) in [
      (snapshot.window, focusPosition), (staged, pendingJump?.position ?? 0),
    ] {
      let plan = plan(for: window.range, focus: focus, update)
      for position in range.clamped(to: plan.range) {
        guard let old = plan.slots[position - plan.lower].old else { continue }
        held[window[old].id] = window[old]
      }
    }
    return held
  }

  func countRemade(_ items: [RealizedItem]) {
    counts.itemsRemade += items.count
    for item in items {
      counts.rowsKept += item.keptRows
      counts.rowsRelaidOut += item.rows.count - item.keptRows
    }
  }

  // MARK: Applying

  private func apply(_ update: PendingUpdate, window: WindowPlan?, jumpWindow: WindowPlan?) {
    let (follows, wasEmpty) = (followsEnd, snapshot.count == 0)
    let held = window.flatMap { window in
      update.options.holds.flatMap { self.hold(ofItemAt: $0, surviving: window) }
    }
    let surviving = window.map { holds(surviving: $0, made: stagedUpdate ?? [:]) } ?? []
    let kept = held.map { [$0] } ?? surviving
    let before = update.options.isAnimated ? window.map(motionBefore) : nil
    for change in update.changes { shift(by: change) }
    snapshot.provider = update.provider
    survey = nil
    frameHolds = surviving
    if let window {
      let reused = snapshot.window
      snapshot.window = rebuilt(window, from: reused)
    }
    if let jumpWindow { staged = rebuilt(jumpWindow, from: staged) }
    for window in [window, jumpWindow].compactMap({ $0 }) {
      for range in window.dirtyRanges {
        let made = range.compactMap { stagedUpdate?[$0] }
        guard made.count == range.count else { continue }
        snapshot.record(made, at: range.lowerBound, layoutVersion: layoutVersion)
      }
    }
    if snapshot.count == 0 {
      anchor = Anchor(position: 0, offset: 0)
    } else if anchor.position >= snapshot.count {
      anchor = endAnchor()
    }
    decideToFollow(update, followed: follows)
    if held != nil { followsEnd = false }
    if let before, let window { beginMotion(from: before, window) }
    if !kept.isEmpty, !followsEnd {
      lineAnchor = nil
      placeFirst(of: kept)
      if held != nil { followsEnd = follows && isAtEnd }
    }
    if wasEmpty, snapshot.count > 0 {
      if configuration.opensAt == .end { scrollToEnd() } else { scrollToStart() }
    }
  }

  /// Takes on a state together with a place in it; false until everything around there is made.
  private func applyWithJump(_ update: PendingUpdate) -> Bool {
    guard let shown = update.options.shows, update.provider.itemCount > 0 else {
      snapshot.window = SlidingWindow()
      apply(update, window: nil, jumpWindow: nil)
      return true
    }
    let position = min(max(0, shown), update.provider.itemCount - 1)
    let smallest = max(1, min(snapshot.heights.estimate, Int(48 * environment.unit)))
    let screen = viewport.height / smallest + 8
    let range = max(0, position - screen)..<min(update.provider.itemCount, position + screen)
    guard isStaged([range], update) else { return false }
    let made = range.compactMap { stagedUpdate?[$0] }
    snapshot.window = SlidingWindow()
    cutMotion()
    apply(update, window: nil, jumpWindow: nil)
    cancelJumps()
    lineAnchor = nil
    snapshot.window = SlidingWindow(made, at: range.lowerBound)
    snapshot.record(made, at: range.lowerBound, layoutVersion: layoutVersion)
    let isEnd = position == snapshot.count - 1
    frameHolds = nil
    anchor = target(
      of: PendingJump(position: position, alignment: isEnd ? .offset(Int.max) : .center))
    normalizeAnchor()
    followsEnd = isEnd || isAtEnd
    return true
  }

  private func rebuilt(_ plan: WindowPlan, from old: SlidingWindow) -> SlidingWindow {
    var items: [RealizedItem] = []
    items.reserveCapacity(plan.slots.count)
    for (index, slot) in plan.slots.enumerated() {
      if slot.isDirty, let made = stagedUpdate?[plan.lower + index] {
        items.append(made)
      } else if let position = slot.old, old.range.contains(position) {
        items.append(old[position])
      } else {
        // The provider's count and the changes disagree: what follows is asked for again.
        break
      }
    }
    return SlidingWindow(items, at: plan.lower)
  }

  /// Everything that counts in positions, but for the held items.
  private func shift(by change: ListChange) {
    switch change {
    case .insert(let count, let at):
      snapshot.heights.insert(max(0, count), at: min(max(0, at), snapshot.heights.count))
    case .remove(let range):
      let range = range.clamped(to: 0..<snapshot.heights.count)
      if range.contains(anchor.position) { anchor.offset = 0 }
      if let line = lineAnchor, range.contains(line.position) { lineAnchor = nil }
      snapshot.heights.remove(range)
    case .reload(let range):
      snapshot.heights.invalidate(range.clamped(to: 0..<snapshot.heights.count))
    case .move(let from, let to):
      guard from >= 0, from < snapshot.heights.count, to >= 0, to < snapshot.heights.count else {
        return
      }
      snapshot.heights.move(from..<from + 1, to: to)
    }
    anchor.position = change.moved(anchor.position)
    selection?.shift(by: change)
    if let find = currentFind { currentFind?.position = change.moved(find.position) }
    if let line = lineAnchor { lineAnchor?.position = change.moved(line.position) }
    if let jump = pendingJump { pendingJump?.position = change.moved(jump.position) }
    if let jump = nextJump { nextJump?.position = change.moved(jump.position) }
    shiftLoads(by: change)
  }

  /// Loads of which only the positions changed go on; what was made of other neighbours, or of
  /// items that changed, is asked for again.
  private func shiftLoads(by change: ListChange) {
    for (ticket, load) in loads where load.purpose != .update {
      let touched: Bool
      switch change {
      case .insert(_, let at): touched = load.range.lowerBound <= at && at <= load.range.upperBound
      case .remove(let range), .reload(let range): touched = load.isOf(range)
      case .move(let from, let to):
        touched =
          load.isOf(from..<from + 1) || load.range.lowerBound <= to && to <= load.range.upperBound
      }
      if touched {
        load.task.cancel()
        loads[ticket] = nil
      } else {
        let lower = change.moved(load.range.lowerBound)
        loads[ticket]?.range = lower..<lower + load.range.count
      }
    }
  }

  private func decideToFollow(_ update: PendingUpdate, followed: Bool) {
    guard snapshot.count > 0 else { return }
    if pendingJump?.alignment == .offset(Int.max) { pendingJump?.position = snapshot.count - 1 }
    if nextJump?.alignment == .offset(Int.max) { nextJump?.position = snapshot.count - 1 }
    let policy = configuration.follow
    let rule: FollowPolicy.Rule
    var mayCome = false
    let last = snapshot.count - 1
    switch update.effect(at: last) {
    // A page may come in above the row that stands for more pages.
    case _ where update.options.author == .history:
      rule =
        update.effect(at: last) == .appends || update.effect(at: last - 1) == .appends
        ? .never : .whenAtEnd
    case .appends:
      rule = update.options.author == .own ? policy.ownItems : policy.othersItems
      mayCome = true
    case .grows: rule = policy.growingText
    case .none: rule = .whenAtEnd
    }
    switch rule {
    case .never: followsEnd = false
    case .always where mayCome && !followed:
      followsEnd = false
      scrollToEnd()
    case .always, .whenAtEnd: followsEnd = followed
    }
  }
}

extension PendingUpdate {
  enum EffectAtEnd { case appends, grows, none }

  /// What happens to an item.
  ///
  /// - Parameter position: after the update, near the list's end.
  func effect(at position: Int) -> EffectAtEnd {
    // The item's place, followed backwards through the changes.
    var last = position
    var effect = EffectAtEnd.none
    for change in changes.reversed() {
      switch change {
      case .insert(let count, let at):
        if at <= last, last < at + count { return .appends }
        if at + count <= last { last -= count }
      case .remove(let range): if range.lowerBound <= last { last += range.count }
      case .reload(let range): if range.contains(last) { effect = .grows }
      case .move(let from, let to):
        if last == to {
          last = from
        } else {
          if last > to { last -= 1 }
          if from <= last { last += 1 }
        }
      }
    }
    return effect
  }

  /// Appends a later update: changes count in the state that those before them left.
  mutating func fold(_ later: PendingUpdate) {
    provider = later.provider
    changes += later.changes
    options = options.merged(with: later.options, changes: later.changes)
    let (first, second) = (completion, later.completion)
    if let second {
      completion = {
        first?()
        second()
      }
    }
  }
}
