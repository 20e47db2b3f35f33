import LugeCore

extension ListEngine {
  /// Sets the list's next state, with the changes that lead to it.
  ///
  /// Updates are applied in order, each at the start of a frame. Changes outside the items in
  /// memory are applied at once; new items among those in memory are laid out on the lane first, so
  /// that they appear complete. Pending updates are joined and applied as one.
  ///
  /// - Parameters:
  ///   - changes: positions out of bounds are clamped.
  ///   - completion: runs within the frame that applies the update.
  public func update(
    to provider: any RowProvider, changes: [ListChange], options: UpdateOptions = UpdateOptions(),
    completion: (() -> Void)? = nil
  ) {
    survey.listBecameAnother()
    hooks.onInput?(.changed(changes))
    add(
      PendingUpdate(
        provider: provider, changes: changes, options: options, completion: completion))
  }

  private func add(_ update: PendingUpdate) {
    clock.isDue = true
    updates.add(update)
  }

  /// Shows the spoilers of an item. Only its rows are laid out again, on the lane; the view does
  /// not move.
  ///
  /// The spoilers stay visible as long as the list exists. Does nothing for an item that is not in
  /// memory.
  public func disclose(_ item: ItemID) {
    guard let held = state.disclose(item) else { return }
    // The position in the state after all pending updates.
    let position = updates.positionAfterAll(held)
    add(
      PendingUpdate(
        provider: updates.lastProvider ?? state.snapshot.provider,
        changes: [.reload(position..<position + 1)], options: UpdateOptions(author: .history),
        completion: nil))
  }

  /// Applies pending updates in order, as far as their rows are ready.
  func applyUpdatesIfReady() {
    while let update = updates.first {
      if update.options.shows != nil, state.viewport.height > 0 {
        guard applyWithJump(update) else { return }
      } else if state.viewport.height == 0 || state.snapshot.window.isEmpty && jumps.staged.isEmpty
      {
        apply(update, nil)
      } else {
        let plans = plans(for: update)
        guard isMade(plans.dirtyRanges, for: update, plans) else { return }
        apply(update, plans)
      }
      finish(update)
    }
  }

  private func plans(for update: PendingUpdate) -> UpdateQueue.Plans {
    updates.plans(
      for: update, state, staged: jumps.pending.map { (jumps.staged.range, $0.position) })
  }

  private func finish(_ update: PendingUpdate) {
    frameLog.current.changes += update.changes.count
    resources.runtime.charge?(.applied(changes: update.changes.count))
    updates.removeFirst()
    loader.updateApplied()
    clock.isDue = true
    update.completion?()
  }

  /// Whether all these items are laid out for the update; requests those that are not.
  private func isMade(
    _ ranges: [Range<Int>], for update: PendingUpdate, _ plans: UpdateQueue.Plans
  ) -> Bool {
    let missing = updates.missing(in: ranges, layoutVersion: state.layoutVersion)
    for range in missing {
      loader.load(
        range, from: update.provider,
        held: updates.unchanged(in: range, plans, state.snapshot.window, jumps.staged), state)
    }
    return missing.isEmpty
  }

  /// Applies an update.
  ///
  /// - Parameter plans: the items in memory that stay; nil when no items are in memory.
  private func apply(_ update: PendingUpdate, _ plans: UpdateQueue.Plans?) {
    let made = updates.madeItems
    let effects = state.apply(
      update, window: plans?.window, made: made, measured: plans?.dirtyRanges ?? [],
      slices: drawing.slices)
    jumps.apply(update.changes, plans?.staged, made: made, count: state.count)
    for change in update.changes {
      marks.shift(by: change)
      loader.shift(by: change)
    }
    survey.restart()
    if effects.goesToEnd { scrollToEnd() }
    if effects.opens {
      if configuration.opensAt == .end { scrollToEnd() } else { scrollToStart() }
    }
  }

  /// Applies an update together with a jump; returns false until everything at the target is laid
  /// out.
  private func applyWithJump(_ update: PendingUpdate) -> Bool {
    guard let shown = update.options.shows, update.provider.itemCount > 0 else {
      state.letGoOfItems()
      apply(update, nil)
      return true
    }
    let position = min(max(0, shown), update.provider.itemCount - 1)
    let smallest = max(
      1, min(state.snapshot.heights.estimate, Int(48 * state.environment.unit)))
    let screen = state.viewport.height / smallest + 8
    let range = max(0, position - screen)..<min(update.provider.itemCount, position + screen)
    guard isMade([range], for: update, plans(for: update)) else { return false }
    let items = range.compactMap { updates.madeItems[$0] }
    state.letGoOfItems()
    state.cutMotion()
    apply(update, nil)
    jumps.cancel()
    state.show(items, at: range.lowerBound)
    let isEnd = position == state.count - 1
    let jump = PendingJump(position: position, alignment: isEnd ? .offset(Int.max) : .center)
    state.move(to: jump.target(in: state))
    state.arrive(following: isEnd)
    return true
  }
}
