import LugeImages

extension ViewerController {
  /// What a picture or a video is shown above rests.
  func coverLists(_ isCovered: Bool) {
    mainList?.isCovered = isCovered
    sidebar?.surface.isCovered = isCovered
    updateMenus()
  }

  func closePicture() { overlay.close() }

  /// What was refused so far is asked for again when everything may be fetched.
  func permitNetwork() {
    guard network.permitsAll != settings.loadsFromNetwork else { return }
    network.permitsAll = settings.loadsFromNetwork
    if settings.loadsFromNetwork { pane?.pictures.retryRefused() }
  }

  func note(_ words: String) { overlay.note(words) }
}
