import LugeCore

/// The name of a conversation within one archive file.
public struct ConversationID: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }
  public var description: String { "conversation \(rawValue)" }
}

/// The name of an author within one archive file.
public struct AuthorID: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }
  public var description: String { "author \(rawValue)" }
}

/// Facts about a conversation that the archive has without looking at its messages.
public struct ConversationSummary: Sendable, Hashable, Identifiable {
  public var id: ConversationID
  /// ``ConversationRecord/key``.
  public var key: String
  public var name: String
  public var kind: ConversationRecord.Kind
  /// The person who exported, where the source tells or the import was told.
  public var ownAuthorID: AuthorID?
  /// Folder that media paths are relative to, where they may be read (``MediaAccess``); nil where
  /// nothing may.
  public var mediaRoot: String?
  /// The folder recorded in the archive file. Untrusted: not confirmed by this user.
  public var recordedMediaRoot: String?
  /// Folders of later imports, which their media name in full.
  public var namedMediaFolders: [MediaFolders.Named] = []
  /// Messages that somebody wrote.
  public var messages: Int
  /// Service entries (joined, pinned, …).
  public var service: Int
  /// People with at least one message or service entry.
  public var authors: Int
  public var first: Timestamp?
  public var last: Timestamp?
  /// Positions are `0..<count`: ``messages`` + ``service``.
  public var count: Int
  /// The user's partner, in a conversation of two, where it is known which of them that is.
  public var partnerID: AuthorID?

  /// Folders from which its media are read.
  public var mediaFolders: MediaFolders {
    MediaFolders(root: mediaRoot, named: namedMediaFolders)
  }
}

/// The author of a stored message.
public struct StoredAuthor: Sendable, Hashable, Identifiable {
  public var id: AuthorID
  public var name: String

  public init(id: AuthorID, name: String) {
    self.id = id
    self.name = name
  }
}

/// One message as an archive holds it.
public struct StoredMessage: Sendable, Hashable, Identifiable {
  /// Stable for the life of the archive file, also over later imports.
  public var id: Int64
  /// Place in the conversation, in order of time. A later import can change it.
  public var position: Int
  /// ``MessageRecord/sourceKey``.
  public var sourceKey: String
  public var author: StoredAuthor?
  public var time: Timestamp
  public var text: StyledText
  public var kind: MessageRecord.Kind
  public var reply: StoredReply?
  public var forwardedFrom: String?
  public var edited: Timestamp?
  public var isEdited: Bool
  public var reactions: [ReactionRecord]
  public var media: [MediaRecord]
  /// Fields that Luge gives no meaning to, as one JSON object.
  public var unknownFields: String?
  /// For posts of a timeline.
  public var post: PostRecord?

  package init(
    id: Int64, position: Int, sourceKey: String, author: StoredAuthor?, time: Timestamp,
    text: StyledText, kind: MessageRecord.Kind = .message, reply: StoredReply? = nil,
    forwardedFrom: String? = nil, edited: Timestamp? = nil, isEdited: Bool = false,
    reactions: [ReactionRecord] = [], media: [MediaRecord] = [], unknownFields: String? = nil,
    post: PostRecord? = nil
  ) {
    self.id = id
    self.position = position
    self.sourceKey = sourceKey
    self.author = author
    self.time = time
    self.text = text
    self.kind = kind
    self.reply = reply
    self.forwardedFrom = forwardedFrom
    self.edited = edited
    self.isEdited = isEdited
    self.reactions = reactions
    self.media = media
    self.unknownFields = unknownFields
    self.post = post
  }
}

/// The message that another one answers, as far as the archive has it.
public struct StoredReply: Sendable, Hashable {
  /// ``ReplyRecord/sourceKey``.
  public var sourceKey: String
  /// ``ReplyRecord/conversationKey``: set when the message is in another conversation.
  public var conversationKey: String?
  /// The message itself; nil when it is not in the archive.
  public var original: Original?

  public struct Original: Sendable, Hashable {
    public var id: Int64
    public var position: Int
    public var author: StoredAuthor?
    /// The first 160 characters of its text, with dots for what spoilers cover.
    public var snippet: String
    /// Its first attachment, so that a message without text can be named ("Photo"), and a picture
    /// be shown.
    public var media: MediaRecord?

    public var mediaKind: MediaRecord.Kind? { media?.kind }
  }
}

/// One find of a search.
public struct SearchHit: Sendable, Hashable, Identifiable {
  public var id: Int64
  public var conversation: ConversationID
  public var position: Int
  public var author: StoredAuthor?
  public var time: Timestamp
  /// Text around the match.
  public var snippet: String
  /// Matches in ``snippet``: UTF-8 offsets, ascending, disjoint.
  public var matches: [Range<Int>]
  /// BM25 score; lower is a better match.
  public var rank: Double
  /// The first attachment, so that a message without text can be named.
  public var mediaKind: MediaRecord.Kind?
  public var kind: MessageRecord.Kind
}

/// One run of an import, as the archive remembers it.
public struct ImportRun: Sendable, Hashable, Identifiable {
  public enum State: String, Sendable, Hashable, Codable {
    /// Under way now, in this or another process.
    case running
    /// The process that ran it ended before it was done; importing the same export again
    /// completes it.
    case interrupted
    case complete
    /// The input was bad; all complete messages were kept because the user asked for it.
    case partial
    /// The input was bad; what the run had added was removed.
    case failed
    /// Stopped by the user; importing the same export again completes it.
    case cancelled
    /// Interrupted or cancelled, and completed by a later run.
    case superseded
  }

  public var id: Int64
  /// Path of the import, as the user named it.
  public var path: String
  public var state: State
  /// Who runs it, while it is running.
  public var process: Int32?
  /// Seconds since 1970.
  public var started: Int64
  /// Bytes of input.
  public var size: Int64?
  public var added: Int
  public var updated: Int
  /// Messages that the archive had already, equal.
  public var unchanged: Int
  public var skipped: Int
  public var error: String?
}
