import LugeCore

/// Triangle in a dark circle, over pictures that can be played.
enum PlayMark {
  static func draw(over cell: Rect, in context: BlockContext, into list: inout DrawList) {
    let shortest = Int(min(cell.width, cell.height))
    let side = min(context.px(36), shortest / 3)
    guard side >= 4 else { return }
    let circle = Rect(
      x: Int(cell.x) + (Int(cell.width) - side) / 2, y: Int(cell.y) + (Int(cell.height) - side) / 2,
      width: side, height: side)
    let colors = context.style.colors
    list.append(
      .roundedRectangle(circle, CornerRadii(Double(side) / 2), fill: colors.overlay, stroke: nil))
    list.append(.path(MediaGlyph.play.path(in: circle), fill: colors.overlayText, stroke: nil))
  }
}
