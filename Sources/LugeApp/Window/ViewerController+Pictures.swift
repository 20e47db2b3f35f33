import Foundation
import LugeCore
import LugeImages
import LugeListKit
import LugeQt
import LugeWords

extension ViewerController {
  /// Shows a picture over the lists.
  func showPicture(_ entry: PictureEntry, of catalog: ArchivePictures) {
    closePicture()
    window.overlay.readGeometry()
    let viewer = PictureViewer(
      surface: window.overlay, clock: clock, source: source, catalog: catalog, first: entry,
      scheme: scheme, fontFamily: ListFont.family)
    viewer.onClose = { [weak self] in self?.returnToList() }
    viewer.onNote = { [weak self] in self?.note($0) }
    viewer.onSave = { [weak self] in self?.pictureActions.save($0.key, name: $0.fileName) }
    viewer.onOpen = { [weak self] in self?.openPicture($0.key) }
    viewer.onFolder = { [weak self] in self?.opener.showFolder(of: $0.key) }
    viewer.onBrowse = { [weak self] in self?.opener.open(link: $0.key.source) }
    viewer.onCopy = { [weak self] entry, shown in
      self?.pictureActions.copy(entry.key, size: entry.pixelSize, shown: shown)
    }
    viewer.onRetry = { [weak self] in self?.network.permit($0) }
    viewer.onReady = { [weak self] in self?.coverLists() }
    viewer.isAnimating = animatesPictures
    pictureViewer = viewer
  }

  private func coverLists() {
    window.setOverlayVisible(true)
    mainList?.isCovered = true
    sidebar?.surface.isCovered = true
    menus?.update()
  }

  /// Plays a video over the lists; one that cannot be played here another program plays.
  func showVideo(_ file: ImageKey) {
    closePicture()
    window.overlay.readGeometry()
    let viewer = VideoViewer(
      surface: window.overlay, file: file,
      title: ForeignText.visible((file.source as NSString).lastPathComponent), scheme: scheme,
      fontFamily: ListFont.family)
    viewer.onReady = { [weak self] in self?.coverLists() }
    viewer.onClose = { [weak self] in self?.closePicture() }
    viewer.onOpen = { [weak self] in self?.opener.open(file: file) }
    viewer.onFailure = { [weak self] words in
      self?.closePicture()
      self?.note(localized("{reason}, so another program plays this", ["reason": words]))
      self?.opener.open(file: file)
    }
    videoViewer = viewer
  }

  /// Goes back to the list.
  func closePicture() {
    guard pictureViewer != nil || videoViewer != nil else { return }
    pictureViewer = nil
    videoViewer = nil
    window.setOverlayVisible(false)
    mainList?.isCovered = false
    sidebar?.surface.isCovered = false
    menus?.update()
  }

  /// Seconds in which the list goes to the picture that was seen last, behind it.
  private static let returnPatience = 0.2

  /// Goes back to where the picture stands in the list, and shows the list when it is there.
  private func returnToList() {
    guard let viewer = pictureViewer, viewer.hasMoved, !viewer.isClosing, let pane else {
      return closePicture()
    }
    viewer.isClosing = true
    let entry = viewer.entry
    Task { @MainActor [weak self, weak viewer] in
      let limit = FrameClock.now + Self.returnPatience
      await pane.reveal(entry)
      while pane.surface.engine.isJumping, FrameClock.now < limit {
        try? await Task.sleep(for: .milliseconds(4))
      }
      // It may have been closed, and another one opened.
      guard let self, let viewer, pictureViewer === viewer else { return }
      closePicture()
    }
  }

  /// Shows a picture in another program.
  func openPicture(_ key: ImageKey) { pictureActions.open(key) }

  /// What was refused so far is asked for again when everything may be fetched.
  func permitNetwork() {
    guard network.permitsAll != settings.loadsFromNetwork else { return }
    network.permitsAll = settings.loadsFromNetwork
    if settings.loadsFromNetwork { pane?.pictures.retryRefused() }
  }

  func note(_ words: String) {
    if let pictureViewer { pictureViewer.show(note: words) } else { window.main.toast(words) }
  }
}
