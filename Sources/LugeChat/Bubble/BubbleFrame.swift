import LugeCore
import LugeEngine

/// The lengths of a bubble in a list of one width, in device pixels. In a list too narrow for the
/// style's lengths they shrink, so that content keeps most of the room.
struct BubbleFrame {
  let listWidth: Int
  let sideMargin: Int
  let tailWidth: Int
  /// Widest bubble, without its tail.
  let maxWidth: Int
  let textPaddingX: Int
  let textPaddingY: Int
  let mediaPadding: Int
  let border: Int

  init(_ context: LayoutContext, _ metrics: ChatStyle.BubbleMetrics) {
    listWidth = max(0, context.width)
    sideMargin = min(context.pixels(metrics.sideMargin), listWidth / 16)
    tailWidth = min(context.pixels(metrics.tailWidth), listWidth / 16)
    let share = min(max(metrics.maxWidthShare, 0), 1)
    maxWidth = max(
      1,
      min(
        Int((Double(listWidth) * share).rounded(.down)), context.pixels(metrics.maxWidth),
        listWidth - 2 * sideMargin - tailWidth))
    textPaddingX = min(context.pixels(metrics.textPaddingX), maxWidth / 8)
    textPaddingY = context.pixels(metrics.textPaddingY)
    mediaPadding = min(context.pixels(metrics.mediaPadding), maxWidth / 16)
    border = min(context.pixels(metrics.borderWidth), mediaPadding)
  }

  func paddingX(_ margin: BlockMargin) -> Int {
    switch margin {
    case .text: textPaddingX
    case .picture: mediaPadding
    case .none: 0
    }
  }

  func paddingY(_ margin: BlockMargin) -> Int {
    switch margin {
    case .text: textPaddingY
    case .picture: mediaPadding
    case .none: 0
    }
  }

  /// Left edge of a bubble of this width.
  func left(ofWidth width: Int, isOutgoing: Bool) -> Int {
    isOutgoing ? max(0, listWidth - sideMargin - tailWidth - width) : sideMargin + tailWidth
  }
}
