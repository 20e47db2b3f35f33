import LugeCore

/// Id of a conversation within one archive file.
public struct ConversationID: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }
  public var description: String { "conversation \(rawValue)" }
}

/// Id of an author within one archive file.
public struct AuthorID: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }
  public var description: String { "author \(rawValue)" }
}

/// Facts about a conversation that are stored apart from its messages.
public struct ConversationSummary: Sendable, Hashable, Identifiable {
  public var id: ConversationID
  /// ``ConversationRecord/key``.
  public var key: String
  public var name: String
  public var kind: ConversationRecord.Kind
  /// The person who exported, if the source or the user has said so.
  public var ownAuthorID: AuthorID?
  /// Folder that media paths are relative to, if it may be read (``MediaAccess``); otherwise nil.
  public var mediaRoot: String?
  /// Folder recorded in the archive file. Untrusted: not confirmed by this user.
  public var recordedMediaRoot: String?
  /// Folders of later imports, which media paths include.
  public var namedMediaFolders: [MediaFolders.Named] = []
  /// Number of messages, without service entries.
  public var messages: Int
  /// Number of service entries (joined, pinned, …).
  public var service: Int
  /// Number of people with at least one message or service entry.
  public var authors: Int
  public var first: Timestamp?
  public var last: Timestamp?
  /// Number of positions: ``messages`` + ``service``.
  public var count: Int
  /// The other person in a conversation of two, if the user is known.
  public var partnerID: AuthorID?
  /// Index of the colour behind its initials, for `AuthorPalette`: the first conversations of an
  /// archive have different ones.
  public var colorIndex = 0

  /// Number of what its initials stand for, which decides on the colour: the timeline's person, the
  /// partner, or, below zero, the conversation itself.
  var face: Int64 {
    (kind == .timeline ? ownAuthorID : partnerID)?.rawValue ?? ~id.rawValue
  }

  /// Folders from which its media may be read.
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

/// One message as stored in an archive.
public struct StoredMessage: Sendable, Hashable, Identifiable {
  /// Id that never changes in an archive file, even by later imports.
  public var id: Int64
  /// Position in the conversation, in order of time. A later import can change it.
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
  /// Fields that Luge does not interpret, as one JSON object.
  public var unknownFields: String?
  /// Additional fields of a timeline's post.
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

/// The answered message, as far as the archive has it.
public struct StoredReply: Sendable, Hashable {
  /// ``ReplyRecord/sourceKey``.
  public var sourceKey: String
  /// ``ReplyRecord/conversationKey``: set if the message is in another conversation.
  public var conversationKey: String?
  /// The message itself; nil if it is not in the archive.
  public var original: Original?

  public struct Original: Sendable, Hashable {
    public var id: Int64
    public var position: Int
    public var author: StoredAuthor?
    /// The first 160 characters of its text, with dots for what spoilers cover.
    public var snippet: String
    /// Its first attachment, to describe a message without text ("Photo"), and to show its picture.
    public var media: MediaRecord?

    public var mediaKind: MediaRecord.Kind? { media?.kind }
  }
}

/// One result of a search.
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
  /// Kind of the first attachment, to describe a message without text.
  public var mediaKind: MediaRecord.Kind?
  public var kind: MessageRecord.Kind
}

/// One run of an import, as recorded in the archive.
public struct ImportRun: Sendable, Hashable, Identifiable {
  public enum State: String, Sendable, Hashable, Codable {
    /// Running, in this or another process.
    case running
    /// The process ended before the run was done; importing the same export again completes it.
    case interrupted
    case complete
    /// The input was bad; all complete messages were kept, as the user had requested.
    case partial
    /// The input was bad; everything that the run had added was removed.
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
  /// Process id, while it is running.
  public var process: Int32?
  /// Time of its beginning, seconds since 1970.
  public var started: Int64
  /// Size of the input, bytes.
  public var size: Int64?
  public var added: Int
  public var updated: Int
  /// Number of messages that the archive already had, unchanged.
  public var unchanged: Int
  public var skipped: Int
  public var error: String?
}
