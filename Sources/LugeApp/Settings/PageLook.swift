import LugeCore
import LugeListKit
import LugeQt

/// Looks and motion of all lists of the window, by the settings of the user and of the desktop.
struct PageLook: Hashable, Sendable {
  var scheme: ColorScheme
  var zoom: Double
  /// Whether animated pictures play, as far as the user is concerned.
  var animates: Bool
  /// Whether animations rest while the machine saves power.
  var savesPower: Bool
  /// Whether the desktop asks for reduced motion: no animation plays, and nothing fades.
  var reducesMotion: Bool

  /// - Parameter scheme: the desktop's, for users who have not chosen one.
  init(_ settings: ViewerSettings, desktop scheme: ColorScheme, reducesMotion: Bool) {
    self.scheme = settings.appearance.scheme ?? scheme
    zoom = settings.zoom
    animates = settings.animatesPictures
    savesPower = settings.restsToSavePower
    self.reducesMotion = reducesMotion
  }

  /// Whether animations play.
  ///
  /// - Parameter isSaving: whether the machine saves power now.
  func plays(whileSaving isSaving: Bool) -> Bool {
    animates && !reducesMotion && !(savesPower && isSaving)
  }
}

extension ListSurface {
  func apply(_ look: PageLook) {
    options.reducesMotion = look.reducesMotion
    setColorScheme(look.scheme)
    setStyle(zoom: look.zoom, fontFamily: ListFont.family)
  }
}

extension ChatView {
  /// Applies to the thread and the picture viewer of the chat, too.
  func apply(_ look: PageLook) {
    setColorScheme(look.scheme)
    zoom = look.zoom
    animates = look.animates
    savesPower = look.savesPower
    reducesMotion = look.reducesMotion
  }
}
