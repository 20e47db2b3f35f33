import LugeCore
import LugeEngine

/// The box of a line, in a list that may be wider than it.
struct LineBox {
  let left: Int
  let width: Int
  let padding: Int

  /// - Parameter columnWidth: maximum width of the column that is centred in the list, points; nil:
  ///   the box is as wide as the list.
  init(_ context: LayoutContext, columnWidth: Double?) {
    let column = columnWidth.map { min(context.width, context.pixels($0)) } ?? context.width
    let edge = min(context.pixels(12), column / 12)
    width = max(1, column - 2 * edge)
    left = (context.width - column) / 2 + edge
    padding = min(context.pixels(12), width / 12)
  }

  func panel(
    height: Int, fill: ThemeColor, in context: LayoutContext
  ) -> (rect: Rect, command: DrawCommand) {
    let rect = Rect(x: left, y: context.pixels(2), width: width, height: height)
    let radius = context.px(DesignTokens.standard.radii.picture)
    return (
      rect, .roundedRectangle(rect, CornerRadii(radius), fill: fill, stroke: nil)
    )
  }
}
