import LugeCore

/// Requests items from the source, has the lane lay out their rows, and passes the results on.
///
/// Every request carries a ticket. A result whose ticket is no longer known, or that does not fit
/// the current list, is dropped.
final class Loader {
  private let lane: any Lane
  private let runtime: EngineRuntime
  private let retryDelay: Double
  /// Maximum number of items in memory; those in view come first.
  private let windowLimit: Int
  private let meter: LaneMeter
  private let post: @Sendable (LoadResult) -> Void

  // MARK: Mutable State (the engine's thread)

  private var loads: [LoadTicket: PendingLoad] = [:]
  private var nextTicket = 0
  /// Whether the delay after a failure has not passed yet.
  private(set) var isWaitingToRetry = false
  /// Whether items outside the view may still have layouts of a previous environment.
  private var holdsOldLayouts = false
  private var counts = EngineStatistics()
  /// Number of consecutive answers with another number of items than requested.
  private var miscounts = 0
  /// Positions that are not requested until something changes.
  private var givenUp: Range<Int>?

  /// Number of wrong answers after which a source is given up: its list may be changing, but a
  /// damaged source always answers the same.
  private static let mostMiscounts = 5

  /// Makes a loader.
  ///
  /// - Parameter post: called from any thread; pass its argument to ``take(_:_:)`` and the
  ///   functions beside it.
  init(
    lane: any Lane, runtime: EngineRuntime, retryDelay: Double, windowLimit: Int,
    meter: LaneMeter = LaneMeter(), post: @escaping @Sendable (LoadResult) -> Void
  ) {
    self.lane = lane
    self.runtime = runtime
    self.retryDelay = retryDelay
    self.windowLimit = windowLimit
    self.meter = meter
    self.post = post
  }

  deinit {
    for load in loads.values { load.task.cancel() }
  }

  /// Number of running loads.
  var count: Int { loads.count }

  /// Counts so far; fields of other parts are 0.
  var statistics: EngineStatistics { counts }

  /// Returns the reason why an item in view is not loaded.
  func causeOfMissing(_ position: Int) -> FrameRecord.Cause {
    let isAsked = loads.values.contains { $0.range.contains(position) }
    // Jobs on the lane delay the request as well as its result.
    return isAsked && lane.isBusy ? .lane : .source
  }

  // MARK: Results

  /// Items that a load brought, with their positions.
  struct Delivery {
    var purpose: PendingLoad.Purpose
    /// Position of the first item.
    var lower: Int
    var items: [RealizedItem]
    var drawn: [DrawnSlice]
  }

  /// Takes the items of a load.
  ///
  /// - Returns: nil for an outdated result.
  func take(_ ticket: LoadTicket, _ loaded: LoadedItems, _ state: ListState) -> Delivery? {
    let items = loaded.items
    guard let load = loads.removeValue(forKey: ticket),
      load.range.count == items.count
        || (load.purpose == .jump && !items.isEmpty
          && loaded.skipped + items.count <= load.range.count),
      load.purpose != .extend || fits(load.range, state)
    else {
      counts.staleResultsDropped += 1
      return nil
    }
    miscounts = 0
    if load.purpose == .update {
      counts.itemsRemade += items.count
      for item in items {
        counts.rowsKept += item.keptRows
        counts.rowsRelaidOut += item.rows.count - item.keptRows
      }
    } else {
      counts.itemsLoaded += items.count
    }
    counts.itemsLaidOutByLane += items.count
    let skipped = load.purpose == .jump ? loaded.skipped : 0
    return Delivery(
      purpose: load.purpose, lower: load.range.lowerBound + skipped, items: items,
      drawn: loaded.drawn)
  }

  /// Whether items can join those in memory. Items that do not adjoin them would replace them,
  /// which is right only when none of those in memory is in view any more.
  private func fits(_ range: Range<Int>, _ state: ListState) -> Bool {
    let held = state.snapshot.window.range
    if held.isEmpty || range.lowerBound <= held.upperBound && range.upperBound >= held.lowerBound {
      return true
    }
    let anchor = state.anchor.position
    return !held.overlaps(anchor..<max(anchor + 1, state.positionBelow))
  }

  /// Records a failed load: it may be repeated after a delay, unless the source was given up.
  ///
  /// - Returns: the error to report; nil if the load was no longer wanted.
  func failed(_ ticket: LoadTicket, _ error: EngineError) -> EngineError? {
    guard let load = loads.removeValue(forKey: ticket) else { return nil }
    counts.loadsFailed += 1
    // A wrong count is not held against a pending update: it belongs to another state of the
    // source, which may have the right count. So the update's items are requested as long as it
    // waits.
    if case .sourceReturned = error, load.purpose != .update {
      miscounts += 1
      if miscounts >= Self.mostMiscounts {
        miscounts = 0
        givenUp = load.range
        return .sourceGivenUp
      }
    }
    isWaitingToRetry = true
    let post = post
    runtime.later(retryDelay) { post(.retry) }
    return error
  }

  func retry() { isWaitingToRetry = false }

  /// Whether a position is not requested until something changes, so that no jump gets there.
  func isGivenUp(_ position: Int) -> Bool { givenUp?.contains(position) == true }

  // MARK: Requests

  /// Consequences of requesting items.
  struct Effects {
    /// Whether another frame is needed to repeat the request.
    var needsFrame = false
    /// Positions of the items to keep in memory; nil: all.
    var keeps: Range<Int>?
  }

  /// Requests the items in view, then ahead in the direction of travel, then behind.
  ///
  /// - Parameter isWidthSettled: whether the window is not being resized.
  func extend(_ state: ListState, _ travel: Travel, isWidthSettled: Bool) -> Effects {
    var effects = Effects()
    let wanted = wantedPositions(state, travel, reach: 1)
    // Prefer few large requests: the next one is made when two thirds of the reach are used up.
    let needed = wantedPositions(state, travel, reach: 0.66)
    let held = state.snapshot.window.range
    if holdsOldLayouts {
      if !isWidthSettled {
        effects.needsFrame = true
      } else {
        switch layOutAnew(wanted, state) {
        case .waits: break
        case .asked: return effects
        case .done:
          // Items farther away may also have layouts of another environment; drop them.
          effects.keeps = wanted
          holdsOldLayouts = false
        }
      }
    }
    if held.isEmpty || wanted.lowerBound > held.upperBound || wanted.upperBound < held.lowerBound {
      load(wanted, for: .extend, state)
      return effects
    }
    if needed.upperBound > held.upperBound {
      load(held.upperBound..<wanted.upperBound, for: .extend, state)
    }
    if needed.lowerBound < held.lowerBound {
      load(wanted.lowerBound..<held.lowerBound, for: .extend, state)
    }
    if effects.keeps == nil, held.count > windowLimit {
      // Keep some slack for turning around: trimming exactly to the wanted range would load the
      // items again at once.
      let slack = max(0, (windowLimit * 3 / 4 - wanted.count) / 2)
      effects.keeps = wanted.lowerBound - slack..<wanted.upperBound + slack
    }
    return effects
  }

  private enum Anew { case waits, asked, done }

  /// Lays out items outside the view again after a change of width. This must be done before they
  /// come into view, because a frame has no time to lay out a page of them.
  private func layOutAnew(_ wanted: Range<Int>, _ state: ListState) -> Anew {
    let held = state.snapshot.window.range.clamped(to: wanted)
    let anchor = state.anchor.position
    func isCurrent(_ position: Int) -> Bool {
      state.snapshot.window.facts(at: position)?.layoutVersion == state.layoutVersion
    }
    guard held.contains(anchor), isCurrent(anchor) else { return .waits }
    var (lower, upper) = (anchor, anchor)
    while lower > held.lowerBound, isCurrent(lower - 1) { lower -= 1 }
    while upper < held.upperBound, isCurrent(upper) { upper += 1 }
    if upper < held.upperBound { load(upper..<wanted.upperBound, for: .extend, state) }
    if lower > held.lowerBound { load(wanted.lowerBound..<lower, for: .extend, state) }
    return lower == held.lowerBound && upper == held.upperBound ? .done : .asked
  }

  /// Returns the positions to have in memory now: the viewport and two screens on both sides; while
  /// the content moves, one screen behind, and ahead the farther the faster it moves.
  private func wantedPositions(
    _ state: ListState, _ travel: Travel, reach: Double
  ) -> Range<Int> {
    let (height, count) = (state.viewport.height, state.count)
    let average = max(1, state.snapshot.heights.estimate)
    let far = 2 * Double(height) + min(abs(travel.velocity) * 0.35, 20_000)
    let ahead = Int(far * reach)
    // At rest the user may scroll either way.
    let behind = travel.velocity == 0 ? ahead : Int(Double(height) * reach)
    let (above, below) = travel.reach(ahead: ahead, behind: behind)
    let first = min(state.anchor.position, count - 1)
    let lower = max(0, first - above / average - 4)
    let upper = min(count, first + (height + below) / average + 5)
    // Items taller than the average reach the viewport's end with fewer items, smaller ones with
    // more.
    return lower..<min(count, max(upper, state.positionBelow + 2))
  }

  /// Requests the items that a jump shows.
  ///
  /// - Parameters:
  ///   - held: positions that are staged for it.
  ///   - drawing: draws the items as soon as they are laid out.
  /// - Returns: whether another frame is needed to check if the jump can land.
  func load(
    for jump: PendingJump, held: Range<Int>, drawing: TargetDrawing, _ state: ListState
  ) -> Bool {
    let (count, height) = (state.count, state.viewport.height)
    let average = max(1, state.snapshot.heights.estimate)
    let smallest = min(average, 48 * max(1, Int(state.environment.unit)))
    let screen = height / smallest + 8
    var (above, below) = (screen, screen)
    // Away from the list's ends, load only the items that the jump shows.
    if jump.position >= screen, jump.position + screen <= count {
      let reach = jump.reach(in: height)
      above = min(screen, reach.above / smallest + 4)
      below = min(screen, reach.below / smallest + 5)
    }
    func load(_ range: Range<Int>) {
      self.load(range, for: .jump, state, jump: jump, drawing: drawing)
    }
    let range = max(0, jump.position - above)..<min(count, jump.position + below)
    guard held.contains(jump.position) else {
      load(range)
      return false
    }
    // Only drawing is pending: more items would delay it. A jump without attempts so far began in
    // this frame.
    if jump.isRealized(in: held, of: state) { return jump.attempts == 0 }
    // The target is loaded but too near the edge of the loaded range: request that side only.
    if held.upperBound < range.upperBound {
      load(held.upperBound..<range.upperBound)
    } else if held.lowerBound > range.lowerBound {
      load(range.lowerBound..<held.lowerBound)
    } else {
      // The items are small, and the range so far does not fill the screen.
      let lower = max(0, held.lowerBound - 2 * screen)
      let upper = min(count, held.upperBound + 2 * screen)
      if upper > held.upperBound { load(held.upperBound..<upper) }
      if lower < held.lowerBound { load(lower..<held.lowerBound) }
    }
    return false
  }

  /// Requests the items that an update needs.
  ///
  /// - Parameters:
  ///   - provider: the provider of the update's state.
  ///   - held: items that may turn out unchanged.
  func load(
    _ range: Range<Int>, from provider: any RowProvider, held: [ItemID: RealizedItem],
    _ state: ListState
  ) {
    guard !isWaitingToRetry else { return }
    load(range, for: .update, state, from: provider, held: held)
  }

  /// Requests from the source, unless the same request is running. Cancels requests that are no
  /// longer needed.
  private func load(
    _ wanted: Range<Int>, for purpose: PendingLoad.Purpose, _ state: ListState,
    from other: (any RowProvider)? = nil, held: [ItemID: RealizedItem] = [:],
    jump: PendingJump? = nil, drawing: TargetDrawing? = nil
  ) {
    var range = wanted
    // Subtract what running requests will bring, and positions that were given up.
    let pending = loads.values.filter { $0.purpose == purpose }.map(\.range)
    let hopeless = purpose == .update ? nil : givenUp
    for other in pending + (hopeless.map { [$0] } ?? []) {
      if other.lowerBound <= range.lowerBound, other.upperBound > range.lowerBound {
        range = min(range.upperBound, other.upperBound)..<range.upperBound
      }
      if other.upperBound >= range.upperBound, other.lowerBound < range.upperBound {
        range = range.lowerBound..<max(range.lowerBound, other.lowerBound)
      }
    }
    guard !range.isEmpty else { return }
    if purpose == .jump { cancel { !$0.range.overlaps(wanted) && $0.purpose != .update } }
    let ticket = LoadTicket(number: nextTicket)
    nextTicket += 1
    let provider = other ?? state.snapshot.provider
    let (lane, meter, post, now) = (lane, meter, post, runtime.now)
    let (environment, layoutVersion) = (state.environment, state.layoutVersion)
    let (positions, disclosed) = (range, state.disclosed)
    // Loads that only complete the items around the target lay out all items that they bring.
    let outward = jump.flatMap {
      range.contains($0.position) ? $0.outwardLayout(in: state) : nil
    }
    let stop = LoadStop()
    let task = Task.detached(executorPreference: lane) {
      do {
        // Read nothing after the engine has ended.
        if Task.isCancelled { return }
        StartupTimes.mark("a load begins: \(positions)")
        let (asked, busy) = (now(), meter.layoutAndDrawSeconds)
        let makeRows = try await provider.load(positions)
        // The answer is processed on the lane, after its pending jobs.
        meter.addAnswer(seconds: now() - asked - (meter.layoutAndDrawSeconds - busy))
        StartupTimes.mark("items are read")
        if Task.isCancelled { return }
        lane.submit { tools in
          let context = LayoutContext(environment: environment, text: tools.text)
          if stop.isSet { return }
          let begun = now()
          let made = makeRows()
          guard made.count == positions.count else {
            // The source has changed and returned other items than requested.
            post(.loaded(ticket, LoadedItems()))
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
          // Deliver the items that fill the screen without waiting for the rest, which ordinary
          // loads bring.
          let (items, lower) =
            outward?.items(of: positions, layOut: layOut)
            ?? (
              positions.flatMap { stop.isSet ? [] : [layOut($0)] }, positions.lowerBound
            )
          if stop.isSet { return }
          let laidOut = now()
          meter.addLayout(items: items.count, seconds: laidOut - begun)
          StartupTimes.mark("rows are laid out: \(items.count)")
          let drawn = drawing?.draw(items, at: lower, with: tools) ?? []
          meter.addDrawing(slices: drawn.count, seconds: now() - laidOut)
          StartupTimes.mark("rows are drawn: \(drawn.count)")
          post(
            .loaded(
              ticket,
              LoadedItems(items: items, skipped: lower - positions.lowerBound, drawn: drawn)))
        }
      } catch {
        if Task.isCancelled || error is CancellationError { return }
        let failure = (error as? EngineError) ?? .source("\(error)")
        post(.failed(ticket, failure))
      }
    }
    loads[ticket] = PendingLoad(range: range, purpose: purpose, task: task, stop: stop)
  }

  // MARK: Cancelling and moving requests

  /// Cancels running loads, because the environment has changed.
  func environmentChanged() {
    cancel { _ in true }
    givenUp = nil
    holdsOldLayouts = true
  }

  /// Cancels the update's other requests once it is applied.
  func updateApplied() {
    cancel { $0.purpose == .update }
    givenUp = nil
  }

  private func cancel(where isUnwanted: (PendingLoad) -> Bool) {
    for (ticket, load) in loads where isUnwanted(load) {
      load.stop.set()
      load.task.cancel()
      loads[ticket] = nil
    }
  }

  /// Adapts running loads to a change of the list. Loads whose items only moved continue; items
  /// that changed, or have other neighbours, are requested again.
  func shift(by change: ListChange) {
    givenUp = nil
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
