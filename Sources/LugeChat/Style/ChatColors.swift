public import LugeCore

/// Colours of conversations. Every text colour reaches a contrast of 4.5 (WCAG 2.2 AA) on the
/// surface it is drawn on, in both schemes.
public struct ChatColors: Hashable, Sendable {
  public var inbound: BubbleColors
  public var outbound: BubbleColors
  /// Colours of authors' names on incoming bubbles, by ``ChatAuthor/colorIndex``.
  public var authors: [ThemeColor]
  /// Colour of initials on an author's colour.
  public var initials: ThemeColor
  /// Background of service lines and date headers.
  public var servicePill: ThemeColor
  public var serviceText: ThemeColor
  public var unreadPill: ThemeColor
  public var unreadText: ThemeColor
  /// Colour of the mark of messages that could not be sent.
  public var failure: ThemeColor
  /// Mark of a message of the user that was read: another hue than the marks before it.
  public var read: ThemeColor
  /// Background of text over pictures: dark enough that white text is readable on a white photo.
  public var overlay: ThemeColor
  public var overlayText: ThemeColor
  /// Colour shown until a picture is decoded.
  public var picturePlaceholder: ThemeColor
  /// Colours of the list of conversations.
  public var conversations: ConversationColors

  public init(_ tokens: DesignTokens.Colors = DesignTokens.standard.colors) {
    inbound = BubbleColors(
      fill: tokens.incoming, border: nil, text: tokens.text, secondary: tokens.secondary,
      link: tokens.link, accent: tokens.accent, onAccent: tokens.onAccent, pill: tokens.inset)
    outbound = BubbleColors(
      fill: tokens.outgoing, border: nil, text: tokens.outgoingText,
      secondary: tokens.outgoingSecondary, link: tokens.outgoingLink,
      accent: tokens.outgoingAccent, onAccent: tokens.onAccent, pill: tokens.outgoingInset)
    authors = tokens.people
    initials = tokens.initials
    servicePill = tokens.notice
    serviceText = tokens.noticeText
    unreadPill = tokens.chosen
    unreadText = tokens.outgoingAccent
    failure = tokens.failure
    // Blue, as users expect: teal would not stand out from the other teal marks.
    read = tokens.outgoingLink
    overlay = tokens.overlay
    overlayText = tokens.overlayText
    picturePlaceholder = tokens.picturePlaceholder
    conversations = ConversationColors(tokens)
  }

  public func bubble(isOutgoing: Bool) -> BubbleColors { isOutgoing ? outbound : inbound }

  /// Returns the colour of an author; the index wraps around, also below zero.
  public func author(_ index: Int) -> ThemeColor {
    AuthorPalette.color(index, of: authors) ?? inbound.accent
  }
}

/// Colours inside one side's bubbles.
public struct BubbleColors: Hashable, Sendable {
  public var fill: ThemeColor
  public var border: ThemeColor?
  public var text: ThemeColor
  /// Colour of times, sizes, snippets and deleted messages.
  public var secondary: ThemeColor
  public var link: ThemeColor
  /// Colour of bars and marks.
  public var accent: ThemeColor
  /// Colour of what is drawn on ``accent``.
  public var onAccent: ThemeColor
  /// Background of reactions.
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

/// Colours of the list of conversations.
public struct ConversationColors: Hashable, Sendable {
  public var background: ThemeColor
  public var selected: ThemeColor
  public var name: ThemeColor
  public var snippet: ThemeColor
  public var badge: ThemeColor
  public var badgeText: ThemeColor

  public init(_ tokens: DesignTokens.Colors = DesignTokens.standard.colors) {
    background = tokens.panel
    selected = tokens.chosen
    name = tokens.text
    snippet = tokens.secondary
    badge = tokens.accent
    badgeText = tokens.onAccent
  }
}
