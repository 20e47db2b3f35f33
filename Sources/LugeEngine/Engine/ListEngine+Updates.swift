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
      let window = plan(for: snapshot.window.range, focus: state.focusPosition, update)
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
    for position in ranges.joined() where position < update.provider.count {
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
      (snapshot.window, state.focusPosition), (staged, pendingJump?.position ?? 0),
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
    let made = stagedUpdate ?? [:]
    let effects = state.apply(
      update, window: window, made: made,
      measured: (window?.dirtyRanges ?? []) + (jumpWindow?.dirtyRanges ?? []),
      pieces: drawnPieces)
    for change in update.changes { shift(by: change) }
    survey = nil
    if let jumpWindow { staged = jumpWindow.items(from: staged, made: made) }
    if pendingJump?.alignment == .offset(Int.max) { pendingJump?.position = state.count - 1 }
    if nextJump?.alignment == .offset(Int.max) { nextJump?.position = state.count - 1 }
    if effects.goesToEnd { scrollToEnd() }
    if effects.opens {
      if configuration.opensAt == .end { scrollToEnd() } else { scrollToStart() }
    }
  }

  /// What is seen of a row that leaves.
  private func drawnPieces(of row: RealizedRow) -> [Ghost.Piece] {
    let height = row.layout.size.height
    let cell = cells.onScreen[row.id]
    return (0..<RowSlices.count(height)).map { slice in
      let drawn = cell.flatMap { $0.slices.indices.contains(slice) ? $0.slices[slice] : nil }
      return Ghost.Piece(bitmap: drawn?.bitmap, height: RowSlices.range(slice, of: height).count)
    }
  }

  /// Takes on a state together with a place in it; false until everything around there is made.
  private func applyWithJump(_ update: PendingUpdate) -> Bool {
    guard let shown = update.options.shows, update.provider.count > 0 else {
      state.letGoOfItems()
      apply(update, window: nil, jumpWindow: nil)
      return true
    }
    let position = min(max(0, shown), update.provider.count - 1)
    let smallest = max(1, min(snapshot.heights.estimate, Int(48 * environment.unit)))
    let screen = viewport.height / smallest + 8
    let range = max(0, position - screen)..<min(update.provider.count, position + screen)
    guard isStaged([range], update) else { return false }
    let made = range.compactMap { stagedUpdate?[$0] }
    state.letGoOfItems()
    state.cutMotion()
    endMotion()
    apply(update, window: nil, jumpWindow: nil)
    cancelJumps()
    state.show(made, at: range.lowerBound)
    let isEnd = position == state.count - 1
    state.move(
      to: target(
        of: PendingJump(position: position, alignment: isEnd ? .offset(Int.max) : .center)))
    state.arrive(following: isEnd)
    return true
  }

  /// Whatever counts in positions beside the list's state.
  private func shift(by change: ListChange) {
    selection?.shift(by: change)
    if let find = currentFind { currentFind?.position = change.moved(find.position) }
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
}
