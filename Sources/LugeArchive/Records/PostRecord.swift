import LugeCore

/// Fields that a post on a network has beyond those of every message. Kept as one JSON value with
/// its message.
public struct PostRecord: Sendable, Hashable, Codable {
  /// Somebody a post names.
  public struct Person: Sendable, Hashable, Codable {
    /// ``AuthorRecord/key``, an address or an id.
    public var key: String
    public var name: String
    /// "@ann@example.social".
    public var handle: String

    public init(key: String, name: String = "", handle: String = "") {
      self.key = key
      self.name = name
      self.handle = handle
    }
  }

  public enum Visibility: String, Sendable, Hashable, Codable {
    case everyone, unlisted, followers, direct
  }

  public struct Poll: Sendable, Hashable, Codable {
    public struct Answer: Sendable, Hashable, Codable {
      public var text: String
      public var votes: Int

      public init(text: String, votes: Int) {
        self.text = text
        self.votes = votes
      }
    }

    public var answers: [Answer]
    /// Seconds since 1970 UTC.
    public var closes: Int64?

    public init(answers: [Answer], closes: Int64? = nil) {
      self.answers = answers
      self.closes = closes
    }
  }

  /// A linked page as the post showed it.
  public struct Link: Sendable, Hashable, Codable {
    public var url: String
    public var title: String
    public var summary: String
    /// Path relative to the export's folder, or an address.
    public var image: String?

    public init(url: String, title: String = "", summary: String = "", image: String? = nil) {
      self.url = url
      self.title = title
      self.summary = summary
      self.image = image
    }
  }

  /// A quoted post, as far as the source has it.
  public struct Quote: Sendable, Hashable, Codable {
    /// ``MessageRecord/sourceKey`` of the quoted post.
    public var sourceKey: String?
    public var url: String?
    public var author: Person
    /// Seconds since 1970 UTC.
    public var time: Int64?
    public var text: StyledText

    public init(
      sourceKey: String? = nil, url: String? = nil, author: Person, time: Int64? = nil,
      text: StyledText = StyledText("")
    ) {
      self.sourceKey = sourceKey
      self.url = url
      self.author = author
      self.time = time
      self.text = text
    }
  }

  /// Handle of the post's author.
  public var handle: String
  /// Path relative to the export's folder, or an address.
  public var avatar: String?
  /// The post's own page.
  public var url: String?
  /// Who passed the post on, when it is here for that.
  public var boostedBy: Person?
  /// ``MessageRecord/sourceKey`` of the post that was passed on: sources name it, and rarely have
  /// it.
  public var boosted: String?
  /// Name of the author replied to, if the source tells it.
  public var replyToName: String?
  /// Content stays covered behind it.
  public var warning: String?
  /// Media stay covered behind these words; "" where the source does not say why. The text is
  /// shown.
  public var mediaWarning: String?
  public var visibility: Visibility?
  public var replies: Int?
  public var boosts: Int?
  public var likes: Int?
  public var poll: Poll?
  public var link: Link?
  public var quote: Quote?
  /// Whether it is liked by the person whose archive it is.
  public var isLiked: Bool?
  public var isBookmarked: Bool?

  public init(handle: String) { self.handle = handle }
}
