public import LugeArchive
public import LugeCore
public import LugeEngine

/// A row of a room.
public struct LiveMessage: Sendable {
  public enum State: Sendable, Hashable {
    /// On the server, as all messages of others.
    case sent
    /// Being sent, or waiting for earlier ones.
    case waiting
    /// Not sent, for a reason, unless the user tries again.
    case failed(String)
  }

  public var stored: StoredMessage
  /// The event's id; a local one for a message that is not sent yet.
  public var event: String
  /// The author's id in the protocol.
  public var sender: String
  public var isOwn: Bool
  public var state: State
  /// Order number among the room's messages.
  public var place: Int64
  /// Whether messages before it are newer by their senders' clocks, because its server could not be
  /// reached.
  public var isLate: Bool
  /// The first event of its thread; the message is shown there, and not among the room's messages.
  /// Nil outside of threads.
  public var thread: String?
  /// Replies of the thread that begins with it; nil if there is none.
  public var answers: Answers?
  /// The original author's id in the protocol, if it was forwarded; otherwise nil.
  public var origin: String?
  /// Address of the author's picture in the room; empty for none, nil if it is not known.
  public var picture: String?
  /// The last version of what the user wrote, for own messages; otherwise nil.
  public var written: MessageContent?
  /// The poll that it is, with its votes; otherwise nil.
  public var poll: LivePollState?

  public struct Answers: Sendable {
    public var count: Int
    public var last: StoredMessage
    /// Number of unread ones, as the server counts them.
    public var unread = 0
    /// Whether the user wrote the last one.
    public var isLastOwn = false
  }

  /// Id that does not change for the life of the archive, even when the message is sent.
  public var id: ItemID { ItemID(stored.id) }
  public var order: PageOrder { PageOrder(place) }

  /// Whether it tells of an event rather than being written by somebody.
  public var isService: Bool { if case .service = stored.kind { true } else { false } }

  /// Whether it says whether it was sent and read: what is told of, and what is gone, does not.
  public var tracksState: Bool { isOwn && !isService && stored.kind != .deleted }

  /// Content to forward; nil for a message that is not sent yet, was deleted, or has a file that
  /// the server does not have.
  public var forwardedContent: MessageContent? {
    guard state == .sent, stored.kind == .message, stored.media.count <= 1 else { return nil }
    let media = stored.media.first
    // A local path would send that file.
    if let media, media.path.map(PathNames.isAbsolute) ?? true { return nil }
    guard media != nil || !stored.text.string.isEmpty else { return nil }
    return MessageContent(stored.text, media: media, forwardedFrom: origin ?? sender)
  }

  /// Revision that changes with everything shown.
  public var revision: Revision {
    var mix = RevisionMix()
    mix.add(stored.text.string)
    mix.add(UInt64(bitPattern: Int64(stored.text.spans.count)))
    mix.add(stored.author?.name ?? "")
    mix.add(picture ?? "")
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
    for media in stored.media {
      mix.add(media.path ?? "")
      mix.add(media.note ?? "")
    }
    if let poll { mix.add(UInt64(poll.poll.mostChoices)) }
    if let answers {
      mix.add(UInt64(answers.count))
      mix.add(UInt64(answers.unread))
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

/// A room in lists.
public struct LiveRoom: Sendable, Hashable, Identifiable {
  /// Its conversation in the archive.
  public var id: ConversationID
  /// The protocol's id of the room.
  public var room: String
  public var name: String
  public var membership: LiveRoomUpdate.Membership
  /// Invitation of the user to it; nil for rooms that they have joined.
  public var invitation: LiveInvitation?
  public var isDirect: Bool
  /// Whether it is encrypted: messages must not be sent unencrypted, and this program cannot
  /// encrypt.
  public var isEncrypted: Bool
  /// Who put the user out of it, until the user puts it away.
  public var removal: LiveRemoval?
  /// The room in which it goes on, as the protocol names it.
  public var successor: String?
  /// Whether the server would take what the user writes.
  public var mayWrite = true
  /// Whether the user may delete messages of others.
  public var mayDelete = false
  /// Number of people in it, including the user; nil if unknown.
  public var people: Int?
  /// Address of its picture, or of the other person's in a conversation of two; nil for none.
  public var picture: String?
  /// The archive's number of the other person in a conversation of two; nil if it is not known.
  public var person: AuthorID?
  public var unread: Int
  public var mentions: Int
  /// Messages of which the user wants to be notified.
  public var notifications = NotificationRules.Wish.all
  /// Number of the user's messages that wait or have failed.
  public var queued: Int
  /// Whether one of them has failed, and waits for the user's decision.
  public var hasFailed: Bool
  /// Its newest message; nil if there is none yet.
  public var last: Last?

  /// Whether it belongs into a list of rooms: not once the user has left it, or has put it away
  /// after somebody removed them.
  public var isListed: Bool { membership != .left || removal != nil }

  /// Summary of a room's newest message, for a list of rooms.
  public struct Last: Sendable, Hashable {
    public var text: StyledText
    /// Its file.
    public var media: MediaRecord?
    /// Name of the author.
    public var author: String
    public var isOwn: Bool
    public var isService: Bool
    public var isDeleted: Bool
    /// Seconds since 1970.
    public var time: Int64
  }
}

/// The part of a room that is stored on this computer.
public struct LiveExtent: Sendable, Hashable {
  /// Time of the oldest message since which nothing is missing, seconds since 1970; nil if there is
  /// none.
  public var firstSeconds: Int64?
  /// Whether nothing is missing since the room's beginning.
  public var isWhole: Bool
}

/// State of the connection.
public enum LiveStatus: Sendable, Hashable, CustomStringConvertible {
  case stopped
  case connecting
  /// The server has answered; missed events are being stored.
  case catchingUp
  case live
  /// The reason, and the seconds until the next attempt.
  case waiting(String, seconds: Int)
  /// The server has ended the session, for a reason: no further attempts until the user logs in.
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

/// Change of a room's messages, in terms of a list.
public struct LiveRoomChange: Sendable {
  public var conversation: ConversationID
  /// New messages, oldest first.
  public var added: [LiveMessage] = []
  /// Whether messages are missing before ``added``.
  public var leavesGap = false
  public var changed: [LiveMessage] = []
  /// Messages whose position has changed.
  public var moved: [LiveMessage] = []
  public var removed: [ItemID] = []
  public var typing: [String]?
  public var hasNewReceipts = false
  /// Whether the server counts more messages that name the user than before.
  public var namesUser = false
  /// Whether words of messages were deleted, which the word index still has.
  var deletesWords = false

  public init(_ conversation: ConversationID) { self.conversation = conversation }

  public var isEmpty: Bool {
    added.isEmpty && changed.isEmpty && moved.isEmpty && removed.isEmpty && typing == nil
      && !hasNewReceipts && !leavesGap
  }
}
