import Foundation
public import LugeCore
import LugeEngine
import LugePaint
public import LugeQt
import LugeWords

/// Plays a video over the lists of a window: Space and clicks pause, the arrow keys and the bar
/// seek, Escape closes it. Sender and time are shown above it, as in a ``PictureViewer``.
///
/// Pictures are decoded on GStreamer's threads, at most at the size that is shown. Nothing runs
/// while it is paused.
@MainActor
public final class VideoViewer {
  /// Whether a path has the extension of a video that is played here at a click.
  public nonisolated static func plays(_ path: String) -> Bool {
    guard let dot = path.lastIndex(of: "."), path.distance(from: dot, to: path.endIndex) <= 6 else {
      return false
    }
    return names.contains(path[path.index(after: dot)...].lowercased())
  }

  private nonisolated static let names: Set<String> = [
    "3gp", "avi", "m4v", "mkv", "mov", "mp4", "mpg", "mpeg", "ogv", "webm",
  ]

  package let surface: Surface
  public let file: ImageKey
  /// Called when the user closes the video.
  public var onClose: (@MainActor () -> Void)?
  /// Called with the reason if the video cannot be played.
  public var onFailure: (@MainActor (String) -> Void)?
  /// Called when the user wants to open the video in another program.
  public var onOpen: (@MainActor () -> Void)?
  public var onSave: (@MainActor () -> Void)?
  public var onFolder: (@MainActor () -> Void)?
  /// Called once, when there is something to show instead of the list.
  public var onReady: (@MainActor () -> Void)?

  /// Seconds that an arrow key skips.
  private static let step = 5.0
  /// Seconds between two pictures that are taken over.
  private static let interval = 1.0 / 60

  // MARK: Mutable State (main actor)

  public var scheme: ColorScheme { didSet { if scheme != oldValue { drawChrome() } } }
  /// Texts around the video; its caption is shown while it is paused.
  public var words = PictureWords() { didSet { if words != oldValue { drawChrome() } } }
  package private(set) var isPlaying = true
  package private(set) var position = 0.0
  private var duration: Double?
  private var isEnded = false
  /// Whether the video is shown instead of the list.
  package private(set) var isReady = false
  private var picture: Bitmap?
  private var player: MediaPlayer?
  private var chrome: VideoChrome?
  private var drawn: DrawnVideoChrome?
  /// The items last reported to screen readers, and what each of them is; nil: the video itself.
  private var accessibleItems: [AccessibleItem] = []
  private var accessibleParts: [VideoChrome.Part?] = []
  private var hovered: ViewerAction? { didSet { if hovered != oldValue { drawChrome() } } }
  private var note: String? { didSet { if note != oldValue { drawChrome() } } }
  private var isDragging = false
  private var pressed: VideoChrome.Part?
  private var hasPressed = false
  private let painter = VideoChromePainter()
  private let strings: Strings
  private let fontFamily: String

  /// Texts of the buttons.
  public struct Strings: Hashable, Sendable {
    public var play = localized("Play")
    public var pause = localized("Pause")
    /// Name of the slider of the position, for screen readers.
    public var position = localized("Position")

    public init() {}
  }

  /// - Parameters:
  ///   - surface: a window's overlay, to be shown when ``onReady`` is called.
  ///   - file: the file; opened where its ``LugeCore/ImageKey/confinement`` allows.
  public init(
    surface: Surface, file: ImageKey, scheme: ColorScheme,
    fontFamily: String = ListSurface.defaultFontFamily, strings: Strings = Strings()
  ) {
    self.surface = surface
    self.file = file
    self.scheme = scheme
    self.fontFamily = fontFamily
    self.strings = strings
    Playback.pauseAll()
    surface.onGeometry = { [weak self] _ in self?.drawChrome() }
    surface.onPaint = { [weak self] in self?.paint($0) }
    surface.onKey = { [weak self] in self?.key($0) ?? false }
    surface.onPointer = { [weak self] in self?.pointer($0) ?? false }
    surface.onAccessibleAction = { [weak self] index, action in
      guard action == .press else { return }
      // Closing removes the item whose action is being performed.
      Task { @MainActor in self?.accessiblePress(index) }
    }
    surface.onAccessibleValue = { [weak self] index, seconds in
      guard let self, accessibleParts.indices.contains(index), accessibleParts[index] == .bar
      else { return }
      seek(to: seconds)
    }
    surface.setAccessibleName(localized("Video"))
    let size = surface.geometry.size
    player = MediaPlayer(
      file, interval: Self.interval,
      pictures: PixelSize(width: max(320, size.width), height: max(320, size.height)),
      onPicture: { [weak self] bitmap in Task { @MainActor in self?.take(bitmap) } },
      onEvent: { [weak self] event in Task { @MainActor in self?.take(event) } })
    player?.setPlaying(true)
    drawChrome()
  }

  isolated deinit {
    player?.close()
    surface.onGeometry = nil
    surface.onPaint = nil
    surface.onKey = nil
    surface.onPointer = nil
    surface.onAccessibleAction = nil
    surface.onAccessibleValue = nil
    surface.setAccessibleItems([])
  }

  /// Name of the file for display.
  var fileName: String { ForeignText.visible((file.source as NSString).lastPathComponent) }

  // MARK: Playing

  public func toggle() {
    isPlaying.toggle()
    if isPlaying, isEnded { seek(to: 0) }
    player?.setPlaying(isPlaying)
    drawChrome()
  }

  public func seek(to seconds: Double) {
    position = min(max(0, seconds), duration ?? .infinity)
    isEnded = false
    player?.seek(to: position)
    drawChrome()
  }

  /// Shows a message for a moment.
  public func show(note words: String) {
    note = words
    Task { @MainActor [weak self] in
      try? await Task.sleep(for: .seconds(2.5))
      if let self, note == words { note = nil }
    }
  }

  private func take(_ picture: Bitmap) {
    self.picture = picture
    if !isReady {
      isReady = true
      onReady?()
    }
    surface.update()
  }

  private func take(_ event: MediaPlayer.Event) {
    switch event {
    case .progress(let position, let duration):
      if !isDragging { self.position = position }
      self.duration = duration ?? self.duration
    case .ended:
      isPlaying = false
      isEnded = true
      position = duration ?? position
    case .unavailable(let words), .failed(let words):
      player = nil
      return onFailure?(words) ?? ()
    }
    drawChrome()
  }

  // MARK: Looks

  private func drawChrome() {
    let geometry = surface.geometry
    guard geometry.size.width > 0, geometry.size.height > 0 else { return }
    var head = ViewerChrome(
      size: geometry.size, scale: geometry.scale, scheme: scheme, fontFamily: fontFamily)
    head.words = words
    if isPlaying { head.words.caption = "" }
    head.canCopy = false
    head.footer = VideoChrome.height
    head.hovered = hovered
    head.note = note
    var wanted = VideoChrome(
      head: head, times: ChatTimes.words(position, of: duration), isPlaying: isPlaying, played: 0)
    wanted.setPlayed(position, of: duration)
    guard wanted != chrome else { return }
    chrome = wanted
    painter.draw(wanted) { drawn in
      Task { @MainActor [weak self] in self?.show(drawn) }
    }
  }

  private func show(_ drawn: DrawnVideoChrome) {
    self.drawn = drawn
    describe(drawn)
    surface.update()
  }

  /// Reports to screen readers what is shown: the video, its play button, the position as a slider
  /// where the duration is known, then the buttons above it.
  private func describe(_ drawn: DrawnVideoChrome) {
    let chrome = drawn.chrome
    let spoken = [
      localized("Video"), words.title, words.detail, words.caption,
      words.title == fileName ? "" : fileName,
    ]
    var parts: [(part: VideoChrome.Part?, item: AccessibleItem)] = [
      (
        nil,
        AccessibleItem(
          .picture, spoken.filter { !$0.isEmpty }.joined(separator: ", "),
          in: chrome.head.pictureArea)
      ),
      (
        .play,
        AccessibleItem(
          .button, chrome.isPlaying ? strings.pause : strings.play, in: chrome.playRect)
      ),
    ]
    if let duration, duration > 0 {
      var slider = AccessibleItem(
        .slider, "\(strings.position), \(chrome.times)", in: chrome.seekRect)
      // Whole seconds, as in its name: its value does not change with each picture.
      slider.value = RowValue(
        min(position.rounded(.down), duration), limit: duration, step: Self.step)
      parts.append((.bar, slider))
    }
    for region in drawn.head.layout.regions {
      parts.append(
        (.action(region.action), AccessibleItem(.button, region.action.title, in: region.rect)))
    }
    let items = parts.map(\.item)
    guard items != accessibleItems else { return }
    accessibleItems = items
    accessibleParts = parts.map(\.part)
    surface.setAccessibleItems(items)
  }

  private func accessiblePress(_ index: Int) {
    guard accessibleParts.indices.contains(index), let part = accessibleParts[index] else { return }
    switch part {
    case .play: toggle()
    case .action(let action): perform(action)
    case .bar: break
    }
  }

  private func paint(_ pixels: SurfacePixels) {
    guard let target = try? PixelTarget(pixels.buffer, size: pixels.size, stride: pixels.stride)
    else { return }
    target.fill(ViewerColors.ground.resolved(scheme))
    guard let chrome else { return }
    if let picture { target.draw(picture, in: chrome.fitted(picture.size), isMoving: isPlaying) }
    guard let drawn else { return }
    for part in drawn.head.parts { target.draw(part.bitmap, in: part.rect) }
    target.draw(drawn.bar, in: drawn.chrome.barRect)
  }

  // MARK: Input

  private func key(_ event: KeyEvent) -> Bool {
    // Typed with Control, letters arrive as control characters.
    if event.modifiers.contains(.control) {
      guard ["\u{13}", "s"].contains(event.text) else { return false }
      perform(.save)
      return true
    }
    guard event.modifiers.isDisjoint(with: [.alt, .meta]) else { return false }
    switch event.code {
    case .escape, .backspace: perform(.close)
    case .space: toggle()
    case .left: seek(to: position - Self.step)
    case .right: seek(to: position + Self.step)
    case .home: seek(to: 0)
    case .return: perform(.open)
    // The window system requests the menu itself, by a pointer event without a button.
    case .menu: break
    default:
      guard ["s", "S"].contains(event.text) else { return false }
      perform(.save)
    }
    return true
  }

  private func perform(_ action: ViewerAction) {
    switch action {
    case .close: onClose?()
    case .save: onSave?()
    case .folder: onFolder?()
    case .open:
      if isPlaying { toggle() }
      onOpen?()
    case .previous, .next, .message, .copy, .browser, .address, .retry: break
    }
  }

  private func showMenu(at point: Point) {
    let actions = ViewerAction.menuOfVideo
    Task { @MainActor [weak self] in
      guard let surface = self?.surface else { return }
      let choices = actions.map { Surface.Choice.entry($0.title) }
      if let index = await surface.choose(from: choices, at: point) {
        self?.perform(actions[index])
      }
    }
  }

  private func part(at point: Point) -> VideoChrome.Part? {
    chrome?.part(at: point) ?? drawn?.head.layout.action(at: point).map { .action($0) }
  }

  private func pointer(_ event: PointerEvent) -> Bool {
    guard let chrome else { return true }
    let part = part(at: event.position)
    switch event.kind {
    case .press, .doubleClick:
      guard event.button == .left else { return true }
      (pressed, hasPressed) = (part, true)
      if part == .bar {
        isDragging = true
        seek(at: event.position, chrome)
      }
    case .move:
      surface.cursor = part == nil ? .arrow : .hand
      if case .action(let action) = part { hovered = action } else { hovered = nil }
      if isDragging { seek(at: event.position, chrome) }
    case .release:
      guard event.button == .left, hasPressed else { return true }
      hasPressed = false
      if isDragging {
        isDragging = false
      } else if part == pressed {
        switch part {
        case .action(let action): perform(action)
        case .play, nil: toggle()
        case .bar: break
        }
      }
    case .leave:
      hovered = nil
      surface.cursor = .arrow
    case .contextMenu:
      let top = Point(x: drawn?.chrome.head.pictureArea.midX ?? 0, y: 0)
      showMenu(at: event.button.isEmpty ? top : event.position)
    }
    return true
  }

  private func seek(at point: Point, _ chrome: VideoChrome) {
    guard let duration else { return }
    let line = chrome.seekRect
    seek(to: (point.x - line.x) / max(1, line.width) * duration)
  }
}
