// Fields are called as the protocol calls them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import LugeWords

extension MatrixClient {
  private static let v3 = ["_matrix", "client", "v3"]
  private func rooms(_ room: String, _ rest: String...) -> [String] {
    Self.v3 + ["rooms", room] + rest
  }

  // MARK: Events

  /// Filter of `/sync`: members are sent with their first message, and rooms that the user has left
  /// are omitted.
  private static let filter =
    #"{"room":{"state":{"lazy_load_members":true},"timeline":{"limit":20,"unread_thread_notifications":true}},"presence":{"types":[]}}"#

  func sync(since token: String?, wait seconds: Double) async throws(MatrixError) -> SyncAnswer {
    var query: Query = [("filter", Self.filter), ("timeout", "\(Int(seconds * 1000))")]
    if let token { query.append(("since", token)) }
    // The first response for a large account may take minutes.
    return try await get(Self.v3 + ["sync"], query, seconds: seconds + (token == nil ? 300 : 60))
  }

  /// Filter of a first `/sync` that returns only states which decide where the user may write, and
  /// the rules for what notifies.
  private static let standingFilter =
    #"{"room":{"state":{"types":["m.room.create","m.room.power_levels","m.room.tombstone"]},"timeline":{"types":[]},"ephemeral":{"types":[]},"account_data":{"types":[]}},"account_data":{"types":["m.push_rules"]},"presence":{"types":[]}}"#

  func standing() async throws(MatrixError) -> SyncAnswer {
    try await get(
      Self.v3 + ["sync"], [("filter", Self.standingFilter), ("timeout", "0")], seconds: 300)
  }

  func messages(
    in room: String, from token: String, to end: String?, isBackwards: Bool, limit: Int
  ) async throws(MatrixError) -> MessagesAnswer {
    var query: Query = [
      ("from", token), ("dir", isBackwards ? "b" : "f"), ("limit", "\(limit)"),
      ("filter", #"{"lazy_load_members":true}"#),
    ]
    if let end { query.append(("to", end)) }
    return try await get(rooms(room, "messages"), query)
  }

  func context(
    of event: String, in room: String, limit: Int
  ) async throws(MatrixError) -> ContextAnswer {
    try await get(
      rooms(room, "context", event),
      [("limit", "\(limit)"), ("filter", #"{"lazy_load_members":true}"#)])
  }

  private struct EventAnswer: Decodable {
    var event_id: String

    /// Returns the id; throws if it begins with "~", as local ids of unsent messages do.
    func id() throws(MatrixError) -> String {
      guard !event_id.isEmpty, !event_id.hasPrefix("~") else {
        throw .unreadable(localized("it names no event"))
      }
      return event_id
    }
  }
  private struct RoomAnswer: Decodable {
    var room_id: String

    func id() throws(MatrixError) -> String {
      guard !room_id.isEmpty else { throw .unreadable(localized("it names no room")) }
      return room_id
    }
  }

  /// Returns the event nearest to a time, before or after it.
  func event(
    near milliseconds: Int64, isBackwards: Bool, in room: String
  ) async throws(MatrixError) -> String {
    let answer: EventAnswer = try await get(
      ["_matrix", "client", "v1", "rooms", room, "timestamp_to_event"],
      [("ts", "\(milliseconds)"), ("dir", isBackwards ? "b" : "f")])
    return try answer.id()
  }

  /// Returns the events with one kind of relation to an event, the newest first.
  func relations(
    of event: String, as kind: String, in room: String, from token: String?, limit: Int
  ) async throws(MatrixError) -> MessagesAnswer {
    var query: Query = [("limit", "\(limit)")]
    if let token { query.append(("from", token)) }
    return try await get(
      ["_matrix", "client", "v1", "rooms", room, "relations", event, kind], query)
  }

  // MARK: Searching

  private struct Search: Encodable {
    struct Categories: Encodable { var room_events: Events }
    struct Events: Encodable {
      struct Filter: Encodable { var limit: Int }
      var search_term: String
      var keys = ["content.body"]
      var order_by = "recent"
      var filter: Filter
    }
    var search_categories: Categories
  }

  func search(_ words: String, limit: Int) async throws(MatrixError) -> SearchAnswer {
    try await post(
      Self.v3 + ["search"],
      Search(
        search_categories: .init(
          room_events: .init(search_term: words, filter: .init(limit: limit)))))
  }

  // MARK: Messages

  private struct Encryption: Decodable { var algorithm: String? }

  /// Whether the room is encrypted now: the state of the last sync may be outdated.
  func isEncrypted(_ room: String) async throws(MatrixError) -> Bool {
    do {
      let _: Encryption = try await get(rooms(room, "state", "m.room.encryption"))
      return true
    } catch {
      if case .refused(404, _, _) = error { return false }
      // If the response is invalid, assume encryption, so that nothing is sent.
      if case .unreadable = error { return true }
      throw error
    }
  }

  func send(
    _ type: String, _ content: some Encodable, to room: String, transaction: String
  ) async throws(MatrixError) -> String {
    let answer: EventAnswer = try await put(rooms(room, "send", type, transaction), content)
    return try answer.id()
  }

  private struct Reason: Encodable { var reason: String? }

  func redact(
    _ event: String, in room: String, reason: String?, transaction: String
  ) async throws(MatrixError) -> String {
    let answer: EventAnswer = try await put(
      rooms(room, "redact", event, transaction), Reason(reason: reason))
    return try answer.id()
  }

  private struct Markers: Encodable {
    var read: String?
    var fullyRead: String
    enum CodingKeys: String, CodingKey {
      case read = "m.read"
      case fullyRead = "m.fully_read"
    }
  }

  /// Marks a room with all its threads as read up to an event.
  func markRead(_ event: String, in room: String) async throws(MatrixError) {
    let _: Anything = try await post(
      rooms(room, "read_markers"), Markers(read: event, fullyRead: event))
  }

  /// Puts the user's own mark at an event, of which others are not told.
  func markFullyRead(_ event: String, in room: String) async throws(MatrixError) {
    let _: Anything = try await post(rooms(room, "read_markers"), Markers(fullyRead: event))
  }

  private struct Receipt: Encodable { var thread_id: String }

  /// Tells others that a thread was read up to an event, or the room without its threads.
  ///
  /// - Parameter thread: the thread's first event, or "main" for the room.
  func sendReceipt(
    _ event: String, ofThread thread: String, in room: String
  ) async throws(MatrixError) {
    let _: Anything = try await post(
      rooms(room, "receipt", "m.read", event), Receipt(thread_id: thread))
  }

  private struct Typing: Encodable {
    var typing: Bool
    var timeout: Int?
  }

  func setTyping(_ isTyping: Bool, user: String, in room: String) async throws(MatrixError) {
    let _: Anything = try await put(
      rooms(room, "typing", user), Typing(typing: isTyping, timeout: isTyping ? 20_000 : nil))
  }

  private struct MarkedUnread: Encodable { var unread: Bool }

  func setMarkedUnread(
    _ isUnread: Bool, user: String, in room: String
  ) async throws(MatrixError) {
    let _: Anything = try await put(
      Self.v3 + ["user", user, "rooms", room, "account_data", "m.marked_unread"],
      MarkedUnread(unread: isUnread))
  }

  // MARK: Rooms

  private struct NewRoom: Encodable {
    var preset: String
    var name: String?
    var invite: [String]
    var is_direct: Bool
  }

  /// - Returns: the room's id.
  public func createRoom(
    name: String?, inviting users: [String] = [], isDirect: Bool = false
  ) async throws(MatrixError) -> String {
    let answer: RoomAnswer = try await post(
      Self.v3 + ["createRoom"],
      NewRoom(
        preset: isDirect ? "trusted_private_chat" : "private_chat", name: name, invite: users,
        is_direct: isDirect))
    return try answer.id()
  }

  /// Stores in the account's data that a room is a conversation with one person.
  func noteDirect(
    _ room: String, with person: String, of user: String
  ) async throws(MatrixError) {
    let path = Self.v3 + ["user", user, "account_data", "m.direct"]
    var rooms: [String: [String]]
    do {
      rooms = try await get(path)
    } catch {
      guard case .refused(404, _, _) = error else { throw error }
      rooms = [:]
    }
    guard rooms[person]?.contains(room) != true else { return }
    rooms[person, default: []].append(room)
    let _: Anything = try await put(path, rooms)
  }

  /// Facts about a room for users who have not joined it.
  struct Summary: Decodable {
    var topic: String?
    var members: Int64?

    init(from decoder: any Decoder) throws {
      let fields = Fields(decoder)
      topic = fields["topic"]
      members = fields.number("num_joined_members")
    }
  }

  func summary(of room: String, via servers: [String]) async throws(MatrixError) -> Summary {
    try await get(
      ["_matrix", "client", "v1", "room_summary", room], servers.map { ("via", $0) }, seconds: 15)
  }

  func state(of room: String) async throws(MatrixError) -> RoomStateAnswer {
    try await get(rooms(room, "state"))
  }

  private struct ProfilePicture: Decodable {
    var address: String?
    init(from decoder: any Decoder) throws { address = Fields(decoder)["avatar_url"] }
  }

  /// Returns the address of a person's picture; nil for none.
  func picture(of person: String) async throws(MatrixError) -> String? {
    let answer: ProfilePicture = try await get(
      Self.v3 + ["profile", person, "avatar_url"], seconds: 15)
    return answer.address
  }

  /// Requests a person's profile, for a check of whether there is one.
  func checkProfile(of person: String) async throws(MatrixError) {
    let _: Anything = try await get(Self.v3 + ["profile", person], seconds: 15)
  }

  /// - Parameters:
  ///   - room: id of the room, or an alias.
  ///   - servers: servers that know the room, if the user's own may not.
  public func join(
    _ room: String, via servers: [String] = []
  ) async throws(MatrixError) -> String {
    // Servers of before version 1.12 of the protocol know the other name.
    let query = servers.flatMap { server -> Query in [("via", server), ("server_name", server)] }
    let answer: RoomAnswer = try await post(
      Self.v3 + ["join", room], Nothing(), query: query)
    return try answer.id()
  }

  public func leave(_ room: String) async throws(MatrixError) {
    let _: Anything = try await post(rooms(room, "leave"), Nothing())
  }

  private struct Named: Encodable { var user_id: String }

  public func invite(_ user: String, to room: String) async throws(MatrixError) {
    let _: Anything = try await post(rooms(room, "invite"), Named(user_id: user))
  }

  func remove(_ person: String, from room: String) async throws(MatrixError) {
    let _: Anything = try await post(rooms(room, "kick"), Named(user_id: person))
  }
}
