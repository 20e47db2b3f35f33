/// A state of a room that decides whether its user may write there.
struct RoomNotice: Sendable {
  enum Kind: Sendable {
    /// Somebody's membership, and the one before where it is told.
    case member(person: String, membership: String, before: String?, reason: String?)
    /// The room goes on in another one.
    case successor(room: String)
    /// Power levels: those of people with a level of their own, that of all others, and those
    /// needed to write and to delete messages of others.
    case powers(people: [String: Int64], others: Int64, needed: Int64, deleting: Int64)
    /// People who may do everything, and are in no list of levels.
    case creators([String])
  }

  var sender: String
  var kind: Kind

  /// Reads an event's content; nil for events that decide nothing.
  init?(type: String, key: String, sender: String, before: String?, _ content: Fields) {
    self.sender = sender
    switch type {
    case "m.room.member":
      guard let membership: String = content["membership"] else { return nil }
      kind = .member(
        person: key, membership: membership, before: before, reason: content["reason"])
    case "m.room.tombstone" where key.isEmpty:
      guard let room: String = content["replacement_room"], room.hasPrefix("!"),
        (2...255).contains(room.utf8.count)
      else { return nil }
      kind = .successor(room: room)
    case "m.room.power_levels" where key.isEmpty:
      let people = content.fields("users")
      var levels: [String: Int64] = [:]
      for name in people.names { levels[name] = people.number(name) }
      kind = .powers(
        people: levels, others: content.number("users_default") ?? 0,
        needed: content.fields("events").number("m.room.message")
          ?? content.number("events_default") ?? 0,
        deleting: Self.levelToDelete(content))
    case "m.room.create" where key.isEmpty:
      // In earlier versions of rooms, who made one has the level that the list says.
      let version: String? = content["room_version"]
      guard let version, let number = Int(version), number >= Self.firstWithCreators else {
        return nil
      }
      let others: Lenient<String> = content["additional_creators"] ?? .init()
      kind = .creators([sender] + others.elements)
    default: return nil
    }
  }

  private static let firstWithCreators = 12

  /// Returns the level that deletes messages of others, from the content of an event about levels:
  /// the event itself may need a higher one.
  static func levelToDelete(_ content: Fields) -> Int64 {
    max(
      content.number("redact") ?? 50,
      content.fields("events").number("m.room.redaction")
        ?? content.number("events_default") ?? 0)
  }
}
