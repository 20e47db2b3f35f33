import LugeCore

/// Fields of a network's post in addition to those of every message, stored as one JSON value with
/// its message.
public struct PostRecord: Sendable, Hashable, Codable {
  /// A person named by a post.
  public struct Person: Sendable, Hashable, Codable {
    /// Key of the person (``AuthorRecord/key``): an address or an identifier.
    public var key: String
    public var name: String
    /// Handle such as "@ann@example.social".
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
    /// Time at which voting ends, seconds since 1970 UTC.
    public var closes: Int64?

    public init(answers: [Answer], closes: Int64? = nil) {
      self.answers = answers
      self.closes = closes
    }
  }

  /// A linked page as the post shows it.
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
  /// Picture of the post's author: a path relative to the export's folder, or an address.
  public var avatar: String?
  /// Address of the post's own page.
  public var url: String?
  /// Person who boosted the post, if it is in the timeline because of that.
  public var boostedBy: Person?
  /// ``MessageRecord/sourceKey`` of the boosted post: sources name it, but rarely contain it.
  public var boosted: String?
  /// Name of the author of the answered post, if the source has it.
  public var replyToName: String?
  /// Warning behind which the content is covered.
  public var warning: String?
  /// Warning behind which only the media are covered; "" if the source gives no reason.
  public var mediaWarning: String?
  public var visibility: Visibility?
  public var replies: Int?
  public var boosts: Int?
  public var likes: Int?
  public var poll: Poll?
  public var link: Link?
  public var quote: Quote?
  /// Whether the archive's owner has liked the post; nil if the source does not say so.
  public var isLiked: Bool?
  public var isBookmarked: Bool?

  public init(handle: String) { self.handle = handle }
}
