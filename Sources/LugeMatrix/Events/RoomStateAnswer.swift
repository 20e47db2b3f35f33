/// Response of `/state`: all states of a room.
struct RoomStateAnswer: Decodable, Sendable {
  /// Levels of rights, of which the protocol defines those that are missing.
  struct Powers: Decodable, Sendable {
    var people: [String: Int64] = [:]
    var others: Int64 = 0
    var write: Int64 = 0
    var invite: Int64 = 0
    var remove: Int64 = 50
    var delete: Int64 = 50

    /// Levels of a room without an event about them.
    init(creator: String) { people[creator] = 100 }

    init(from decoder: any Decoder) throws {
      let fields = Fields(decoder)
      guard fields["type"] == "m.room.power_levels", fields["state_key"] == "" else {
        throw Unreadable()
      }
      let content = fields.fields("content")
      let users = content.fields("users")
      for name in users.names { people[name] = users.number(name) }
      others = content.number("users_default") ?? 0
      write =
        content.fields("events").number("m.room.message") ?? content.number("events_default") ?? 0
      invite = content.number("invite") ?? 0
      remove = content.number("kick") ?? 50
      delete = RoomNotice.levelToDelete(content)
    }
  }

  /// People who made the room, if they may do everything, whatever the levels are.
  struct Creation: Decodable, Sendable {
    var creator: String
    var creators: [String]

    /// First version of rooms whose creators are above all levels.
    private static let firstOfCreators = 12

    init(from decoder: any Decoder) throws {
      let fields = Fields(decoder)
      guard fields["type"] == "m.room.create", fields["state_key"] == "" else {
        throw Unreadable()
      }
      creator = fields["sender"] ?? ""
      let content = fields.fields("content")
      let version: String? = content["room_version"]
      let isAbove = version.flatMap { Int($0) }.map { $0 >= Self.firstOfCreators } ?? false
      creators = isAbove ? [creator] + (content["additional_creators"] ?? []) : []
    }
  }

  struct Unreadable: Error {}

  var events: Lenient<MatrixEvent>
  var powers: Powers
  var creators: Set<String>

  init(from decoder: any Decoder) throws {
    events = try Lenient(from: decoder)
    let creation = try Lenient<Creation>(from: decoder).elements.last
    creators = Set(creation?.creators ?? [])
    powers =
      try Lenient<Powers>(from: decoder).elements.last
      ?? Powers(creator: creation?.creator ?? "")
  }
}
