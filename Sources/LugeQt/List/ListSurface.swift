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
    /// Whether the heading of the rows in view, such as their day, stands at the upper edge while
    /// the list moves.
    public var showsHeading = true
    /// Nothing moves by itself: what would fade comes and goes at once.
    public var reducesMotion = false
    /// Whether the keys go from item to item. Otherwise arrows scroll.
    public var hasCursor = true
    /// Whether a press gives the list the keys: not where one writes beside it and goes on writing.
    public var takesFocus = true
    /// Whether text can be marked with the pointer.
    public var selectsText = true
    /// Laid over what is marked, and over what was searched for.
    public var selectionColor = ThemeColor(0xA8D0F8, dark: 0x1B5A96)
    public var findColor = ThemeColor(0xFFDC78, dark: 0x6B5000)
    /// The ring around what the keys go to.
    public var focusColor = DesignTokens.standard.colors.accent
    /// Over a region of a row that is held down.
    public var pressedColor = ThemeColor(
      light: RGBA(0x000000, alpha: 26), dark: RGBA(0xFFFFFF, alpha: 38))
    /// Over the find that the reader is at.
    public var currentFindColor = ThemeColor(0xFFA03C, dark: 0xB06A00)
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
    /// Whether it was what the list began with (``ListSurface/begin(with:)``).
    public var isKept = false
  }

  /// What rows are set in unless the program says otherwise.
  public nonisolated static let defaultFontFamily = "Noto Sans"

  public let area: ListArea
  public let engine: ListEngine
  public var options: Options {
    didSet {
      if options.takesFocus != oldValue.takesFocus { surface.setClickFocus(options.takesFocus) }
    }
  }

  // MARK: What the program is told and asked

  /// A click or tap; the hit has an action when it was on a region that reacts.
  public var onClick: (@MainActor (ListHit, Modifiers) -> Void)?
  /// Take the actions of kinds' own types; ``CopyTextInteractor`` is one of them from the start.
  public let interactors = RowInteractors()
  /// Whether a click on such a region does anything: the pointer says so.
  public var reacts: @MainActor (HitRegion.Action) -> Bool = { _ in true }
  /// A double click beside text, which it would mark; true takes it.
  public var onDoubleClick: (@MainActor (ListHit) -> Bool)?
  /// A row is pulled sideways by a finger, or two on a touchpad: how far, in parts of what it takes
  /// to do something (1 does it, to the right, or -1 to the left), and whether the finger let go.
  /// Nil leaves such moves alone. Whoever takes it shows it with ``pulled``.
  public var onSwipe: (@MainActor (ListHit, _ part: Double, _ isEnd: Bool) -> Void)?
  /// More about what is under the pointer: its tooltip, and what a screen reader says of it.
  public var hint: (@MainActor (ListHit) -> String?)?
  /// The reader has marked something.
  public var onSelect: (@MainActor (TextSelection) -> Void)?
  /// A context menu is wanted at a point (device pixels); nil where no row is.
  public var onContextMenu: (@MainActor (ListHit?, Point) -> Void)?
  /// The menu of an item is wanted by keys or by a screen reader, at a point: all that can be done
  /// with it, for there is no pointer to say with which part.
  public var onItemMenu: (@MainActor (ItemContents, Point) -> Void)?
  /// What a part that reacts is called; nil leaves it at its words.
  public var actionTitle: @MainActor (HitRegion.Action) -> String? = { _ in nil }
  /// The cursor has another item.
  public var onCursor: (@MainActor () -> Void)?
  /// The buttons at the side of a mouse, `back` and `forward`; true when they did something.
  public var onSideButton: (@MainActor (PointerEvent.Buttons) -> Bool)?
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
  /// What stands over the list and does not move with it; nil for nothing.
  public var floating: (any FloatingSource)? { didSet { requestFrame() } }
  /// Something lies over the list: live layers rest.
  public var isCovered = false { didSet { if isCovered != oldValue { requestFrame() } } }

  /// Points that the list takes of a wider surface, from the left; nil takes all of it.
  public var listWidth: Double? { didSet { if listWidth != oldValue { updateViewport() } } }

  /// An item that stands out from the others, which are dimmed: its menu is open.
  public var lifted: ItemID? { didSet { if lifted != oldValue { requestFrame() } } }

  /// An item that is shown beside its place, in the parts of ``onSwipe``: a finger pulls it.
  public var pulled: (item: ItemID, part: Double)? { didSet { requestFrame() } }

  /// A count on the button that leads to the end; "" for none.
  public var jumpBadge = "" { didSet { if jumpBadge != oldValue { requestFrame() } } }

  // MARK: Mutable State (main actor)

  var physics = ScrollPhysics()
  var pointer = PointerState()
  var touch = TouchState()
  var heldStep: HeldStep?
  var wheelSwipe: WheelSwipe?
  /// The item that a finger was held on, while its menu is asked for.
  var longPressed: ItemID?
  var live = LivePointer()
  var regions = RegionGestures()
  var heading = HeadingFade()
  var cursor = ListCursor()
  /// Where the cursor goes once the list rests.
  var cursorEdge: CursorEdge?
  var accessible = AccessibleList()
  var marking = SelectionGesture()
  /// When marking last scrolled.
  var lastMarkingTime: Double?
  /// Of the frame that was painted last.
  var shownMarks: [Highlight] = []
  /// The offset that the reader's thumb points to, while it is held.
  var thumbOffset: Int?
  var zoom = 1.0
  var fontFamily: String
  /// The style that was asked for last, until it is shown.
  var nextStyle: ListStyle?
  var plan: FramePlan?
  /// The frame that nobody was told of yet: a paint made it, or the window could not be painted.
  var untold: UntoldFrame?
  /// Shown while the list has nothing of its own.
  var still: Bitmap?
  var didPaint = false
  var isVisible = true
  var subscription: FrameClock.Subscription?
  let clock: FrameClock
  let waker: FrameWaker

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
    waker.onWake = { [weak self] in self?.wake() }
    engine.tracksText = options.selectsText
    interactors.add(CopyTextInteractor(area))
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

  /// Something arrived. What a list begins with does not wait for the grid of frames that showed
  /// nothing.
  private func wake() {
    if showsNothing { subscription?.requestFirstFrame() } else { requestFrame() }
  }

  var showsNothing: Bool { plan?.pieces.isEmpty ?? true }

  /// Has the lane begin on what the first frame will show, before there is a window to show it in:
  /// for a window's main list that knows its size (``Window/placeMain()``).
  public func prepare() {
    guard showsNothing, surface.geometry.size.height > 0 else { return }
    planFrame(at: FrameClock.now)
  }

  /// Waits until there is something to show, so that a window does not flash up empty: to be called
  /// once, when it is shown and its event loop has not had the chance to paint it. There is no
  /// frame yet that could be late for it.
  ///
  /// - Parameter seconds: after these the window begins empty; a list without items does not wait.
  public func awaitFirstRows(atMost seconds: Double) {
    guard still == nil else { return }
    let end = FrameClock.now + seconds
    while showsNothing, engine.isJumping, surface.geometry.size.height > 0 {
      let rest = end - FrameClock.now
      guard rest > 0, engine.needsFrame || engine.waitForResults(seconds: rest) else { break }
      planFrame(at: FrameClock.now)
    }
    guard !showsNothing else { return }
    StartupTimes.mark("the first paint has messages")
    untold = UntoldFrame(planning: 0)
    showMetrics(isMoving: false)
    requestFrame()
  }

  public func setColorScheme(_ scheme: ColorScheme) {
    guard scheme != engine.colorScheme else { return showBackground() }
    still = nil
    engine.setColorScheme(scheme)
    showBackground()
    // With what else the window paints anew.
    surface.update()
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
    heldStep = nil
    engine.jump(to: position, highlighting: highlighting)
    requestFrame()
  }

  /// Brings a place of what an item says into view, unless it is there.
  ///
  /// - Parameters:
  ///   - top: points of the upper edge that something covers.
  ///   - highlighting: lets the item stand out for a moment.
  public func reveal(_ place: TextPlace, below top: Double = 0, highlighting: Bool = false) {
    if engine.reveal(place, below: Int((top * scale).rounded()), highlighting: highlighting) {
      physics.hitEdge()
    }
    requestFrame()
  }

  /// Scrolls as a key step does, within a moment.
  ///
  /// - Parameter pixels: device pixels, positive towards the end.
  public func glide(by pixels: Int) { step(Double(pixels)) }

  /// Where a motion under way leads to, the list is at once: for keys that count from what is in
  /// view.
  public func finishMotion() {
    let rest = physics.advance(to: FrameClock.now + Self.longestMotion)
    if rest != 0 { engine.scroll(by: rest) }
    physics.hitEdge()
  }

  /// Seconds after which nothing of a motion is left.
  private static let longestMotion = 60.0

  /// Brings a place back to where it stood; see `ListEngine.restore`.
  public func restore(_ place: ReadingPlace, at position: Int) {
    physics.hitEdge()
    engine.restore(place, at: position)
    requestFrame()
  }

  public func scrollToStart() {
    physics.hitEdge()
    heldStep = nil
    engine.scrollToStart()
    requestFrame()
  }

  public func scrollToEnd() {
    physics.hitEdge()
    heldStep = nil
    engine.scrollToEnd()
    requestFrame()
  }
}
