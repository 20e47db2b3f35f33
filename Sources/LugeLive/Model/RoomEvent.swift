public import LugeArchive
public import LugeCore

/// Event of a room, as its server reports it. Its meaning does not depend on earlier events: an
/// edit may arrive before the event that it edits.
public struct RoomEvent: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case message(MessageContent)
    /// New content for a message of the same sender.
    case edit(of: String, MessageContent)
    case reaction(to: String, emoji: String)
    /// Answers that somebody chose in a poll, by their ids; replaces the person's former vote.
    case vote(in: String, answers: [String])
    /// Closes a poll.
    case pollEnd(of: String)
    /// Redacts another event.
    case redaction(of: String)
    /// A service message, with the sentence to show.
    case service(action: String, text: String)
    /// An encrypted message, which cannot be read.
    case encrypted
    /// An event that shows nothing, but has an order number.
    case hidden
  }

  /// Id, unique in its room.
  public var id: String
  public var sender: String
  /// Milliseconds since 1970, according to the sender's server.
  public var time: Int64
  public var kind: Kind
  /// Transaction id from this device, if it was sent here.
  public var transaction: String?
  /// Whether it was redacted before it was received.
  public var isRedacted: Bool
  /// Whether it was bundled with the event that it refers to, instead of delivered in its own
  /// order.
  public var isAttached: Bool

  public init(
    id: String, sender: String, time: Int64, kind: Kind, transaction: String? = nil,
    isRedacted: Bool = false, isAttached: Bool = false
  ) {
    self.isAttached = isAttached
    self.id = id
    self.sender = sender
    self.time = time
    self.kind = kind
    self.transaction = transaction
    self.isRedacted = isRedacted
  }

  /// The event that this one refers to.
  public var target: String? {
    switch kind {
    case .edit(let target, _), .reaction(let target, _), .redaction(let target),
      .vote(let target, _), .pollEnd(let target):
      target
    case .message, .service, .encrypted, .hidden: nil
    }
  }

  /// The event that this one answers.
  var answered: String? {
    if case .message(let content) = kind { content.reply } else { nil }
  }

  /// Whether it is shown as a row of its own.
  public var isShown: Bool {
    switch kind {
    case .message, .service, .encrypted: true
    case .edit, .reaction, .redaction, .vote, .pollEnd, .hidden: false
    }
  }
}

/// Content of a message.
public struct MessageContent: Sendable, Hashable, Codable {
  public var text: StyledText
  /// The event that it answers.
  public var reply: String?
  /// Who wrote what it answers, of what is sent from here.
  public var answeredPerson: String?
  /// The first event of its thread.
  public var thread: String?
  /// The thread's last event, for programs without threads, which show the message as a reply to
  /// it.
  public var threadEnd: String?
  /// Whether it is in the third person ("/me waves").
  public var isAction: Bool
  public var media: MediaRecord?
  /// The poll that it is, instead of a text.
  public var poll: LivePoll?
  /// The original author's id in the protocol, if the message was forwarded, according to whoever
  /// forwarded it.
  public var forwardedFrom: String?
  /// The text as its author typed it, of a message with styles that was written here.
  public var typed: String?

  public init(
    _ text: StyledText, reply: String? = nil, thread: String? = nil, isAction: Bool = false,
    media: MediaRecord? = nil, forwardedFrom: String? = nil
  ) {
    self.forwardedFrom = forwardedFrom
    self.text = text
    self.reply = reply
    self.thread = thread
    self.isAction = isAction
    self.media = media
  }
}

/// A member of a room.
public struct LiveMember: Sendable, Hashable {
  public var id: String
  public var name: String
  /// Address of the member's picture in the room; empty for none, nil if it was not told.
  public var picture: String?

  public init(id: String, name: String, picture: String? = nil) {
    self.id = id
    self.name = name
    self.picture = picture
  }
}
