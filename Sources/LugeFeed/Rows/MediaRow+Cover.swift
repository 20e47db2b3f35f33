import LugeCore
import LugeEngine

/// Media that are covered until the user opens them; no file is read for covered media.
extension MediaRow {
  static func covered(
    _ pictures: [PostMedia], _ grid: MediaGrid, _ words: String, _ context: CardContext
  ) -> RowLayout {
    let colors = context.colors
    var list = DrawList()
    // Without pictures there is a strip to click.
    let height = max(grid.height, context.px(52))
    let cells =
      grid.cells.isEmpty
      ? [Rect(x: 0, y: 0, width: context.width, height: height)] : grid.cells
    let radius = Double(context.px(context.style.media.cornerRadius))
    for (index, cell) in cells.enumerated() {
      let radii = grid.cells.isEmpty ? CornerRadii(radius) : grid.radii(cell, radius)
      let preview = pictures.indices.contains(index) ? pictures[index].preview : nil
      list.append(
        .image(
          nil, cell, radii,
          placeholder: ImagePlaceholder(
            fill: colors.picturePlaceholder, mark: .none, preview: preview)))
    }
    let extent = cells.reduce(0.0) { max($0, $1.maxX) }
    let area = Rect(x: 0, y: 0, width: Int(extent), height: height)
    let room = max(1, Int(area.width) - context.px(24))
    let text = context.line(
      "\(words) · \(context.strings.reveal)", context.style.type.secondary, .semibold, room: room)
    let (paddingX, paddingY) = (context.px(14), context.px(7))
    let pill = PixelSize(
      width: min(Int(area.width), text.size.width + 2 * paddingX),
      height: text.size.height + 2 * paddingY)
    let x = (Int(area.width) - pill.width) / 2
    let y = (height - pill.height) / 2
    list.append(
      .roundedRectangle(
        Rect(x: x, y: y, width: pill.width, height: pill.height),
        CornerRadii(Double(pill.height) / 2), fill: colors.overlay, stroke: nil))
    list.append(
      .plainText(
        text, x: x + (pill.width - text.size.width) / 2, y: y + paddingY, color: colors.overlayText)
    )
    return RowLayout(
      size: PixelSize(width: context.width, height: height + context.rowGap), drawList: list,
      hitRegions: [HitRegion(area, FeedAction.reveal.action)],
      accessibleText: text.request.text.string)
  }

  /// The button that covers the media again, over the pictures.
  static func hideButton(in cell: Rect, _ context: CardContext, _ layout: inout RowLayout) {
    let text = context.line(
      context.strings.hide, context.style.type.small, .semibold, room: max(1, Int(cell.width)))
    let (paddingX, paddingY, gap) = (context.px(9), context.px(4), context.px(8))
    let size = PixelSize(
      width: text.size.width + 2 * paddingX, height: text.size.height + 2 * paddingY)
    guard Double(size.width + 2 * gap) <= cell.width, Double(size.height + 2 * gap) <= cell.height
    else { return }
    let rect = Rect(
      x: Int(cell.maxX) - gap - size.width, y: Int(cell.y) + gap, width: size.width,
      height: size.height)
    layout.drawList.append(
      .roundedRectangle(
        rect, CornerRadii(rect.height / 2), fill: context.colors.overlay, stroke: nil))
    layout.drawList.append(
      .plainText(
        text, x: Int(rect.x) + paddingX, y: Int(rect.y) + paddingY,
        color: context.colors.overlayText))
    layout.hitRegions.append(HitRegion(rect, FeedAction.reveal.action))
  }
}
