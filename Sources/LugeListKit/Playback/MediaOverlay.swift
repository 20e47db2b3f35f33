public import LugeCore
import LugePaint
public import LugeQt
import LugeWords

/// The picture or the video that covers a window's lists: opens the viewers, does what is chosen in
/// them, and leads back to the list.
@MainActor
public final class MediaOverlay {
  private let window: Window
  private let clock: FrameClock
  private let source: PictureSource
  private let actions: PictureActions
  private let opener: ForeignOpener
  private let fontFamily: String
  /// Something covers the lists, or nothing does any more.
  public var onCover: (@MainActor (Bool) -> Void)?
  /// Called when the user goes back after having looked at other pictures: brings the list to the
  /// one that was seen last, behind it, and returns the list once it is on its way; nil where there
  /// is none.
  public var onReturn: (@MainActor (PictureEntry) async -> ListSurface?)?
  /// Called when the user wants to see the message of a picture, after nothing covers the lists
  /// any more: shows it, whatever list the picture was opened from. Nil: the viewer does not offer
  /// that.
  public var onMessage: (@MainActor (PictureEntry) -> Void)?
  /// Says something in passing while nothing covers the lists.
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
  ///   - window: its overlay shows them.
  ///   - toast: says something in passing over the lists.
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

  /// Shows a picture, and leads from it to the others of the catalog.
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

  /// Plays a video; one that cannot be played here another program plays.
  ///
  /// - Parameters:
  ///   - entry: with the key of its file.
  ///   - catalog: knows who sent it and when.
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
      self?.note(localized("{reason}, so another program is asked to play this", ["reason": words]))
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

  /// Shows the lists again, at once. The focus is where it was before.
  public func close() {
    guard isOpen else { return }
    picture = nil
    video = nil
    window.setOverlayVisible(false)
    onCover?(false)
  }

  /// Says something in passing, where the user looks.
  public func note(_ words: String) {
    if let picture {
      picture.show(note: words)
    } else if let video, video.isReady {
      video.show(note: words)
    } else {
      toast(words)
    }
  }

  /// Seconds in which the list goes to the picture that was seen last, behind it.
  private static let returnPatience = 0.2

  /// Goes back to where the picture stands in the list, and shows the list when it is there.
  private func returnToList() {
    guard let viewer = picture, viewer.hasMoved, !viewer.isClosing, let onReturn else {
      return close()
    }
    viewer.isClosing = true
    let entry = viewer.entry
    Task { @MainActor [weak self, weak viewer] in
      let limit = FrameClock.now + Self.returnPatience
      let list = await onReturn(entry)
      while list?.engine.isJumping == true, FrameClock.now < limit {
        try? await Task.sleep(for: .milliseconds(4))
      }
      // It may have been closed, and another one opened.
      guard let self, let viewer, picture === viewer else { return }
      close()
    }
  }
}
