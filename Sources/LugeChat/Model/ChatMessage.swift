public import LugeCore

/// One message as the chat list shows it: a neutral value that a program fills from whatever it
/// has (an archive, a server, a test).
///
/// Nothing in it is trusted: names may be empty, counts negative, texts megabytes long. The kinds
/// that show it clamp, clip and split.
public struct ChatMessage: Sendable {
  public var id: ItemID
  /// Changes whenever any other property does.
  public var revision: Revision
  public var author: ChatAuthor
  /// Written by the reader: shown on the trailing side.
  public var isOutgoing: Bool
  /// Seconds since 1970-01-01 00:00, in UTC or, with ``timeIsLocalWallClock``, as the clock on the
  /// wall showed it.
  public var time: Int64
  /// Sources without a time zone give wall clock times: these are shown as they are.
  public var timeIsLocalWallClock: Bool
  public var text: StyledText
  public var reply: ReplyPreview?
  public var forwardedFrom: String?
  public var isEdited: Bool
  public var isDeleted: Bool
  /// Something that happened rather than was said; ``text`` is the sentence.
  public var isService: Bool
  /// The reader has not seen this message nor those after it.
  public var isFirstUnread: Bool
  /// The reader has asked for all of a long text; see ``TextKind/foldedLines``.
  public var isUnfolded = false
  /// Whether the message has a place for what becomes of it: a mark behind its time that says how
  /// far it came, and who has read it, beside its bubble. These are facts beside the message
  /// (``ChatFacts``) and change without it. For conversations that go on; archives know nothing of
  /// it.
  public var tracksState = false
  /// It came after messages that are newer: its server could not be reached.
  public var isLate = false
  /// Why the message could not be sent; nil for one that was, or will be. It is shown below the
  /// message with what can be done about it.
  public var failure: String?
  public var media: [ChatMedia]
  /// Pages that it leads to, as its source shows them.
  public var links: [LinkCard] = []
  public var reactions: [ChatReaction]
  /// What the message shows of an album it belongs to; nil for messages on their own.
  public var album: AlbumPart?
  /// The part that a service message has in a run of people who came and left; nil where it stands
  /// on its own, or the reader has asked for each.
  public var joinRun: JoinRunPart?
  /// The messages right before and right after it, of one at an end of the list beyond which there
  /// are more: it looks as it will between them, and nothing moves when they come. Within the list
  /// its neighbours there count.
  public var unshownPrevious: NeighbourMessage?
  public var unshownNext: NeighbourMessage?
  /// Content of kinds that the library does not know, in the order it is shown.
  public var attachments: [any ChatAttachment]

  public init(
    id: ItemID, revision: Revision = .initial, author: ChatAuthor, isOutgoing: Bool = false,
    time: Int64, timeIsLocalWallClock: Bool = false, text: StyledText = StyledText(""),
    reply: ReplyPreview? = nil, forwardedFrom: String? = nil, isEdited: Bool = false,
    isDeleted: Bool = false, isService: Bool = false, isFirstUnread: Bool = false,
    media: [ChatMedia] = [], reactions: [ChatReaction] = [],
    album: AlbumPart? = nil, attachments: [any ChatAttachment] = []
  ) {
    self.id = id
    self.revision = revision
    self.author = author
    self.isOutgoing = isOutgoing
    self.time = time
    self.timeIsLocalWallClock = timeIsLocalWallClock
    self.text = text
    self.reply = reply
    self.forwardedFrom = forwardedFrom
    self.isEdited = isEdited
    self.isDeleted = isDeleted
    self.isService = isService
    self.isFirstUnread = isFirstUnread
    self.media = media
    self.reactions = reactions
    self.album = album
    self.attachments = attachments
  }
}

/// Who wrote a message.
public struct ChatAuthor: Hashable, Sendable {
  /// Messages with equal ids are by the same author.
  public var id: Int64
  public var name: String
  /// Which of ``ChatColors/authors`` the name is drawn in; any number, it wraps around.
  public var colorIndex: Int
  /// Nil shows initials in the author's colour.
  public var picture: ImageKey?

  public init(id: Int64, name: String, colorIndex: Int = 0, picture: ImageKey? = nil) {
    self.id = id
    self.name = name
    self.colorIndex = colorIndex
    self.picture = picture
  }
}

/// The message that another one answers, in short.
public struct ReplyPreview: Hashable, Sendable {
  /// The answered message, when the list has it: a click goes there.
  public var item: ItemID?
  public var authorName: String
  public var authorColorIndex: Int
  /// Beginning of the answered text, or what its content is ("Photo").
  public var snippet: String
  /// The answered message's first picture, shown small; nil for none.
  public var picture: ImageKey?

  public init(
    item: ItemID?, authorName: String, authorColorIndex: Int = 0, snippet: String,
    picture: ImageKey? = nil
  ) {
    self.picture = picture
    self.item = item
    self.authorName = authorName
    self.authorColorIndex = authorColorIndex
    self.snippet = snippet
  }
}

/// An emoji and how many people put it under a message.
public struct ChatReaction: Hashable, Sendable {
  public var emoji: String
  public var count: Int
  /// Whether the reader is one of them.
  public var isOwn: Bool
  /// Names of those who did, as far as they are known.
  public var people: [String]

  public init(emoji: String, count: Int, isOwn: Bool = false, people: [String] = []) {
    self.people = people
    self.emoji = emoji
    self.count = count
    self.isOwn = isOwn
  }
}

/// Content of a kind that lives outside of the library: a poll, an invoice, a game.
///
/// The kind that shows it is a ``BubbleBlockKind`` which looks for its own type among
/// ``ChatMessage/attachments`` and is registered in ``ChatKinds``.
public protocol ChatAttachment: Sendable {
  /// The content in a few words, for snippets and programs that don't know the kind.
  var summary: String { get }
}
