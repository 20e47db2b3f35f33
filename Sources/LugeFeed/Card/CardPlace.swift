/// Place of a row in its post's card.
public struct CardPlace: Sendable {
  public struct Ends: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The row has the card's upper corners.
    public static let top = Ends(rawValue: 1)
    /// The row has the card's lower corners.
    public static let bottom = Ends(rawValue: 2)
  }

  public var ends: Ends
  /// Whether it is the first row of its post.
  public var isFirst: Bool
  /// Whether the thread's line comes from above, and whether it continues below.
  public var lineAbove: Bool
  public var lineBelow: Bool
  /// Whether the post is the one that the page shows in detail.
  public var isFocus: Bool
  /// Whether the avatar has a column of its own beside the content, if there is space for one.
  public var hasColumn: Bool
  public let appearance: FeedAppearance

  init(
    ends: Ends = [], isFirst: Bool = false, lineAbove: Bool = false, lineBelow: Bool = false,
    isFocus: Bool = false, hasColumn: Bool = true, appearance: FeedAppearance = FeedAppearance()
  ) {
    self.ends = ends
    self.isFirst = isFirst
    self.lineAbove = lineAbove
    self.lineBelow = lineBelow
    self.isFocus = isFocus
    self.hasColumn = hasColumn
    self.appearance = appearance
  }

  /// Value before the factory sets the place.
  public static let nowhere = CardPlace()

  var bits: UInt64 {
    UInt64(ends.rawValue) | (isFirst ? 4 : 0) | (lineAbove ? 8 : 0) | (lineBelow ? 16 : 0)
      | (isFocus ? 32 : 0) | (hasColumn ? 0 : 64)
  }
}
