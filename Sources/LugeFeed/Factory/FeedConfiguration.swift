public import LugeCore

/// Options of a page of a timeline: its pieces, its decorators, its look. Pages differ only in
/// this value; their rows are of the same types.
public struct FeedConfiguration: Sendable {
  /// Pieces from top to bottom.
  public var pieces: [any PostPiece]
  public var decorators: [any FeedDecorator]
  public var appearance: FeedAppearance
  public var zone: ZoneOffsets
  /// Time from which ages are counted ("3h"), seconds since 1970 UTC; nil: dates are shown.
  public var now: Int64?
  /// Post that the page shows in detail: completely, larger, with exact time and counts.
  public var focus: ItemID?
  /// Person whose posts the page shows; the posts do not repeat the name.
  public var profile: PostProfile?
  /// Whether texts are folded after ``FeedStyle/foldedLines`` lines until the user expands them.
  public var foldsText: Bool
  /// Number that must grow with every change of the other properties; it is part of each row's
  /// revision.
  public var styleRevision: UInt64

  public init(
    pieces: [any PostPiece], decorators: [any FeedDecorator] = [],
    appearance: FeedAppearance = FeedAppearance(), zone: ZoneOffsets = .utc, now: Int64? = nil,
    focus: ItemID? = nil, profile: PostProfile? = nil, foldsText: Bool = true,
    styleRevision: UInt64 = 0
  ) {
    self.pieces = pieces
    self.decorators = decorators
    self.appearance = appearance
    self.zone = zone
    self.now = now
    self.focus = focus
    self.profile = profile
    self.foldsText = foldsText
    self.styleRevision = styleRevision
  }

  /// Returns the configuration of the home timeline: all posts of the people whom the user follows.
  public static func home(
    appearance: FeedAppearance = FeedAppearance(), zone: ZoneOffsets = .utc, now: Int64? = nil
  ) -> FeedConfiguration {
    FeedConfiguration(
      pieces: [
        GapPiece(), ReasonPiece(), HeaderPiece(), WarningPiece(), TextPiece(), PollPiece(),
        MediaPiece(), LinkPiece(), QuotePiece(), ActionsPiece(), CommentsPiece(),
      ], decorators: [ThreadDecorator()], appearance: appearance, zone: zone, now: now)
  }

  /// Returns the configuration of one person's posts: the profile is above the first one, and there
  /// are no comments below.
  ///
  /// - Parameters:
  ///   - profile: nil for a list that shows the profile elsewhere.
  ///   - first: the list's first post.
  public static func profile(
    _ profile: PostProfile? = nil, above first: ItemID? = nil,
    appearance: FeedAppearance = FeedAppearance(), zone: ZoneOffsets = .utc, now: Int64? = nil
  ) -> FeedConfiguration {
    var configuration = home(appearance: appearance, zone: zone, now: now)
    configuration.profile = profile
    configuration.pieces.removeAll { $0 is CommentsPiece }
    if let first { configuration.pieces.insert(ProfilePiece(above: first), at: 0) }
    return configuration
  }

  /// Returns the configuration of one post with the posts that it answers and those that answer it.
  public static func thread(
    _ focus: ItemID, appearance: FeedAppearance = FeedAppearance(), zone: ZoneOffsets = .utc,
    now: Int64? = nil
  ) -> FeedConfiguration {
    FeedConfiguration(
      pieces: [
        GapPiece(), ReasonPiece(), HeaderPiece(), WarningPiece(), TextPiece(), PollPiece(),
        MediaPiece(), LinkPiece(), QuotePiece(), CountsPiece(), ActionsPiece(), CommentsPiece(),
      ], decorators: [ThreadDecorator()], appearance: appearance, zone: zone, now: now,
      focus: focus)
  }
}
