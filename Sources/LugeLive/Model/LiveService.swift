public import LugeArchive
import LugeCore
import LugeWords

/// A protocol of conversations, as ``LiveAccount`` needs it. All calls may be made at the same
/// time.
public protocol LiveService: Sendable {
  /// Who the account is, as ``RoomEvent/sender`` names people.
  var user: String { get }

  /// Returns the events since a token; waits a while if there are none.
  ///
  /// - Parameter token: of the answer before; nil for the first time.
  func sync(since token: String?, wait seconds: Double) async throws(LiveFailure) -> LiveBatch

  /// Events of a room before or after a place that the server named.
  func events(
    in room: String, from token: String, to end: String?, _ direction: LiveDirection, limit: Int
  ) async throws(LiveFailure) -> LivePage

  /// An event with those right around it; nil where there is no such event, or it may not be seen.
  func surroundings(
    of event: String, in room: String, limit: Int
  ) async throws(LiveFailure) -> LiveSurroundings?

  /// What was said in a thread, the newest first; the event that it begins with is not among it.
  ///
  /// - Parameter token: of the page before; nil for the first one.
  func thread(
    of event: String, in room: String, from token: String?, limit: Int
  ) async throws(LiveFailure) -> LivePage

  /// The first event at or after a time, in milliseconds since 1970; nil where there is none.
  func event(at time: Int64, in room: String) async throws(LiveFailure) -> String?

  /// Sends what was written; a second time under the same transaction changes nothing.
  ///
  /// - Returns: the event's name.
  func send(
    _ message: LiveOutgoing, to room: String, transaction: String
  ) async throws(LiveFailure) -> String

  /// A file's bytes, by the address that a message has of it.
  func media(_ address: String, limit: Int) async throws(LiveFailure) -> [UInt8]
  /// Hands a file to the server.
  ///
  /// - Parameter onSent: bytes that were sent and all there are; from any thread.
  /// - Returns: its address.
  func upload(
    _ bytes: [UInt8], type: String, name: String?,
    onSent: @escaping @Sendable (Int64, Int64) -> Void
  ) async throws(LiveFailure) -> String

  /// Says that all up to an event was read.
  func markRead(_ event: String, in room: String) async throws(LiveFailure)
  func setTyping(_ isTyping: Bool, in room: String) async throws(LiveFailure)
  /// Tells the user's other devices that a room counts as unread, or does no more.
  func setMarkedUnread(_ isUnread: Bool, in room: String) async throws(LiveFailure)

  /// What a server tells of a room before one is in it; nil where it tells nothing.
  ///
  /// - Parameter servers: that may know the room where the user's own does not.
  func preview(of room: String, via servers: [String]) async -> LiveRoomPreview?
  /// Goes into a room, by its name or its address; also accepts an invitation.
  ///
  /// - Returns: the room's name.
  func join(_ room: String) async throws(LiveFailure) -> String
  /// Also declines an invitation.
  func leave(_ room: String) async throws(LiveFailure)
  /// - Returns: the new room's name.
  func create(_ room: NewLiveRoom) async throws(LiveFailure) -> String
  func invite(_ user: String, to room: String) async throws(LiveFailure)

  /// Messages in all rooms of the user's that contain some words, the newest first.
  func search(_ words: String, limit: Int) async throws(LiveFailure) -> [LiveFound]
}

/// A message that a server has found.
public struct LiveFound: Sendable, Hashable {
  /// As the protocol names them.
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

/// Description of a room for somebody who may come in.
public struct LiveRoomPreview: Sendable, Hashable {
  public var topic: String?
  /// How many people are in it.
  public var members: Int?

  public init(topic: String? = nil, members: Int? = nil) {
    self.topic = topic
    self.members = members
  }
}

/// Who put the user out of a room.
public struct LiveRemoval: Sendable, Hashable, Codable {
  /// As the protocol names people.
  public var by: String
  /// What they are called, where that is known.
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

/// Who invites the user into a room, and what they are told of it before they are in it.
public struct LiveInvitation: Sendable, Hashable, Codable {
  /// As the protocol names people.
  public var inviter: String
  /// What the inviter is called, where that was told.
  public var inviterName: String?
  /// The address of the inviter's picture.
  public var inviterPicture: String?
  /// Nil for a room without a name of its own.
  public var roomName: String?
  public var topic: String?

  public init(inviter: String) { self.inviter = inviter }

  /// The inviter's name, or identifier.
  public var shownInviter: String { inviterName ?? inviter }
}

/// A room that is to be made.
public struct NewLiveRoom: Sendable, Hashable {
  /// Nil for a conversation that is called after the people in it.
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
  /// For protocols that tell nothing of rooms before one is in them.
  public func preview(of room: String, via servers: [String]) async -> LiveRoomPreview? { nil }

  /// For protocols whose servers search nothing.
  public func search(_ words: String, limit: Int) async throws(LiveFailure) -> [LiveFound] { [] }

  /// For protocols without threads.
  public func thread(
    of event: String, in room: String, from token: String?, limit: Int
  ) async throws(LiveFailure) -> LivePage { LivePage([], next: nil) }
}

public enum LiveDirection: Sendable, Hashable { case older, newer }

/// Content to be sent.
public enum LiveOutgoing: Sendable, Hashable, Codable {
  case message(MessageContent)
  case edit(of: String, MessageContent)
  case reaction(to: String, emoji: String)
  case redaction(of: String, reason: String?)
}

extension LiveOutgoing {
  /// A file of this computer that goes along, and has to be handed to the server first.
  var file: MediaRecord? {
    guard case .message(let content) = self, let media = content.media,
      media.path.map(PathNames.isAbsolute) == true
    else { return nil }
    return media
  }
}

/// One answer of a server that tells what happened.
public struct LiveBatch: Sendable {
  /// Token from which the next sync continues.
  public var token: String
  public var rooms: [LiveRoomUpdate]
  /// Events that could not be read.
  public var unreadable = 0
  /// Nil when they did not change.
  public var notifications: NotificationRules?

  public init(token: String, rooms: [LiveRoomUpdate] = [], unreadable: Int = 0) {
    self.token = token
    self.rooms = rooms
    self.unreadable = unreadable
  }
}

/// Changes of one room; fields that are nil or empty did not change.
public struct LiveRoomUpdate: Sendable {
  public enum Membership: String, Sendable, Codable { case joined, invited, left }

  public var room: String
  public var membership = Membership.joined
  public var name: String?
  /// Name of a room that has none of its own.
  public var fallbackName: String?
  /// People after whom a room is called that has no name at all, by their identifiers.
  public var namedAfter: [String] = []
  /// Says something about a room that is known, and nothing about one that is not.
  public var isOnlyAddition = false
  public var isDirect: Bool?
  /// Who invites, where ``membership`` is ``Membership/invited``.
  public var invitation: LiveInvitation?
  public var isEncrypted = false
  /// Who put the user out, where ``membership`` is ``Membership/left``.
  public var removal: LiveRemoval?
  /// The room in which this one goes on; nil when that did not change.
  public var successor: String?
  /// Whether the user may write there; nil when that did not change.
  public var mayWrite: Bool?
  /// Whether the user has made it, as far as it is told.
  public var isOwn = false
  /// In the order of the server.
  public var events: [RoomEvent] = []
  /// Pagination token for events before ``events``.
  public var before: String?
  /// Whether events are missing between those that came last and ``events``.
  public var hasGap = false
  /// Whether the room begins with ``events``.
  public var isBeginning = false
  public var members: [LiveMember] = []
  /// How many people are in it.
  public var people: Int?
  public var unread: Int?
  public var mentions: Int?
  /// The last events that people have read.
  public var receipts: [LiveReceipt] = []
  /// Who is writing; nil when that did not change.
  public var typing: [String]?
  /// The last event that was read, here or on another device.
  public var readMarker: String?
  /// Whether the user has marked the room as unread; nil when that did not change.
  public var isMarkedUnread: Bool?

  public init(_ room: String) { self.room = room }
}

public struct LiveReceipt: Sendable, Hashable {
  public var user: String
  public var event: String
  /// Milliseconds since 1970.
  public var time: Int64

  public init(user: String, event: String, time: Int64) {
    self.user = user
    self.event = event
    self.time = time
  }
}

/// Events in a row, in the direction that was asked for.
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

/// Events in a row, the oldest first, from the middle of a room.
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

/// Why a server did not do what it was asked to.
public enum LiveFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// It cannot be reached, or did not answer to the end: worth another attempt.
  case unreachable(String)
  /// It wants to be asked again later, in so many seconds.
  case busy(seconds: Double?)
  /// It says no, and will the next time.
  case refused(String)
  /// The account has to be added again.
  case signedOut(String)
  /// The server's response makes no sense.
  case unreadable(String)
  case cancelled

  /// Whether the same request may succeed later.
  public var isPassing: Bool {
    switch self {
    case .unreachable, .busy, .unreadable: true
    case .refused, .signedOut, .cancelled: false
    }
  }

  public var description: String {
    switch self {
    case .unreachable(let reason): reason
    case .busy(nil): localized("the server is busy")
    case .busy(.some(let seconds)):
      localized(
        "the server wants to be asked again in {count} s",
        ["count": "\(Int(clamping: seconds.clamped(to: 0...86_400).rounded(.up)))"])
    case .refused(let reason): reason
    case .signedOut(let reason): localized("signed out: {reason}", ["reason": reason])
    case .unreadable(let reason):
      localized("the server's answer makes no sense: {reason}", ["reason": reason])
    case .cancelled: localized("cancelled", context: "a request")
    }
  }
}
