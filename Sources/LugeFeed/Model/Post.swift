public import LugeCore

/// One post as a timeline shows it: a neutral value that a program fills from whatever it has.
///
/// Nothing in it is trusted: names may be empty, counts negative, texts megabytes long. The rows
/// that show it clamp and clip.
public struct Post: Sendable, Hashable {
  public var id: ItemID
  /// Changes whenever any other property does; ``FeedController`` raises it.
  public var revision: Revision
  public var author: PostAuthor
  /// Who passed the post on; the post itself is ``author``'s.
  public var boostedBy: PostAuthor?
  /// Seconds since 1970-01-01 00:00 UTC.
  public var time: Int64
  public var text: StyledText
  /// Text and media stay covered until the reader wants to see them.
  public var warning: String?
  /// Media stay covered behind these words until the reader wants to see them, the text does not;
  /// "" says the same of all of them.
  public var mediaWarning: String?
  public var media: [PostMedia]
  public var poll: PostPoll?
  public var link: LinkPreview?
  public var quote: QuotedPost?
  public var counts: PostCounts
  public var visibility: Visibility
  public var isEdited: Bool
  /// The post that this one answers.
  public var replyTo: ReplyTarget?
  /// What was passed on, where the list has it by itself.
  public var original: ItemID?
  /// The post's own page.
  public var url: String?
  /// Shown below the post where the screen has them.
  public var comments: [PostComment]
  /// What the reader has done with it.
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

  /// Who can see a post.
  public enum Visibility: UInt8, Sendable, Hashable {
    case everyone
    /// Everyone, but not in public timelines.
    case unlisted
    case followers
    /// Only those who are mentioned.
    case direct
  }

  /// What a post answers.
  public struct ReplyTarget: Sendable, Hashable {
    /// Nil when the list does not have it.
    public var item: ItemID?
    /// The name of its author; empty when unknown.
    public var name: String

    public init(item: ItemID?, name: String) {
      self.item = item
      self.name = name
    }
  }

  /// What the reader has done with a post.
  public struct ReaderMarks: Sendable, Hashable {
    public var likes: Bool
    public var boosts: Bool
    public var bookmarks: Bool
    /// The whole text is shown.
    public var isExpanded: Bool
    /// What ``Post/warning`` covers is shown.
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

/// Who wrote a post.
public struct PostAuthor: Hashable, Sendable {
  /// Posts with equal ids are by the same author.
  public var id: Int64
  public var name: String
  /// As networks write it: "@ann@example.social". May be empty.
  public var handle: String
  /// Initials stand in for a picture that is not there.
  public var avatar: ImageKey?

  public init(id: Int64, name: String, handle: String = "", avatar: ImageKey? = nil) {
    self.id = id
    self.name = name
    self.handle = handle
    self.avatar = avatar
  }
}

/// How often others reacted. Negative counts are shown as none.
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

/// A short answer shown within a post's card.
public struct PostComment: Hashable, Sendable {
  /// Unique within its post and below 2^24, so that the comment's row keeps its identity.
  public var number: UInt32
  public var author: PostAuthor
  /// Seconds since 1970 UTC.
  public var time: Int64
  public var text: StyledText

  public init(number: UInt32, author: PostAuthor, time: Int64, text: StyledText) {
    self.number = number
    self.author = author
    self.time = time
    self.text = text
  }
}
