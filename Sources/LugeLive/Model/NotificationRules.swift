/// Messages of which a person wants to be notified, as their account stores it for all devices.
public struct NotificationRules: Sendable, Hashable, Codable {
  public enum Wish: String, Sendable, Codable {
    case all
    /// Only messages that name the person.
    case mentions
    case nothing
  }

  /// Nothing at all, whatever the others say.
  public var isSilent = false
  /// By the protocol's names of rooms.
  public var rooms: [String: Wish] = [:]
  /// For rooms of more than two people that have no rule of their own.
  public var groups = Wish.all
  /// For rooms of two.
  public var direct = Wish.all

  public init() {}

  func wish(for room: String, isDirect: Bool) -> Wish {
    if isSilent { return .nothing }
    return rooms[room] ?? (isDirect ? direct : groups)
  }
}
