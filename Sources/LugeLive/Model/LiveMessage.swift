public import LugeArchive
public import LugeCore
public import LugeEngine

/// A row of a live conversation.
public struct LiveMessage: Sendable {
  public enum State: Sendable, Hashable {
    /// On the server, as everything that others wrote is.
    case sent
    /// On its way, or waiting for those before it.
    case waiting
    /// Will not be sent unless the user wants it again.
    case failed(String)
  }

  public var stored: StoredMessage
  /// The event's name; of what is not sent yet, one of this device's.
  public var event: String
  /// Who wrote it, as the protocol names people.
  public var sender: String
  public var isOwn: Bool
  public var state: State
  /// Place among the room's messages.
  public var place: Int64
  /// Whether messages before it are newer by their senders' clocks: its server could not be
  /// reached.
  public var isLate: Bool
  /// The event that its thread begins with: it stands there, and not among the room's messages. Nil
  /// outside of threads.
  public var thread: String?
  /// Replies of the thread that begins with it; nil for none.
  public var answers: Answers?
  /// Who wrote it first, as the protocol names people; nil for what was not forwarded.
  public var origin: String?

  public struct Answers: Sendable {
    public var count: Int
    public var last: StoredMessage
  }

  /// The same for the life of the archive, from the first key stroke's echo on.
  public var id: ItemID { ItemID(stored.id) }
  public var order: PageOrder { PageOrder(place) }

  /// Content to be forwarded; nil if there is none that others could have: a message that is not
  /// sent yet, was deleted, or has a file that the server does not know.
  public var forwardedContent: MessageContent? {
    guard state == .sent, stored.kind == .message, stored.media.count <= 1 else { return nil }
    let media = stored.media.first
    // A path of this computer would send that file.
    if let media, media.path.map(PathNames.isAbsolute) ?? true { return nil }
    guard media != nil || !stored.text.string.isEmpty else { return nil }
    return MessageContent(stored.text, media: media, forwardedFrom: origin ?? sender)
  }

  /// Changes with anything that is shown.
  public var revision: Revision {
    var mix = RevisionMix()
    mix.add(stored.text.string)
    mix.add(UInt64(bitPattern: Int64(stored.text.spans.count)))
    mix.add(stored.author?.name ?? "")
    mix.add(stored.isEdited)
    mix.add(stored.forwardedFrom ?? "")
    mix.add(isLate)
    mix.add(stored.kind == .deleted)
    mix.add(UInt64(bitPattern: stored.time.seconds))
    mix.add(UInt64(stored.reactions.count))
    for reaction in stored.reactions {
      mix.add(reaction.emoji)
      mix.add(UInt64(bitPattern: Int64(reaction.count)))
    }
    mix.add(UInt64(stored.media.count))
    for media in stored.media { mix.add(media.path ?? "") }
    if let answers {
      mix.add(UInt64(answers.count))
      mix.add(answers.last.text.string)
      mix.add(UInt64(bitPattern: answers.last.id))
    }
    mix.add(stored.reply?.original?.snippet ?? "")
    mix.add(stored.reply?.original?.author?.name ?? "")
    switch state {
    case .sent: mix.add(UInt64(0))
    case .waiting: mix.add(UInt64(1))
    case .failed(let reason): mix.add(reason)
    }
    return mix.revision
  }
}

/// A room as lists show it.
public struct LiveRoom: Sendable, Hashable, Identifiable {
  /// Its conversation in the archive.
  public var id: ConversationID
  /// The protocol's name of it.
  public var room: String
  public var name: String
  public var membership: LiveRoomUpdate.Membership
  /// Who invites the user into it; nil for rooms that they are in.
  public var invitation: LiveInvitation?
  public var isDirect: Bool
  /// Nobody may send in the clear into such a room, and this program cannot encrypt.
  public var isEncrypted: Bool
  /// Who put the user out of it, until the user puts it away.
  public var removal: LiveRemoval?
  /// The room in which it goes on, as the protocol names it.
  public var successor: String?
  /// Whether the server would take what the user writes.
  public var mayWrite = true
  /// How many people are in it, with the user; nil where the server has not said it.
  public var people: Int?
  public var unread: Int
  public var mentions: Int
  /// Of which messages the user wants to be told.
  public var notifications = NotificationRules.Wish.all
  /// Messages of the user's that wait or failed.
  public var queued: Int
  /// The server will not have one of them unless the user decides otherwise.
  public var hasFailed: Bool
  /// Its newest message; nil where there is none yet.
  public var last: Last?

  /// Summary of a room's newest message, for a list of rooms.
  public struct Last: Sendable, Hashable {
    public var text: StyledText
    /// Its file.
    public var media: MediaRecord?
    /// Who wrote it, as people are called.
    public var author: String
    public var isOwn: Bool
    public var isService: Bool
    public var isDeleted: Bool
    /// Seconds since 1970.
    public var time: Int64
  }
}

/// How much of a room is on this computer.
public struct LiveExtent: Sendable, Hashable {
  /// When its oldest message was written, in seconds since 1970; nil where there is none.
  public var firstSeconds: Int64?
  /// Whether nothing is missing, from the room's beginning on.
  public var isWhole: Bool
}

/// How the connection is doing.
public enum LiveStatus: Sendable, Hashable, CustomStringConvertible {
  case stopped
  case connecting
  /// The server has answered; what was missed is being taken in.
  case catchingUp
  case live
  /// The reason, and the seconds until the next attempt.
  case waiting(String, seconds: Int)
  /// Nothing more will be tried.
  case ended(String)

  public var description: String {
    switch self {
    case .stopped: "not connected"
    case .connecting: "connecting …"
    case .catchingUp: "catching up …"
    case .live: "connected"
    case .waiting(let reason, let seconds):
      "not connected: \(reason); trying again in \(seconds) s"
    case .ended(let reason): "not connected: \(reason)"
    }
  }
}

/// Change of a room's timeline, in terms of a list.
public struct LiveRoomChange: Sendable {
  public var conversation: ConversationID
  /// New messages, oldest first.
  public var added: [LiveMessage] = []
  /// Whether messages are missing before ``added``.
  public var leavesGap = false
  public var changed: [LiveMessage] = []
  /// Messages whose position changed.
  public var moved: [LiveMessage] = []
  public var removed: [ItemID] = []
  public var typing: [String]?
  public var hasNewReceipts = false
  /// Whether the server counts more messages that name the user than before.
  public var namesUser = false

  public init(_ conversation: ConversationID) { self.conversation = conversation }

  public var isEmpty: Bool {
    added.isEmpty && changed.isEmpty && moved.isEmpty && removed.isEmpty && typing == nil
      && !hasNewReceipts && !leavesGap
  }
}
