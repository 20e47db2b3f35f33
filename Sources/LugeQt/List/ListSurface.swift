public import LugeCore
public import LugeEngine
public import LugePaint

/// Shows one engine's list in one area of a window: input becomes motion, motion becomes frames.
///
/// Once a frame, and only while something moves or arrives: input since the last frame is taken as
/// whole pixels, the engine plans, the plan is composited into the window's own pixels.
@MainActor
public final class ListSurface {
  /// How far things move and what is shown beside the list. Lengths are points.
  public struct Options: Hashable, Sendable {
    /// One notch of a common wheel.
    public var notch = 64.0
    /// One arrow key.
    public var line = 40.0
    /// Whether the button that leads to the list's end appears a screen away from it.
    public var showsJumpButton = true
    /// Whether text can be marked with the pointer.
    public var selectsText = true
    /// Laid over what is marked, and over what was searched for.
    public var selectionColor = ThemeColor(0xA8D0F8, dark: 0x1B5A96)
    public var findColor = ThemeColor(0xFFDC78, dark: 0x6B5000)
    /// Whether frames that look like the one before are painted all the same; for programs that
    /// measure what painting costs.
    public var paintsEqualFrames = false

    public init() {}
  }

  /// What one frame took, seconds.
  public struct FrameReport: Hashable, Sendable {
    public var tick: FrameTick
    public var planning: Double
    /// Compositing, painting of the overlays, and handing the pixels to the window system.
    public var painting: Double
    /// Whether all that is in view was there, and something was.
    public var isComplete: Bool
  }

  /// What rows are set in unless the program says otherwise.
  public nonisolated static let defaultFontFamily = "Noto Sans"

  public let area: ListArea
  public let engine: ListEngine
  public var options: Options

  // MARK: What the program is told and asked

  /// A click or tap; the hit has an action when it was on a region that reacts.
  public var onClick: (@MainActor (ListHit, Modifiers) -> Void)?
  /// Whether a click on such a region does anything: the pointer says so.
  public var reacts: @MainActor (HitRegion.Action) -> Bool = { _ in true }
  /// The reader has marked something.
  public var onSelect: (@MainActor (TextSelection) -> Void)?
  /// A context menu is wanted at a point (device pixels); nil where no row is.
  public var onContextMenu: (@MainActor (ListHit?, Point) -> Void)?
  /// Keys before the list sees them; true keeps them from it.
  public var onKeyFirst: (@MainActor (KeyEvent) -> Bool)?
  /// Keys that the list has no use for.
  public var onKey: (@MainActor (KeyEvent) -> Bool)?
  /// The wheel with Control: steps to zoom in (positive) or out.
  public var onZoom: (@MainActor (Double) -> Void)?
  /// Words for the place of an item, shown beside the thumb while it is held: its date.
  public var bubbleText: (@MainActor (_ position: Int) -> String?)?
  /// Laid over the composed frame, beside what is marked and what a search found.
  public var highlights: (@MainActor (ListEngine) -> [Highlight])?
  /// Bitmaps laid over everything, as they are; then bars over these: an instrument's panel.
  public var overlays: (@MainActor (ListEngine) -> [Overlay])? {
    didSet {
      // What they covered has to be painted again.
      plan = nil
      requestFrame()
    }
  }
  public var bars: (@MainActor (ListEngine) -> [Highlight])?
  /// After a frame in which the list moved or changed.
  public var onScroll: (@MainActor (ScrollMetrics) -> Void)?
  /// After a frame that was painted; frames that would look like the one before are not.
  public var onFrame: (@MainActor (FrameReport) -> Void)?
  /// Moves the list by script: called at the start of each frame; true wants another one. A program
  /// that measures scrolling uses this in place of a hand on the wheel.
  public var onTick: (@MainActor (FrameTick) -> Bool)? { didSet { requestFrame() } }

  /// Sets live layers in motion; nil leaves them at rest.
  public var liveLayers: (any LiveLayerSource)? { didSet { requestFrame() } }
  /// Something lies over the list: live layers rest.
  public var isCovered = false { didSet { if isCovered != oldValue { requestFrame() } } }

  /// Points that the list takes of a wider surface, from the left; nil takes all of it.
  public var listWidth: Double? { didSet { if listWidth != oldValue { updateViewport() } } }

  /// A count on the button that leads to the end; "" for none.
  public var jumpBadge = "" { didSet { if jumpBadge != oldValue { requestFrame() } } }

  // MARK: Mutable State (main actor)

  var physics = ScrollPhysics()
  var pointer = PointerState()
  var touch = TouchState()
  var live = LivePointer()
  var marking = SelectionGesture()
  /// When marking last scrolled.
  var lastMarkingTime: Double?
  /// Of the frame that was painted last.
  private var shownMarks: [Highlight] = []
  /// The offset that the reader's thumb points to, while it is held.
  private var thumbOffset: Int?
  private var zoom = 1.0
  private var fontFamily: String
  private(set) var plan: FramePlan?
  private var isVisible = true
  private var subscription: FrameClock.Subscription?
  let clock: FrameClock
  private let waker: FrameWaker

  /// - Parameters:
  ///   - waker: the one whose `wake` the engine was given.
  public init(
    area: ListArea, engine: ListEngine, clock: FrameClock, waker: FrameWaker,
    fontFamily: String = ListSurface.defaultFontFamily, options: Options = Options()
  ) {
    self.area = area
    self.engine = engine
    self.clock = clock
    self.waker = waker
    self.fontFamily = fontFamily
    self.options = options
    subscription = clock.subscribe { [weak self] in self?.tick($0) ?? false }
    waker.onWake = { [weak self] in self?.requestFrame() }
    engine.tracksText = options.selectsText
    bindSurface()
    bindBar()
    bindInput()
    showBackground()
    updateViewport()
  }

  isolated deinit {
    waker.onWake = nil
    waker.setFrameDue(false)
    unbind()
  }

  var surface: Surface { area.surface }
  /// Device pixels a point.
  var scale: Double { surface.geometry.scale }

  /// Asks for a frame; to be called after the engine or ``highlights`` changed from outside.
  public func requestFrame() { subscription?.requestFrame() }

  /// The reader's magnification and the font; rows are laid out anew, the line at the eye stays.
  public func setStyle(zoom: Double, fontFamily: String) {
    self.zoom = min(max(zoom, 0.25), 5)
    self.fontFamily = fontFamily
    updateViewport()
  }

  public func setColorScheme(_ scheme: ColorScheme) {
    engine.setColorScheme(scheme)
    showBackground()
    requestFrame()
  }

  private func showBackground() {
    area.setBackground(engine.configuration.background.resolved(engine.colorScheme))
  }

  /// Shows an item in the middle and ends all motion.
  ///
  /// - Parameter highlighting: lets the item stand out for a moment.
  public func jump(to position: Int, highlighting: Bool = false) {
    physics.hitEdge()
    engine.jump(to: position, highlighting: highlighting)
    requestFrame()
  }

  public func scrollToStart() {
    physics.hitEdge()
    engine.scrollToStart()
    requestFrame()
  }

  public func scrollToEnd() {
    physics.hitEdge()
    engine.scrollToEnd()
    requestFrame()
  }

  // MARK: Frames

  private func tick(_ tick: FrameTick) -> Bool {
    guard isVisible else {
      waker.setFrameDue(false)
      return false
    }
    let isScripted = onTick?(tick) ?? false
    let scrollsForMarking = scrollForMarking(to: tick.time)
    let pixels = physics.advance(to: tick.time)
    if pixels != 0, engine.scroll(by: pixels) != pixels { physics.hitEdge() }
    let start = FrameClock.now
    var next = engine.frame(at: tick.time)
    showLayers(of: &next, at: tick.time)
    let marks = marks()
    // Rows that were drawn ahead wake the list without changing what is in view.
    let isUnchanged =
      !options.paintsEqualFrames && marks == shownMarks && overlays == nil
      && plan?.looksEqual(to: next) == true
    plan = next
    shownMarks = marks
    let planned = FrameClock.now
    if !isUnchanged { surface.repaint() }
    let goesOn = isFrameDue(isScripted || scrollsForMarking || physics.isMoving)
    showMetrics(isMoving: goesOn)
    followViews()
    if !goesOn { showHover() }
    if !isUnchanged {
      onFrame?(
        FrameReport(
          tick: tick, planning: planned - start, painting: FrameClock.now - planned,
          isComplete: !next.pieces.isEmpty && next.blankPixels == 0))
    }
    return goesOn
  }

  /// Whether there will be another frame, which the waker is told. Everything that arrives from now
  /// on either wakes the list or is seen here.
  private func isFrameDue(_ isMoving: Bool) -> Bool {
    if isMoving || engine.needsFrame {
      waker.setFrameDue(true)
      return true
    }
    waker.setFrameDue(false)
    guard engine.needsFrame else { return false }
    waker.setFrameDue(true)
    return true
  }

  /// Fills in what live layers show, and has the clock wake up for the next change: not before, so
  /// that animations cost as many frames as they have.
  private func showLayers(of plan: inout FramePlan, at time: Double) {
    guard let liveLayers else { return }
    // The engine has filled in the heavy views.
    let layers = isCovered || !isVisible ? [] : plan.layers.filter { $0.bitmap == nil }
    let shown = liveLayers.show(layers, at: time)
    plan.layers.removeAll { $0.bitmap == nil }
    plan.layers += zip(layers, shown.bitmaps).compactMap { layer, bitmap in
      guard let bitmap else { return nil }
      var layer = layer
      layer.bitmap = bitmap
      return layer
    }
    if let next = shown.next { subscription?.requestFrame(at: next) }
  }

  private func bindSurface() {
    surface.onGeometry = { [weak self] _ in self?.updateViewport() }
    surface.onPaint = { [weak self] in self?.paint($0) }
    surface.onVisibility = { [weak self] isVisible in
      self?.isVisible = isVisible
      if isVisible {
        self?.requestFrame()
      } else {
        _ = self?.liveLayers?.show([], at: FrameClock.now)
      }
    }
  }

  private func unbind() {
    surface.onGeometry = nil
    surface.onPaint = nil
    surface.onVisibility = nil
    surface.onWheel = nil
    surface.onPointer = nil
    surface.onKey = nil
    surface.onTouch = nil
    area.onScroll = nil
    area.onThumb = nil
    area.onJump = nil
  }

  private func updateViewport() {
    let geometry = surface.geometry
    guard geometry.size.width > 0, geometry.size.height > 0 else { return }
    clock.rate = surface.refreshRate
    physics.parameters.minimumFlingSpeed = 50 * geometry.scale
    physics.parameters.maximumFlingSpeed = 12_000 * geometry.scale
    let size = listSize(in: geometry.size)
    engine.setViewport(
      size,
      environment: LayoutEnvironment(
        width: size.width, scale: geometry.scale, zoom: zoom, fontFamily: fontFamily))
    requestFrame()
  }

  private func listSize(in size: PixelSize) -> PixelSize {
    guard let listWidth else { return size }
    let width = min(max(Int((listWidth * scale).rounded()), 1), size.width)
    return PixelSize(width: width, height: size.height)
  }

  private func paint(_ pixels: SurfacePixels) {
    var plan = plan
    if plan?.size != listSize(in: pixels.size) {
      // The window changed its size since the last frame: this paint shows the new one at once.
      var resized = engine.frame(at: FrameClock.now)
      showLayers(of: &resized, at: FrameClock.now)
      plan = resized
      self.plan = plan
      shownMarks = marks()
      requestFrame()
    }
    guard let plan,
      let target = try? PixelTarget(pixels.buffer, size: pixels.size, stride: pixels.stride)
    else { return }
    Compositor.compose(plan, highlights: shownMarks, into: target)
    guard let overlays else { return }
    for overlay in overlays(engine) { Compositor.lay(overlay, into: target) }
    for bar in bars?(engine) ?? [] { Compositor.lay(bar, into: target) }
  }

  // MARK: Scroll bar

  private func showMetrics(isMoving: Bool) {
    let metrics = engine.metrics
    area.setScroll(
      contentHeight: metrics.contentHeight, viewportHeight: metrics.viewportHeight,
      offset: metrics.offset, line: Int(options.line * scale), isMoving: isMoving)
    let rest = metrics.contentHeight - metrics.offset - metrics.viewportHeight
    area.setJump(
      isVisible: options.showsJumpButton && !metrics.isAtEnd && rest > metrics.viewportHeight,
      badge: jumpBadge)
    if let thumbOffset, let bubbleText {
      area.bubble = engine.position(atOffset: thumbOffset).flatMap(bubbleText)
    } else {
      area.bubble = nil
    }
    onScroll?(metrics)
  }

  private func bindBar() {
    area.onScroll = { [weak self] in self?.barScrolled(to: $0) }
    area.onThumb = { [weak self] isHeld in
      guard let self else { return }
      thumbOffset = isHeld ? engine.metrics.offset : nil
      requestFrame()
    }
    area.onJump = { [weak self] in self?.scrollToEnd() }
  }

  private func barScrolled(to offset: Int) {
    physics.hitEdge()
    if thumbOffset != nil { thumbOffset = offset }
    let metrics = engine.metrics
    let distance = offset - metrics.offset
    // Near places are reached by moving, which nothing can be late for; far ones by a jump.
    if abs(distance) <= 2 * metrics.viewportHeight {
      engine.scroll(by: distance)
    } else {
      engine.scroll(toOffset: offset)
    }
    requestFrame()
  }
}
