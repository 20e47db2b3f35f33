import LugeCore

extension ListEngine {
  /// Hands over the list's next state and what became different.
  ///
  /// Updates are applied in order, each at the start of a frame. What lies outside the items held
  /// is applied at once; items that come in among those held are made and laid out on the lane
  /// first, so that they appear complete.
  public func update(to provider: any RowProvider, changes: [ListChange]) {
    updates.append(PendingUpdate(provider: provider, changes: changes))
    isDirty = true
  }

  /// Applies updates in order as far as their rows are ready.
  func applyUpdatesIfReady() {
    while let update = updates.first {
      guard stage(update) else { return }
      updates.removeFirst()
      isDirty = true
    }
  }

  /// The held positions, in the new state, that have to be made anew.
  private func affected(_ update: PendingUpdate) -> Range<Int>? {
    var window = snapshot.window.range
    guard !window.isEmpty else { return nil }
    var affected: Range<Int>?
    func add(_ range: Range<Int>) {
      guard let old = affected else {
        affected = range
        return
      }
      affected = min(old.lowerBound, range.lowerBound)..<max(old.upperBound, range.upperBound)
    }
    for change in update.changes {
      switch change {
      case .insert(let count, let position):
        if let old = affected {
          let lower = old.lowerBound + (old.lowerBound >= position ? count : 0)
          let upper = old.upperBound + (old.upperBound > position ? count : 0)
          affected = lower..<max(lower, upper)
        }
        if position < window.lowerBound {
          window = window.offset(by: count)
        } else if position <= window.upperBound {
          window = window.lowerBound..<window.upperBound + count
          // One more on each side: their decorations may depend on the new neighbours.
          add(position - 1..<position + count + 1)
        }
      case .remove(let range):
        if let old = affected {
          let lower = old.lowerBound - range.clamped(to: 0..<max(0, old.lowerBound)).count
          let upper = old.upperBound - range.clamped(to: 0..<max(0, old.upperBound)).count
          affected = lower..<max(lower, upper)
        }
        let before = range.clamped(to: 0..<window.lowerBound).count
        let inside = range.clamped(to: window).count
        window = window.lowerBound - before..<window.upperBound - before - inside
        if range.upperBound >= window.lowerBound, range.lowerBound <= window.upperBound {
          add(range.lowerBound - 1..<range.lowerBound + 1)
        }
      case .reload(let range):
        if range.overlaps(window) { add(range.lowerBound - 1..<range.upperBound + 1) }
      }
    }
    return affected?.clamped(to: window.clamped(to: 0..<update.provider.count))
  }

  /// True once the update has been applied.
  private func stage(_ update: PendingUpdate) -> Bool {
    guard let affected = affected(update), !affected.isEmpty, viewport.height > 0 else {
      apply(update)
      return true
    }
    if let items = stagedUpdateItems {
      stagedUpdateItems = nil
      if items.count == affected.count, items.allSatisfy({ $0.layoutVersion == layoutVersion }) {
        apply(update)
        snapshot.realize(items, at: affected.lowerBound, layoutVersion: layoutVersion)
        return true
      }
    }
    if !loads.values.contains(where: { $0.purpose == .update }) {
      load(affected, purpose: .update, from: update.provider)
    }
    return false
  }

  private func apply(_ update: PendingUpdate) {
    let wasFollowing = followsEnd
    for change in update.changes {
      switch change {
      case .insert(let count, let position): insert(count, at: min(position, snapshot.count))
      case .remove(let range): remove(range.clamped(to: 0..<snapshot.count))
      case .reload(let range): cancelLoads { $0.isOf(range) }
      }
    }
    snapshot.provider = update.provider
    // Its positions are those of before.
    if pendingJump != nil { staged = SlidingWindow() }
    followsEnd = wasFollowing
    shiftEverything()
  }

  private func insert(_ count: Int, at position: Int) {
    snapshot.heights.insert(count, at: position)
    let window = snapshot.window.range
    if position <= window.lowerBound {
      snapshot.window.shift(by: count)
    } else if position < window.upperBound {
      // The rows that follow are put back when the staged items are merged in.
      splitWindow(at: position, inserting: count)
    }
    if position <= anchor.position { anchor.position += count }
    if let line = lineAnchor, position <= line.position { lineAnchor?.position += count }
    if let jump = pendingJump, position <= jump.position { pendingJump?.position += count }
    if let jump = nextJump, position <= jump.position { nextJump?.position += count }
    for (ticket, load) in loads where load.purpose != .update {
      if position < load.range.lowerBound {
        loads[ticket]?.range = load.range.offset(by: count)
      } else if position <= load.range.upperBound {
        // At its edges, too: the row there was made for another neighbour.
        load.task.cancel()
        loads[ticket] = nil
      }
    }
  }

  private func remove(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    snapshot.heights.remove(range)
    snapshot.window.remove(range)
    func moved(_ position: Int) -> Int {
      position >= range.upperBound ? position - range.count : min(position, range.lowerBound)
    }
    if range.contains(anchor.position) { anchor.offset = 0 }
    anchor.position = moved(anchor.position)
    if let line = lineAnchor {
      if range.contains(line.position) {
        lineAnchor = nil
      } else {
        lineAnchor?.position = moved(line.position)
      }
    }
    if let jump = pendingJump { pendingJump?.position = moved(jump.position) }
    if let jump = nextJump { nextJump?.position = moved(jump.position) }
    for (ticket, load) in loads where load.purpose != .update {
      if range.upperBound < load.range.lowerBound {
        loads[ticket]?.range = load.range.offset(by: -range.count)
      } else if range.lowerBound <= load.range.upperBound {
        load.task.cancel()
        loads[ticket] = nil
      }
    }
  }

  /// Opens a gap of stand-ins inside the window; the staged items fill it in the same frame.
  private func splitWindow(at position: Int, inserting count: Int) {
    let standIn = RealizedItem(standInAt: layoutVersion &- 1)
    snapshot.window.insert(Array(repeating: standIn, count: count), at: position)
  }

  private func shiftEverything() {
    if snapshot.count == 0 {
      anchor = Anchor(position: 0, offset: 0)
    } else if anchor.position >= snapshot.count {
      anchor = endAnchor()
    }
  }
}

extension RealizedItem {
  /// Holds a place for the moment between inserting and filling in.
  fileprivate init(standInAt layoutVersion: UInt32) {
    id = ItemID(.min)
    rows = []
    height = 0
    self.layoutVersion = layoutVersion
  }
}
