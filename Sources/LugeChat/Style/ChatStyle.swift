public import LugeCore

/// Look of conversations: lengths in points, colours for both schemes.
///
/// Its defaults are those of ``LugeCore/DesignTokens``, which all of Luge uses.
///
/// Rows carry the style they were made with. After changing it, increase
/// ``ChatConfiguration/styleRevision``, so that all rows are laid out again.
public struct ChatStyle: Hashable, Sendable {
  public var colors: ChatColors
  /// Colour of the list behind all messages.
  public var background: ThemeColor
  public var bubble: BubbleMetrics
  public var avatar: AvatarMetrics
  public var media: MediaMetrics
  public var type: TypeSizes
  public var grouping = GroupingRule()

  public init(_ tokens: DesignTokens = .standard) {
    colors = ChatColors(tokens.colors)
    background = tokens.colors.ground
    bubble = BubbleMetrics(tokens)
    avatar = AvatarMetrics(tokens)
    media = MediaMetrics(tokens)
    type = TypeSizes(tokens.type)
  }

  /// Colour of the list behind all messages, in the standard style.
  public static let background = DesignTokens.standard.colors.ground

  /// Lengths of bubbles and of the gaps between them, in points.
  public struct BubbleMetrics: Hashable, Sendable {
    /// Maximum width of the message column, which is centred in a wider list.
    public var columnWidth: Double
    public var cornerRadius: Double
    /// Corner radius where two bubbles of a group meet, and of the last bubble's corner next to the
    /// avatar.
    public var joinedCornerRadius: Double
    public var borderWidth = 1.0
    public var shadow: DesignTokens.BubbleShadow?
    /// Maximum width of a bubble as a share of the column's width.
    public var maxWidthShare = 0.8
    /// Maximum width of a bubble in points, so that lines stay readable in wide windows.
    public var maxWidth: Double
    /// Space between a bubble, or its author's avatar, and the edge of the column.
    public var sideMargin: Double
    /// Empty space beside the list, on the side of the user's own messages, where its scroll bar
    /// is. It counts as part of the column, so that both margins look equal.
    public var barRoom = 0.0
    /// Value of ``barRoom`` beside the scroll bar of a window's list, which has a point of its own
    /// around the thumb.
    public static let scrollBarRoom = DesignTokens.Distances.scrollBar - 2
    public var gapBetweenGroups: Double
    public var gapInGroup: Double
    public var textPaddingX: Double
    public var textPaddingY: Double
    /// Space around pictures that fill the bubble.
    public var mediaPadding = 0.0
    /// Minimum width of a picture for which the caption is no wider than the picture.
    public var captionMinimum = 240.0
    /// Space between the blocks of a bubble.
    public var blockGap = 4.0
    /// Minimum distance between the last word and the time.
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

  /// Sizes of the author's avatar, beside the last message of a group.
  public struct AvatarMetrics: Hashable, Sendable {
    /// Position of avatars.
    public enum Place: Hashable, Sendable {
      /// Avatars only in conversations of more than two people.
      case groups
      case everywhere
      case nowhere
    }

    public var place = Place.groups
    /// Width and height, points.
    public var size: Double
    /// Space between the avatar and the bubble, points.
    public var gap: Double
    /// Whether a click on the avatar, or on the name above a group's first bubble, is an
    /// ``AuthorAction``.
    public var isButton = false

    public init(_ tokens: DesignTokens = .standard) {
      size = tokens.distances.avatar
      gap = tokens.distances.avatarGap
    }
  }

  /// Lengths of pictures and file lines, in points.
  public struct MediaMetrics: Hashable, Sendable {
    /// Framing of the only picture of a message.
    public enum SinglePicture: Hashable, Sendable {
      /// A square of ``MediaMetrics/singlePictureSize``, which the cropped picture fills.
      case square
      /// The picture's own shape, as large as fits.
      case natural(maxWidth: Double, maxHeight: Double)
    }

    public var singlePicture: SinglePicture
    public var singlePictureSize = 240.0
    /// Width up to which a smaller single picture is enlarged.
    public var smallestPictureSize = 90.0
    public var gap: Double
    /// Maximum number of pictures shown; the last one shows how many more there are.
    public var maxPictures = 10
    public var cornerRadius: Double
    public var stickerSize = 160.0
    /// Diameter of the round icon of a file, voice message and the like.
    public var fileIconSize = 40.0
    /// Side of the thumbnail of a file that is a picture or has a preview.
    public var thumbnailSize = 64.0
    /// Width of a video's still in a list of videos; the height is nine sixteenths of it.
    public var videoTileWidth = 112.0
    /// Maximum width of a recording's controls in a list of recordings.
    public var recordingWidth = 360.0
    /// Width of the text beside the icon, if the list is wide enough.
    public var fileTextWidth = 220.0

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
    /// Font sizes of emoji-only messages: the first for one emoji, the second for two, and so on.
    /// Longer ones use ``text``.
    public var emoji = [44.0, 38, 32, 24, 20, 18]
    /// Maximum number of emoji of an emoji-only message without a bubble.
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

  /// Rule which neighbouring messages belong together.
  public struct GroupingRule: Hashable, Sendable {
    /// Maximum number of seconds between two messages of a group.
    public var maxSeconds: Int64 = 300

    public init() {}
  }
}
