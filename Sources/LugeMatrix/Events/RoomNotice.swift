/// A state of a room that decides whether its user may write there. Read beside ``MatrixEvent``, of
/// few events and of fields that no others have.
struct RoomNotice: Decodable, Sendable {
  enum Kind: Sendable {
    /// Somebody's membership.
    case member(person: String, membership: String, reason: String?)
    /// The room goes on in another one.
    case successor(room: String)
    /// What people may do: the levels of those who have one of their own, and that which is needed
    /// to write.
    case powers(people: [String: Int64], others: Int64, needed: Int64)
    case creator
  }

  var sender: String
  var kind: Kind

  struct Unreadable: Error {}

  init(from decoder: any Decoder) throws {
    let fields = Fields(decoder)
    guard let type: String = fields["type"], type.hasPrefix("m.room."),
      let key: String = fields["state_key"]
    else { throw Unreadable() }
    sender = fields["sender"] ?? ""
    let content = fields.fields("content")
    switch type {
    case "m.room.member":
      guard let membership: String = content["membership"] else { throw Unreadable() }
      kind = .member(person: key, membership: membership, reason: content["reason"])
    case "m.room.tombstone" where key.isEmpty:
      guard let room: String = content["replacement_room"], room.hasPrefix("!"),
        (2...255).contains(room.utf8.count)
      else { throw Unreadable() }
      kind = .successor(room: room)
    case "m.room.power_levels" where key.isEmpty:
      let people = content.fields("users")
      var levels: [String: Int64] = [:]
      for name in people.names { levels[name] = people.number(name) }
      kind = .powers(
        people: levels, others: content.number("users_default") ?? 0,
        needed: content.fields("events").number("m.room.message")
          ?? content.number("events_default") ?? 0)
    case "m.room.create" where key.isEmpty: kind = .creator
    default: throw Unreadable()
    }
  }
}
