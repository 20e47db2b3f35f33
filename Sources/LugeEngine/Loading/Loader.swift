import LugeCore

/// Asks the source for items, has the lane make and lay out their rows, and hands over what comes.
///
/// Every request carries a ticket. What comes back under one that is not known any more, or does
/// not fit the list as it is by then, is dropped.
final class Loader {
  private let lane: any Lane
  private let runtime: EngineRuntime
  private let retryDelay: Double
  /// Items that are held, at most; what is in view comes first.
  private let windowLimit: Int
  private let meter: LaneMeter
  private let post: @Sendable (LoadResult) -> Void

  // MARK: Mutable State (the engine's thread)

  private var loads: [LoadTicket: PendingLoad] = [:]
  private var nextTicket = 0
  /// After a failure nothing is asked until enough time has passed.
  private(set) var isWaitingToRetry = false
  /// Whether items beside the view may still be laid out for an environment before this one.
  private var holdsOldLayouts = false
  private var counts = EngineStatistics()

  /// - Parameter post: called from any thread; what it is given has to come back by ``take(_:_:)``
  ///   and the calls beside it.
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

  /// Loads under way.
  var count: Int { loads.count }

  /// What was loaded so far; what only other parts know is 0.
  var statistics: EngineStatistics { counts }

  /// Why an item that is in view is not held.
  func causeOfMissing(_ position: Int) -> FrameRecord.Cause {
    let isAsked = loads.values.contains { $0.range.contains(position) }
    // Jobs that wait on the lane hold back the request as well as its result.
    return isAsked && lane.isBusy ? .lane : .source
  }

  // MARK: Taking in

  /// What a load has brought.
  struct Delivery {
    var purpose: PendingLoad.Purpose
    /// Position of the first item.
    var lower: Int
    var items: [RealizedItem]
    var drawn: [DrawnSlice]
  }

  /// - Returns: nil for what is stale.
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

  /// Whether items can join those held. What lies apart would replace them, which is right only
  /// when nothing of them is in view any more.
  private func fits(_ range: Range<Int>, _ state: ListState) -> Bool {
    let held = state.snapshot.window.range
    if held.isEmpty || range.lowerBound <= held.upperBound && range.upperBound >= held.lowerBound {
      return true
    }
    let anchor = state.anchor.position
    return !held.overlaps(anchor..<max(anchor + 1, state.positionBelow))
  }

  /// A load has failed: after a while it may be asked again.
  ///
  /// - Returns: whether it was still wanted.
  func failed(_ ticket: LoadTicket) -> Bool {
    guard loads.removeValue(forKey: ticket) != nil else { return false }
    counts.loadsFailed += 1
    isWaitingToRetry = true
    let post = post
    runtime.later(retryDelay) { post(.retry) }
    return true
  }

  func retry() { isWaitingToRetry = false }

  // MARK: Asking

  /// What asking for items means for others.
  struct Effects {
    /// Another frame is needed to ask again.
    var needsFrame = false
    /// The items to hold on to; nil for all.
    var keeps: Range<Int>?
  }

  /// Asks for what is in view, then ahead in the direction of travel, then behind.
  ///
  /// - Parameter isWidthSettled: whether the window is not being pulled.
  func extend(_ state: ListState, _ travel: Travel, isWidthSettled: Bool) -> Effects {
    var effects = Effects()
    let wanted = wantedPositions(state, travel, reach: 1)
    // Fewer and larger requests: asked again when two thirds of the reach are used up.
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
          // Farther away there may be more that is laid out for another environment.
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
      // With room to turn around in: trimming exactly to the wish would load again at once.
      let slack = max(0, (windowLimit * 3 / 4 - wanted.count) / 2)
      effects.keeps = wanted.lowerBound - slack..<wanted.upperBound + slack
    }
    return effects
  }

  private enum Anew { case waits, asked, done }

  /// After another width: what is held beside the view has lines of the old one. Nothing of it is
  /// drawn ahead, and laid out where it comes into view a page of it is more than a frame can do.
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

  /// The positions to hold now: the viewport, two screens both ways, and while the content moves a
  /// screen behind, and ahead the more the faster it does.
  private func wantedPositions(
    _ state: ListState, _ travel: Travel, reach: Double
  ) -> Range<Int> {
    let (height, count) = (state.viewport.height, state.count)
    let average = max(1, state.snapshot.heights.estimate)
    let far = 2 * Double(height) + min(abs(travel.velocity) * 0.35, 20_000)
    let ahead = Int(far * reach)
    // At rest nobody knows which way the reader goes next.
    let behind = travel.velocity == 0 ? ahead : Int(Double(height) * reach)
    let (above, below) = travel.reach(ahead: ahead, behind: behind)
    let first = min(state.anchor.position, count - 1)
    let lower = max(0, first - above / average - 4)
    let upper = min(count, first + (height + below) / average + 5)
    // Items taller than the average put the viewport's end sooner, smaller ones later.
    return lower..<min(count, max(upper, state.positionBelow + 2))
  }

  /// Asks for what a jump shows.
  ///
  /// - Parameters:
  ///   - held: positions that are staged for it.
  ///   - drawing: draws what it shows as soon as that is laid out.
  /// - Returns: whether another frame is needed to look whether it can land.
  func load(
    for jump: PendingJump, held: Range<Int>, drawing: TargetDrawing, _ state: ListState
  ) -> Bool {
    let (count, height) = (state.count, state.viewport.height)
    let average = max(1, state.snapshot.heights.estimate)
    let smallest = min(average, 48 * max(1, Int(state.environment.unit)))
    let screen = height / smallest + 8
    var (above, below) = (screen, screen)
    // Away from the ends no more than the jump shows is waited for.
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
    // What waits is drawing: more items would only make it wait longer. A jump that has not asked
    // for any yet has begun in this frame.
    if jump.isRealized(in: held, of: state) { return jump.attempts == 0 }
    // A target that is held but too near the edge of what is held needs that side alone.
    if held.upperBound < range.upperBound {
      load(held.upperBound..<range.upperBound)
    } else if held.lowerBound > range.lowerBound {
      load(range.lowerBound..<held.lowerBound)
    } else {
      // Small items: the range so far does not fill the screen.
      let lower = max(0, held.lowerBound - 2 * screen)
      let upper = min(count, held.upperBound + 2 * screen)
      if upper > held.upperBound { load(held.upperBound..<upper) }
      if lower < held.lowerBound { load(lower..<held.lowerBound) }
    }
    return false
  }

  /// Asks for what an update brings.
  ///
  /// - Parameters:
  ///   - provider: of the update's state.
  ///   - held: items that may come out unchanged.
  func load(
    _ range: Range<Int>, from provider: any RowProvider, held: [ItemID: RealizedItem],
    _ state: ListState
  ) {
    guard !isWaitingToRetry else { return }
    load(range, for: .update, state, from: provider, held: held)
  }

  /// Asks the source, unless the same is under way. Requests that nobody wants any more end.
  private func load(
    _ wanted: Range<Int>, for purpose: PendingLoad.Purpose, _ state: ListState,
    from other: (any RowProvider)? = nil, held: [ItemID: RealizedItem] = [:],
    jump: PendingJump? = nil, drawing: TargetDrawing? = nil
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
    if purpose == .jump { cancel { !$0.range.overlaps(wanted) && $0.purpose != .update } }
    let ticket = LoadTicket(number: nextTicket)
    nextTicket += 1
    let provider = other ?? state.snapshot.provider
    let (lane, meter, post, now) = (lane, meter, post, runtime.now)
    let (environment, layoutVersion) = (state.environment, state.layoutVersion)
    let (positions, disclosed) = (range, state.disclosed)
    // Loads that only complete what is held around the target lay out all of it.
    let outward = jump.flatMap {
      range.contains($0.position) ? $0.outwardLayout(in: state) : nil
    }
    let stop = LoadStop()
    let task = Task.detached(executorPreference: lane) {
      do {
        // An engine that has ended wants nothing read.
        if Task.isCancelled { return }
        StartupTimes.mark("a load begins: \(positions)")
        let (asked, busy) = (now(), meter.layoutAndDrawSeconds)
        let makeRows = try await provider.load(positions)
        // An answer is taken in on the lane, and waits until it has nothing else to do.
        meter.addAnswer(seconds: now() - asked - (meter.layoutAndDrawSeconds - busy))
        StartupTimes.mark("items are read")
        if Task.isCancelled { return }
        lane.submit { tools in
          let context = LayoutContext(environment: environment, text: tools.text)
          if stop.isSet { return }
          let begun = now()
          let made = makeRows()
          guard made.count == positions.count else {
            // Not what was asked for, as the source has changed.
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
          // What fills the screen need not wait for the rest, which comes by the ordinary loads.
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

  // MARK: Ending

  /// Nothing of what is under way is wanted any more, for the environment is another.
  func environmentChanged() {
    cancel { _ in true }
    holdsOldLayouts = true
  }

  /// An update has been applied: what else was asked for it is not wanted.
  func updateApplied() { cancel { $0.purpose == .update } }

  private func cancel(where isUnwanted: (PendingLoad) -> Bool) {
    for (ticket, load) in loads where isUnwanted(load) {
      load.stop.set()
      load.task.cancel()
      loads[ticket] = nil
    }
  }

  /// Follows a change of the list. Loads of which only the positions changed go on; what was made
  /// of other neighbours, or of items that changed, is asked for again.
  func shift(by change: ListChange) {
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
