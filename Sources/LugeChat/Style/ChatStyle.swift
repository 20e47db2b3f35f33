public import LugeCore

/// How conversations look: lengths in points, colours for both schemes.
///
/// Rows carry the style they were made with; a program that changes it raises
/// ``ChatConfiguration/styleRevision``, so that all rows are laid out anew.
public struct ChatStyle: Hashable, Sendable {
  public var colors = ChatColors()
  public var bubble = BubbleMetrics()
  public var media = MediaMetrics()
  public var type = TypeSizes()
  public var grouping = GroupingRule()

  public init() {}

  /// Behind everything.
  public static let background = ThemeColor(0xFFFFFF, dark: 0x121B22)

  /// Lengths of bubbles and of the gaps between them, in points.
  public struct BubbleMetrics: Hashable, Sendable {
    public var cornerRadius = 15.0
    /// The corner from which the tail grows, and those between bubbles of a group.
    public var joinedCornerRadius = 5.0
    public var borderWidth = 1.0
    public var tailWidth = 6.0
    public var tailHeight = 10.0
    /// Widest bubble as a share of the list's width …
    public var maxWidthShare = 0.75
    /// … and in points, so that lines stay readable in wide windows.
    public var maxWidth = 640.0
    /// Between a bubble (with room for its tail) and the edge of the list.
    public var sideMargin = 10.0
    public var gapBetweenGroups = 10.0
    public var gapInGroup = 2.0
    public var textPaddingX = 12.0
    public var textPaddingY = 7.0
    /// Around pictures that fill the bubble.
    public var mediaPadding = 4.0
    /// A picture at least so wide sets the width of the words in its bubble.
    public var captionMinimum = 240.0
    /// Between the blocks of a bubble.
    public var blockGap = 4.0
    /// At least this much between the last word and the time.
    public var trailerGap = 10.0

    public init() {}
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

    public var singlePicture = SinglePicture.square
    public var singleSide = 180.0
    /// Side of each of two or three pictures.
    public var smallSide = 90.0
    public var gap = 5.0
    /// Pictures shown at most; the last one says how many more there are.
    public var maxPictures = 10
    public var cornerRadius = 11.0
    public var stickerSide = 160.0
    /// The round mark of a file, voice message and the like.
    public var markSide = 40.0
    /// The picture of a file that is one, or has one.
    public var thumbnailSide = 64.0
    /// Width of the text beside the mark, where the list is wide enough.
    public var lineTextWidth = 220.0

    public init() {}
  }

  /// Font sizes in points.
  public struct TypeSizes: Hashable, Sendable {
    public var text = 14.0
    /// Messages of so many emoji and nothing else: one, two, and so on; longer ones are set as text.
    public var emoji = [44.0, 38, 32, 24, 20, 18]
    /// Up to so many stand without a bubble.
    public var bareEmoji = 3
    public var name = 13.0
    public var secondary = 12.0
    public var time = 11.0
    public var service = 12.0

    public init() {}
  }

  /// Which neighbouring messages belong together.
  public struct GroupingRule: Hashable, Sendable {
    /// Seconds between two messages of a group at most.
    public var maxSeconds: Int64 = 300

    public init() {}
  }
}
