public import LugeCore

/// The viewport and the place in the list.
extension ListEngine {
  // MARK: Viewport

  /// The viewport's size and what layouts depend on. The line that is read stays where it is; a
  /// list at its end stays at its end.
  public func setViewport(_ size: PixelSize, environment: LayoutEnvironment) {
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
      // What the lane was asked to draw has other lines now.
      drawing.ask(for: [], pictures.generation)
      clock.environmentChanged()
      endMotion()
    }
    tools.lend(for: state.environment, isRelayout: clock.isRelayout) { state.settle() }
  }

  public var colorScheme: ColorScheme { state.scheme }

  /// Light or dark; rows are drawn anew, not laid out.
  public func setColorScheme(_ scheme: ColorScheme) {
    guard scheme != state.scheme else { return }
    state.setScheme(scheme)
    clock.isDue = true
  }

  /// Makes ready for another environment, with other fonts above all, before it is taken over.
  ///
  /// Another thread makes tools anew and has them lay out and draw what is in view. The first text
  /// in a font that nobody has used takes as long as a frame, and all rows in view need it at once.
  ///
  /// - Parameters:
  ///   - environment: that ``setViewport(_:environment:)`` will be given by `ready`.
  ///   - ready: called within a frame, before it is planned; at once where nothing is in view. Not
  ///     called when another environment was asked for in the meantime.
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

  // MARK: Scrolling

  /// Moves the content; positive goes towards the end.
  ///
  /// - Returns: how far it really moved: less at the ends of the list.
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

  /// Goes to the newest item and stays there as items are appended.
  public func scrollToEnd() {
    guard state.count > 0 else { return }
    hooks.onInput?(.scrolledToEnd)
    jump(to: state.count - 1, alignment: .offset(Int.max))
  }

  /// Lets an item that is in view stand out for a moment, from the next frame on; nothing moves.
  public func highlight(_ item: ItemID) {
    marks.highlight(item)
    clock.isDue = true
  }

  /// Shows an item in the middle of the viewport, exact from the first frame that shows it: until
  /// its surroundings are laid out, what is in view stays.
  ///
  /// - Parameter highlighting: lets the item stand out for a moment, from that first frame on.
  public func jump(to position: Int, highlighting: Bool = false) {
    hooks.onInput?(.jumped(position))
    jump(to: position, alignment: .center, highlighting: highlighting)
  }

  /// As a scroll bar asks for it: the place so far from the list's start.
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

  /// How fast the content passes, smoothed: pixels a second, positive towards the end. Pages that
  /// come in do not count, though offsets jump with them.
  public var velocity: Double { clock.velocity }

  /// The item at a distance from the list's start: what a scroll bar's thumb points to, whether or
  /// not that part of the list is loaded. Nil for an empty list.
  ///
  /// - Complexity: O(log n).
  public func position(atOffset offset: Int) -> Int? { state.position(atOffset: offset) }

  /// Whether the list moves too fast for anything but skeletons.
  package var passesAsSkeletons: Bool { travel.passesAsSkeletons }

  /// Whether a jump is on its way; until it lands, what was in view stays.
  public var isJumping: Bool { jumps.pending != nil }

  // MARK: Whether there is more to do

  /// Number of items.
  public var count: Int { state.count }

  /// Whether a frame would show anything else than the last one did.
  public var needsFrame: Bool { clock.isDue || !mailbox.isEmpty }

  /// Whether nothing is under way any more: everything in view is loaded and drawn.
  public var isSettled: Bool {
    !clock.isDue && loader.count == 0 && mailbox.isEmpty && !isJumping
      && !planner.isShowingOutdated && updates.isEmpty && state.motion.isEmpty
      && heavyViews.isSettled && decorations.isSettled
  }

  /// What ``isSettled`` waits for, in words; for programs that look into a window from outside.
  package var waitsFor: [String] {
    let parts = [
      ("frame", clock.isDue), ("loads", loader.count > 0), ("mailbox", !mailbox.isEmpty),
      ("jump", isJumping), ("outdated", planner.isShowingOutdated),
      ("updates", !updates.isEmpty), ("transitions", !state.motion.isEmpty),
      ("live", !heavyViews.isSettled), ("decorations", !decorations.isSettled),
    ]
    return parts.filter(\.1).map(\.0)
  }

  /// Whether the lane has anything left to do; takes its lock. For labs that leave out idle time.
  package var isLaneBusy: Bool { lane.isBusy }

  /// Blocks until a lane delivers something; for programs without a window.
  public func waitForResults(seconds: Double) -> Bool { mailbox.wait(seconds: seconds) }

  // MARK: Hooks

  /// Live rows, and whatever else is to be brought up to date once a frame; runs at its start.
  public var updateScheduler: UpdateScheduler { hooks.updateScheduler }

  /// Called when a source fails, with words for people; the engine tries again by itself.
  public var onFailure: ((EngineError) -> Void)? {
    get { hooks.onFailure }
    set { hooks.onFailure = newValue }
  }

  /// Told of everything that is done to the list from outside; a recording is made of it.
  public var onInput: ((EngineInput) -> Void)? {
    get { hooks.onInput }
    set { hooks.onInput = newValue }
  }

  /// Where heights are kept; to be set before the first frame. For lists that are not updated.
  public var heightStore: (any HeightStore)? {
    get { survey.store }
    set { survey.store = newValue }
  }

  /// Hands the store what was measured since it was last asked or told; before the list is let go
  /// of. By itself this happens when all heights are known.
  public func keepHeights() { survey.keep(state) }
}
