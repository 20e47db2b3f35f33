public import LugeCore

/// Colours of timelines. Every text colour reaches a contrast of 4.5 (WCAG 2.2 AA) on the surface
/// it is drawn on, in both schemes.
public struct FeedColors: Hashable, Sendable {
  public var card = ThemeColor(0xFFFFFF, dark: 0x1A232B)
  /// Background of quoted posts, link previews and polls: a little different from the card.
  public var inset = ThemeColor(0xF3F6F8, dark: 0x222D36)
  public var hairline = ThemeColor(0xDEE5E9, dark: 0x303D47)
  public var text = ThemeColor(0x17212B, dark: 0xE8EDF1)
  /// Colour of handles, times and counts.
  public var secondary = ThemeColor(0x5A6872, dark: 0x9FAEB8)
  public var link = ThemeColor(0x1461B8, dark: 0x7CC4FF)
  public var accent = ThemeColor(0x0B766B, dark: 0x5FD3CE)
  public var onAccent = ThemeColor(0xFFFFFF, dark: 0x0C1F1C)
  public var liked = ThemeColor(0xC2255C, dark: 0xFF7FA6)
  public var boosted = ThemeColor(0x2B7A3D, dark: 0x7FD391)
  public var bookmarked = ThemeColor(0x9A5B00, dark: 0xF1B24A)
  /// Colours of the longest bar of a poll, and of the others.
  public var leadingBar = ThemeColor(0xBFE3DE, dark: 0x1F5650)
  public var bar = ThemeColor(0xDFE7EB, dark: 0x2C3943)
  public var warning = ThemeColor(0xFFF4DC, dark: 0x3A3120)
  public var warningText = ThemeColor(0x6B4A00, dark: 0xF0CE8C)
  public var threadLine = ThemeColor(0xCBD5DB, dark: 0x3A4852)
  public var picturePlaceholder = ThemeColor(0xDDE4E8, dark: 0x2A3640)
  /// Background of text over pictures: dark enough that white text is readable on a white photo.
  public var overlay = ThemeColor(light: RGBA(0x000000, alpha: 160), dark: RGBA(0, alpha: 160))
  public var overlayText = ThemeColor(0xFFFFFF, dark: 0xFFFFFF)
  public var people = AuthorPalette.colors
  /// Colour of letters on ``people``.
  public var initials = DesignTokens.standard.colors.initials

  public init() {}
}
