import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugeImages
import LugePaint
import LugeQt

/// A conversation's pictures, one at a time, over the lists of the window.
///
/// Nothing runs while nothing moves: frames are asked for by input, by a zoom under way and by
/// pictures that arrive. Pictures are decoded by the window's pipeline at the size they are shown
/// at, and again, larger, when they are zoomed.
@MainActor
final class PictureViewer {
  let surface: Surface
  let catalog: PictureCatalog
  let loader: ViewerPictures
  let fontFamily: String
  /// The reader wants to go back to the list.
  var onClose: (@MainActor () -> Void)?
  /// Something to be said in passing.
  var onNote: (@MainActor (String) -> Void)?
  var onCopy: (@MainActor (_ entry: PictureEntry, _ shown: Bitmap?) -> Void)?
  var onSave: (@MainActor (PictureEntry) -> Void)?
  /// The reader wants to see it in another program.
  var onOpen: (@MainActor (PictureEntry) -> Void)?
  /// The reader wants a picture that was not there to be tried again.
  var onRetry: (@MainActor (ImageKey) -> Void)?
  /// There is something to be shown instead of the list; called once.
  var onReady: (@MainActor () -> Void)?

  // MARK: Mutable State (main actor)

  var scheme: ColorScheme { didSet { if scheme != oldValue { invalidateChrome() } } }
  /// All there are, once they are read; until then only the one that was asked for.
  private(set) var entries: [PictureEntry]
  private(set) var index = 0
  private(set) var isComplete = false
  /// Whether another picture was shown than the one it was opened with.
  private(set) var hasMoved = false
  /// Whether animated pictures move.
  var isAnimating = true { didSet { if isAnimating != oldValue { requestFrame() } } }
  var zoom: PictureZoom?
  /// Since when the picture has been wanted, seconds on the clock.
  private var pageBegan = FrameClock.now
  /// The last whole page, shown until the next one is whole.
  private var shownPage: PictureStage?
  /// Whether it is shown instead of the list.
  private(set) var isReady = false
  /// Whether the reader goes back already; asked again, it is at once.
  var isClosing = false
  /// As screen readers were told last.
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
  private var preview: (entry: PictureEntry, bitmap: Bitmap)?
  private var subscription: FrameClock.Subscription?
  /// Made for the first picture that may move.
  private var animation: ViewerAnimation?
  private let clock: FrameClock

  init(
    surface: Surface, clock: FrameClock, pipeline: ImagePipeline, originals: KeptOriginals,
    catalog: PictureCatalog, first: PictureEntry, scheme: ColorScheme, fontFamily: String
  ) {
    self.surface = surface
    self.clock = clock
    self.catalog = catalog
    self.scheme = scheme
    self.fontFamily = fontFamily
    entries = [first]
    loader = ViewerPictures(pipeline, originals: originals)
    subscription = clock.subscribe { [weak self] in self?.tick($0) ?? false }
    loader.onArrival = { [weak self] in self?.arrived() }
    surface.onGeometry = { [weak self] _ in self?.resized() }
    surface.onPaint = { [weak self] in self?.paint($0) }
    bindInput()
    surface.setAccessibleName("Picture")
    surface.onAccessiblePress = { [weak self] in self?.pressed($0) }
    show(0)
    readCatalog()
  }

  isolated deinit {
    loader.cancel()
    surface.onGeometry = nil
    surface.onPaint = nil
    surface.onAccessiblePress = nil
    surface.setAccessibleItems([])
    unbindInput()
  }

  var entry: PictureEntry { entries[index] }

  // MARK: What is shown

  /// Shows another picture of the conversation.
  func show(_ next: Int) {
    guard entries.indices.contains(next) else { return }
    if next != index { hasMoved = true }
    index = next
    motion = nil
    drag = nil
    zoom = nil
    beginPage()
    updateZoom()
    wantPictures()
    invalidateChrome()
  }

  func move(by steps: Int) { show(min(max(index + steps, 0), entries.count - 1)) }

  /// The size came, or the window's changed.
  private func updateZoom() {
    let area = chrome.pictureArea
    guard area.width > 1, area.height > 1 else { return }
    if zoom != nil {
      zoom?.setArea(area)
      motion = nil
    } else if let size = loader.size(of: entry) {
      zoom = PictureZoom(picture: size, area: area, scale: surface.geometry.scale)
    }
  }

  /// Asks for what is shown at the size it is shown at, and for its neighbours.
  func wantPictures() {
    let area = chrome.pictureArea
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
    // The archive may be wrong about a picture that now says its size itself.
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

  /// Says something for a moment.
  func show(note words: String) {
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
        all.firstIndex { $0.message == first.message && $0.key == first.key }
        ?? all.firstIndex { $0.key == first.key }
      guard let place else { return invalidateChrome() }
      entries = all
      index = place
      beginPage()
      // What the archive says of its size was not known before.
      arrived()
    }
  }

  private func readDetails(of entry: PictureEntry) {
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

  /// What stands around the picture now.
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
    if problem?.isRefused == true { chrome.retryTitle = "Load It" }
    chrome.hasFile = hasFile
    if problem == nil, loader.best(for: entry)?.isPartial == true {
      chrome.warning = "This picture is damaged: only a part of it could be read"
    }
    return chrome
  }

  /// Whether there is a file to be saved and opened: the archive's, or what was fetched.
  var hasFile: Bool { entry.path != nil || loader.best(for: entry) != nil }

  /// Has the chrome drawn anew if it would look different, and asks for a frame.
  func invalidateChrome() {
    isChromeValid = false
    requestFrame()
  }

  private func drawChrome() {
    // Who sent it and when comes with the picture, not after it.
    guard details[entry] != nil || isPatienceOver else { return }
    isChromeValid = true
    let wanted = chrome
    guard wanted.size.width > 0, wanted.size.height > 0, wanted != drawnChrome?.chrome else {
      return
    }
    chromePainter.draw(wanted) { drawn in
      Task { @MainActor [weak self] in
        guard let self else { return }
        drawnChrome = drawn
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

  // MARK: Pages

  /// Seconds that a page that is not whole is waited for.
  private static let patience = 0.15

  /// A picture shows with all that stands around it: a caption of another one beside it is wrong, even for a frame.
  private func beginPage() {
    pageBegan = FrameClock.now
    readDetails(of: entry)
    Task { @MainActor [weak self] in
      try? await Task.sleep(for: .seconds(Self.patience))
      self?.requestFrame()
    }
  }

  private var isPatienceOver: Bool { FrameClock.now - pageBegan >= Self.patience }

  /// Whether the words are there, and the picture or what says most about it for now.
  private var isPageWhole: Bool {
    isPatienceOver
      || drawnChrome?.chrome.entry == entry
        && (zoom != nil && standing != nil || loader.problem(of: entry) != nil)
  }

  /// The picture, or the same one at another size.
  private var standing: Bitmap? {
    animation?.frame ?? loader.best(for: entry) ?? loader.standIn(for: entry)
  }

  private var page: PictureStage {
    PictureStage(
      scheme: scheme, rect: zoom?.rect, picture: standing,
      // Words stand on the ground, not on a blur of any colour.
      preview: loader.problem(of: entry) == nil ? previewBitmap() : nil,
      isMoving: motion != nil || drag?.isMoving == true,
      chrome: drawnChrome?.chrome.entry == entry ? drawnChrome : nil)
  }

  /// Moves an animated picture to a time and asks for the frame of its next change.
  private func animate(at time: Double) {
    let name = entry.key.source.lowercased()
    let mayMove = [".gif", ".webp", ".apng", ".png"].contains(where: name.hasSuffix)
    guard isAnimating, mayMove, let size = loader.fittedSize(of: entry) else {
      animation?.show(nil, at: time)
      return
    }
    let player = animation ?? ViewerAnimation { [weak self] in self?.requestFrame() }
    animation = player
    if let next = player.show(ImageRequest(entry.key, size: size), at: time) {
      subscription?.requestFrame(at: next)
    }
  }

  /// What stands in for the picture until it is there.
  var hasPreview: Bool { details[entry]?.preview != nil }

  private func previewBitmap() -> Bitmap? {
    guard let hash = details[entry]?.preview else { return nil }
    if let preview, preview.entry == entry { return preview.bitmap }
    let size = PixelSize(width: 32, height: 32)
    let pixels = hash.pixels(size)
    guard pixels.count == 32 * 32 else { return nil }
    let bitmap = Bitmap(size: size)
    bitmap.withMutablePixels { _ = $0.update(fromContentsOf: pixels) }
    preview = (entry, bitmap)
    return bitmap
  }

  // MARK: Zoom

  /// Changes the zoom at once, as a hand on the wheel expects it.
  func zoomNow(by factor: Double, about point: Point) {
    motion = nil
    zoom?.zoom(by: factor, about: point)
    wantPictures()
    requestFrame()
  }

  /// Changes the zoom within a moment, for keys and double clicks.
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
