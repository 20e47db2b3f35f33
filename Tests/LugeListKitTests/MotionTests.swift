import Testing

@testable import LugeListKit

@Suite("When animations play") struct MotionTests {
  @Test("They play unless the user, the desktop or the battery is against it")
  func plays() {
    #expect(Motion().plays(whileSaving: false))
    #expect(!Motion().plays(whileSaving: true))
    #expect(Motion(savesPower: false).plays(whileSaving: true))
    for isSaving in [false, true] {
      #expect(!Motion(animates: false, savesPower: false).plays(whileSaving: isSaving))
      #expect(!Motion(savesPower: false, isReduced: true).plays(whileSaving: isSaving))
    }
  }
}
