public import LugeCore

/// Look of timelines: lengths in points, colours for both schemes.
public struct FeedStyle: Hashable, Sendable {
  public var colors = FeedColors()
  public var card = CardMetrics()
  public var media = MediaMetrics()
  public var type = TypeSizes()
  /// Number of lines of a post's text before "Show more", on pages that fold texts.
  public var foldedLines = 8
  /// Maximum number of lines of a quoted post.
  public var quoteLines = 4

  public init() {}

  /// Returns the columns of cards in a list of a width, device pixels.
  ///
  /// - Parameter pixels: converts points to whole device pixels.
  public func cardSpan(in width: Int, pixels: (Double) -> Int) -> Range<Int> {
    let list = max(1, width)
    let margin = min(pixels(card.margin), list / 24)
    let width = max(1, min(list - 2 * margin, pixels(card.maxWidth)))
    let x = (list - width) / 2
    return x..<x + width
  }

  /// Background behind the cards, the same as in chats, so that a window has a single one.
  public static let background = DesignTokens.standard.colors.ground

  /// Lengths of cards, in points.
  public struct CardMetrics: Hashable, Sendable {
    /// Maximum width of a card, so that lines stay readable in wide windows.
    public var maxWidth = 620.0
    /// Space between a card and the edge of the list.
    public var margin = 10.0
    public var gap = 10.0
    public var cornerRadius = 12.0
    public var paddingX = 16.0
    public var paddingTop = 14.0
    public var paddingBottom = 10.0
    public var avatar = 44.0
    public var smallAvatar = 28.0
    /// Side of the avatar of the person whose posts a page shows.
    public var largeAvatar = 68.0
    /// Space between the avatar and the column beside it.
    public var columnGap = 12.0
    /// Minimum width of a list with an avatar column; in narrower lists the text begins at the
    /// card's edge.
    public var columnFrom = 380.0
    /// Space between the rows of a card.
    public var rowGap = 8.0
    public var insetRadius = 10.0
    public var insetPadding = 12.0

    public init() {}
  }

  /// Lengths of pictures, in points.
  public struct MediaMetrics: Hashable, Sendable {
    /// Maximum height of a single picture.
    public var maxHeight = 420.0
    /// Height of two to four pictures together.
    public var gridHeight = 290.0
    /// Minimum width of a picture that is cropped because it is extremely long or flat.
    public var leastSide = 160.0
    public var gap = 4.0
    public var cornerRadius = 10.0
    /// Maximum number of pictures shown; the last one shows how many more there are.
    public var maxPictures = 4
    /// Side of the picture of a linked page.
    public var linkSide = 84.0

    public init() {}
  }

  /// Font sizes in points.
  public struct TypeSizes: Hashable, Sendable {
    public var name = 14.5
    /// Size of the name of the person whose posts a page shows.
    public var profileName = 20.0
    public var text = 14.5
    /// Size of the text of the post that a page shows in detail.
    public var focusText = 18.0
    public var secondary = 13.0
    public var small = 12.0

    public init() {}
  }
}

/// Style and texts of a timeline, shared by all of its rows. A class, so that a row holds one
/// reference instead of a copy of every colour.
public final class FeedAppearance: Sendable {
  public let style: FeedStyle
  public let strings: FeedStrings

  public init(style: FeedStyle = FeedStyle(), strings: FeedStrings = FeedStrings()) {
    self.style = style
    self.strings = strings
  }
}
