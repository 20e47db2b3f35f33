public import LugeCore
import LugePaint
public import LugeQt
import LugeWords

/// The picture or the video that covers a window's lists: opens the viewers, carries out what the
/// user chooses in them, and leads back to the list.
@MainActor
public final class MediaOverlay {
  private let window: Window
  private let clock: FrameClock
  let source: PictureSource
  let actions: PictureActions
  let opener: ForeignOpener
  private let fontFamily: String
  /// Called with whether something covers the lists, when that changes.
  public var onCover: (@MainActor (Bool) -> Void)?
  /// Called when the user goes back after having viewed other pictures: scroll the list to the last
  /// one, while it is still covered, and return the list once it has begun to move; nil if there is
  /// none.
  public var onReturn: (@MainActor (PictureEntry) async -> ListSurface?)?
  /// Called when the user wants to see the message of a picture, after the lists are visible again:
  /// show it, whichever list the picture was opened from. Nil: the viewer does not offer that.
  public var onMessage: (@MainActor (PictureEntry) -> Void)?
  /// Shows a short message while the lists are visible.
  private let toast: @MainActor (String) -> Void

  // MARK: Mutable State (main actor)

  public private(set) var picture: PictureViewer?
  public private(set) var video: VideoViewer?
  public var scheme: ColorScheme {
    didSet {
      picture?.scheme = scheme
      video?.scheme = scheme
    }
  }
  /// Whether animated pictures move.
  public var isAnimating = true { didSet { picture?.isAnimating = isAnimating } }

  /// - Parameters:
  ///   - window: the window whose overlay shows them.
  ///   - toast: shows a short message over the lists.
  public init(
    _ window: Window, clock: FrameClock, source: PictureSource, actions: PictureActions,
    opener: ForeignOpener, scheme: ColorScheme,
    fontFamily: String = ListSurface.defaultFontFamily, toast: @escaping @MainActor (String) -> Void
  ) {
    self.window = window
    self.clock = clock
    self.source = source
    self.actions = actions
    self.opener = opener
    self.scheme = scheme
    self.fontFamily = fontFamily
    self.toast = toast
  }

  /// Whether a picture or a video is open, or about to be shown.
  public var isOpen: Bool { picture != nil || video != nil }

  /// Shows a picture, from which the user can go to the others of the catalog.
  public func show(_ entry: PictureEntry, of catalog: any PictureCatalog) {
    close()
    window.overlay.readGeometry()
    let viewer = PictureViewer(
      surface: window.overlay, clock: clock, source: source, catalog: catalog, first: entry,
      scheme: scheme, fontFamily: fontFamily)
    viewer.onClose = { [weak self] in self?.returnToList() }
    if onMessage != nil {
      viewer.onMessage = { [weak self] entry in
        self?.close()
        self?.onMessage?(entry)
      }
    }
    viewer.onNote = { [weak self] in self?.note($0) }
    viewer.onSave = { [weak self] in self?.actions.save($0.key, name: $0.fileName) }
    viewer.onOpen = { [weak self] in self?.actions.open($0.key) }
    viewer.onFolder = { [weak self] in self?.opener.showFolder(of: $0.key) }
    viewer.onBrowse = { [weak self] in self?.opener.open(link: $0.key.source) }
    viewer.onCopy = { [weak self] entry, shown in
      self?.actions.copy(entry.key, size: entry.pixelSize, shown: shown)
    }
    viewer.onRetry = { [weak self] in self?.source.network.permit($0) }
    viewer.onReady = { [weak self] in self?.cover() }
    viewer.isAnimating = isAnimating
    picture = viewer
  }

  /// Plays a video, or opens it in another program if it cannot be played here.
  ///
  /// - Parameters:
  ///   - entry: the video, with the key of its file.
  ///   - catalog: provides the sender and the time.
  public func play(_ entry: PictureEntry, of catalog: any PictureCatalog) {
    close()
    window.overlay.readGeometry()
    let file = entry.key
    let viewer = VideoViewer(
      surface: window.overlay, file: file, scheme: scheme, fontFamily: fontFamily)
    viewer.onReady = { [weak self] in self?.cover() }
    viewer.onClose = { [weak self] in self?.close() }
    viewer.onSave = { [weak self] in
      self?.actions.save(file, name: entry.fileName, isVideo: true)
    }
    viewer.onFolder = { [weak self] in self?.opener.showFolder(of: file) }
    viewer.onOpen = { [weak self] in self?.opener.open(file: file) }
    viewer.onFailure = { [weak self] words in
      self?.close()
      self?.note(localized("{reason}, so it is opened in another program", ["reason": words]))
      self?.opener.open(file: file)
    }
    video = viewer
    Task { @MainActor [weak viewer] in
      var words = await Task.detached { catalog.details(of: entry) }.value.words
      if words.title.isEmpty { words.title = viewer?.fileName ?? "" }
      viewer?.words = words
    }
  }

  private func cover() {
    window.setOverlayVisible(true)
    onCover?(true)
  }

  /// Shows the lists again at once, with the focus where it was before.
  public func close() {
    guard isOpen else { return }
    picture = nil
    video = nil
    window.setOverlayVisible(false)
    onCover?(false)
  }

  /// Shows a short message over whatever is visible.
  public func note(_ words: String) {
    if let picture {
      picture.show(note: words)
    } else if let video, video.isReady {
      video.show(note: words)
    } else {
      toast(words)
    }
  }

  /// Maximum seconds to wait until the covered list has reached the picture that was viewed last.
  private static let returnTimeout = 0.2

  /// Scrolls the list to the picture that was viewed last, and then shows the list.
  private func returnToList() {
    guard let viewer = picture, viewer.hasMoved, !viewer.isClosing, let onReturn else {
      return close()
    }
    viewer.isClosing = true
    let entry = viewer.entry
    Task { @MainActor [weak self, weak viewer] in
      let limit = FrameClock.now + Self.returnTimeout
      let list = await onReturn(entry)
      while list?.engine.isJumping == true, FrameClock.now < limit {
        try? await Task.sleep(for: .milliseconds(4))
      }
      // The user may have closed the viewer and opened another one.
      guard let self, let viewer, picture === viewer else { return }
      close()
    }
  }
}
