import LugeCore

/// A list that takes a provider of rows, a viewport and scrolling, and returns for each frame what
/// to show.
///
/// The engine belongs to the thread that made it (a window's main thread, or any thread of a
/// program without a window). It is not `Sendable` and has no locks. Loading, making rows, layout
/// and drawing happen on a lane; results come through a mailbox that ``frame(at:)`` empties. It
/// knows no platform, and no clock but the times it is given.
///
/// It consists of parts, each of which owns its fields and knows only the parts that are passed to
/// it. This type connects them; ``frame(at:)`` reads as the list of what happens in a frame.
public final class ListEngine {
  let resources: EngineResources

  // MARK: Parts (all owned by the engine's thread)

  let state: ListState
  let tools: ToolLending
  let loader: Loader
  let drawing: RowDrawing
  let planner: FramePlanner
  let survey: HeightSurvey
  let heavyViews: HeavyViews
  let marks: TextMarks
  let decorations: Decorations
  var jumps = Jumps()
  var updates = UpdateQueue()
  var pictures = Pictures()
  private var times = FrameTimes()
  var hooks = EngineHooks()

  /// Makes a list.
  ///
  /// - Parameters:
  ///   - factory: makes tools for measuring and drawing; called once on each thread that needs
  ///     them.
  ///   - runtime: real threads and the monotonic clock, or simulated ones.
  ///   - wake: called from any thread when results arrive; it must cause ``frame(at:)`` to be
  ///     called soon.
  public init(
    provider: any RowProvider, configuration: EngineConfiguration = .init(),
    tools factory: @escaping LaneToolsFactory, runtime: EngineRuntime = .live,
    wake: @escaping @Sendable () -> Void = {}
  ) {
    let mailbox = Mailbox<LaneResult>(due: runtime.due, wake: wake)
    let lane = runtime.makeLane("luge-lane", factory)
    let background = configuration.background
    let meter = LaneMeter()
    resources = EngineResources(
      configuration: configuration, runtime: runtime, lane: lane, mailbox: mailbox, meter: meter)
    let tools = ToolLending(
      lane: lane, runtime: runtime, factory: factory, background: background)
    self.tools = tools
    state = ListState(provider: provider, configuration: configuration) {
      tools.layOut($0, in: $1, layoutVersion: $2)
    }
    loader = Loader(
      lane: lane, runtime: runtime, retryDelay: configuration.retryDelay,
      windowLimit: configuration.windowLimit, meter: meter
    ) { mailbox.post(.load($0)) }
    drawing = RowDrawing(
      lane: lane, background: background, byteLimit: configuration.bitmapByteLimit,
      meter: meter, now: runtime.now
    ) { mailbox.post(.drawn($0)) }
    planner = FramePlanner(drawBudget: configuration.drawBudget)
    survey = HeightSurvey(
      lane: lane, runtime: runtime, factory: factory, isWanted: configuration.measuresAll
    ) { mailbox.post(.survey($0)) }
    heavyViews = HeavyViews(
      limits: configuration.heavyViews, background: background,
      makeLane: { runtime.makeLane("luge-views", factory) }
    ) { mailbox.post(.heavyView($0)) }
    marks = TextMarks(lane: lane) { mailbox.post(.geometry($0)) }
    decorations = Decorations(lane: lane) { mailbox.post(.decoration($0)) }
    if state.count > 0 {
      jumps.ask(
        state.followsEnd
          ? PendingJump(position: state.count - 1, alignment: .offset(Int.max))
          : PendingJump(position: 0, alignment: .top),
        held: SlidingWindow(), hasBegun: false, at: nil)
    }
    hooks.updateScheduler.onRequest = { mailbox.post(.nudge) }
  }

  deinit { lane.stop() }

  var lane: any Lane { resources.lane }
  var mailbox: Mailbox<LaneResult> { resources.mailbox }
  var clock: FrameClock {
    get { times.clock }
    _modify { yield &times.clock }
  }
  /// Costs of the last frames, and what was missing in them.
  public internal(set) var frameLog: FrameLog {
    get { times.log }
    _modify { yield &times.log }
  }
  public var configuration: EngineConfiguration { resources.configuration }

  /// Current scrolling speed.
  var travel: Travel {
    Travel(velocity: clock.velocity, viewportHeight: state.viewport.height)
  }

  // MARK: A frame

  /// Makes one frame: takes results from lanes, performs jumps and updates, and returns what to
  /// show.
  ///
  /// - Parameter time: seconds on the caller's clock, which may be simulated; only differences
  ///   count.
  /// - Complexity: O(rows in view + results delivered).
  public func frame(at time: Double) -> FramePlan {
    let allocated = resources.runtime.allocations?() ?? 0
    let scrolled = clock.begin(at: time)
    frameLog.begin(clock.number, at: time)
    forgetTimes()
    drawing.scrolled(by: scrolled)
    state.forgetHolds()
    defer { state.forgetHolds() }
    state.advanceMotion(to: time)
    var parts = PartClock(now: resources.runtime.now)
    hooks.updateScheduler.flush()
    takeDelivered()
    frameLog.current.drain = parts.lap()
    frameLog.current.lane = resources.meter.take()
    for hook in hooks.frame { hook(self) }
    applyUpdatesIfReady()
    if let ready = hooks.warmed {
      hooks.warmed = nil
      ready(self)
    }
    performJumpIfReady()
    lendTools { state.settle() }
    frameLog.current.update = parts.lap()
    clock.isDue = false
    var plan = planFrame(begun: parts.last)
    decorations.append(to: &plan, state)
    decorations.appendFloating(to: &plan, state)
    plan.emphasis = emphasis(at: time)
    frameLog.current.plan = parts.lap()
    noteTimes()
    // A running animation continues in the next frame.
    if !state.motion.isEmpty { clock.isDue = true }
    // While the content moves, requests for rows ahead are renewed when much of the drawn range is
    // used up, results arrived, or something in view was missing.
    if scrolled != 0, !isJumping, frameLog.current.gaps.isEmpty, drawing.reachesOn(travel) {
      clock.isDue = true
    } else {
      requestLoads()
      if !isJumping {
        pictures.request(state, travel, over: decorations.imageRequests)
        drawing.request(state, travel, pictures)
        heavyViews.request(state, travel, frame: clock.number, time: time)
      }
    }
    prepareTools()
    if !isJumping { marks.requestGeometry(state, travel) }
    continueSurvey()
    frameLog.current.ask = parts.lap()
    if let allocations = resources.runtime.allocations {
      frameLog.current.allocations = allocations() - allocated
    }
    frameLog.close()
    hooks.onInput?(.frame(time))
    return plan
  }

  private func planFrame(begun: Double) -> FramePlan {
    let input = FramePlanner.Input(
      state: state, drawing: drawing, heavyViews: heavyViews, pictures: pictures, tools: tools,
      travel: travel, frameNumber: clock.number, updates: updates.appliedCount, begun: begun,
      isJumping: isJumping)
    var plan = FramePlan(
      size: state.viewport, scheme: state.scheme, background: configuration.background, pieces: [])
    lendTools {
      // Items whose source was given up will not arrive, so no frame is requested for them.
      let isLacking = planner.plan(input, into: &plan, &frameLog.current)
      if isLacking,
        frameLog.current.gaps.isEmpty
          || frameLog.current.gaps.contains(where: { !loader.isGivenUp($0.position) })
      {
        clock.isDue = true
      }
    }
    // Iterate by index: iterating over the array would copy it at the first change.
    for index in frameLog.current.gaps.indices where frameLog.current.gaps[index].row == nil {
      let position = frameLog.current.gaps[index].position
      frameLog.current.gaps[index].cause = loader.causeOfMissing(position)
    }
    frameLog.planned()
    resources.runtime.charge?(.planned(pieces: plan.pieces.count))
    return plan
  }

  /// Runs a closure with the lane's tools, so that the frame can lay out and draw rows itself.
  private func lendTools(_ body: () -> Void) {
    tools.lend(for: state.environment, isRelayout: clock.isRelayout, body)
  }

  /// Prepares tools for the rows in view.
  private func prepareTools() {
    guard tools.areWanted else { return }
    let mailbox = mailbox
    tools.prepare(state.environment, state.scheme, examples: { state.rowModelsInView }) {
      mailbox.post(.tools($0))
    }
  }

  private func emphasis(at time: Double) -> FramePlan.Emphasis? {
    let found = marks.emphasis(
      at: time, state, configuration.emphasis, cardsOnly: configuration.emphasizesCards)
    if found.goesOn { clock.isDue = true }
    return found.shown
  }

  /// Discards times measured since the last frame, which belong to no frame, except layout that
  /// this frame waited for.
  private func forgetTimes() {
    frameLog.current.layoutBefore = tools.takeLayoutSeconds()
    _ = drawing.takeDrawSeconds()
  }

  private func noteTimes() {
    frameLog.current.spotLayout = tools.takeLayoutSeconds()
    frameLog.current.spotDraw = drawing.takeDrawSeconds()
  }

  // MARK: Results of lanes

  /// Takes results of lanes into the list. After very fast scrolling the items in view may not be
  /// in memory, and the anchor may be one of them: when their heights become exact, the rows that
  /// were seen stay.
  private func takeDelivered() {
    // Drain once: results that lanes deliver meanwhile belong to the next frame.
    let results = mailbox.drain()
    frameLog.current.results = results.count
    resources.runtime.charge?(.drained(results: results.count))
    let moves =
      !state.followsEnd && state.heldLine == nil && !results.isEmpty && !state.isViewHeld
    let holds = moves ? state.frameHolds : []
    for (result, _) in results { take(result) }
    if moves { state.placeAmongLate(holds) }
  }

  private func take(_ result: LaneResult) {
    switch result {
    // These results do not change rows.
    case .drawn, .decoration, .decorationsChanged: break
    default: drawing.somethingArrived()
    }
    switch result {
    case .load(let result): take(result)
    case .drawn(let slice): drawing.take(slice, style: state.style)
    case .survey(let result): take(result)
    case .geometry(let made): if marks.take(made, state) { clock.isDue = true }
    case .images(let keys):
      pictures.arrived(keys)
      decorations.arrived(keys)
    case .nudge: clock.isDue = true
    case .update(let fed):
      update(
        to: fed.provider, changes: fed.changes, options: fed.options, completion: fed.completion)
    case .tools(let handover): tools.take(handover)
    case .warmTools(let handover, let number):
      guard tools.take(handover, number: number), let ready = hooks.whenWarm else { return }
      hooks.whenWarm = nil
      hooks.warmed = ready
    case .heavyView(let picture): heavyViews.take(picture)
    case .decoration(let picture): decorations.take(picture)
    case .decorationsChanged: decorationsChanged()
    case .heavyViewsChanged(let keys): heavyViews.contentChanged(keys)
    }
  }

  private func take(_ result: LoadResult) {
    switch result {
    case .loaded(let ticket, let loaded):
      guard let delivery = loader.take(ticket, loaded, state) else { return }
      for slice in delivery.drawn { drawing.take(slice, style: state.style) }
      switch delivery.purpose {
      case .update: updates.take(delivery.items, at: delivery.lower)
      case .extend: state.realize(delivery.items, at: delivery.lower)
      case .jump:
        state.record(delivery.items, at: delivery.lower)
        jumps.take(delivery.items, at: delivery.lower)
      }
      clock.isDue = true
    case .failed(let ticket, let error):
      guard let error = loader.failed(ticket, error) else { return }
      // A jump to items whose source was given up ends with a frame.
      if error == .sourceGivenUp { clock.isDue = true }
      hooks.onFailure?(error)
    case .retry:
      loader.retry()
      clock.isDue = true
    }
  }

  private func take(_ result: SurveyResult) {
    switch survey.take(result, state) {
    case .measured(let heights, let lower):
      for (index, height) in heights.enumerated() { state.measured(height, at: lower + index) }
      survey.finish(state)
    case .restored(let heights):
      state.restore(heights)
      clock.isDue = true
    case nil: break
    }
  }

  // MARK: Requests to lanes

  /// Requests the items that the pending jump shows, or those in and near the view.
  private func requestLoads() {
    guard state.viewport.height > 0, state.count > 0, !loader.isWaitingToRetry else { return }
    if let jump = jumps.pending {
      let drawing = TargetDrawing(
        position: jump.position, reach: jump.reach(in: state.viewport.height), style: state.style,
        background: configuration.background, generation: pictures.generation,
        now: resources.runtime.now)
      if loader.load(for: jump, held: jumps.staged.range, drawing: drawing, state) {
        clock.isDue = true
      }
      return
    }
    let effects = loader.extend(state, travel, isWidthSettled: clock.isWidthSettled)
    if effects.needsFrame { clock.isDue = true }
    if let kept = effects.keeps { state.trim(to: kept) }
  }

  private func continueSurvey() {
    guard clock.velocity == 0, !isJumping, updates.isEmpty, loader.count == 0,
      !loader.isWaitingToRetry
    else { return }
    if survey.advance(state, isWidthSettled: clock.isWidthSettled) { clock.isDue = true }
  }

  // MARK: Jumps

  func jump(to position: Int, alignment: PendingJump.Alignment, highlighting: Bool = false) {
    guard state.count > 0 else { return }
    let jump = PendingJump(
      position: min(max(position, 0), state.count - 1), alignment: alignment,
      highlights: highlighting, begun: clock.lastTime)
    state.letGoOfLine()
    clock.stop()
    clock.isDue = true
    jumps.ask(
      jump, held: state.snapshot.window, hasBegun: clock.number > 0, at: clock.lastTime)
  }

  /// Performs the pending jump once all that it shows is laid out and drawn. Until then the view
  /// stays, so a jump never shows placeholders, and the main thread draws nothing for it.
  private func performJumpIfReady() {
    guard let jump = jumps.pending, state.viewport.height > 0 else { return }
    guard jump.position < state.count, !loader.isGivenUp(jump.position) else {
      return jumps.cancel()
    }
    var missing: [RowRequest] = []
    let waiting = state.show(jumps.staged) {
      guard jump.isRealized(in: state.snapshot.window.range, of: state) else { return false }
      state.move(to: jump.target(in: state))
      missing = drawing.missingInView(state)
      // Stop waiting after 64 frames: a cache too small for the viewport never holds all bitmaps.
      return missing.isEmpty || jump.attempts >= 64
    }
    if let waiting {
      jumps.wait(waiting, isLaidOut: !missing.isEmpty)
      if !missing.isEmpty { drawing.ask(for: missing, pictures.generation) }
      return
    }
    let isEnd = jump.alignment == .offset(Int.max)
    if !isEnd, !state.motion.isEmpty {
      // Rows that grow on would carry the place away from where the jump has put it.
      state.cutMotion()
      state.move(to: jump.target(in: state))
    }
    state.arrive(following: isEnd)
    if jump.highlights, let item = state.snapshot.item(at: jump.position) {
      marks.highlight(item.id, from: frameLog.current.time)
    }
    jumps.landed(held: state.snapshot.window)
    clock.isDue = true
  }
}
