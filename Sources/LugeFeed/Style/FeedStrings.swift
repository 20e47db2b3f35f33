public import LugeCore
public import LugeWords

/// All texts that timelines add themselves, in one language; a program may pass others.
public struct FeedStrings: Hashable, Sendable {
  /// Twelve short names of months, January first.
  public var shortMonths = DateWords.ofReader.shortMonths
  public var now = localized("now")
  /// Units after a number: minutes, hours, days.
  public var ages = [
    localized("m", context: "minutes ago, behind a number"),
    localized("h", context: "hours ago, behind a number"),
    localized("d", context: "days ago, behind a number"),
  ]
  public var boosted = localized("boosted")
  public var inReplyTo = localized("In reply to")
  public var earlierPost = localized("an earlier post")
  public var more = localized("Show more")
  public var less = localized("Show less")
  public var reveal = localized("Show")
  public var hide = localized("Hide")
  public var edited = localized("edited")
  /// Text with `{count}`.
  public var votes = localizedPlural(one: "{count} vote", other: "{count} votes")
  public var closed = localized("closed")
  public var reply = localized("Reply")
  public var boost = localized("Boost", context: "button")
  public var like = localized("Like", context: "button")
  public var liked = localized("Liked")
  public var bookmark = localized("Bookmark")
  public var replies = localizedPlural(one: "{count} reply", other: "{count} replies")
  public var boosts = localizedPlural(one: "{count} boost", other: "{count} boosts")
  public var likes = localizedPlural(one: "{count} like", other: "{count} likes")
  public var picture = localized("Picture")
  public var video = localized("Video")
  public var animation = localized("Animation")
  public var audio = localized("Audio")
  public var file = localized("File")
  public var animationBadge = localized("GIF")
  public var captionBadge = localized("ALT")
  public var sensitive = localized("Sensitive content")
  public var posts = localizedPlural(one: "{count} post", other: "{count} posts")
  /// Text in place of a post of which only the URL is known.
  public var absentPost = localized("This post is not in the archive")
  /// Text in place of a picture that the post names but its source does not have.
  public var absentPicture = localized("Not in the archive")
  public var unknownAuthor = localized("Unknown")
  public var unlisted = localized("unlisted")
  public var followers = localized("followers only")
  public var direct = localized("mentioned people only")
  /// Texts in place of pictures that cannot be shown.
  public var problems = ImageProblemNames()
  /// Signs after thousands and millions.
  public var thousand = localized("K", context: "thousand, behind a number")
  public var million = localized("M", context: "million, behind a number")
  public var decimalSeparator = Words.formats.decimalSeparator

  public init() {}
}

extension FeedStrings {
  /// Returns a text like "12 Mar 2024", without the year if it is the given one.
  public func date(_ date: CivilDate, currentYear: Int? = nil) -> String {
    var words = DateWords.ofReader
    words.shortMonths = shortMonths
    return words.short(date, currentYear: currentYear)
  }

  /// Returns a text like "14:05".
  func clock(_ secondOfDay: Int) -> String {
    ClockWords.ofReader.time(secondOfDay)
  }

  /// Returns a text like "now", "12m", "3h" or "2d"; nil for times a week ago or more, or in the
  /// future.
  func age(_ seconds: Int64) -> String? {
    guard seconds >= 0, seconds < 7 * 86_400, ages.count == 3 else { return nil }
    switch seconds {
    case ..<60: return now
    case ..<3600: return "\(seconds / 60)\(ages[0])"
    case ..<86_400: return "\(seconds / 3600)\(ages[1])"
    default: return "\(seconds / 86_400)\(ages[2])"
    }
  }

  /// Returns "1.2K" for 1,234; empty for zero.
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

  /// Returns "0:07", "12:30" or "3:00:00"; nil for negative, infinite or missing durations.
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

  /// Returns the name of a person; the handle if the name is empty.
  public func name(of author: PostAuthor) -> String {
    if !author.name.isEmpty { return author.name }
    return author.handle.isEmpty ? unknownAuthor : author.handle
  }
}

extension LinkPreview {
  /// Returns a preview in place of a post of which only the URL is known.
  public static func absentPost(at url: String, _ strings: FeedStrings) -> LinkPreview {
    LinkPreview(url: url, title: strings.absentPost, summary: url.shownAddress)
  }
}
