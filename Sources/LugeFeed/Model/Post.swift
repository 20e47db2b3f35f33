public import LugeCore

/// A post of a timeline: a neutral value that a program fills from its own data.
///
/// Nothing in it is trusted: names may be empty, counts negative, texts megabytes long. The rows
/// that show it limit all of these.
public struct Post: Sendable, Hashable {
  public var id: ItemID
  /// Number that must change whenever any other property does; ``FeedController`` increases it.
  public var revision: Revision
  public var author: PostAuthor
  /// Person who boosted the post; ``author`` is the author of the post itself. Nil: not boosted.
  public var boostedBy: PostAuthor?
  /// Time in seconds since 1970-01-01 00:00 UTC.
  public var time: Int64
  public var text: StyledText
  /// Content warning: text and media are covered until the user opens it.
  public var warning: String?
  /// Warning that covers only the media until the user opens it; "": covers them without a text.
  public var mediaWarning: String?
  public var media: [PostMedia]
  public var poll: PostPoll?
  public var link: LinkPreview?
  public var quote: QuotedPost?
  public var counts: PostCounts
  public var visibility: Visibility
  public var isEdited: Bool
  /// Post that this one answers.
  public var replyTo: ReplyTarget?
  /// Identifier of the boosted post, if the list has it as an item of its own.
  public var original: ItemID?
  /// URL of the post's own page.
  public var url: String?
  /// Comments, shown below the post on pages with comments.
  public var comments: [PostComment]
  /// User's own actions on the post.
  public var reader: ReaderMarks

  public init(
    id: ItemID, revision: Revision = .initial, author: PostAuthor, boostedBy: PostAuthor? = nil,
    time: Int64, text: StyledText = StyledText(""), warning: String? = nil,
    media: [PostMedia] = [], poll: PostPoll? = nil, link: LinkPreview? = nil,
    quote: QuotedPost? = nil, counts: PostCounts = PostCounts(),
    visibility: Visibility = .everyone, isEdited: Bool = false, replyTo: ReplyTarget? = nil,
    comments: [PostComment] = [], reader: ReaderMarks = ReaderMarks()
  ) {
    self.id = id
    self.revision = revision
    self.author = author
    self.boostedBy = boostedBy
    self.time = time
    self.text = text
    self.warning = warning
    self.media = media
    self.poll = poll
    self.link = link
    self.quote = quote
    self.counts = counts
    self.visibility = visibility
    self.isEdited = isEdited
    self.replyTo = replyTo
    self.comments = comments
    self.reader = reader
  }

  /// Audience of a post.
  public enum Visibility: UInt8, Sendable, Hashable {
    case everyone
    /// Visible to everyone, but not in public timelines.
    case unlisted
    case followers
    /// Visible only to people who are mentioned.
    case direct
  }

  /// The post that a post answers.
  public struct ReplyTarget: Sendable, Hashable {
    /// Item of the answered post; nil if the list does not have it.
    public var item: ItemID?
    /// Name of its author; empty if unknown.
    public var name: String

    public init(item: ItemID?, name: String) {
      self.item = item
      self.name = name
    }
  }

  /// User's own actions on a post.
  public struct ReaderMarks: Sendable, Hashable {
    public var likes: Bool
    public var boosts: Bool
    public var bookmarks: Bool
    /// Whether the whole text is shown.
    public var isExpanded: Bool
    /// Whether the content covered by ``Post/warning`` is shown.
    public var isRevealed: Bool

    public init(
      likes: Bool = false, boosts: Bool = false, bookmarks: Bool = false, isExpanded: Bool = false,
      isRevealed: Bool = false
    ) {
      self.likes = likes
      self.boosts = boosts
      self.bookmarks = bookmarks
      self.isExpanded = isExpanded
      self.isRevealed = isRevealed
    }
  }
}

/// Author of a post.
public struct PostAuthor: Hashable, Sendable {
  /// Identifier; posts with equal ids have the same author.
  public var id: Int64
  public var name: String
  /// Handle as networks write it: "@ann@example.social". May be empty.
  public var handle: String
  /// Picture of the author; nil, or a picture that cannot be shown: initials.
  public var avatar: ImageKey?

  public init(id: Int64, name: String, handle: String = "", avatar: ImageKey? = nil) {
    self.id = id
    self.name = name
    self.handle = handle
    self.avatar = avatar
  }
}

/// Numbers of reactions by others. Negative counts are shown as zero.
public struct PostCounts: Hashable, Sendable {
  public var replies: Int
  public var boosts: Int
  public var likes: Int

  public init(replies: Int = 0, boosts: Int = 0, likes: Int = 0) {
    self.replies = replies
    self.boosts = boosts
    self.likes = likes
  }
}

/// Short answer shown within a post's card.
public struct PostComment: Hashable, Sendable {
  /// Number, unique within its post and below 2^24, so that the comment's row keeps its identity.
  public var number: UInt32
  public var author: PostAuthor
  /// Time in seconds since 1970 UTC.
  public var time: Int64
  public var text: StyledText

  public init(number: UInt32, author: PostAuthor, time: Int64, text: StyledText) {
    self.number = number
    self.author = author
    self.time = time
    self.text = text
  }
}
