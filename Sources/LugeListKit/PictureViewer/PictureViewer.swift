public import LugeCore
import LugeEngine
import LugeImages
import LugePaint
public import LugeQt
import LugeWords

/// A list's pictures, one at a time, over the lists of the window.
///
/// Without changes nothing runs: frames are requested by input, by a running zoom and by pictures
/// that arrive. Pictures are decoded by the window's pipeline at the size that is shown, and again,
/// larger, when they are zoomed.
@MainActor
public final class PictureViewer {
  package let surface: Surface
  let catalog: any PictureCatalog
  package let loader: ViewerPictures
  let fontFamily: String
  /// Called when the user wants to go back to the list.
  public var onClose: (@MainActor () -> Void)?
  /// Called when the user wants to see the message with the picture; nil: that is not offered.
  public var onMessage: (@MainActor (PictureEntry) -> Void)?
  /// Shows a short message.
  public var onNote: (@MainActor (String) -> Void)?
  public var onCopy: (@MainActor (_ entry: PictureEntry, _ shown: Bitmap?) -> Void)?
  public var onSave: (@MainActor (PictureEntry) -> Void)?
  /// Called when the user wants to see the picture in another program.
  public var onOpen: (@MainActor (PictureEntry) -> Void)?
  public var onFolder: (@MainActor (PictureEntry) -> Void)?
  /// Called when the user wants to open a downloaded picture in the browser; pass its address to
  /// ``ForeignOpener``.
  public var onBrowse: (@MainActor (PictureEntry) -> Void)?
  /// Called when the user wants to try again to load a picture.
  public var onRetry: (@MainActor (ImageKey) -> Void)?
  /// Called once, when there is something to show instead of the list.
  public var onReady: (@MainActor () -> Void)?

  // MARK: Mutable State (main actor)

  public var scheme: ColorScheme { didSet { if scheme != oldValue { invalidateChrome() } } }
  /// All pictures, once they are read; until then only the one that was opened.
  package private(set) var entries: [PictureEntry]
  package private(set) var index = 0
  private(set) var isComplete = false
  private var stepsAhead = StepsAhead()
  /// Whether the user has gone to another picture than the one that was opened.
  public private(set) var hasMoved = false
  /// Whether animated pictures move.
  public var isAnimating = true { didSet { if isAnimating != oldValue { requestFrame() } } }
  package var zoom: PictureZoom?
  /// Time since which the picture has been wanted, seconds on the frame clock.
  var pageBegan = FrameClock.now
  /// The last complete page, shown until the next one is complete.
  private var shownPage: PictureStage?
  /// Whether the viewer is shown instead of the list.
  package private(set) var isReady = false
  /// Whether the viewer is closing after an animation or a scroll of the list; closing it again is
  /// immediate.
  package var isClosing = false
  /// The items last reported to screen readers.
  var accessibleItems: [AccessibleItem] = []
  var motion: ZoomMotion?
  var drag: ViewerDrag?
  var touches = ViewerTouches()
  var hovered: ViewerAction? { didSet { if hovered != oldValue { invalidateChrome() } } }
  private var note: String?
  private(set) var details: [PictureEntry: PictureDetails] = [:]
  private var detailsBeingRead: Set<PictureEntry> = []
  private(set) var drawnChrome: DrawnChrome?
  private let chromePainter = ChromePainter()
  private var isChromeValid = false
  var preview: (entry: PictureEntry, bitmap: Bitmap)?
  var subscription: FrameClock.Subscription?
  /// The player, created for the first picture that may be animated.
  var animation: ViewerAnimation?

  /// - Parameters:
  ///   - surface: a window's overlay, to be shown when ``onReady`` is called.
  ///   - first: the picture to show first; the others are read meanwhile.
  public init(
    surface: Surface, clock: FrameClock, source: PictureSource, catalog: any PictureCatalog,
    first: PictureEntry, scheme: ColorScheme, fontFamily: String
  ) {
    self.surface = surface
    self.catalog = catalog
    self.scheme = scheme
    self.fontFamily = fontFamily
    entries = [first]
    loader = ViewerPictures(source.pipeline, originals: source.originals)
    subscription = clock.subscribe { [weak self] in self?.tick($0) ?? false }
    loader.onArrival = { [weak self] in self?.arrived() }
    surface.onGeometry = { [weak self] _ in self?.resized() }
    surface.onPaint = { [weak self] in self?.paint($0) }
    bindInput()
    surface.setAccessibleName(localized("Picture"))
    surface.onAccessibleAction = { [weak self] index, action in
      if action == .press { self?.pressed(index) }
    }
    show(0)
    readCatalog()
  }

  isolated deinit {
    loader.cancel()
    surface.onGeometry = nil
    surface.onPaint = nil
    surface.onAccessibleAction = nil
    surface.setAccessibleItems([])
    unbindInput()
  }

  public var entry: PictureEntry { entries[index] }

  // MARK: Contents

  /// Shows another picture by its index.
  func show(_ next: Int) {
    guard entries.indices.contains(next) else { return }
    if next != index {
      hasMoved = true
      // The note was about the previous picture.
      note = nil
    }
    index = next
    motion = nil
    drag = nil
    zoom = nil
    beginPage()
    updateZoom()
    wantPictures()
    invalidateChrome()
  }

  func move(by steps: Int) {
    guard isComplete else { return stepsAhead.move(by: steps) }
    show(min(max(index + steps, 0), entries.count - 1))
  }

  /// Shows the first or the last picture.
  func go(to end: StepsAhead.Start) {
    guard isComplete else { return stepsAhead.go(to: end) }
    show(end == .first ? 0 : entries.count - 1)
  }

  /// Area into which the picture is fitted: above the caption, once that is laid out.
  private var pictureArea: Rect {
    guard let drawnChrome, drawnChrome.chrome.entry == entry,
      drawnChrome.chrome.size == chrome.size
    else { return chrome.pictureArea }
    return drawnChrome.pictureArea
  }

  /// Updates the zoom after the picture's or the window's size has changed.
  private func updateZoom() {
    let area = pictureArea
    guard area.width > 1, area.height > 1 else { return }
    if zoom != nil {
      zoom?.setArea(area)
      motion = nil
    } else if let size = loader.size(of: entry) {
      zoom = PictureZoom(picture: size, area: area, scale: surface.geometry.scale)
    }
  }

  /// Requests the picture at the size that is shown, and its neighbours.
  func wantPictures() {
    let area = pictureArea
    guard area.width > 1, area.height > 1 else { return }
    let goal = motion?.goal ?? zoom
    let neighbours = [index + 1, index - 1].compactMap {
      entries.indices.contains($0) ? entries[$0] : nil
    }
    loader.want(
      entry, shown: goal.map { Self.pixels($0.rect) }, area: area, scale: surface.geometry.scale,
      neighbours: neighbours)
    for neighbour in neighbours { readDetails(of: neighbour) }
  }

  private static func pixels(_ rect: Rect) -> PixelSize {
    PixelSize(
      width: max(1, Int(rect.width.rounded())), height: max(1, Int(rect.height.rounded())))
  }

  private func arrived() {
    // The size in the archive may be wrong; the picture's own header takes precedence.
    if let size = loader.size(of: entry), let shown = zoom?.picture, shown != size {
      zoom = nil
      motion = nil
    }
    updateZoom()
    wantPictures()
    invalidateChrome()
  }

  private func resized() {
    updateZoom()
    wantPictures()
    invalidateChrome()
  }

  /// Shows a message for a moment.
  public func show(note words: String) {
    note = words
    invalidateChrome()
    Task { @MainActor [weak self] in
      try? await Task.sleep(for: .seconds(2.5))
      guard let self, note == words else { return }
      note = nil
      invalidateChrome()
    }
  }

  func retry() {
    onRetry?(entry.key)
    loader.retry(entry)
    arrived()
  }

  // MARK: Reading

  private func readCatalog() {
    let (catalog, first) = (catalog, entry)
    Task { @MainActor [weak self] in
      let all = try? await Task.detached { try catalog.entries() }.value
      guard let self, let all else { return }
      isComplete = true
      let place =
        all.firstIndex { $0.item == first.item && $0.key == first.key }
        // A picture of an album belongs to another message than the row; and the same file may have
        // been sent several times.
        ?? all.indices.filter { all[$0].key == first.key }
        .min { abs(all[$0].position - first.position) < abs(all[$1].position - first.position) }
      guard let place else { return invalidateChrome() }
      entries = all
      index = place
      beginPage()
      // The archive may have the size, which was unknown so far.
      arrived()
      let goal = stepsAhead.place(from: place, of: all.count)
      if goal != place { show(goal) }
    }
  }

  func readDetails(of entry: PictureEntry) {
    let catalog = catalog
    guard details[entry] == nil, detailsBeingRead.insert(entry).inserted else { return }
    Task { @MainActor [weak self] in
      let read = await Task.detached { catalog.details(of: entry) }.value
      guard let self else { return }
      detailsBeingRead.remove(entry)
      if details.count > 256 { details = [:] }
      details[entry] = read
      if entry == self.entry { invalidateChrome() }
    }
  }

  // MARK: Chrome

  /// Texts and buttons around the picture, in their present state.
  private var chrome: ViewerChrome {
    let geometry = surface.geometry
    var chrome = ViewerChrome(
      size: geometry.size, scale: geometry.scale, scheme: scheme, fontFamily: fontFamily)
    chrome.entry = entry
    chrome.words = details[entry]?.words ?? PictureWords()
    chrome.place = isComplete ? .init(index: index, count: entries.count) : nil
    chrome.hovered = hovered
    chrome.note = note
    let problem = loader.problem(of: entry)
    chrome.problem = problem?.words
    chrome.canRetry = problem?.canRetry ?? false
    if problem?.isRefused == true { chrome.retryTitle = localized("Load It") }
    chrome.hasFile = hasFile
    if problem == nil, loader.best(for: entry)?.isPartial == true {
      chrome.warning = localized("This picture is damaged: only a part of it could be read")
    }
    return chrome
  }

  /// Whether there is a file to save and open: a local one, or a download.
  var hasFile: Bool { entry.key.filePath != nil || loader.best(for: entry) != nil }

  /// Has the chrome drawn again if it has changed, and requests a frame.
  func invalidateChrome() {
    isChromeValid = false
    requestFrame()
  }

  private func drawChrome() {
    // Sender and time appear together with the picture, not after it.
    guard details[entry] != nil || isPatienceOver else { return }
    isChromeValid = true
    let wanted = chrome
    guard wanted.size.width > 0, wanted.size.height > 0, wanted != drawnChrome?.chrome else {
      return
    }
    chromePainter.draw(wanted) { drawn in
      Task { @MainActor [weak self] in
        guard let self else { return }
        let area = pictureArea
        drawnChrome = drawn
        if pictureArea != area {
          updateZoom()
          wantPictures()
        }
        describe(drawn)
        requestFrame()
      }
    }
  }

  // MARK: Frames

  func requestFrame() { subscription?.requestFrame() }

  private func tick(_ tick: FrameTick) -> Bool {
    if let motion {
      zoom = motion.value(at: tick.time)
      if motion.isOver(at: tick.time) { self.motion = nil }
    }
    if !isChromeValid { drawChrome() }
    animate(at: tick.time)
    if !isReady, isPageWhole {
      isReady = true
      onReady?()
    }
    surface.repaint()
    return motion != nil
  }

  private func paint(_ pixels: SurfacePixels) {
    guard let target = try? PixelTarget(pixels.buffer, size: pixels.size, stride: pixels.stride)
    else { return }
    if isPageWhole || shownPage == nil { shownPage = page }
    shownPage?.paint(into: target)
  }

  // MARK: Zoom

  /// Changes the zoom without animation, as for a wheel.
  func zoomNow(by factor: Double, about point: Point) {
    motion = nil
    zoom?.zoom(by: factor, about: point)
    wantPictures()
    requestFrame()
  }

  /// Animates a change of zoom, for keys and double clicks.
  func animateZoom(_ change: (inout PictureZoom) -> Void) {
    guard let from = zoom else { return }
    var goal = motion?.goal ?? from
    change(&goal)
    guard goal != from else { return }
    motion = ZoomMotion(from: from, goal: goal, start: FrameClock.now)
    wantPictures()
    requestFrame()
  }
}
