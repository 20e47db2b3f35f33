import LugeCore
import Testing

@testable import LugeApp

@Suite("How pages look and move") struct PageLookTests {
  private func look(
    _ reducesMotion: Bool = false, _ change: (inout ViewerSettings) -> Void = { _ in }
  ) -> PageLook {
    var settings = ViewerSettings()
    change(&settings)
    return PageLook(settings, desktop: .dark, reducesMotion: reducesMotion)
  }

  @Test("The user's choice of colours comes before the desktop's")
  func scheme() {
    #expect(look().scheme == .dark)
    #expect(look { $0.appearance = .light }.scheme == .light)
  }

  @Test("The zoom is that of the settings")
  func zoom() {
    #expect(look { $0.zoom = 1.5 }.zoom == 1.5)
  }

  @Test("Animations play unless the user, the desktop or the battery is against it")
  func animations() {
    #expect(look().motion.plays(whileSaving: false))
    #expect(!look().motion.plays(whileSaving: true))
    #expect(look { $0.restsToSavePower = false }.motion.plays(whileSaving: true))
    #expect(!look { $0.animatesPictures = false }.motion.plays(whileSaving: false))
    #expect(!look(true) { $0.restsToSavePower = false }.motion.plays(whileSaving: false))
  }

  @Test("Pictures at rest do not reduce the motion of everything else")
  func motion() {
    #expect(!look { $0.animatesPictures = false }.motion.isReduced)
    #expect(look(true).motion.isReduced)
  }
}
