import Dispatch
import LugeCore

extension ListEngine {
  // MARK: Taking in

  func drainMailbox() -> [(message: LaneResult, due: Double)] {
    let results = mailbox.drain()
    ledger.current.results = results.count
    runtime.charge?(.drained(results: results.count))
    return results
  }

  /// Takes in what lanes delivered. A reader who outran the lane looks at items that are not held,
  /// and the anchor may be one of them: when their heights become exact, it is the rows that were
  /// seen that stay.
  func takeDelivered() {
    // Taken out first: what a lane delivers while this is being thought about belongs to the next frame.
    let results = drainMailbox()
    let moves =
      !followsEnd && state.heldLine == nil && !results.isEmpty && !state.isViewHeld
    let holds = moves ? state.frameHolds : []
    for (result, _) in results { take(result) }
    state.placeFirst(of: holds)
  }

  func take(_ result: LaneResult) {
    if case .drawn = result {} else { areWishesDue = true }
    switch result {
    case .drawn(let slice):
      take(slice)
    case .surveyed(let heights):
      take(heights)
    case .geometry(let made):
      take(made)
    case .restored(let heights):
      take(heights)
    case .images(let keys):
      images.arrived(keys)
    case .live(let picture):
      take(picture)
    case .liveChanged(let keys):
      liveContentChanged(keys)
    case .spotTools(let handover):
      tools.take(handover)
    case .warmTools(let handover, let number):
      guard tools.take(handover, number: number), let ready = whenWarm else { return }
      whenWarm = nil
      // After what was delivered and before the frame is planned.
      whenTrue({ true }, ready)
    case .loaded(let ticket, let loaded):
      let items = loaded.items
      guard let load = loads.removeValue(forKey: ticket),
        load.range.count == items.count
          || (load.purpose == .jump && !items.isEmpty
            && loaded.skipped + items.count <= load.range.count),
        load.purpose != .extend || fits(load.range)
      else {
        counts.staleResultsDropped += 1
        return
      }
      if load.purpose == .update {
        countRemade(items)
      } else {
        counts.itemsLoaded += items.count
      }
      counts.itemsLaidOutByLane += items.count
      for slice in loaded.drawn { take(slice) }
      switch load.purpose {
      case .update:
        for (index, item) in items.enumerated() {
          stagedUpdate?[load.range.lowerBound + index] = item
        }
      case .extend:
        state.realize(items, at: load.range.lowerBound)
      case .jump:
        let lower = load.range.lowerBound + loaded.skipped
        state.record(items, at: lower)
        guard joinsStaged(lower..<lower + items.count) else { break }
        staged.merge(items, at: lower)
      }
      isDirty = true
    case .failed(let ticket, let error):
      guard loads.removeValue(forKey: ticket) != nil else { return }
      counts.loadsFailed += 1
      retryLater()
      onFailure?(error)
    case .retry:
      isWaitingToRetry = false
      isDirty = true
    case .nudge:
      isDirty = true
    case .update(let fed):
      update(
        to: fed.provider, changes: fed.changes, options: fed.options, completion: fed.completion)
    }
  }

  /// Whether items can join those held. What lies apart would replace them, which is right only when
  /// nothing of them is in view any more.
  private func fits(_ range: Range<Int>) -> Bool {
    let held = snapshot.window.range
    if held.isEmpty || range.lowerBound <= held.upperBound && range.upperBound >= held.lowerBound {
      return true
    }
    return !held.overlaps(anchor.position..<max(anchor.position + 1, state.positionBelow))
  }

  /// Whether items belong with what is held of the jump's target. What lies apart would replace it.
  private func joinsStaged(_ range: Range<Int>) -> Bool {
    guard let jump = pendingJump, staged.range.contains(jump.position) else { return true }
    return range.lowerBound <= staged.range.upperBound
      && range.upperBound >= staged.range.lowerBound
  }

  private func retryLater() {
    isWaitingToRetry = true
    let mailbox = mailbox
    runtime.later(configuration.retryDelay) { mailbox.post(.retry) }
  }

  // MARK: Asking

  /// Asks for what is in view, then ahead in the direction of travel, then behind.
  func requestLoads() {
    guard viewport.height > 0, snapshot.count > 0, !isWaitingToRetry else { return }
    if let jump = pendingJump {
      requestJumpTarget(jump)
      return
    }
    let wanted = wantedPositions(reach: 1)
    // Fewer and larger requests: asked again when two thirds of the reach are used up.
    let needed = wantedPositions(reach: 0.66)
    let held = snapshot.window.range
    if holdsOldLayouts, requestLayoutsAnew(wanted) { return }
    if held.isEmpty || wanted.lowerBound > held.upperBound || wanted.upperBound < held.lowerBound {
      load(wanted, purpose: .extend)
      return
    }
    if needed.upperBound > held.upperBound {
      load(held.upperBound..<wanted.upperBound, purpose: .extend)
    }
    if needed.lowerBound < held.lowerBound {
      load(wanted.lowerBound..<held.lowerBound, purpose: .extend)
    }
    trimWindow(around: wanted)
  }

  /// After another width: what is held beside the view has lines of the old one. Nothing of it is drawn ahead, and
  /// laid out where it comes into view a page of it is more than a frame can do.
  ///
  /// - Returns: whether something was asked for.
  private func requestLayoutsAnew(_ wanted: Range<Int>) -> Bool {
    guard isWidthSettled else {
      isDirty = true
      return false
    }
    let held = snapshot.window.range.clamped(to: wanted)
    func isCurrent(_ position: Int) -> Bool {
      snapshot.window.facts(at: position)?.layoutVersion == layoutVersion
    }
    guard held.contains(anchor.position), isCurrent(anchor.position) else { return false }
    var (lower, upper) = (anchor.position, anchor.position)
    while lower > held.lowerBound, isCurrent(lower - 1) { lower -= 1 }
    while upper < held.upperBound, isCurrent(upper) { upper += 1 }
    if upper < held.upperBound { load(upper..<wanted.upperBound, purpose: .extend) }
    if lower > held.lowerBound { load(wanted.lowerBound..<lower, purpose: .extend) }
    guard lower == held.lowerBound, upper == held.upperBound else { return true }
    // Farther away there may be more of it.
    state.trim(to: wanted)
    holdsOldLayouts = false
    return false
  }

  /// The positions to hold now: the viewport, two screens both ways, and while the content moves a screen behind,
  /// and ahead the more the faster it does.
  private func wantedPositions(reach: Double) -> Range<Int> {
    let average = max(1, snapshot.heights.estimate)
    let far = 2 * Double(viewport.height) + min(abs(velocity) * 0.35, 20_000)
    let ahead = Int(far * reach)
    // At rest nobody knows which way the reader goes next.
    let behind = velocity == 0 ? ahead : Int(Double(viewport.height) * reach)
    let (above, below) = velocity < 0 ? (ahead, behind) : (behind, ahead)
    let first = min(anchor.position, snapshot.count - 1)
    let lower = max(0, first - above / average - 4)
    let upper = min(snapshot.count, first + (viewport.height + below) / average + 5)
    // Items taller than the average put the viewport's end sooner, smaller ones later.
    return lower..<min(snapshot.count, max(upper, state.positionBelow + 2))
  }

  private func requestJumpTarget(_ jump: PendingJump) {
    let average = max(1, snapshot.heights.estimate)
    let smallest = min(average, 48 * max(1, Int(environment.unit)))
    let screen = viewport.height / smallest + 8
    var (above, below) = (screen, screen)
    // Away from the ends no more than the jump shows is waited for.
    if jump.position >= screen, jump.position + screen <= snapshot.count {
      let reach = reach(of: jump)
      above = min(screen, reach.above / smallest + 4)
      below = min(screen, reach.below / smallest + 5)
    }
    var range =
      max(0, jump.position - above)..<min(snapshot.count, jump.position + below)
    let held = staged.range
    // A target that is held but too near the edge of what is held needs that side alone.
    if held.contains(jump.position) {
      if isRealized(around: jump, in: held) {
        // What waits is drawing: more items would only make it wait longer. One that has not asked for
        // any yet has begun in this frame, and needs another to look whether it can land.
        if jump.attempts == 0 { isDirty = true }
        return
      }
      if held.upperBound < range.upperBound || held.lowerBound > range.lowerBound {
        if held.upperBound < range.upperBound {
          range = held.upperBound..<range.upperBound
        } else {
          range = range.lowerBound..<held.lowerBound
        }
      } else {
        // Small items: the range so far does not fill the screen.
        let lower = max(0, held.lowerBound - 2 * screen)
        let upper = min(snapshot.count, held.upperBound + 2 * screen)
        if upper > held.upperBound { load(held.upperBound..<upper, purpose: .jump) }
        if lower < held.lowerBound { load(lower..<held.lowerBound, purpose: .jump) }
        return
      }
    }
    load(range, purpose: .jump)
  }

  /// Asks the source, unless the same is under way. Requests that nobody wants any more end.
  func load(
    _ wanted: Range<Int>, purpose: PendingLoad.Purpose, from other: (any RowProvider)? = nil
  ) {
    var range = wanted
    // What is under way need not be asked again.
    for (_, pending) in loads where pending.purpose == purpose {
      if pending.range.lowerBound <= range.lowerBound, pending.range.upperBound > range.lowerBound {
        range = min(range.upperBound, pending.range.upperBound)..<range.upperBound
      }
      if pending.range.upperBound >= range.upperBound, pending.range.lowerBound < range.upperBound {
        range = range.lowerBound..<max(range.lowerBound, pending.range.lowerBound)
      }
    }
    guard !range.isEmpty else { return }
    if purpose == .jump { cancelLoads { !$0.range.overlaps(wanted) && $0.purpose != .update } }
    let ticket = LoadTicket(number: nextTicket)
    nextTicket += 1
    let provider = other ?? snapshot.provider
    let (lane, mailbox, now) = (lane, mailbox, runtime.now)
    let (environment, layoutVersion) = (environment, layoutVersion)
    let positions = range
    let held = purpose == .update ? heldItems(in: range) : [:]
    let disclosed = disclosed
    let drawing = purpose == .jump ? pendingJump.map(targetDrawing) : nil
    // Loads that only complete what is held around the target lay out all of it.
    let outward =
      purpose == .jump
      ? pendingJump.flatMap { range.contains($0.position) ? outwardLayout(of: $0) : nil } : nil
    let stop = LoadStop()
    let task = Task.detached(executorPreference: lane) {
      do {
        // An engine that has ended wants nothing read.
        if Task.isCancelled { return }
        StartupTimes.mark("a load begins: \(positions)")
        let makeRows = try await provider.load(positions)
        StartupTimes.mark("items are read")
        if Task.isCancelled { return }
        lane.submit { tools in
          let context = LayoutContext(environment: environment, text: tools.text)
          if stop.isSet { return }
          let made = makeRows()
          guard made.count == positions.count else {
            // Not what was asked for, as the source has changed.
            mailbox.post(.loaded(ticket, LoadedItems()))
            return
          }
          func layOut(_ position: Int) -> RealizedItem {
            let item = made[made.startIndex + position - positions.lowerBound]
            var context = context
            context.isDisclosed = disclosed.contains(item.id)
            return RealizedItem(
              item, reusing: held[item.id], context: context, layoutVersion: layoutVersion, now: now
            )
          }
          // What fills the screen need not wait for the rest, which comes by the ordinary loads.
          let (items, lower) =
            outward?.items(of: positions, layOut: layOut)
            ?? (
              positions.flatMap { stop.isSet ? [] : [layOut($0)] }, positions.lowerBound
            )
          if stop.isSet { return }
          StartupTimes.mark("rows are laid out: \(items.count)")
          let drawn = drawing?.draw(items, at: lower, with: tools) ?? []
          StartupTimes.mark("rows are drawn: \(drawn.count)")
          mailbox.post(
            .loaded(
              ticket,
              LoadedItems(items: items, skipped: lower - positions.lowerBound, drawn: drawn)))
        }
      } catch {
        if Task.isCancelled || error is CancellationError { return }
        let failure = (error as? EngineError) ?? .source("\(error)")
        mailbox.post(.failed(ticket, failure))
      }
    }
    loads[ticket] = PendingLoad(range: range, purpose: purpose, task: task, stop: stop)
  }

  func cancelLoads(where isUnwanted: (PendingLoad) -> Bool) {
    for (ticket, load) in loads where isUnwanted(load) {
      load.stop.set()
      load.task.cancel()
      loads[ticket] = nil
    }
  }

  private func trimWindow(around wanted: Range<Int>) {
    let held = snapshot.window.range
    guard held.count > configuration.windowLimit else { return }
    // With room to turn around in: trimming exactly to the wish would load again at once.
    let slack = max(0, (configuration.windowLimit * 3 / 4 - wanted.count) / 2)
    state.trim(to: wanted.lowerBound - slack..<wanted.upperBound + slack)
  }
}
