import LugeImages

extension ViewerController {
  /// Pauses the lists while a picture or a video covers them.
  func coverLists(_ isCovered: Bool) {
    mainList?.isCovered = isCovered
    sidebar?.surface.isCovered = isCovered
    updateMenus()
  }

  func closePicture() { overlay.close() }

  /// Requests the pictures that were refused so far, when everything may be fetched.
  func permitNetwork() {
    guard network.permitsAll != settings.loadsFromNetwork else { return }
    network.permitsAll = settings.loadsFromNetwork
    if settings.loadsFromNetwork { pane?.pictures.retryRefused() }
  }

  func note(_ words: String) { overlay.note(words) }
}
