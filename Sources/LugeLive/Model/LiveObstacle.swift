import LugeWords

/// Why nothing can be written in a room.
public enum LiveObstacle: Sendable, Hashable {
  /// The program cannot encrypt.
  case encrypted
  case removed(LiveRemoval)
  /// The user left, here or on another device.
  case left
  /// The room goes on in another one, which the protocol names so.
  case replaced(by: String)
  case mayNotWrite

  public var words: String {
    switch self {
    case .encrypted:
      localized(
        "This room is encrypted. Luge does not support encryption yet, and sends nothing unencrypted."
      )
    case .removed(let removal): Self.words(for: removal)
    case .left: localized("You have left this room.")
    case .replaced: localized("This room has been replaced by another one.")
    case .mayNotWrite: localized("You can read in this room, but not write in it.")
    }
  }

  private static func words(for removal: LiveRemoval) -> String {
    let name = removal.name ?? removal.by
    let said =
      removal.isBan
      ? localized("{name} has banned you from this room.", ["name": name])
      : localized("{name} has removed you from this room.", ["name": name])
    guard let reason = removal.reason else { return said }
    return localized("{words} Reason: {reason}", ["words": said, "reason": reason])
  }
}

extension LiveRoom {
  /// Nil where the user can write.
  public var obstacle: LiveObstacle? {
    if let removal { return .removed(removal) }
    if membership == .left { return .left }
    if let successor { return .replaced(by: successor) }
    if isEncrypted { return .encrypted }
    return mayWrite ? nil : .mayNotWrite
  }
}
