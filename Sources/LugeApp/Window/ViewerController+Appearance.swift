import LugeChat
import LugeCore
import LugeEngine
import LugeListKit
import LugePaint
import LugeQt

extension ViewerController {
  /// Present looks and motion of the lists.
  var look: PageLook {
    PageLook(
      settings, desktop: application.colorScheme,
      reducesMotion: application.prefersReducedMotion || power.wantsStillness)
  }

  /// Applies the settings, the user's and the desktop's, to all that shows them.
  func applyLook() {
    let look = look
    let plays = look.motion.plays(whileSaving: power.isSaving)
    animations.setPermitted(plays)
    overlay.isAnimating = plays
    overlay.scheme = look.scheme
    main.apply(look)
    sidebar?.surface.apply(look)
  }

  /// Colour scheme: the user's choice, or the desktop's.
  var scheme: ColorScheme { look.scheme }

  func applyAppearance() {
    applyLook()
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
