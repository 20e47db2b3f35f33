import Dispatch
public import LugeCore
import LugeEngine
import LugePaint
public import LugeQt
import LugeWords
import Synchronization

/// Plays a video over the lists of a window: Space and clicks pause, the arrow keys and the bar
/// seek, Escape closes it.
///
/// Pictures are decoded on GStreamer's threads, at most as large as shown. Nothing runs while it is
/// paused.
@MainActor
public final class VideoViewer {
  /// Whether a path has the extension of a video that a click plays here.
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
  /// Called when the user closes it.
  public var onClose: (@MainActor () -> Void)?
  /// Called when it cannot be played, with the reason.
  public var onFailure: (@MainActor (String) -> Void)?
  /// Called when the user wants to open it in another program.
  public var onOpen: (@MainActor () -> Void)?
  /// There is something to be shown instead of the list; called once.
  public var onReady: (@MainActor () -> Void)?

  /// Seconds that an arrow goes.
  private static let step = 5.0
  /// Pictures are taken over so often, seconds.
  private static let interval = 1.0 / 60

  // MARK: Mutable State (main actor)

  public var scheme: ColorScheme { didSet { if scheme != oldValue { drawChrome() } } }
  package private(set) var isPlaying = true
  package private(set) var position = 0.0
  private var duration: Double?
  private var isEnded = false
  private var isReady = false
  private var picture: Bitmap?
  private var player: MediaPlayer?
  private var chrome: VideoChrome?
  private var drawn: (chrome: VideoChrome, bar: Bitmap, title: Bitmap)?
  private var isDragging = false
  private var pressed: VideoChrome.Part?
  private var hasPressed = false
  private let painter = VideoChromePainter()
  private let title: String
  private let strings: Strings
  private let fontFamily: String

  /// What is said of the buttons.
  public struct Strings: Hashable, Sendable {
    public var play = localized("Play")
    public var pause = localized("Pause")
    public var close = localized("Close")

    public init() {}
  }

  /// - Parameters:
  ///   - surface: a window's overlay, which is to be shown when ``onReady`` says so.
  ///   - file: opened where it may lead (``LugeCore/ImageKey/confinement``).
  public init(
    surface: Surface, file: ImageKey, title: String, scheme: ColorScheme,
    fontFamily: String = ListSurface.defaultFontFamily, strings: Strings = Strings()
  ) {
    self.surface = surface
    self.file = file
    self.title = title
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
      // Closing takes away the item whose action is under way.
      Task { @MainActor in self?.accessiblePress(index) }
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
    surface.setAccessibleItems([])
  }

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
    let words = ChatTimes.words(position, of: duration)
    let wanted = VideoChrome(
      size: geometry.size, scale: geometry.scale, scheme: scheme, fontFamily: fontFamily,
      title: title, times: words, isPlaying: isPlaying,
      played: VideoChrome.played(position, of: duration, geometry.size, geometry.scale))
    guard wanted != chrome else { return }
    chrome = wanted
    painter.draw(wanted) { bar, title in
      Task { @MainActor [weak self] in self?.show(wanted, bar, title) }
    }
  }

  private func show(_ chrome: VideoChrome, _ bar: Bitmap, _ title: Bitmap) {
    let isNew = drawn?.chrome.isPlaying != chrome.isPlaying || drawn?.chrome.size != chrome.size
    drawn = (chrome, bar, title)
    if isNew { describe(chrome) }
    surface.update()
  }

  private func describe(_ chrome: VideoChrome) {
    surface.setAccessibleItems([
      AccessibleItem(.picture, title, in: chrome.pictureArea),
      AccessibleItem(.button, isPlaying ? strings.pause : strings.play, in: chrome.rect(of: .play)),
      AccessibleItem(.button, strings.close, in: chrome.rect(of: .close)),
    ])
  }

  private func accessiblePress(_ index: Int) {
    if index == 1 { toggle() } else if index == 2 { onClose?() }
  }

  private func paint(_ pixels: SurfacePixels) {
    guard let target = try? PixelTarget(pixels.buffer, size: pixels.size, stride: pixels.stride)
    else { return }
    target.fill(ViewerColors.ground.resolved(scheme))
    guard let chrome else { return }
    if let picture { target.draw(picture, in: chrome.fitted(picture.size), isMoving: isPlaying) }
    guard let drawn else { return }
    target.draw(drawn.title, in: drawn.chrome.titleRect)
    target.draw(drawn.bar, in: drawn.chrome.barRect)
  }

  // MARK: Input

  private func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isDisjoint(with: [.control, .alt, .meta]) else { return false }
    switch event.code {
    case .escape, .backspace: onClose?()
    case .space: toggle()
    case .left: seek(to: position - Self.step)
    case .right: seek(to: position + Self.step)
    case .home: seek(to: 0)
    case .return: open()
    default: return false
    }
    return true
  }

  private func open() {
    if isPlaying { toggle() }
    onOpen?()
  }

  private func pointer(_ event: PointerEvent) -> Bool {
    guard let chrome else { return true }
    let part = chrome.part(at: event.position)
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
      if isDragging { seek(at: event.position, chrome) }
    case .release:
      guard event.button == .left, hasPressed else { return true }
      hasPressed = false
      if isDragging {
        isDragging = false
      } else if part == pressed {
        switch part {
        case .close: onClose?()
        case .play, nil: toggle()
        case .bar: break
        }
      }
    case .leave: surface.cursor = .arrow
    case .contextMenu: break
    }
    return true
  }

  private func seek(at point: Point, _ chrome: VideoChrome) {
    guard let duration else { return }
    let line = chrome.rect(of: .bar)
    seek(to: (point.x - line.x) / max(1, line.width) * duration)
  }
}
