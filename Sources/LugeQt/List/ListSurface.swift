public import LugeCore
public import LugeEngine
public import LugePaint

/// Shows one engine's list in one area of a window: input becomes motion, motion becomes frames.
///
/// Once a frame, and only while something moves or arrives, the input since the last frame is
/// applied in whole pixels, the engine makes a plan, and the plan is composited into the window's
/// pixels.
@MainActor
public final class ListSurface {
  /// Scrolling distances, and options of what is shown. Lengths are points.
  public struct Options: Hashable, Sendable {
    /// Distance of one notch of a mouse wheel.
    public var notch = 64.0
    /// Distance of an arrow key.
    public var line = 40.0
    /// Whether the button that goes to the list's end appears a screen away from it.
    public var showsJumpButton = true
    /// Whether the heading of the rows in view, such as their day, floats at the upper edge while
    /// the list moves.
    public var showsHeading = true
    /// Whether parts appear and disappear without fading (reduced motion).
    public var reducesMotion = false
    /// Whether arrow keys move a cursor from item to item. Otherwise they scroll.
    public var hasCursor = true
    /// Whether a press gives the list the focus: false where the user continues to write beside it.
    public var takesFocus = true
    /// Whether text can be selected with the pointer.
    public var selectsText = true
    /// Whether the item under the pointer is marked: for lists whose items react to clicks as a
    /// whole. Their rows need a body.
    public var marksItemUnderPointer = false
    /// Colour of the selection, and of matches of a search.
    public var selectionColor = ThemeColor(0xA8D0F8, dark: 0x1B5A96)
    public var findColor = ThemeColor(0xFFDC78, dark: 0x6B5000)
    /// Colour of the ring around the focused part.
    public var focusColor = DesignTokens.standard.colors.accent
    /// Colour over a region that is pressed.
    public var pressedColor = ThemeColor(
      light: RGBA(0x000000, alpha: 26), dark: RGBA(0xFFFFFF, alpha: 38))
    /// Colour over a region under the pointer that shows it (``LugeCore/RowAction/showsHover``).
    public var hoverColor = ThemeColor(
      light: RGBA(0x000000, alpha: 12), dark: RGBA(0xFFFFFF, alpha: 18))
    /// Colour of the current match.
    public var currentFindColor = ThemeColor(0xFFA03C, dark: 0xB06A00)
    /// Whether to paint frames that look like the previous one; for programs that measure painting.
    public var paintsEqualFrames = false

    public init() {}
  }

  /// Durations of one frame, seconds.
  public struct FrameReport: Hashable, Sendable {
    public var tick: FrameTick
    public var planning: Double
    /// Duration of compositing, painting overlays, and passing the pixels to the window system.
    public var painting: Double
    /// Whether there was content, and nothing in view was missing.
    public var isComplete: Bool
  }

  /// Font of rows, unless the program sets another one.
  public nonisolated static let defaultFontFamily = "Noto Sans"

  public let area: ListArea
  public let engine: ListEngine
  public var options: Options {
    didSet {
      if options.takesFocus != oldValue.takesFocus { surface.setClickFocus(options.takesFocus) }
    }
  }

  // MARK: Callbacks

  /// Closure called at a click or tap; the hit has an action when it was on a region.
  public var onClick: (@MainActor (ListHit, Modifiers) -> Void)?
  /// Closure called before a click or tap is handled otherwise; return true if it was handled.
  /// While the user selects messages, a click selects, wherever on the message it is.
  public var interceptsClick: (@MainActor (ListHit) -> Bool)?
  /// Handlers of the actions of kinds' own types; ``CopyTextInteractor`` is one of them from the
  /// start.
  public let interactors = RowInteractors()
  /// Closure that returns whether a click on such a region does anything; if so, the pointer
  /// changes.
  public var reacts: @MainActor (HitRegion.Action) -> Bool = { _ in true }
  /// Closure called at a double click beside text, which would otherwise select a word; return true
  /// if it was handled.
  public var onDoubleClick: (@MainActor (ListHit) -> Bool)?
  /// Closure called when a row is swiped sideways by a finger, or two on a touchpad: the distance
  /// as a fraction of the one that triggers an action (1), and whether the finger was lifted. Nil:
  /// no swiping.
  public var onSwipe: (@MainActor (ListHit, _ part: Double, _ isEnd: Bool) -> Void)?
  /// Closure that returns whether Space clicks a region, besides those whose kinds say so: a video
  /// that is played here.
  public var takesSpace: @MainActor (HitRegion.Action) -> Bool = { _ in false }
  /// Closure that returns additional text for what is under the pointer: for its tooltip and for
  /// screen readers.
  public var hint: (@MainActor (ListHit) -> String?)?
  /// Closure called when the user has selected text.
  public var onSelect: (@MainActor (TextSelection) -> Void)?
  /// Closure called to show a context menu at a point (device pixels); the hit is nil where there
  /// is no row.
  public var onContextMenu: (@MainActor (ListHit?, Point) -> Void)?
  /// Closure called to show the menu of an item, by key or screen reader, at a point, with all its
  /// actions, since no pointer selects a part. The contents' rectangle is that of the item's
  /// visible part; place the menu beside it.
  public var onItemMenu: (@MainActor (ItemContents, Point) -> Void)?
  /// Closure that returns the place of an item among all of the list, for screen readers, if only a
  /// part of the list is loaded; nil: its index among the loaded ones.
  public var accessiblePlace: (@MainActor (_ position: Int) -> AccessibleItem.Place?)?
  /// Word that screen readers speak before new items, for a list beside another one, such as that
  /// of a thread. Empty, as by default: none.
  package var wordBeforeNewItems = ""
  /// Closure that returns whether the program has selected an item, for screen readers; they know
  /// selected text already.
  public var isItemSelected: (@MainActor (ItemID) -> Bool)?
  /// Closure called when a screen reader presses an item, before its menu is opened; return true if
  /// it was handled.
  public var onItemPress: (@MainActor (ItemContents) -> Bool)?
  /// Closure that returns the name of a region's action; nil: the region's text.
  public var actionTitle: @MainActor (HitRegion.Action) -> String? = { _ in nil }
  /// Closure called when the cursor is at another item.
  public var onCursor: (@MainActor () -> Void)?
  /// Closure called for the side buttons of a mouse, `back` and `forward`; return true if they were
  /// handled.
  public var onSideButton: (@MainActor (PointerEvent.Buttons) -> Bool)?
  /// Closure called for keys before the list handles them; return true if the key was handled.
  public var onKeyFirst: (@MainActor (KeyEvent) -> Bool)?
  /// A button was pressed over the list, which leaves the keys elsewhere (``Options/takesFocus``).
  package var onPress: (@MainActor () -> Void)?
  /// Closure called for keys that the list does not use.
  public var onKey: (@MainActor (KeyEvent) -> Bool)?
  /// Closure called for the wheel with Control: steps to zoom in (positive) or out.
  public var onZoom: (@MainActor (Double) -> Void)?
  /// Closure called before the list goes to its beginning or end because the user asks for it, by a
  /// key, the button at its end or ``goToEdge(_:)``. Return true if the program goes there itself,
  /// because it has to load the edge first.
  public var onGoToEdge: (@MainActor (Edge) -> Bool)?
  /// Closure called after the zoom or the font was changed, to adapt what is beside the list.
  public var onStyle: (@MainActor () -> Void)?
  /// Closure that returns whether Up and Down pass over the item at a position, such as a heading.
  public var passesOver: (@MainActor (_ position: Int) -> Bool)?
  /// Closure that returns the text for the position of an item, shown beside the thumb while it is
  /// dragged: its date.
  public var bubbleText: (@MainActor (_ position: Int) -> String?)?
  /// Closure that returns rectangles over the composed frame, in addition to selection and matches.
  public var highlights: (@MainActor (ListEngine) -> [Highlight])?
  /// Closure that returns bitmaps over everything, and bars over these: for an instrument panel.
  public var overlays: (@MainActor (ListEngine) -> [Overlay])? {
    didSet {
      // The covered area has to be painted again.
      plan = nil
      requestFrame()
    }
  }
  public var bars: (@MainActor (ListEngine) -> [Highlight])?
  /// Closure called after a frame in which the list moved or changed.
  public var onScroll: (@MainActor (ScrollMetrics) -> Void)?
  /// Closure called after a frame that was painted; frames equal to the previous one are not.
  public var onFrame: (@MainActor (FrameReport) -> Void)?
  /// Closure that moves the list by a script: called at the start of each frame; return true to get
  /// another one. For programs that measure scrolling.
  public var onTick: (@MainActor (FrameTick) -> Bool)? { didSet { requestFrame() } }

  /// Source of the bitmaps of row layers; nil: they do not move.
  public var rowLayers: (any RowLayerSource)? { didSet { requestFrame() } }
  /// Source of decorations that float over the list; nil: none.
  public var floating: (any FloatingSource)? { didSet { requestFrame() } }
  /// Whether something covers the list; row layers do not move then.
  public var isCovered = false { didSet { if isCovered != oldValue { requestFrame() } } }

  /// Width of the list on a wider surface, from the left, points; nil: all of it.
  public var listWidth: Double? { didSet { if listWidth != oldValue { updateViewport() } } }

  /// Closure that returns the points of the list's upper edge that a bar covers: the list's
  /// beginning can be scrolled below the bar. Nil: none.
  public var coveredTop: (@MainActor () -> Double)? { didSet { requestFrame() } }

  /// Item that stays bright while others are dimmed, because its menu is open.
  public var lifted: ItemID? {
    didSet {
      guard lifted != oldValue else { return }
      showBackground()
      requestFrame()
    }
  }

  /// Item that a finger pulls sideways, and how far, in the unit of ``onSwipe``.
  public var pulled: (item: ItemID, part: Double)? { didSet { requestFrame() } }

  /// Count on the button that goes to the end; "": none. With a count the button is a strip along
  /// the list's lower edge, which covers whole lines rather than parts of them.
  public var jumpBadge = "" { didSet { if jumpBadge != oldValue { requestFrame() } } }
  /// Points below the round button that something else may cover. What covers them has to stand
  /// above the strip, which keeps its place (``ListArea/stripRoom``).
  public var jumpRise = 0.0 { didSet { if jumpRise != oldValue { requestFrame() } } }

  // MARK: Mutable State (main actor)

  var physics = ScrollPhysics()
  var pointer = PointerState()
  var touch = ListTouch()
  var wheelSwipe = WheelSwipe()
  var waitingKeys = WaitingKeys()
  /// Item that was pressed long, until its menu is shown.
  var longPressed: ItemID?
  var heavyView = HeavyViewPointer()
  var regions = RegionGestures()
  var heading = HeadingFade()
  var cursor = ListCursor()
  var accessible = AccessibleList()
  var marking = SelectionGesture()
  /// Time when extending a selection last scrolled the list.
  var lastMarkingTime: Double?
  /// Highlights of the frame that was painted last.
  var shownMarks: [Highlight] = []
  /// Offset of the user's thumb, while it is dragged.
  var thumbOffset: Int?
  public internal(set) var zoom = 1.0
  var fontFamily: String
  /// Style requested last, until it is shown.
  var nextStyle: ListStyle?
  var plan: FramePlan?
  /// Whether the last frame was not reported by ``onFrame`` yet: a paint made it, or the window
  /// system has not asked for the window's first pixels. It is reported after it was painted.
  var isUnreported = false
  /// Processor time of the main thread when the last frame had been shown; nil after a pause, whose
  /// work delays no frame.
  var lastFrameEnd: Double?
  var didPaint = false
  var isVisible = true
  /// Where the surface was at the last change of its geometry, while it was shown.
  var placed: Surface.Geometry?
  var subscription: FrameClock.Subscription?
  let clock: FrameClock
  let waker: FrameWaker

  /// Makes the surface of an engine.
  ///
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
  /// Device pixels per point.
  var scale: Double { surface.geometry.scale }

  /// Requests a frame; call it after the engine or ``highlights`` were changed.
  public func requestFrame() { subscription?.requestFrame() }

  /// Requests a frame, because results arrived. The first content of an empty list does not wait
  /// for the next deadline.
  private func wake() {
    if showsNothing { subscription?.requestFirstFrame() } else { requestFrame() }
  }

  var showsNothing: Bool { plan?.pieces.isEmpty ?? true }

  /// Starts to load and lay out the first frame before the window is shown, in a list whose size is
  /// known (``Window/placeMain()``).
  public func prepare() {
    guard showsNothing, surface.geometry.size.height > 0 else { return }
    planFrame(at: FrameClock.now)
  }

  /// Waits until there is content to show, so that the window does not appear empty for a moment.
  /// Call it once, after the window is shown and before its event loop paints it, when no frame can
  /// be late yet.
  ///
  /// - Parameter seconds: timeout, after which the window is shown empty; a list without items does
  ///   not wait. The default is enough for a busy machine with nothing in the system's caches.
  public func awaitFirstRows(atMost seconds: Double = 0.12) {
    let end = FrameClock.now + seconds
    while showsNothing, engine.isJumping, surface.geometry.size.height > 0 {
      let rest = end - FrameClock.now
      guard rest > 0, engine.needsFrame || engine.waitForResults(seconds: rest) else { break }
      planFrame(at: FrameClock.now)
    }
    guard !showsNothing else { return }
    StartupTimes.mark("the first paint has messages")
    isUnreported = true
    showMetrics(isMoving: false)
    requestFrame()
  }

  public func setColorScheme(_ scheme: ColorScheme) {
    guard scheme != engine.colorScheme else { return showBackground() }
    engine.setColorScheme(scheme)
    showBackground()
    // It is painted together with the rest of the window.
    surface.update()
    requestFrame()
  }

  private func showBackground() {
    let ground = engine.configuration.background.resolved(engine.colorScheme)
    // The strip of the scroll bar is dimmed with the list beside it.
    area.setBackground(lifted == nil ? ground : Self.dimming.over(ground))
  }

  /// Shows an item in the middle and stops all motion.
  ///
  /// - Parameter highlighting: whether to highlight the item for a moment; then the cursor moves to
  ///   it as well, because the user was looking for it.
  public func jump(to position: Int, highlighting: Bool = false) {
    physics.hitEdge()
    waitingKeys.dropStep()
    engine.jump(to: position, highlighting: highlighting)
    if highlighting { bringCursor(to: position) }
    requestFrame()
  }

  /// Scrolls a position in an item's text into view, unless it is visible.
  ///
  /// - Parameters:
  ///   - top: points of the upper edge that something covers.
  ///   - highlighting: whether to highlight the item for a moment.
  public func reveal(_ place: TextPlace, below top: Double = 0, highlighting: Bool = false) {
    if engine.reveal(place, below: Int((top * scale).rounded()), highlighting: highlighting) {
      physics.hitEdge()
    }
    if highlighting { bringCursor(to: place.position) }
    requestFrame()
  }

  /// Scrolls smoothly, as for a key.
  ///
  /// - Parameter pixels: device pixels, positive towards the end.
  public func glide(by pixels: Int) { step(Double(pixels)) }

  /// Ends a running motion at its destination: for keys that depend on what is in view.
  public func finishMotion() {
    let rest = physics.advance(to: FrameClock.now + Self.longestMotion)
    if rest != 0 { engine.scroll(by: rest) }
    physics.hitEdge()
  }

  /// Seconds after which every motion has ended.
  private static let longestMotion = 60.0

  /// Restores a reading place; see `ListEngine.restore`.
  public func restore(_ place: ReadingPlace, at position: Int) {
    physics.hitEdge()
    engine.restore(place, at: position)
    requestFrame()
  }

  /// Beginning or end of the list.
  public enum Edge: Sendable { case start, end }

  /// Goes to the beginning or the end as the user asks for it; see ``onGoToEdge``.
  ///
  /// - Returns: whether the list goes there, not the program.
  @discardableResult
  public func goToEdge(_ edge: Edge) -> Bool {
    if onGoToEdge?(edge) == true { return false }
    switch edge {
    case .start: scrollToStart()
    case .end: scrollToEnd()
    }
    return true
  }

  public func scrollToStart() {
    physics.hitEdge()
    waitingKeys.dropStep()
    engine.scrollToStart()
    requestFrame()
  }

  public func scrollToEnd() {
    physics.hitEdge()
    waitingKeys.dropStep()
    engine.scrollToEnd()
    requestFrame()
  }
}
