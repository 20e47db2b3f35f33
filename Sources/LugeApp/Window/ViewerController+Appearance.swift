import LugeChat
import LugeCore
import LugeEngine
import LugeListKit
import LugePaint
import LugeQt

extension ViewerController {
  /// Plays or stops animations, according to the user's setting and the desktop's.
  func permitAnimations() {
    animations.setPermitted(animatesPictures)
    overlay.isAnimating = animatesPictures
    mainList?.options.reducesMotion = application.prefersReducedMotion
  }

  var animatesPictures: Bool {
    settings.animatesPictures && !application.prefersReducedMotion && !power.wantsStillness
      && !(settings.restsToSavePower && power.isSaving)
  }

  /// Colour scheme: the user's choice, or the desktop's.
  var scheme: ColorScheme {
    settings.appearance.scheme ?? application.colorScheme
  }

  func applyAppearance() {
    permitAnimations()
    mainList?.setColorScheme(scheme)
    sidebar?.surface.setColorScheme(scheme)
    overlay.scheme = scheme
    colorBars()
    if mainList == nil {
      window.main.setBackground(ChatStyle.background.resolved(scheme))
      window.main.surface.update()
    }
  }

  /// Fills the lists' areas with the background colour, below the state panel.
  func paintPlainly() {
    paintMainPlainly()
    paintSidePlainly()
  }

  func paintMainPlainly() { paint(window.main, ChatStyle.background) }
  func paintSidePlainly() { paint(window.side, SidebarPane.background) }

  private func paint(_ area: ListArea, _ ground: ThemeColor) {
    area.setBackground(ground.resolved(scheme))
    area.surface.onPaint = { [weak self] pixels in
      guard let self,
        let target = try? PixelTarget(pixels.buffer, size: pixels.size, stride: pixels.stride)
      else { return }
      let plan = FramePlan(size: pixels.size, scheme: scheme, background: ground, pieces: [])
      Compositor.compose(plan, into: target)
    }
  }
}
