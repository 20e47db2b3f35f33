public import LugeArchive
import LugeCore
import LugeWords

/// A chat protocol, as ``LiveAccount`` uses it. All calls may be made concurrently.
public protocol LiveService: Sendable {
  /// The account's user id, in the form of ``RoomEvent/sender``.
  var user: String { get }

  /// Returns the events since a token; waits a while if there are none.
  ///
  /// - Parameter token: token of the previous response; nil for the first one.
  func sync(since token: String?, wait seconds: Double) async throws(LiveFailure) -> LiveBatch

  /// Returns events of a room before or after a token of the server.
  func events(
    in room: String, from token: String, to end: String?, _ direction: LiveDirection, limit: Int
  ) async throws(LiveFailure) -> LivePage

  /// Returns an event with those around it; nil if it does not exist, or may not be seen.
  func surroundings(
    of event: String, in room: String, limit: Int
  ) async throws(LiveFailure) -> LiveSurroundings?

  /// Returns events of a thread, the newest first, without its first event.
  ///
  /// - Parameter token: token of the previous page; nil for the first one.
  func thread(
    of event: String, in room: String, from token: String?, limit: Int
  ) async throws(LiveFailure) -> LivePage

  /// Returns the events that refer to one without being replies: votes in a poll, and its end.
  ///
  /// - Parameter token: token of the previous page; nil for the first one.
  func references(
    to event: String, in room: String, from token: String?, limit: Int
  ) async throws(LiveFailure) -> LivePage

  /// Returns the first event at or after a time, in milliseconds since 1970; nil if there is none.
  func event(at time: Int64, in room: String) async throws(LiveFailure) -> String?

  /// Sends a message; repeating it with the same transaction has no effect.
  ///
  /// - Returns: the event's id.
  func send(
    _ message: LiveOutgoing, to room: String, transaction: String
  ) async throws(LiveFailure) -> String

  /// Whether a room is encrypted now: files are asked about before they are uploaded, as messages
  /// are by ``send(_:to:transaction:)``.
  func isEncrypted(_ room: String) async throws(LiveFailure) -> Bool

  /// Returns a file's bytes by its address in a message.
  func media(_ address: String, limit: Int) async throws(LiveFailure) -> [UInt8]
  /// Returns a picture's bytes, at about the given side in pixels if the server can scale it.
  func thumbnail(
    _ address: String, side: Int, limit: Int
  ) async throws(LiveFailure) -> [UInt8]
  /// Returns the address of the picture that a person shows everywhere; empty for none, nil if the
  /// protocol has no such pictures.
  func picture(of person: String) async throws(LiveFailure) -> String?
  /// Returns false if the server says that there is no such person. True where it does not tell, or
  /// cannot be asked.
  func mayExist(_ person: String) async -> Bool
  /// Uploads a file.
  ///
  /// - Parameter onSent: called on any thread with the number of bytes sent, and their total.
  /// - Returns: its address.
  func upload(
    _ bytes: [UInt8], type: String, name: String?,
    onSent: @escaping @Sendable (Int64, Int64) -> Void
  ) async throws(LiveFailure) -> String

  /// Marks everything up to an event as read, or one part of the room.
  func markRead(
    _ event: String, in room: String, _ reach: LiveReceipt.Reach
  ) async throws(LiveFailure)
  func setTyping(_ isTyping: Bool, in room: String) async throws(LiveFailure)
  /// Marks a room as unread on the user's other devices, or removes the mark.
  func setMarkedUnread(_ isUnread: Bool, in room: String) async throws(LiveFailure)

  /// Returns a server's description of a room before the user joins it; nil if it has none.
  ///
  /// - Parameter servers: servers that may know the room if the user's own does not.
  func preview(of room: String, via servers: [String]) async -> LiveRoomPreview?
  /// Joins a room by its id or its address; also accepts an invitation.
  ///
  /// - Returns: the room's id.
  func join(_ room: String) async throws(LiveFailure) -> String
  /// Joins a room that the user's own server may not know, through servers that do.
  func join(_ room: String, via servers: [String]) async throws(LiveFailure) -> String
  /// Stores, for all of the user's devices, that a room is a conversation with one person.
  func noteDirect(_ room: String, with person: String) async throws(LiveFailure)
  /// Leaves a room; also declines an invitation.
  func leave(_ room: String) async throws(LiveFailure)
  /// - Returns: the new room's id.
  func create(_ room: NewLiveRoom) async throws(LiveFailure) -> String
  func invite(_ user: String, to room: String) async throws(LiveFailure)
  /// Puts somebody out of a room.
  func remove(_ person: String, from room: String) async throws(LiveFailure)
  /// Returns a room's topic and its people; nil if the protocol does not tell.
  func details(of room: String) async throws(LiveFailure) -> LiveRoomDetails?

  /// Returns what ``sync(since:wait:)`` tells only when it changes: which messages notify, where
  /// the user may write, and which rooms follow. For archives of versions that did not read it.
  ///
  /// - Returns: nil for a protocol that always tells it.
  func standing() async throws(LiveFailure) -> LiveBatch?

  /// Messages in all rooms of the user's that contain some words, the newest first.
  func search(_ words: String, limit: Int) async throws(LiveFailure) -> [LiveFound]
}

/// A message that a server has found.
public struct LiveFound: Sendable, Hashable {
  /// Identifiers of the protocol.
  public var room: String
  public var event: String
  public var sender: String
  /// Milliseconds since 1970.
  public var time: Int64
  public var text: String

  public init(room: String, event: String, sender: String, time: Int64, text: String) {
    self.room = room
    self.event = event
    self.sender = sender
    self.time = time
    self.text = text
  }
}

/// Description of a room for a user who may join it.
public struct LiveRoomPreview: Sendable, Hashable {
  public var topic: String?
  /// Number of people in it.
  public var members: Int?

  public init(topic: String? = nil, members: Int? = nil) {
    self.topic = topic
    self.members = members
  }
}

/// The person who removed the user from a room, and the reason.
public struct LiveRemoval: Sendable, Hashable, Codable {
  /// The person's identifier in the protocol.
  public var by: String
  /// The person's name; nil if it is not known.
  public var name: String?
  public var reason: String?
  /// Whether the user cannot come back.
  public var isBan: Bool

  public init(by person: String, reason: String? = nil, isBan: Bool = false) {
    by = person
    self.reason = reason
    self.isBan = isBan
  }
}

/// Invitation to a room: the inviter, and facts about the room that are known before joining.
public struct LiveInvitation: Sendable, Hashable, Codable {
  /// The inviter's id in the protocol.
  public var inviter: String
  /// The inviter's name; nil if unknown.
  public var inviterName: String?
  /// The address of the inviter's picture.
  public var inviterPicture: String?
  /// The room's name; nil if it has none.
  public var roomName: String?
  public var topic: String?
  /// Whether it is to a conversation with the inviter alone; nil if that is not said.
  public var isDirect: Bool?

  public init(inviter: String) { self.inviter = inviter }

  /// The inviter's name, or id.
  public var shownInviter: String { inviterName ?? inviter }
}

/// A room to create.
public struct NewLiveRoom: Sendable, Hashable {
  /// Name; nil for a conversation that is named after its people.
  public var name: String?
  public var people: [String]
  /// Whether it is a conversation with one other person.
  public var isDirect: Bool

  public init(name: String?, people: [String], isDirect: Bool) {
    self.name = name
    self.people = people
    self.isDirect = isDirect
  }
}

extension LiveService {
  /// Returns nil, for protocols without descriptions of rooms that were not joined.
  public func preview(of room: String, via servers: [String]) async -> LiveRoomPreview? { nil }

  /// Returns the whole file, for protocols whose servers scale nothing.
  public func thumbnail(
    _ address: String, side: Int, limit: Int
  ) async throws(LiveFailure) -> [UInt8] { try await media(address, limit: limit) }

  /// Returns nil, for protocols without such pictures.
  public func picture(of person: String) async throws(LiveFailure) -> String? { nil }

  /// Returns true, for protocols whose servers do not tell.
  public func mayExist(_ person: String) async -> Bool { true }

  /// Does nothing, for protocols that know by themselves which rooms are such conversations.
  public func noteDirect(_ room: String, with person: String) async throws(LiveFailure) {}

  /// Returns nil, for protocols that do not tell.
  public func details(of room: String) async throws(LiveFailure) -> LiveRoomDetails? { nil }

  /// Joins the room without the other servers, for protocols whose servers know all rooms.
  public func join(
    _ room: String, via servers: [String]
  ) async throws(LiveFailure) -> String { try await join(room) }

  /// Returns false, for protocols without encrypted rooms.
  public func isEncrypted(_ room: String) async throws(LiveFailure) -> Bool { false }

  public func standing() async throws(LiveFailure) -> LiveBatch? { nil }

  /// For protocols whose servers search nothing.
  public func search(_ words: String, limit: Int) async throws(LiveFailure) -> [LiveFound] { [] }

  /// Returns an empty page, for protocols without polls.
  public func references(
    to event: String, in room: String, from token: String?, limit: Int
  ) async throws(LiveFailure) -> LivePage { LivePage([], next: nil) }

  /// Returns an empty page, for protocols without threads.
  public func thread(
    of event: String, in room: String, from token: String?, limit: Int
  ) async throws(LiveFailure) -> LivePage { LivePage([], next: nil) }
}

public enum LiveDirection: Sendable, Hashable { case older, newer }

/// Content to send.
public enum LiveOutgoing: Sendable, Hashable, Codable {
  case message(MessageContent)
  case edit(of: String, MessageContent)
  case reaction(to: String, emoji: String)
  case redaction(of: String, reason: String?)
  /// The user's answers in a poll; none takes the vote back.
  case vote(in: String, answers: [String], isPreliminary: Bool)
}

extension LiveOutgoing {
  /// A local file in it, which has to be uploaded first.
  var file: MediaRecord? {
    guard case .message(let content) = self, let media = content.media,
      media.path.map(PathNames.isAbsolute) == true
    else { return nil }
    return media
  }
}

/// An edit that the server has refused. Its words are kept until the user has them again.
public struct LiveRefusedEdit: Sendable, Hashable, Identifiable {
  /// Its number in the queue.
  public var id: Int64
  /// The message; nil if it is not known any more.
  public var message: ItemID?
  /// What the message was to say.
  public var content: MessageContent
}

/// One sync response of a server.
public struct LiveBatch: Sendable {
  /// Token from which the next sync continues.
  public var token: String
  public var rooms: [LiveRoomUpdate]
  /// Number of events that could not be read.
  public var unreadable = 0
  /// Nil when they did not change.
  public var notifications: NotificationRules?

  public init(token: String, rooms: [LiveRoomUpdate] = [], unreadable: Int = 0) {
    self.token = token
    self.rooms = rooms
    self.unreadable = unreadable
  }
}

/// Changes of one room; fields that are nil or empty have not changed.
public struct LiveRoomUpdate: Sendable {
  public enum Membership: String, Sendable, Codable { case joined, invited, left }

  public var room: String
  public var membership = Membership.joined
  public var name: String?
  /// Name for a room that has none.
  public var fallbackName: String?
  /// Ids of people after whom a room without any name is named.
  public var namedAfter: [String] = []
  /// Whether it only adds to a room that is known, and is ignored for others.
  public var isOnlyAddition = false
  public var isDirect: Bool?
  /// The invitation, if ``membership`` is ``Membership/invited``.
  public var invitation: LiveInvitation?
  public var isEncrypted = false
  /// Who put the user out, where ``membership`` is ``Membership/left``.
  public var removal: LiveRemoval?
  /// The room in which this one goes on; nil when that did not change.
  public var successor: String?
  /// A server that knows the successor.
  public var successorServer: String?
  /// Whether the user may write there; nil when that did not change.
  public var mayWrite: Bool?
  /// Whether the user may delete messages of others; nil when that did not change.
  public var mayDelete: Bool?
  /// Who else may delete messages of others, and so close their polls; nil when that did not
  /// change.
  public var moderators: LiveModerators?
  /// Whether the user is one of those who made it and may do everything there, as far as it is
  /// told.
  public var isOwn = false
  /// Events in the order of the server.
  public var events: [RoomEvent] = []
  /// Pagination token for events before ``events``.
  public var before: String?
  /// Whether events are missing between the last known ones and ``events``.
  public var hasGap = false
  /// Whether the room begins with ``events``.
  public var isBeginning = false
  public var members: [LiveMember] = []
  /// Address of the room's picture; empty if it has none any more.
  public var picture: String?
  /// Number of people in it.
  public var people: Int?
  /// Number of unread messages, with those in threads.
  public var unread: Int?
  public var mentions: Int?
  /// Numbers of unread messages in threads by the threads' first events, without those that were
  /// read; nil when that did not change, or if the server does not count them apart.
  public var unreadInThreads: [String: Int]?
  /// The last events that people have read.
  public var receipts: [LiveReceipt] = []
  /// Ids of people who are typing; nil if that did not change.
  public var typing: [String]?
  /// The last event that the user has read, on any device.
  public var readMarker: String?
  /// Whether the user has marked the room as unread; nil if that did not change.
  public var isMarkedUnread: Bool?

  public init(_ room: String) { self.room = room }
}

/// The people who may delete messages of others.
public struct LiveModerators: Sendable, Hashable, Codable {
  /// Whether everybody may, except ``people``; otherwise only these.
  public var isEverybody: Bool
  public var people: Set<String>

  public init(isEverybody: Bool = false, _ people: Set<String> = []) {
    self.isEverybody = isEverybody
    self.people = people
  }

  func contains(_ person: String) -> Bool { people.contains(person) != isEverybody }
}

public struct LiveReceipt: Sendable, Hashable {
  public var user: String
  public var event: String
  /// Milliseconds since 1970.
  public var time: Int64
  public var reach: Reach

  /// The part of a room that a receipt is about.
  public enum Reach: Sendable, Hashable {
    /// The room with all its threads, as programs report it that know no threads.
    case everything
    /// The room without its threads.
    case room
    /// The thread that begins with an event.
    case thread(String)
  }

  public init(user: String, event: String, time: Int64, reach: Reach = .everything) {
    self.user = user
    self.event = event
    self.time = time
    self.reach = reach
  }
}

/// Consecutive events, in the requested direction.
public struct LivePage: Sendable {
  public var events: [RoomEvent]
  public var members: [LiveMember]
  /// Token of the next page; nil at the end.
  public var next: String?

  public init(_ events: [RoomEvent], members: [LiveMember] = [], next: String?) {
    self.events = events
    self.members = members
    self.next = next
  }
}

/// Consecutive events, the oldest first, from the middle of a room.
public struct LiveSurroundings: Sendable {
  public var events: [RoomEvent]
  public var members: [LiveMember]
  /// Pagination token for earlier events; nil at the room's beginning.
  public var before: String?
  /// Pagination token for later events.
  public var after: String?

  public init(
    _ events: [RoomEvent], members: [LiveMember] = [], before: String?, after: String?
  ) {
    self.events = events
    self.members = members
    self.before = before
    self.after = after
  }
}

/// Reason why a server did not fulfil a request.
public enum LiveFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// It cannot be reached, or did not answer completely: worth another attempt.
  case unreachable(String)
  /// It asks for a later attempt, after a number of seconds.
  case busy(seconds: Double?)
  /// It refuses, and will refuse again.
  case refused(String)
  /// The account has to be added again.
  case signedOut(String)
  /// The server's response is invalid.
  case unreadable(String)
  case cancelled

  /// Whether the same request may succeed later.
  public var isPassing: Bool {
    switch self {
    case .unreachable, .busy, .unreadable: true
    case .refused, .signedOut, .cancelled: false
    }
  }

  /// Whether the server has said when it may be asked again.
  var namesTime: Bool {
    if case .busy(.some) = self { true } else { false }
  }

  public var description: String {
    switch self {
    case .unreachable(let reason): reason
    case .busy(nil): localized("the server is busy")
    case .busy(.some(let seconds)):
      localized(
        "the server asks to try again in {count} s",
        ["count": "\(Int(clamping: seconds.clamped(to: 0...86_400).rounded(.up)))"])
    case .refused(let reason): reason
    case .signedOut(let reason): localized("logged out by the server: {reason}", ["reason": reason])
    case .unreadable(let reason):
      localized("the server's answer makes no sense: {reason}", ["reason": reason])
    case .cancelled: localized("cancelled", context: "a request")
    }
  }
}
