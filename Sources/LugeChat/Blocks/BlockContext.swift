public import LugeCore
public import LugeEngine

/// Values that a block's layout may depend on besides the block itself.
public struct BlockContext {
  /// Surface that the block is drawn on.
  public enum Surface: Hashable, Sendable {
    case bubble
    /// A picture, on which text needs a dark pill behind it.
    case picture
  }

  public let base: LayoutContext
  public let appearance: ChatAppearance
  public let isOutgoing: Bool
  public let surface: Surface
  /// Maximum width of the block, device pixels, at least 1.
  public let maxWidth: Int
  /// Radii of the bubble's corners that the block touches, device pixels. A block that reaches the
  /// bubble's sides must not draw outside of them.
  public var corners = CornerRadii.zero
  /// Final inner width of the bubble, device pixels, when a block that reaches its sides was too
  /// narrow and is laid out a second time to fill it; otherwise nil.
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

  /// Converts points to whole device pixels.
  public func px(_ points: Double) -> Int { base.pixels(points) }

  /// Lays out a text in at most ``maxWidth`` pixels.
  public func layout(
    _ text: StyledText, points: Double, weight: FontSpec.Weight = .regular, isItalic: Bool = false,
    maxWidth: Int? = nil, maxLines: Int? = nil
  ) -> TextLayout {
    base.layout(
      text, points: points, weight: weight, isItalic: isItalic, maxWidth: maxWidth ?? self.maxWidth,
      maxLines: maxLines)
  }

  /// Lays out one line of plain text, shortened with an ellipsis; line breaks become spaces.
  public func line(
    _ text: String, points: Double, weight: FontSpec.Weight = .regular, maxWidth: Int? = nil
  ) -> TextLayout {
    base.line(text, points: points, weight: weight, maxWidth: maxWidth ?? self.maxWidth)
  }
}
