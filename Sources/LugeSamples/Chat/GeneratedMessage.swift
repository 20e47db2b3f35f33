public import LugeCore

/// Somebody who writes in a generated conversation.
public struct GeneratedAuthor: Sendable, Hashable {
  /// Positive, unique among the authors of all generated conversations of one seed.
  public var id: Int64
  public var name: String
}

/// One message that was made up, before it is written in some format.
public struct GeneratedMessage: Sendable, Hashable {
  /// Unique in the conversation and growing; a message with several pictures takes as many
  /// numbers, because some formats need one for each.
  public var id: Int64
  public var author: GeneratedAuthor
  /// Written by the person whose archive this is.
  public var isOutgoing: Bool
  /// Seconds since 1970-01-01 00:00 UTC; never less than the message's before.
  public var time: Int64
  public var text = StyledText("")
  public var attachments: [Attachment] = []
  /// Set for what happened rather than was said; text and attachments are empty then.
  public var event: ChatEvent?
  /// The id of the message this one replies to.
  public var replyTo: Int64?
  public var forwardedFrom: String?
  /// When it was edited, in seconds since 1970.
  public var edited: Int64?
  public var reactions: [Reaction] = []

  /// An emoji and who reacted with it, at least one.
  public struct Reaction: Sendable, Hashable {
    public var emoji: String
    public var authors: [GeneratedAuthor]
  }

  public enum Attachment: Sendable, Hashable {
    case picture(PictureChoice)
    /// An animated picture by number.
    case animation(Int)
    /// Seconds.
    case voice(duration: Int)
    /// Seconds.
    case video(duration: Int)
    /// Bytes.
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

/// A picture that a message wants; which file that is depends on the pictures there are.
public enum PictureChoice: Sendable, Hashable {
  /// Any picture that shows this, the same for the same number.
  case showing(Motif, variant: Int)
  /// The picture with this number, from 0.
  case number(Int)
}

/// Subject of a generated picture.
public enum Motif: String, Sendable, CaseIterable {
  case mountains, sea, hills, sunset, garden, bowl
}

/// A conversation that was made up.
public struct GeneratedConversation: Sendable, Hashable {
  public var id: Int64
  public var name: String
  public var isGroup: Bool
  /// The person whose archive this is.
  public var owner: GeneratedAuthor
  public var members: [GeneratedAuthor]
}

/// A source of generated messages: all at hand one after another, none kept.
public protocol MessageGenerating: Sequence, Sendable where Element == GeneratedMessage {
  var conversation: GeneratedConversation { get }
  /// How many messages the sequence has.
  var count: Int { get }
}
