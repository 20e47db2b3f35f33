public import LugeCore
public import LugeEngine

/// What a block's layout may depend on beside the block itself.
public struct BlockContext {
  /// What the block is drawn on.
  public enum Surface: Hashable, Sendable {
    case bubble
    /// A picture: text needs a dark pill behind it.
    case picture
  }

  public let base: LayoutContext
  public let appearance: ChatAppearance
  public let isOutgoing: Bool
  public let surface: Surface
  /// Widest the block may be, device pixels, at least 1.
  public let maxWidth: Int
  /// The bubble's own corners where the block lies in them: of a block that reaches the bubble's
  /// sides nothing may be seen outside of these. Device pixels.
  public var corners = CornerRadii.zero
  /// How wide the bubble turned out to be inside, where a block that reaches its sides was narrower
  /// and is laid out once more to fill it; device pixels.
  public var filledWidth: Int?

  public init(
    base: LayoutContext, appearance: ChatAppearance, isOutgoing: Bool, maxWidth: Int,
    surface: Surface = .bubble
  ) {
    self.base = base
    self.appearance = appearance
    self.isOutgoing = isOutgoing
    self.maxWidth = max(1, maxWidth)
    self.surface = surface
  }

  public var style: ChatStyle { appearance.style }
  public var strings: ChatStrings { appearance.strings }
  public var colors: BubbleColors { style.colors.bubble(isOutgoing: isOutgoing) }

  /// Points to whole device pixels.
  public func px(_ points: Double) -> Int { base.pixels(points) }

  /// A text in at most ``maxWidth`` pixels.
  public func layout(
    _ text: StyledText, points: Double, weight: FontSpec.Weight = .regular, isItalic: Bool = false,
    maxWidth: Int? = nil, maxLines: Int? = nil
  ) -> TextLayout {
    base.layout(
      text, points: points, weight: weight, isItalic: isItalic, maxWidth: maxWidth ?? self.maxWidth,
      maxLines: maxLines)
  }

  /// One line of plain text, cut with an ellipsis; line breaks become spaces.
  public func line(
    _ text: String, points: Double, weight: FontSpec.Weight = .regular, maxWidth: Int? = nil
  ) -> TextLayout {
    base.line(text, points: points, weight: weight, maxWidth: maxWidth ?? self.maxWidth)
  }
}
