import LugeCore
import LugeLive

/// Response of `/sync`.
struct SyncAnswer: Decodable, Sendable {
  var nextBatch: String
  var joined = LenientMap<JoinedRoom>()
  var invited = LenientMap<InvitedRoom>()
  var left = LenientMap<JoinedRoom>()
  var account = Lenient<AccountEvent>()

  struct Unreadable: Error {}

  init(from decoder: any Decoder) throws {
    let fields = Fields(decoder)
    guard let next: String = fields["next_batch"] else { throw Unreadable() }
    nextBatch = next
    let rooms = fields.fields("rooms")
    joined = rooms["join"] ?? .init()
    invited = rooms["invite"] ?? .init()
    left = rooms["leave"] ?? .init()
    account = fields.fields("account_data")["events"] ?? .init()
  }

  struct JoinedRoom: Decodable, Sendable {
    var state = Lenient<MatrixEvent>()
    var timeline = Lenient<MatrixEvent>()
    var before: String?
    var isLimited = false
    var ephemeral = Lenient<EphemeralEvent>()
    var account = Lenient<AccountEvent>()
    var unread: Int?
    var mentions: Int?
    /// Unread messages in threads by the threads' first events, which the other numbers leave out;
    /// nil if the answer counts nothing. Beside the room's own number, servers leave the field out
    /// when no thread has unread messages (Synapse does).
    var threads: [String: (unread: Int, mentions: Int)]?
    var heroes: [String]?
    var people: Int?

    init(from decoder: any Decoder) throws {
      let fields = Fields(decoder)
      state = fields.fields("state")["events"] ?? .init()
      let timeline = fields.fields("timeline")
      self.timeline = timeline["events"] ?? .init()
      before = timeline["prev_batch"]
      isLimited = timeline["limited"] ?? false
      ephemeral = fields.fields("ephemeral")["events"] ?? .init()
      account = fields.fields("account_data")["events"] ?? .init()
      let counts = fields.fields("unread_notifications")
      unread = counts.number("notification_count").map(Self.count)
      mentions = counts.number("highlight_count").map(Self.count)
      if unread != nil || fields.names.contains("unread_thread_notifications") {
        let threads = fields.fields("unread_thread_notifications")
        var counted: [String: (unread: Int, mentions: Int)] = [:]
        for root in threads.names where (1...255).contains(root.utf8.count) {
          let counts = threads.fields(root)
          counted[root] = (
            counts.number("notification_count").map(Self.count) ?? 0,
            counts.number("highlight_count").map(Self.count) ?? 0
          )
        }
        self.threads = counted
      }
      let summary = fields.fields("summary")
      heroes = summary["m.heroes"]
      people = summary.number("m.joined_member_count").map(Self.count)
    }

    private static func count(_ number: Int64) -> Int {
      Int(number.clamped(to: 0...Int64(HeightIndex.longest)))
    }
  }

  struct InvitedRoom: Decodable, Sendable {
    /// State event without an id.
    struct State: Decodable, Sendable {
      var type: String
      var sender: String
      var stateKey: String?
      var content: MatrixContent

      init(from decoder: any Decoder) throws {
        let fields = Fields(decoder)
        type = fields["type"] ?? ""
        sender = fields["sender"] ?? ""
        stateKey = fields["state_key"]
        content = fields["content"] ?? MatrixContent()
      }
    }
    var state = Lenient<State>()

    init(from decoder: any Decoder) throws {
      state = Fields(decoder).fields("invite_state")["events"] ?? .init()
    }
  }

  /// Event about people who are typing, or about read receipts.
  struct EphemeralEvent: Decodable, Sendable {
    var type: String
    var typing: [String]?
    var receipts: [LiveReceipt] = []

    init(from decoder: any Decoder) throws {
      let fields = Fields(decoder)
      type = fields["type"] ?? ""
      let content = fields.fields("content")
      switch type {
      case "m.typing": typing = content["user_ids"]
      case "m.receipt":
        for event in content.names {
          for kind in ["m.read", "m.read.private"] {
            let users = content.fields(event).fields(kind)
            for user in users.names {
              let receipt = users.fields(user)
              receipts.append(
                LiveReceipt(
                  user: user, event: event, time: receipt.number("ts") ?? 0,
                  reach: Self.reach(receipt["thread_id"])))
            }
          }
        }
      default: break
      }
    }

    /// Returns the part of a room that a receipt's thread stands for.
    private static func reach(_ thread: String?) -> LiveReceipt.Reach {
      switch thread {
      case nil: .everything
      case "main": .room
      case .some(let root): .thread(root)
      }
    }
  }

  struct AccountEvent: Decodable, Sendable {
    var type: String
    var readMarker: String?
    var isMarkedUnread: Bool?
    /// Rooms of two people, by the other person.
    var direct: [String: [String]] = [:]
    var rules: PushRules?

    init(from decoder: any Decoder) throws {
      let fields = Fields(decoder)
      type = fields["type"] ?? ""
      let content = fields.fields("content")
      if type == "m.fully_read" { readMarker = content["event_id"] }
      if type == "m.marked_unread" { isMarkedUnread = content["unread"] }
      if type == "m.push_rules" { rules = content["global"] }
      if type == "m.direct" {
        for user in content.names { direct[user] = content[user] }
      }
    }
  }
}

/// Response of `/messages` and `/context`.
struct MessagesAnswer: Decodable, Sendable {
  var events: Lenient<MatrixEvent>
  var state: Lenient<MatrixEvent>
  /// Token of the next page; responses about relations have it under another name.
  var end: String?

  init(from decoder: any Decoder) throws {
    let fields = Fields(decoder)
    events = fields["chunk"] ?? .init()
    state = fields["state"] ?? .init()
    end = fields["end"] ?? fields["next_batch"]
  }
}

struct ContextAnswer: Decodable, Sendable {
  var event: MatrixEvent?
  var before: Lenient<MatrixEvent>
  var after: Lenient<MatrixEvent>
  var state: Lenient<MatrixEvent>
  var start: String?
  var end: String?

  init(from decoder: any Decoder) throws {
    let fields = Fields(decoder)
    event = fields["event"]
    before = fields["events_before"] ?? .init()
    after = fields["events_after"] ?? .init()
    state = fields["state"] ?? .init()
    start = fields["start"]
    end = fields["end"]
  }
}
