public import LugeCore

/// How conversations look: lengths in points, colours for both schemes.
///
/// A style begins with ``LugeCore/DesignTokens``, the look of all of Luge.
///
/// Rows carry the style they were made with; a program that changes it raises
/// ``ChatConfiguration/styleRevision``, so that all rows are laid out anew.
public struct ChatStyle: Hashable, Sendable {
  public var colors: ChatColors
  public var bubble: BubbleMetrics
  public var avatar: AvatarMetrics
  public var media: MediaMetrics
  public var type: TypeSizes
  public var grouping = GroupingRule()

  public init(_ tokens: DesignTokens = .standard) {
    colors = ChatColors(tokens.colors)
    bubble = BubbleMetrics(tokens)
    avatar = AvatarMetrics(tokens)
    media = MediaMetrics(tokens)
    type = TypeSizes(tokens.type)
  }

  /// Behind everything.
  public static let background = DesignTokens.standard.colors.ground

  /// Lengths of bubbles and of the gaps between them, in points.
  public struct BubbleMetrics: Hashable, Sendable {
    /// Messages stand in a column so wide at most, in the middle of a wider list.
    public var columnWidth: Double
    public var cornerRadius: Double
    /// Corners between bubbles of a group, and the last one's on its author's side.
    public var joinedCornerRadius: Double
    public var borderWidth = 1.0
    public var shadow: DesignTokens.BubbleShadow?
    /// Widest bubble as a share of the column's width …
    public var maxWidthShare = 0.8
    /// … and in points, so that lines stay readable in wide windows.
    public var maxWidth: Double
    /// Between a bubble, or its author's avatar, and the edge of the column.
    public var sideMargin: Double
    public var gapBetweenGroups: Double
    public var gapInGroup: Double
    public var textPaddingX: Double
    public var textPaddingY: Double
    /// Around pictures that fill the bubble.
    public var mediaPadding = 0.0
    /// A picture at least so wide sets the width of the words in its bubble.
    public var captionMinimum = 240.0
    /// Between the blocks of a bubble.
    public var blockGap = 4.0
    /// At least this much between the last word and the time.
    public var trailerGap = 10.0

    public init(_ tokens: DesignTokens = .standard) {
      columnWidth = tokens.distances.columnWidth
      cornerRadius = tokens.radii.bubble
      joinedCornerRadius = tokens.radii.joined
      shadow = tokens.shadow
      maxWidth = tokens.distances.bubbleWidth
      sideMargin = tokens.distances.sideMargin
      gapBetweenGroups = tokens.distances.betweenRuns
      gapInGroup = tokens.distances.withinRun
      textPaddingX = tokens.distances.bubblePaddingX
      textPaddingY = tokens.distances.bubblePaddingY
    }
  }

  /// Who wrote a group, beside its last message.
  public struct AvatarMetrics: Hashable, Sendable {
    /// Where avatars stand.
    public enum Place: Hashable, Sendable {
      /// In conversations of more than two, where it has to be seen who speaks.
      case groups
      case everywhere
      case nowhere
    }

    public var place = Place.groups
    /// Points.
    public var side: Double
    /// Between it and the bubble, points.
    public var gap: Double

    public init(_ tokens: DesignTokens = .standard) {
      side = tokens.distances.avatar
      gap = tokens.distances.avatarGap
    }
  }

  /// Lengths of pictures and file lines, in points.
  public struct MediaMetrics: Hashable, Sendable {
    /// How the only picture of a message is framed.
    public enum SinglePicture: Hashable, Sendable {
      /// A square of ``MediaMetrics/singleSide``, the picture cropped to fill it.
      case square
      /// The picture's own shape, as large as fits.
      case natural(maxWidth: Double, maxHeight: Double)
    }

    public var singlePicture: SinglePicture
    public var singleSide = 240.0
    /// Side of each of two or three pictures.
    public var smallSide = 90.0
    public var gap: Double
    /// Pictures shown at most; the last one says how many more there are.
    public var maxPictures = 10
    public var cornerRadius: Double
    public var stickerSide = 160.0
    /// The round mark of a file, voice message and the like.
    public var markSide = 40.0
    /// The picture of a file that is one, or has one.
    public var thumbnailSide = 64.0
    /// Width of the text beside the mark, where the list is wide enough.
    public var lineTextWidth = 220.0

    public init(_ tokens: DesignTokens = .standard) {
      singlePicture = .natural(
        maxWidth: tokens.distances.picture, maxHeight: tokens.distances.picture)
      gap = tokens.distances.pictureGap
      cornerRadius = tokens.radii.picture
    }
  }

  /// Font sizes in points.
  public struct TypeSizes: Hashable, Sendable {
    public var text: Double
    /// Messages of so many emoji and nothing else: one, two, and so on; longer ones are set as
    /// text.
    public var emoji = [44.0, 38, 32, 24, 20, 18]
    /// Up to so many stand without a bubble.
    public var bareEmoji = 3
    public var name: Double
    public var secondary: Double
    public var time: Double
    public var service: Double

    public init(_ tokens: DesignTokens.TypeSizes = DesignTokens.standard.type) {
      text = tokens.text
      name = tokens.name
      secondary = tokens.secondary
      time = tokens.time
      service = tokens.secondary
    }
  }

  /// Which neighbouring messages belong together.
  public struct GroupingRule: Hashable, Sendable {
    /// Seconds between two messages of a group at most.
    public var maxSeconds: Int64 = 300

    public init() {}
  }
}
