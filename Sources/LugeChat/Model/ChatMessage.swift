public import LugeCore

/// A message of a chat list: a neutral value that a program fills from an archive, a server or a
/// test.
///
/// Nothing in it is trusted: names may be empty, counts negative, texts megabytes long. The kinds
/// that show it limit all of these.
public struct ChatMessage: Sendable {
  public var id: ItemID
  /// Number that must change whenever any other property does.
  public var revision: Revision
  public var author: ChatAuthor
  /// Whether the user wrote the message, so that it is shown on the trailing side.
  public var isOutgoing: Bool
  /// Seconds since 1970-01-01 00:00, in UTC or, with ``timeIsLocalWallClock``, in local time.
  public var time: Int64
  /// Whether ``time`` is local time of an unknown zone, shown as it is.
  public var timeIsLocalWallClock: Bool
  public var text: StyledText
  public var reply: ReplyPreview?
  /// Name of whom the message was forwarded from; "" if that is unknown, nil for messages that were
  /// not forwarded.
  public var forwardedFrom: String?
  /// Whether that is the user, who then reads "you" in place of the name.
  public var isForwardedFromUser = false
  /// Name of the bot with whose help the author wrote it, such as `@gif`; shown beside the time.
  public var via: String?
  public var isEdited: Bool
  public var isDeleted: Bool
  /// Whether the message is an event rather than something written; ``text`` is the sentence.
  public var isService: Bool
  /// Whether it is the first message that the user has not seen.
  public var isFirstUnread: Bool
  /// Whether the user has expanded a long text; see ``TextKind/foldedLines``.
  public var isUnfolded = false
  /// Whether the message has slots for its delivery state, after its time, and for those who have
  /// read it, beside its bubble. Both are stored apart from the message (``ChatFacts``) and change
  /// without it. For conversations with an account; messages of archives have none.
  public var tracksState = false
  /// Whether the message arrived after newer ones, because its server could not be reached.
  public var isLate = false
  /// Reason why the message could not be sent; nil if it was or will be. Shown below the message
  /// with actions.
  public var failure: String?
  public var media: [ChatMedia]
  /// Previews of the pages that it links to.
  public var links: [LinkCard] = []
  public var reactions: [ChatReaction]
  /// Part of the message in an album; nil for messages on their own.
  public var album: AlbumPart?
  /// Part of a service message in a run of people who joined and left; nil if it is on its own, or
  /// the user has expanded the run.
  public var joinRun: JoinRunPart?
  /// The previous and the next message, for a message at an end of the list beyond which there are
  /// more. With them it looks the same before and after those are loaded, so nothing moves. Within
  /// the list, the neighbours there are used.
  public var unshownPrevious: NeighbourMessage?
  public var unshownNext: NeighbourMessage?
  /// Content of kinds outside of the library, in the order in which it is shown.
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

/// The author of a message.
public struct ChatAuthor: Hashable, Sendable {
  /// Identifier; messages with equal ids have the same author.
  public var id: Int64
  /// Name as it is shown: the initializer replaces characters that change the direction of text.
  public var name: String
  /// Index of the name's colour in ``ChatColors/authors``; it wraps around.
  public var colorIndex: Int
  /// Picture of the author; a file is an `ImageKey(file:)`. Nil: initials in the author's colour.
  public var picture: ImageKey?
  /// Name without "@" by which nobody else is known, for mentions of people with the same name.
  public var handle: String?

  public init(id: Int64, name: String, colorIndex: Int = 0, picture: ImageKey? = nil) {
    self.id = id
    self.name = ForeignText.name(name)
    self.colorIndex = colorIndex
    self.picture = picture
  }
}

/// Preview of a message that another one answers.
public struct ReplyPreview: Hashable, Sendable {
  /// Answered message, if it is in the list: a click jumps to it.
  public var item: ItemID?
  public var authorName: String
  public var authorColorIndex: Int
  /// Beginning of the answered text, or the kind of its content ("Photo").
  public var snippet: String
  /// First picture of the answered message, shown small; nil without a picture.
  public var picture: ImageKey?

  public init(
    item: ItemID?, authorName: String, authorColorIndex: Int = 0, snippet: String,
    picture: ImageKey? = nil
  ) {
    self.picture = picture
    self.item = item
    self.authorName = ForeignText.name(authorName)
    self.authorColorIndex = authorColorIndex
    self.snippet = snippet
  }
}

extension ReplyPreview {
  /// Makes the preview of a message: its author, its text or else the name of its file, and its
  /// first picture.
  public init(of message: ChatMessage) {
    self.init(
      item: message.id, authorName: message.author.name,
      authorColorIndex: message.author.colorIndex, snippet: message.excerpt,
      picture: message.media.lazy.compactMap(\.imageKey).first)
  }
}

extension ChatMessage {
  /// Excerpt of the message: the beginning of its text, or else the name of its first file.
  public var excerpt: String {
    text.string.isEmpty ? media.first?.fileName ?? "" : String(text.string.prefix(160))
  }

  /// Adds a person's reaction, or takes it back if it is there, and raises the revision.
  ///
  /// - Parameters:
  ///   - name: name of the person who reacts, as in ``ChatReaction/people``.
  ///   - isOwn: whether that person is the user.
  public mutating func toggleReaction(_ emoji: String, by name: String, isOwn: Bool) {
    revision = Revision(revision.rawValue &+ 1)
    guard let index = reactions.firstIndex(where: { $0.emoji == emoji }) else {
      reactions.append(ChatReaction(emoji: emoji, count: 1, isOwn: isOwn, people: [name]))
      return
    }
    let isThere = isOwn ? reactions[index].isOwn : reactions[index].people.contains(name)
    if isOwn { reactions[index].isOwn = !isThere }
    if isThere {
      reactions[index].count -= 1
      reactions[index].people.removeAll { $0 == name }
      if reactions[index].count <= 0 { reactions.remove(at: index) }
    } else {
      reactions[index].count += 1
      reactions[index].people.append(name)
    }
  }
}

/// An emoji with the number of people who reacted with it.
public struct ChatReaction: Hashable, Sendable {
  public var emoji: String
  public var count: Int
  /// Whether the user is among these people.
  public var isOwn: Bool
  /// Names of the people who reacted, as far as known.
  public var people: [String]

  public init(emoji: String, count: Int, isOwn: Bool = false, people: [String] = []) {
    self.people = people
    self.emoji = emoji
    self.count = count
    self.isOwn = isOwn
  }
}

/// Content of a kind outside of the library: a map, an invoice, a game.
///
/// It is shown by a ``BubbleBlockKind`` that looks for its own type in ``ChatMessage/attachments``
/// and is registered in ``ChatKinds``.
public protocol ChatAttachment: Sendable {
  /// Content in a few words, for previews and programs that do not know the kind.
  var summary: String { get }
}

extension ChatMessage {
  /// The message as it is shown after its deletion: author, time, and that it was deleted. Its
  /// revision stays; the caller has to change it.
  public var deleted: ChatMessage {
    var left = ChatMessage(
      id: id, revision: revision, author: author, isOutgoing: isOutgoing, time: time,
      timeIsLocalWallClock: timeIsLocalWallClock, isDeleted: true, isFirstUnread: isFirstUnread)
    left.isLate = isLate
    left.unshownPrevious = unshownPrevious
    left.unshownNext = unshownNext
    return left
  }
}
