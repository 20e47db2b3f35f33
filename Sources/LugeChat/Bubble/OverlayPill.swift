import LugeCore

/// A short text over a picture, on a dark pill.
struct OverlayPill {
  let size: PixelSize
  private let text: TextLayout
  private let paddingX: Int
  private let paddingY: Int

  /// Lays out the pill.
  ///
  /// - Parameter kept: device pixels that stay free after the text.
  init(_ words: String, keeping kept: Int = 0, in context: BlockContext) {
    paddingX = min(context.px(6), context.maxWidth / 8)
    paddingY = context.px(2)
    text = context.line(
      words, points: context.style.type.time, maxWidth: context.maxWidth - 2 * paddingX - kept)
    size = PixelSize(
      width: min(text.size.width + kept + 2 * paddingX, context.maxWidth),
      height: text.size.height + 2 * paddingY)
  }

  /// Whether the end of the text is missing.
  var isShortened: Bool { text.isShortened }

  /// Offset at which the reserved space begins.
  var keptX: Int { paddingX + text.size.width }

  func drawList(_ colors: ChatColors, x: Int = 0, y: Int = 0) -> DrawList {
    let radius = Double(min(size.width, size.height)) / 2
    return DrawList([
      .roundedRectangle(
        Rect(x: x, y: y, width: size.width, height: size.height), CornerRadii(radius),
        fill: colors.overlay, stroke: nil),
      .plainText(text, x: x + paddingX, y: y + paddingY, color: colors.overlayText),
    ])
  }
}
