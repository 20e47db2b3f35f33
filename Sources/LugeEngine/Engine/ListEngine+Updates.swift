import LugeCore

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

  /// Shows what an item hides until it is asked for. Its rows alone are laid out again, on the
  /// lane; the reader stays where they are.
  ///
  /// It stays so for the life of the list; nothing happens for an item that is not held.
  public func disclose(_ item: ItemID) {
    guard let held = state.disclose(item) else { return }
    // In the state that the updates before this one lead to.
    let position = updates.positionAfterAll(held)
    add(
      PendingUpdate(
        provider: updates.lastProvider ?? state.snapshot.provider,
        changes: [.reload(position..<position + 1)], options: UpdateOptions(author: .history),
        completion: nil))
  }

  /// Applies updates in order as far as their rows are ready.
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

  /// Whether all these items have been made, in the update's state; asks for those that have not.
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

  /// - Parameter plans: what becomes of the items held; nil when there are none.
  private func apply(_ update: PendingUpdate, _ plans: UpdateQueue.Plans?) {
    let made = updates.madeItems
    let effects = state.apply(
      update, window: plans?.window, made: made, measured: plans?.dirtyRanges ?? [],
      pieces: drawing.pieces)
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

  /// Takes on a state together with a place in it; false until everything around there is made.
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
    endMotion()
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
