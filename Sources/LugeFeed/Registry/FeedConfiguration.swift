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
}
