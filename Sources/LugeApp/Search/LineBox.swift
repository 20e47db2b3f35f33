import LugeCore
import LugeEngine

/// The box of a line, in a list that may be wider than it.
struct LineBox {
  /// Where boxes are in a list.
  enum Column: Hashable, Sendable {
    /// In the whole list.
    case list
    /// In the pane of the main list, which has a scroll bar beside the list: both margins look
    /// equal.
    case pane
    /// As in ``pane``, at most as wide as the column of messages.
    case messages
  }

  let left: Int
  let width: Int
  let padding: Int

  init(_ context: LayoutContext, in column: Column) {
    let most =
      column == .messages
      ? context.pixels(DesignTokens.standard.distances.columnWidth) : Int.max
    let wanted = (DesignTokens.Distances.scrollBar * context.environment.scale).rounded()
    let bar = column == .list ? 0 : max(0, Int(clamping: wanted))
    // Boxes must end within the list, so its own right margin is smaller by the bar.
    let edge = min(max(context.pixels(12), bar), min(context.width, most) / 12)
    let pane = context.width + min(bar, edge)
    let whole = min(pane, most)
    width = max(1, whole - 2 * edge)
    left = (pane - whole) / 2 + edge
    padding = min(context.pixels(12), width / 12)
  }

  /// Returns left edge and width of one of the equal cells that fill the box from edge to edge.
  ///
  /// - Parameter gap: space between two cells.
  func cell(_ index: Int, of count: Int, gap: Int) -> (left: Int, width: Int) {
    let start = (width + gap) * index / count
    let end = (width + gap) * (index + 1) / count
    return (left + start, max(1, end - start - gap))
  }

  func panel(
    height: Int, fill: ThemeColor, in context: LayoutContext
  ) -> (body: RowBody, command: DrawCommand) {
    let rect = Rect(x: left, y: context.pixels(2), width: width, height: height)
    let radii = CornerRadii(context.px(DesignTokens.standard.radii.picture))
    return (RowBody(rect, radii), .roundedRectangle(rect, radii, fill: fill, stroke: nil))
  }
}
