public import LugeCore

/// The colours of conversations. Every text colour reaches a contrast of 4.5 (WCAG 2.2 AA) on the
/// surface it is drawn on, in both schemes.
public struct ChatColors: Hashable, Sendable {
  public var inbound = BubbleColors(
    fill: ThemeColor(0xECEFF1, dark: 0x26323A), border: ThemeColor(0xCFD8DC, dark: 0x33424B),
    text: ThemeColor(0x1B2327, dark: 0xE9EDEF), secondary: ThemeColor(0x5A676E, dark: 0xA3B1B9),
    link: ThemeColor(0x1461B8, dark: 0x7CC4FF), accent: ThemeColor(0x00696B, dark: 0x5FD3CE),
    onAccent: ThemeColor(0xFFFFFF, dark: 0x0C1F1C), pill: ThemeColor(0xD8DFE3, dark: 0x33424B))
  public var outbound = BubbleColors(
    fill: ThemeColor(0x4DB6AC, dark: 0x14524B), border: nil,
    text: ThemeColor(0x0C1F1C, dark: 0xE9F5F3), secondary: ThemeColor(0x0F3F39, dark: 0xA9CFC9),
    link: ThemeColor(0x0B2F7A, dark: 0x9BD4FF), accent: ThemeColor(0x0F3F39, dark: 0xA9CFC9),
    onAccent: ThemeColor(0xFFFFFF, dark: 0x0C1F1C), pill: ThemeColor(0x7FCBC3, dark: 0x1F685F))
  /// Names of authors on inbound bubbles; ``ChatAuthor/colorIndex`` counts in here.
  public var authors = AuthorPalette.colors
  /// Service lines and date headers.
  public var servicePill = ThemeColor(0xE3E9EC, dark: 0x1D2A32)
  public var serviceText = ThemeColor(0x46545B, dark: 0xA9B7BF)
  public var unreadPill = ThemeColor(0xD5EEEB, dark: 0x1C3A3A)
  public var unreadText = ThemeColor(0x0F3F39, dark: 0xA9CFC9)
  /// What lies over pictures: dark enough that white text is readable on a white photo.
  public var overlay = ThemeColor(light: RGBA(0x000000, alpha: 160), dark: RGBA(0, alpha: 160))
  public var overlayText = ThemeColor(0xFFFFFF, dark: 0xFFFFFF)
  /// Where a picture will be.
  public var picturePlaceholder = ThemeColor(0xCFD8DC, dark: 0x33424B)
  /// The list of conversations.
  public var conversations = ConversationColors()

  public init() {}

  public func bubble(isOutgoing: Bool) -> BubbleColors { isOutgoing ? outbound : inbound }

  /// The colour of an author; the index wraps around, also below zero.
  public func author(_ index: Int) -> ThemeColor {
    AuthorPalette.color(index, of: authors) ?? inbound.accent
  }
}

/// The colours inside one side's bubbles.
public struct BubbleColors: Hashable, Sendable {
  public var fill: ThemeColor
  public var border: ThemeColor?
  public var text: ThemeColor
  /// Times, sizes, snippets, deleted messages.
  public var secondary: ThemeColor
  public var link: ThemeColor
  /// Bars and marks.
  public var accent: ThemeColor
  /// Drawn on ``accent``.
  public var onAccent: ThemeColor
  /// Behind reactions.
  public var pill: ThemeColor

  public init(
    fill: ThemeColor, border: ThemeColor?, text: ThemeColor, secondary: ThemeColor,
    link: ThemeColor, accent: ThemeColor, onAccent: ThemeColor, pill: ThemeColor
  ) {
    self.fill = fill
    self.border = border
    self.text = text
    self.secondary = secondary
    self.link = link
    self.accent = accent
    self.onAccent = onAccent
    self.pill = pill
  }
}

/// The colours of the list of conversations.
public struct ConversationColors: Hashable, Sendable {
  public var background = ThemeColor(0xFFFFFF, dark: 0x121B22)
  public var selected = ThemeColor(0xD5EEEB, dark: 0x1C3A3A)
  public var name = ThemeColor(0x1B2327, dark: 0xE9EDEF)
  public var snippet = ThemeColor(0x4F5D64, dark: 0xA3B1B9)
  public var badge = ThemeColor(0x0B766B, dark: 0x4DB6AC)
  public var badgeText = ThemeColor(0xFFFFFF, dark: 0x0C1F1C)
  public var initials = ThemeColor(0xFFFFFF, dark: 0xFFFFFF)

  public init() {}
}
