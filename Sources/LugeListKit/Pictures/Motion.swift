/// Motion that the user and the desktop want in lists.
public struct Motion: Sendable, Hashable {
  /// Whether animated pictures play, as far as the user is concerned.
  public var animates: Bool
  /// Whether animations rest while the machine saves power.
  public var savesPower: Bool
  /// Whether reduced motion is wanted: then no animation plays, and nothing fades.
  public var isReduced: Bool

  public init(animates: Bool = true, savesPower: Bool = true, isReduced: Bool = false) {
    self.animates = animates
    self.savesPower = savesPower
    self.isReduced = isReduced
  }

  /// Returns whether animations play.
  ///
  /// - Parameter isSaving: whether the machine saves power now.
  package func plays(whileSaving isSaving: Bool) -> Bool {
    animates && !isReduced && !(savesPower && isSaving)
  }
}
