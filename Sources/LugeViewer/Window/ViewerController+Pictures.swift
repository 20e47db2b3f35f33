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
    viewer.onClose = { [weak self] in self?.closePicture() }
    viewer.onNote = { [weak self] in self?.note($0) }
    viewer.askForTarget = { [weak self] name in
      await self?.window.askForFiles(.saveFile, title: "Save the picture", path: name).first
    }
    viewer.isAnimating = animatesPictures
    pictureViewer = viewer
    mainList?.isCovered = true
    sidebar?.surface.isCovered = true
  }

  func closePicture() {
    guard pictureViewer != nil else { return }
    pictureViewer = nil
    window.setOverlayVisible(false)
    mainList?.isCovered = false
    sidebar?.surface.isCovered = false
  }

  private func note(_ words: String) {
    if let pictureViewer { pictureViewer.show(note: words) } else { window.main.toast(words) }
  }
}
