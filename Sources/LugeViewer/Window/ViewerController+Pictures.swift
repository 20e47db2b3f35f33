import Foundation
import LugeCore
import LugeImages
import LugeQt

extension ViewerController {
  /// Shows a picture over the lists.
  func showPicture(_ entry: PictureEntry, of catalog: PictureCatalog) {
    closePicture()
    // Shown first, so that the surface has its size when the viewer asks for the picture.
    window.setOverlayVisible(true)
    let viewer = PictureViewer(
      surface: window.overlay, clock: clock, pipeline: images, catalog: catalog, first: entry,
      scheme: scheme, fontFamily: Self.fontFamily)
    viewer.onClose = { [weak self] in self?.closePicture(following: true) }
    viewer.onNote = { [weak self] in self?.note($0) }
    viewer.onSave = { [weak self] in self?.savePicture($0, name: $1) }
    viewer.onCopy = { [weak self] entry, shown in
      self?.copyPicture(entry.key, path: entry.path, size: entry.pixelSize, shown: shown)
    }
    viewer.onRetry = { [weak self] in self?.network.permit($0) }
    viewer.isAnimating = animatesPictures
    pictureViewer = viewer
    mainList?.isCovered = true
    sidebar?.surface.isCovered = true
    menus?.update()
  }

  /// Goes back to the list.
  ///
  /// - Parameter following: whether the list goes to the picture that was seen last.
  func closePicture(following: Bool = false) {
    guard let viewer = pictureViewer else { return }
    let (entry, hasMoved) = (viewer.entry, viewer.hasMoved)
    pictureViewer = nil
    window.setOverlayVisible(false)
    mainList?.isCovered = false
    sidebar?.surface.isCovered = false
    menus?.update()
    if following, hasMoved { pane?.reveal(entry) }
  }

  /// Copies a picture as large as it is, once it is decoded: the clipboard is no place for a thumbnail.
  ///
  /// - Parameter shown: put there when it cannot be decoded.
  func copyPicture(_ key: ImageKey, path: String?, size: PixelSize?, shown: Bitmap? = nil) {
    let images = images
    Task { @MainActor [weak self] in
      var picture: Bitmap?
      let known = await PictureProbe.size(of: key) ?? size
      if let size = known.flatMap({ PictureLevels(picture: $0, fitted: $0).sizes.last }) {
        picture = try? await images.image(for: ImageRequest(key, size: size))
      }
      guard let picture = picture ?? shown else {
        self?.note(images.failure(of: key)?.explanation ?? "There is no picture to copy")
        return
      }
      Clipboard.set(picture, path: path)
      self?.note("Copied")
    }
  }

  /// Copies a picture's file to where the reader says.
  func savePicture(_ path: String, name: String?) {
    let name = name ?? URL(fileURLWithPath: path).lastPathComponent
    Task { @MainActor [weak self] in
      let target = await self?.window.askForFiles(
        .saveFile, title: "Save the picture", path: name
      ).first
      guard let target else { return }
      let problem = await Task.detached { PictureViewer.copyFile(path, to: target) }.value
      self?.note(problem ?? "Saved")
    }
  }

  /// What was refused so far is asked for again when everything may be fetched.
  func permitNetwork() {
    guard network.permitsAll != settings.loadsFromNetwork else { return }
    network.permitsAll = settings.loadsFromNetwork
    if settings.loadsFromNetwork { pane?.pictures.retryRefused() }
  }

  private func note(_ words: String) {
    if let pictureViewer { pictureViewer.show(note: words) } else { window.main.toast(words) }
  }
}
