import LugeLive

/// The account's rules for what notifies, as far as they are about rooms: others, such as those for
/// words, are the server's to apply, which counts what it finds.
struct PushRules: Decodable, Sendable {
  struct Rule: Decodable, Sendable {
    var id: String
    var isEnabled: Bool
    var notifies: Bool
    /// The only condition is that it is this room.
    var room: String?

    init(from decoder: any Decoder) throws {
      let fields = Fields(decoder)
      id = fields["rule_id"] ?? ""
      isEnabled = fields["enabled"] ?? true
      // What else stands there, such as a sound, is an object.
      let actions: Lenient<String> = fields["actions"] ?? .init()
      notifies = actions.elements.contains("notify")
      let conditions: Lenient<Condition> = fields["conditions"] ?? .init()
      if conditions.elements.count == 1, conditions.leftOut == 0 {
        room = conditions.elements.first?.room
      }
    }
  }

  struct Condition: Decodable, Sendable {
    var room: String?

    init(from decoder: any Decoder) throws {
      let fields = Fields(decoder)
      let (kind, key): (String?, String?) = (fields["kind"], fields["key"])
      if kind == "event_match", key == "room_id" { room = fields["pattern"] }
    }
  }

  var override = Lenient<Rule>()
  var rooms = Lenient<Rule>()
  var underride = Lenient<Rule>()

  init(from decoder: any Decoder) throws {
    let fields = Fields(decoder)
    override = fields["override"] ?? .init()
    rooms = fields["room"] ?? .init()
    underride = fields["underride"] ?? .init()
  }

  /// Who mutes a room has a rule before all others for it, or one in which only what names them is
  /// left.
  var wishes: NotificationRules {
    var wishes = NotificationRules()
    for rule in rooms.elements where rule.isEnabled {
      wishes.rooms[rule.id] = rule.notifies ? .all : .mentions
    }
    // The first one counts.
    for rule in override.elements.reversed() where rule.isEnabled {
      if rule.id == ".m.rule.master" { wishes.isSilent = !rule.notifies }
      if let room = rule.room { wishes.rooms[room] = rule.notifies ? .all : .nothing }
    }
    for rule in underride.elements where !rule.isEnabled || !rule.notifies {
      if rule.id == ".m.rule.message" { wishes.groups = .mentions }
      if rule.id == ".m.rule.room_one_to_one" { wishes.direct = .mentions }
    }
    return wishes
  }
}
