import Foundation
import LugeCore
import LugeImages
import LugeListKit
import LugeQt
import LugeWords

/// A list whose pictures are shown large above it.
@MainActor
protocol PictureList: AnyObject {
  var surface: ListSurface { get }
  /// Lets the user see where a picture stands, with as little motion as that takes. Returns when
  /// the list is on its way.
  func reveal(_ entry: PictureEntry) async
}

/// The picture or the video that is shown above the lists.
@MainActor
final class PictureOverlay {
  private let window: Window
  private let clock: FrameClock
  private let source: PictureSource
  private let actions: PictureActions
  private let opener: ForeignOpener
  /// Something covers the lists, or nothing does any more.
  var onCover: (@MainActor (Bool) -> Void)?
  /// The list below it, where the user came from.
  var listBelow: (@MainActor () -> (any PictureList)?)?

  // MARK: Mutable State (main actor)

  private(set) var picture: PictureViewer?
  private var video: VideoViewer?
  var scheme: ColorScheme { didSet { picture?.scheme = scheme } }
  var isAnimating = true { didSet { picture?.isAnimating = isAnimating } }

  init(
    _ window: Window, clock: FrameClock, source: PictureSource, actions: PictureActions,
    opener: ForeignOpener, scheme: ColorScheme
  ) {
    self.window = window
    self.clock = clock
    self.source = source
    self.actions = actions
    self.opener = opener
    self.scheme = scheme
  }

  func show(_ entry: PictureEntry, of catalog: ArchivePictures) {
    close()
    window.overlay.readGeometry()
    let viewer = PictureViewer(
      surface: window.overlay, clock: clock, source: source, catalog: catalog, first: entry,
      scheme: scheme, fontFamily: ListFont.family)
    viewer.onClose = { [weak self] in self?.returnToList() }
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
  func play(_ file: ImageKey) {
    close()
    window.overlay.readGeometry()
    let viewer = VideoViewer(
      surface: window.overlay, file: file,
      title: ForeignText.visible((file.source as NSString).lastPathComponent), scheme: scheme,
      fontFamily: ListFont.family)
    viewer.onReady = { [weak self] in self?.cover() }
    viewer.onClose = { [weak self] in self?.close() }
    viewer.onOpen = { [weak self] in self?.opener.open(file: file) }
    viewer.onFailure = { [weak self] words in
      self?.close()
      self?.note(localized("{reason}, so another program plays this", ["reason": words]))
      self?.opener.open(file: file)
    }
    video = viewer
  }

  private func cover() {
    window.setOverlayVisible(true)
    onCover?(true)
  }

  func close() {
    guard picture != nil || video != nil else { return }
    picture = nil
    video = nil
    window.setOverlayVisible(false)
    onCover?(false)
  }

  /// Says something in passing, where the user looks.
  func note(_ words: String) {
    if let picture { picture.show(note: words) } else { window.main.toast(words) }
  }

  /// Seconds in which the list goes to the picture that was seen last, behind it.
  private static let returnPatience = 0.2

  /// Goes back to where the picture stands in the list, and shows the list when it is there.
  private func returnToList() {
    guard let viewer = picture, viewer.hasMoved, !viewer.isClosing, let list = listBelow?() else {
      return close()
    }
    viewer.isClosing = true
    let entry = viewer.entry
    Task { @MainActor [weak self, weak viewer] in
      let limit = FrameClock.now + Self.returnPatience
      await list.reveal(entry)
      while list.surface.engine.isJumping, FrameClock.now < limit {
        try? await Task.sleep(for: .milliseconds(4))
      }
      // It may have been closed, and another one opened.
      guard let self, let viewer, picture === viewer else { return }
      close()
    }
  }
}
