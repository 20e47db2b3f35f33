public import LugeCore

/// Every word that timelines say by themselves, in one language; a program passes its own tables.
public struct FeedStrings: Hashable, Sendable {
  /// January first, twelve.
  public var shortMonths = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  public var now = "now"
  /// Behind a number: minutes, hours, days.
  public var ages = ["m", "h", "d"]
  public var boosted = "boosted"
  public var inReplyTo = "In reply to"
  public var earlierPost = "an earlier post"
  public var more = "Show more"
  public var less = "Show less"
  public var reveal = "Show"
  public var hide = "Hide"
  public var edited = "edited"
  public var votes = Plural("vote", "votes")
  public var closed = "closed"
  public var reply = "Reply"
  public var boost = "Boost"
  public var like = "Like"
  public var liked = "Liked"
  public var bookmark = "Bookmark"
  public var replies = Plural("reply", "replies")
  public var boosts = Plural("boost", "boosts")
  public var likes = Plural("like", "likes")
  public var picture = "Picture"
  public var video = "Video"
  public var animation = "Animation"
  public var audio = "Audio"
  public var file = "File"
  public var animationBadge = "GIF"
  public var captionBadge = "ALT"
  public var sensitive = "Sensitive content"
  public var posts = Plural("post", "posts")
  /// Of a post that is only known by its address.
  public var absentPost = "This post is not in the archive"
  /// Of a picture that the post names and its source does not have.
  public var absentPicture = "Not in the archive"
  public var unknownAuthor = "Unknown"
  public var unlisted = "unlisted"
  public var followers = "followers only"
  public var direct = "mentioned people only"
  /// In place of pictures that are not there.
  public var problems = ImageProblemNames()
  /// Behind thousands and millions.
  public var thousand = "K"
  public var million = "M"
  public var decimalSeparator = "."

  public init() {}

  /// A word for one and for all other numbers.
  public struct Plural: Hashable, Sendable {
    public var one: String
    public var many: String

    public init(_ one: String, _ many: String) {
      self.one = one
      self.many = many
    }

    func callAsFunction(_ count: Int) -> String { count == 1 ? one : many }
  }
}

extension FeedStrings {
  /// "12 Mar 2024", without the year when it is the given one.
  public func date(_ date: CivilDate, currentYear: Int? = nil) -> String {
    let month =
      shortMonths.indices.contains(date.month - 1)
      ? shortMonths[date.month - 1] : String(date.month)
    return date.year == currentYear ? "\(date.day) \(month)" : "\(date.day) \(month) \(date.year)"
  }

  /// "14:05".
  func clock(_ secondOfDay: Int) -> String {
    "\((secondOfDay / 3600).twoDigits):\((secondOfDay / 60 % 60).twoDigits)"
  }

  /// "now", "12m", "3h", "2d"; nil for what is a week away, or in the future.
  func age(_ seconds: Int64) -> String? {
    guard seconds >= 0, seconds < 7 * 86_400, ages.count == 3 else { return nil }
    switch seconds {
    case ..<60: return now
    case ..<3600: return "\(seconds / 60)\(ages[0])"
    case ..<86_400: return "\(seconds / 3600)\(ages[1])"
    default: return "\(seconds / 86_400)\(ages[2])"
    }
  }

  /// "1,234" as "1.2K"; empty for none.
  func count(_ count: Int) -> String {
    switch count {
    case ..<1: return ""
    case ..<1000: return "\(count)"
    case ..<1_000_000: return scaled(count / 100) + thousand
    default: return scaled(count / 100_000) + million
    }
  }

  private func scaled(_ tenths: Int) -> String {
    tenths >= 100 || tenths % 10 == 0
      ? "\(tenths / 10)" : "\(tenths / 10)\(decimalSeparator)\(tenths % 10)"
  }

  /// "0:07", "12:30", "3:00:00"; nil for lengths that cannot be.
  func duration(_ seconds: Double?) -> String? { DurationText.clock(seconds) }

  func name(_ kind: PostMedia.Kind) -> String {
    switch kind {
    case .photo: picture
    case .video: video
    case .animation: animation
    case .audio: audio
    case .file: file
    }
  }

  func words(_ visibility: Post.Visibility) -> String? {
    switch visibility {
    case .everyone: nil
    case .unlisted: unlisted
    case .followers: followers
    case .direct: direct
    }
  }

  /// What a person is called where there is room for one name.
  public func name(of author: PostAuthor) -> String {
    if !author.name.isEmpty { return author.name }
    return author.handle.isEmpty ? unknownAuthor : author.handle
  }
}
