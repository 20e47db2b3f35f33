public import LugeCore

/// How a timeline is shown. Another screen is another value of this: which pieces, which
/// decorators, how they look; the rows are the same.
public struct FeedConfiguration: Sendable {
  /// From top to bottom.
  public var pieces: [any PostPiece]
  public var decorators: [any FeedDecorator]
  public var appearance: FeedAppearance
  public var zone: ZoneOffsets
  /// Seconds since 1970 UTC from which ages are counted ("3h"); nil says dates.
  public var now: Int64?
  /// The post that the screen is about: whole, larger, with exact time and counts.
  public var focus: ItemID?
  /// The person that the screen is about: their posts do not say again who wrote them.
  public var profile: PostProfile?
  /// Texts are cut after ``FeedStyle/foldedLines`` lines until the reader wants more.
  public var foldsText: Bool
  /// Raised by the program with every change of the other properties; part of each row's revision.
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

  /// All posts of those the reader follows.
  public static func home(
    appearance: FeedAppearance = FeedAppearance(), zone: ZoneOffsets = .utc, now: Int64? = nil
  ) -> FeedConfiguration {
    FeedConfiguration(
      pieces: [
        GapPiece(), ReasonPiece(), HeaderPiece(), WarningPiece(), TextPiece(), PollPiece(),
        MediaPiece(), LinkPiece(), QuotePiece(), ActionsPiece(), CommentsPiece(),
      ], decorators: [ThreadDecorator()], appearance: appearance, zone: zone, now: now)
  }

  /// The posts of one person: who that is stands above the first one alone, and no comments of
  /// others below them.
  ///
  /// - Parameters:
  ///   - profile: nil for a list that says elsewhere who it is about.
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

  /// One post among those it answers and those that answer it.
  public static func note(
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
