public import LugeCore

/// Viewport, scrolling and jumps.
extension ListEngine {
  // MARK: Viewport

  /// Sets the viewport's size and the environment of layouts. The line one third down stays where
  /// it is; a list at its end stays at its end.
  ///
  /// - Parameter movedDown: pixels by which the viewport's upper edge moved down on the screen, as
  ///   when a bar appears above it; negative: up. Rows stay where they are on the screen, except in
  ///   a list at its beginning, which stays at its beginning.
  public func setViewport(
    _ size: PixelSize, environment: LayoutEnvironment, movedDown: Int = 0
  ) {
    guard size != state.viewport || environment != state.environment else { return }
    clock.isDue = true
    hooks.onInput?(.viewport(size))
    drawing.fit(size)
    switch state.resize(to: size, environment: environment) {
    case .first: return
    case .size: break
    case .environment:
      survey.environmentChanged()
      loader.environmentChanged()
      // Drawings that the lane has not begun would have the old lines.
      drawing.ask(for: [], pictures.generation)
      clock.environmentChanged()
    }
    tools.lend(for: state.environment, isRelayout: clock.isRelayout) {
      if state.settle(movedDown: movedDown) { hooks.onInput?(.scrolled(movedDown)) }
    }
  }

  public var colorScheme: ColorScheme { state.scheme }

  /// Sets light or dark; rows are drawn again, not laid out.
  public func setColorScheme(_ scheme: ColorScheme) {
    guard scheme != state.scheme else { return }
    state.setScheme(scheme)
    clock.isDue = true
  }

  /// Prepares for another environment, usually for other fonts, before it is set.
  ///
  /// Another thread makes tools and lays out and draws what is in view with them. The first text in
  /// a font takes as long as a frame, and all rows in view need it at once.
  ///
  /// - Parameters:
  ///   - environment: the environment that `ready` will pass to
  ///     ``setViewport(_:environment:movedDown:)``.
  ///   - ready: called at the start of a frame; at once when nothing is in view. Not called when
  ///     another environment was requested meanwhile.
  /// - Complexity: O(rows in view), on another thread.
  public func warm(_ environment: LayoutEnvironment, ready: @escaping (ListEngine) -> Void) {
    let mailbox = mailbox
    hooks.whenWarm = nil
    guard
      tools.warm(
        environment, state.scheme, examples: state.rowModelsInView,
        deliver: { mailbox.post(.warmTools($0, $1)) })
    else { return ready(self) }
    hooks.whenWarm = ready
  }

  /// Device pixels at the viewport's upper edge that something covers, such as a bar. The list's
  /// beginning can be scrolled below it, and headings float there. Setting it moves nothing, except
  /// that a list at its beginning stays there.
  public var coveredTop: Int {
    get { state.coveredTop }
    set {
      guard max(0, newValue) != state.coveredTop else { return }
      state.cover(top: newValue)
      clock.isDue = true
    }
  }

  // MARK: Scrolling

  /// Scrolls the content; positive towards the end.
  ///
  /// - Returns: the pixels it moved, which are fewer at the ends of the list.
  /// - Complexity: O(rows moved over).
  @discardableResult
  public func scroll(by pixels: Int) -> Int {
    guard pixels != 0, state.count > 0 else { return 0 }
    hooks.onInput?(.scrolled(pixels))
    jumps.cancel()
    let moved = state.scroll(by: pixels)
    if moved != 0 { clock.scroll(by: moved) }
    return moved
  }

  public func scrollToStart() {
    hooks.onInput?(.jumped(0))
    jump(to: 0, alignment: .top)
  }

  /// Jumps to the newest item and follows the end from then on.
  public func scrollToEnd() {
    guard state.count > 0 else { return }
    hooks.onInput?(.scrolledToEnd)
    jump(to: state.count - 1, alignment: .offset(Int.max))
  }

  /// Highlights an item in view for a moment, from the next frame on; nothing moves.
  public func highlight(_ item: ItemID) {
    marks.highlight(item)
    clock.isDue = true
  }

  /// Jumps to an item and shows it in the middle of the viewport, exact from the first frame that
  /// shows it. The view stays until the item's surroundings are laid out.
  ///
  /// - Parameter highlighting: whether to highlight the item for a moment, from that first frame
  ///   on.
  public func jump(to position: Int, highlighting: Bool = false) {
    hooks.onInput?(.jumped(position))
    jump(to: position, alignment: .center, highlighting: highlighting)
  }

  /// Jumps to a distance from the list's start, device pixels, as a scroll bar does.
  public func scroll(toOffset offset: Int) {
    let end = state.contentHeight - state.viewport.height
    let clamped = max(0, min(offset, end))
    let intoItems = clamped - state.topInset
    guard let found = state.snapshot.heights.position(at: intoItems) else { return }
    if clamped > 0, clamped >= end {
      scrollToEnd()
    } else {
      hooks.onInput?(.jumped(found.position))
      jump(to: found.position, alignment: .offset(intoItems < 0 ? intoItems : found.into))
    }
  }

  public var metrics: ScrollMetrics { state.metrics }

  /// Scrolling speed, smoothed: device pixels per second, positive towards the end. Inserted pages
  /// do not count.
  public var velocity: Double { clock.velocity }

  /// Returns the item at a distance from the list's start, whether loaded or not: the item that a
  /// scroll bar's thumb points to. Nil for an empty list.
  ///
  /// - Complexity: O(log n).
  public func position(atOffset offset: Int) -> Int? { state.position(atOffset: offset) }

  /// Whether the list scrolls so fast that only skeletons are shown.
  package var passesAsSkeletons: Bool { travel.passesAsSkeletons }

  /// Whether a jump is under way; until it lands, the view stays.
  public var isJumping: Bool { jumps.pending != nil }

  // MARK: Pending work

  /// Number of items.
  public var count: Int { state.count }

  /// Whether another frame would show something else.
  public var needsFrame: Bool { clock.isDue || !mailbox.isEmpty }

  /// Whether everything in view is loaded and drawn and no work is pending.
  public var isSettled: Bool {
    !clock.isDue && loader.count == 0 && mailbox.isEmpty && !isJumping
      && !planner.isShowingOutdated && updates.isEmpty && state.motion.isEmpty
      && heavyViews.isSettled && decorations.isSettled
  }

  /// Reasons for which ``isSettled`` is false, as text; for programs that inspect a window from
  /// outside.
  package var waitsFor: [String] {
    let parts = [
      ("frame", clock.isDue), ("loads", loader.count > 0), ("mailbox", !mailbox.isEmpty),
      ("jump", isJumping), ("outdated", planner.isShowingOutdated),
      ("updates", !updates.isEmpty), ("transitions", !state.motion.isEmpty),
      ("heavy views", !heavyViews.isSettled), ("decorations", !decorations.isSettled),
    ]
    return parts.filter(\.1).map(\.0)
  }

  /// Whether the lane has work left. Takes the lane's lock; for labs that skip idle time.
  package var isLaneBusy: Bool { lane.isBusy }

  /// Blocks until a lane delivers something; returns false on a timeout. For programs without a
  /// window.
  public func waitForResults(seconds: Double) -> Bool { mailbox.wait(seconds: seconds) }

  // MARK: Hooks

  /// Scheduler of the updates that were requested for the next frame; they run at its start.
  public var updateScheduler: UpdateScheduler { hooks.updateScheduler }

  /// Adds a closure that each frame calls on the engine's thread, after results were taken and
  /// before the frame is planned.
  package func addToFrames(_ body: @escaping (ListEngine) -> Void) { hooks.frame.append(body) }

  /// Closure that is called when the source fails. The engine retries by itself, except after
  /// ``EngineError/sourceGivenUp``.
  public var onFailure: ((EngineError) -> Void)? {
    get { hooks.onFailure }
    set { hooks.onFailure = newValue }
  }

  /// Closure that is called with every input to the list, to record it.
  public var onInput: ((EngineInput) -> Void)? {
    get { hooks.onInput }
    set { hooks.onInput = newValue }
  }

  /// Store of measured heights. Set it before the first frame; only for lists without updates.
  public var heightStore: (any HeightStore)? {
    get { survey.store }
    set { survey.store = newValue }
  }

  /// Stores the heights measured since the last time; call it before the list is released. Called
  /// automatically when all heights are known.
  public func keepHeights() { survey.keep(state) }
}
