import LugeCore

/// Triangle in a dark circle, over pictures that can be played.
enum PlayMark {
  /// - Parameter isThere: whether there is a file; otherwise the sign is no button, and only says
  ///   of which kind it would be.
  static func draw(
    over cell: Rect, isThere: Bool = true, in context: BlockContext, into list: inout DrawList
  ) {
    let shortest = Int(min(cell.width, cell.height))
    let side = min(context.px(36), shortest / 3)
    guard side >= 4 else { return }
    let circle = Rect(
      x: Int(cell.x) + (Int(cell.width) - side) / 2, y: Int(cell.y) + (Int(cell.height) - side) / 2,
      width: side, height: side)
    guard isThere else {
      list.append(
        .path(MediaGlyph.play.path(in: circle), fill: context.colors.secondary, stroke: nil))
      return
    }
    let colors = context.style.colors
    list.append(
      .roundedRectangle(circle, CornerRadii(Double(side) / 2), fill: colors.overlay, stroke: nil))
    list.append(.path(MediaGlyph.play.path(in: circle), fill: colors.overlayText, stroke: nil))
  }
}
