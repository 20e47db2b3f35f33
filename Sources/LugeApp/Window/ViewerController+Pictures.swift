import Foundation
import LugeCore
import LugeImages
import LugeQt

extension ViewerController {
  /// Shows a picture over the lists.
  func showPicture(_ entry: PictureEntry, of catalog: PictureCatalog) {
    closePicture()
    window.overlay.readGeometry()
    let viewer = PictureViewer(
      surface: window.overlay, clock: clock, pipeline: images, originals: originals,
      catalog: catalog, first: entry, scheme: scheme, fontFamily: Self.fontFamily)
    viewer.onClose = { [weak self] in self?.returnToList() }
    viewer.onNote = { [weak self] in self?.note($0) }
    viewer.onSave = { [weak self] in self?.savePicture($0.key, name: $0.fileName) }
    viewer.onOpen = { [weak self] in self?.openPicture($0.key) }
    viewer.onFolder = { [weak self] in self?.showFolder(of: $0.key) }
    viewer.onCopy = { [weak self] entry, shown in
      self?.copyPicture(entry.key, size: entry.pixelSize, shown: shown)
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

  /// Goes back to the list.
  func closePicture() {
    guard pictureViewer != nil else { return }
    pictureViewer = nil
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

  /// Copies a picture as large as it is, once it is decoded: the clipboard is no place for a
  /// thumbnail.
  ///
  /// - Parameters:
  ///   - size: as the archive knows it; the picture itself knows better.
  ///   - shown: put there when it cannot be decoded.
  func copyPicture(_ key: ImageKey, size: PixelSize? = nil, shown: Bitmap? = nil) {
    let (images, file) = (images, pictureFile(key))
    Task { @MainActor [weak self] in
      var picture: Bitmap?
      let known = await file.size() ?? size
      if let size = known.flatMap({ PictureLevels(picture: $0, fitted: $0).sizes.last }) {
        picture = try? await images.image(for: ImageRequest(key, size: size))
      }
      guard let picture = picture ?? shown else {
        self?.note(images.failure(of: key)?.explanation ?? "There is no picture to copy")
        return
      }
      let path = await file.path()
      Clipboard.set(picture, path: path)
      self?.note("Copied")
    }
  }

  /// Copies a picture's file to where the reader says, be it the archive's or one that was fetched.
  func savePicture(_ key: ImageKey, name: String?) {
    let file = pictureFile(key)
    Task { @MainActor [weak self] in
      let suggested = await file.name(or: name)
      let target = await self?.window.askForFiles(
        .saveFile, title: "Save the picture", path: suggested
      ).first
      guard let target else { return }
      self?.note(await file.save(to: target) ?? "Saved")
    }
  }

  /// Shows a picture in another program.
  func openPicture(_ key: ImageKey) {
    guard key.filePath == nil else { return openFile(key) }
    let file = pictureFile(key)
    Task { @MainActor [weak self] in
      switch await file.openable() {
      case .success(let path):
        if !Desktop.open(path: path) { self?.note("No program opens \(path)") }
      case .failure(let problem): self?.note(problem.words)
      }
    }
  }

  private func pictureFile(_ key: ImageKey) -> OriginalPicture {
    OriginalPicture(
      key: key, originals: originals, folder: Desktop.path(of: .cache).map { "\($0)/opened" })
  }

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
