public import LugeCore

extension FeedConfiguration {
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
