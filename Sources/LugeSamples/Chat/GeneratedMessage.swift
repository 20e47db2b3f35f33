public import LugeCore

/// An author in a generated conversation.
public struct GeneratedAuthor: Sendable, Hashable {
  /// Positive id, unique among the authors of all generated conversations of one seed.
  public var id: Int64
  public var name: String
}

/// One generated message, before it is written in some format.
public struct GeneratedMessage: Sendable, Hashable {
  /// Id, unique in the conversation and ascending; a message with several pictures takes as many
  /// ids, because some formats need one for each.
  public var id: Int64
  public var author: GeneratedAuthor
  /// Whether the archive's owner has written it.
  public var isOutgoing: Bool
  /// Seconds since 1970-01-01 00:00 UTC; never less than the previous message's.
  public var time: Int64
  public var text = StyledText("")
  public var attachments: [Attachment] = []
  /// Set for an event; text and attachments are empty then.
  public var event: ChatEvent?
  /// The id of the answered message.
  public var replyTo: Int64?
  public var forwardedFrom: String?
  /// Time of an edit, seconds since 1970.
  public var edited: Int64?
  public var reactions: [Reaction] = []

  /// An emoji and the people who reacted with it, at least one.
  public struct Reaction: Sendable, Hashable {
    public var emoji: String
    public var authors: [GeneratedAuthor]
  }

  public enum Attachment: Sendable, Hashable {
    case picture(PictureChoice)
    /// An animated picture by number.
    case animation(Int)
    /// Duration, seconds.
    case voice(duration: Int)
    /// Duration, seconds.
    case video(duration: Int)
    /// Name, and size in bytes.
    case file(name: String, size: Int)
    case poll(Poll)
  }

  public struct Poll: Sendable, Hashable {
    public var question: String
    public var answers: [Answer]

    public struct Answer: Sendable, Hashable {
      public var text: String
      public var votes: Int
    }
  }

  public init(id: Int64, author: GeneratedAuthor, isOutgoing: Bool, time: Int64) {
    self.id = id
    self.author = author
    self.isOutgoing = isOutgoing
    self.time = time
  }
}

/// Event in a generated group besides messages.
public enum ChatEvent: Sendable, Hashable {
  case created(title: String)
  case renamed(title: String)
  case added(members: [GeneratedAuthor])
  case joinedByLink
  case pinned(message: Int64)
}

/// A picture for a message; its file depends on the available pictures.
public enum PictureChoice: Sendable, Hashable {
  /// Any picture with this subject; the same one for the same number.
  case showing(Motif, variant: Int)
  /// The picture with this number, from 0.
  case number(Int)
}

/// A generated conversation.
public struct GeneratedConversation: Sendable, Hashable {
  public var id: Int64
  public var name: String
  public var isGroup: Bool
  /// The archive's owner.
  public var owner: GeneratedAuthor
  public var members: [GeneratedAuthor]
}

/// A sequence of generated messages, which are made one after another and not kept.
public protocol MessageGenerating: Sequence, Sendable where Element == GeneratedMessage {
  var conversation: GeneratedConversation { get }
  /// Number of messages in the sequence.
  var count: Int { get }
}
