/// The look of Luge in one place: colours for both schemes, radii, distances and font sizes that
/// the rows of chats and the window around them share. Lengths are points.
///
/// Styles of rows (`ChatStyle`) begin with these values and may be changed on their own; to change
/// the look of all of Luge, change it here.
public struct DesignTokens: Hashable, Sendable {
  public var colors = Colors()
  public var radii = Radii()
  public var distances = Distances()
  public var type = TypeSizes()
  public var shadow = BubbleShadow()

  public init() {}

  public static let standard = DesignTokens()

  /// Each text colour has a contrast of at least 4.5 (WCAG 2.2 AA) to its background, in both
  /// schemes; tests check this.
  public struct Colors: Hashable, Sendable {
    /// Background behind messages. Tinted, so that white bubbles stand out without an outline; in
    /// the dark scheme it is the darkest surface, for the same reason.
    public var ground = ThemeColor(0xE4ECEC, dark: 0x0F1719)
    /// Background of lists, bars and panels beside the messages.
    public var panel = ThemeColor(0xFFFFFF, dark: 0x151E21)
    public var hairline = ThemeColor(0xD3DCDD, dark: 0x2B383C)
    /// Background of others' bubbles: the lightest surface, because most text is read on it.
    public var incoming = ThemeColor(0xFFFFFF, dark: 0x1D282C)
    /// Background of the user's own bubbles: the accent's hue, light enough for dark text.
    public var outgoing = ThemeColor(0xD3F0EA, dark: 0x17443D)
    public var text = ThemeColor(0x18211F, dark: 0xE7EDEC)
    public var outgoingText = ThemeColor(0x10201D, dark: 0xE6F4F1)
    /// Colour of times, sizes and snippets.
    public var secondary = ThemeColor(0x5B686B, dark: 0x9DADB1)
    public var outgoingSecondary = ThemeColor(0x3D625C, dark: 0xA3CBC4)
    /// Blue on both sides, because links are expected to be blue.
    public var link = ThemeColor(0x1461B8, dark: 0x7CC4FF)
    public var outgoingLink = ThemeColor(0x0B57A8, dark: 0x9BD4FF)
    /// Teal of marks, bars, badges and selected entries.
    public var accent = ThemeColor(0x00796B, dark: 0x4FD1C2)
    public var outgoingAccent = ThemeColor(0x00695C, dark: 0x7FDCCF)
    public var onAccent = ThemeColor(0xFFFFFF, dark: 0x0C1F1C)
    /// Fill of parts inside a bubble, a little different from it: reactions, bars of polls.
    public var inset = ThemeColor(0xECF1F1, dark: 0x2A383D)
    public var outgoingInset = ThemeColor(0xB7E3DA, dark: 0x225E55)
    /// Background of the selected one of several: an entry of a list, the user's own reaction.
    public var chosen = ThemeColor(0xD3F0EA, dark: 0x1B3F3A)
    /// Background of dates and events between messages: darker than the ground, so that they do not
    /// look like messages.
    public var notice = ThemeColor(0xD3DFE0, dark: 0x1D282B)
    public var noticeText = ThemeColor(0x435256, dark: 0xA9B7BA)
    public var failure = ThemeColor(0xB3261E, dark: 0xFF9A92)
    /// Background of text over pictures: dark enough that white text is readable on a white photo.
    public var overlay = ThemeColor(light: RGBA(0x000000, alpha: 160), dark: RGBA(0, alpha: 160))
    public var overlayText = ThemeColor(0xFFFFFF, dark: 0xFFFFFF)
    /// Colour shown until a picture is decoded.
    public var picturePlaceholder = ThemeColor(0xD5DEE0, dark: 0x2B383C)
    public var people = AuthorPalette.colors
    /// Colour of letters on ``people``, which are dark in the light scheme and light in the dark
    /// one.
    public var initials = ThemeColor(0xFFFFFF, dark: 0x0F1719)

    public init() {}
  }

  public struct Radii: Hashable, Sendable {
    /// Radius of bubbles: half of the height of a line with its padding, so that a bubble of one
    /// line is a pill.
    public var bubble = 16.0
    /// Radius of corners between bubbles of one run, and at the bottom where the run is next to its
    /// avatar.
    public var joined = 5.0
    public var picture = 12.0
    /// Radius of boxes within a bubble: code, quotations, polls.
    public var inset = 8.0

    public init() {}
  }

  public struct Distances: Hashable, Sendable {
    /// Maximum width of the column of messages, so that the next message is found easily in a wide
    /// window.
    public var columnWidth = 760.0
    /// Space between the column's content and its edges.
    public var sideMargin = 10.0
    /// Space between messages of one run. The space between senders is three times as much, so that
    /// runs are visible.
    public var withinRun = 2.0
    public var betweenRuns = 6.0
    public var avatar = 36.0
    public var avatarGap = 8.0
    public var bubblePaddingX = 12.0
    public var bubblePaddingY = 7.0
    /// Maximum width of a bubble. A line of 14-point text has about 75 letters in it.
    public var bubbleWidth = 560.0
    /// Maximum width and height of a single picture.
    public var picture = 420.0
    /// Space between pictures of an album.
    public var pictureGap = 2.0
    /// Width of a window list's scroll bar, whose space stays when it is hidden: points, at any
    /// zoom; as `barWidth` in `ListArea.cpp`.
    package static let scrollBar = 10.0

    public init() {}
  }

  /// Font sizes in points.
  public struct TypeSizes: Hashable, Sendable {
    public var text = 14.0
    public var name = 13.0
    public var secondary = 12.0
    public var time = 11.0

    public init() {}
  }

  /// Shadow of a bubble: just enough to lift it from the ground. In the dark scheme surfaces differ
  /// in lightness; a shadow there only softens the edge.
  public struct BubbleShadow: Hashable, Sendable {
    public var color = ThemeColor(
      light: RGBA(0x1C3A3A, alpha: 46), dark: RGBA(0x000000, alpha: 72))
    public var blur = 2.0
    public var drop = 1.0

    public init() {}
  }
}
