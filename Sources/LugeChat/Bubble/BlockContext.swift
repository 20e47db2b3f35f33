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
    base.text.layout(
      TextRequest(
        text, font: base.font(points, weight: weight, isItalic: isItalic),
        maxWidth: max(1, maxWidth ?? self.maxWidth), maxLines: maxLines))
  }

  /// One line of plain text, cut with an ellipsis; line breaks become spaces.
  public func line(
    _ text: String, points: Double, weight: FontSpec.Weight = .regular, maxWidth: Int? = nil
  ) -> TextLayout {
    layout(
      StyledText(Clipping.singleLine(text)), points: points, weight: weight, maxWidth: maxWidth,
      maxLines: 1)
  }
}

extension LayoutContext {
  /// Points to whole device pixels, never negative and never too large to add up, whatever the
  /// scale and the style say.
  public func pixels(_ points: Double) -> Int {
    let pixels = px(points)
    return pixels.isFinite ? Int(min(max(pixels, 0), 1_000_000)) : 0
  }
}

extension DrawCommand {
  /// A text whose links look like its other words.
  public static func plainText(_ layout: TextLayout, x: Int, y: Int, color: ThemeColor)
    -> DrawCommand
  {
    .text(layout, at: Point(x: Double(x), y: Double(y)), color: color, linkColor: color)
  }
}

extension Rect {
  /// From whole pixels.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
  }
}
