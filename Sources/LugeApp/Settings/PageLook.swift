import LugeCore
import LugeListKit
import LugeQt

/// Looks and motion of all lists of the window, by the settings of the user and of the desktop.
struct PageLook: Hashable, Sendable {
  var scheme: ColorScheme
  var zoom: Double
  var motion: Motion

  /// - Parameters:
  ///   - scheme: the desktop's, for users who have not chosen one.
  ///   - reducesMotion: whether the desktop asks for reduced motion.
  init(_ settings: ViewerSettings, desktop scheme: ColorScheme, reducesMotion: Bool) {
    self.scheme = settings.appearance.scheme ?? scheme
    zoom = settings.zoom
    motion = Motion(
      animates: settings.animatesPictures, savesPower: settings.restsToSavePower,
      isReduced: reducesMotion)
  }
}

extension ListSurface {
  func apply(_ look: PageLook) {
    options.reducesMotion = look.motion.isReduced
    setColorScheme(look.scheme)
    setStyle(zoom: look.zoom, fontFamily: ListFont.family)
  }
}

extension ChatView {
  /// Applies to the thread and the picture viewer of the chat, too.
  func apply(_ look: PageLook) {
    setColorScheme(look.scheme)
    zoom = look.zoom
    motion = look.motion
  }
}
