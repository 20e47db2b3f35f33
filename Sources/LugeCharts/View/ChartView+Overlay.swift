import LugeCore
import LugeWords

/// The crosshair: a line at the place under the pointer, a dot on each series there, and their
/// values.
extension ChartView {
  private struct Reading {
    var name: TextLayout
    var value: TextLayout
    var color: ThemeColor
  }

  func drawOverlay(in context: HeavyViewContext) -> DrawList {
    var list = DrawList()
    guard let layout, let projection else { return list }
    if hasFocus {
      let width = max(1, context.px(2))
      list.append(
        .roundedRectangle(
          layout.card, CornerRadii(context.px(style.cornerRadius)), fill: nil,
          stroke: Stroke(style.accent.withAlpha(150), width: width)))
    }
    if let crosshair = crosshair(slack: context.px(2), reach: context.px(12)) {
      draw(crosshair, projection, context, into: &list)
    }
    return mirrored(list)
  }

  private func draw(
    _ crosshair: Crosshair, _ projection: ChartProjection, _ context: HeavyViewContext,
    into list: inout DrawList
  ) {
    let plot = projection.plot
    let x = projection.x(crosshair.place)
    list.append(
      .rectangle(
        Rect(x: x.rounded(), y: plot.y, width: max(1, context.px(1)), height: plot.height),
        fill: style.crosshair))
    for value in crosshair.values {
      drawDot(
        at: Point(x: projection.x(value.place), y: projection.y(value.value)), value.index, context,
        into: &list)
    }
    drawPanel(
      crosshair.values.map { reading($0.index, $0.value, projection, context) },
      at: crosshair.place, x: x, projection, context, into: &list)
  }

  private func drawDot(
    at point: Point, _ index: Int, _ context: HeavyViewContext, into list: inout DrawList
  ) {
    let radius = max(2.5, context.px(3.5))
    let color = series.count == 1 ? style.accent : style.color(of: index)
    list.append(
      .roundedRectangle(
        Rect(x: point.x - radius, y: point.y - radius, width: 2 * radius, height: 2 * radius),
        CornerRadii(radius), fill: color, stroke: Stroke(style.card, width: max(1, context.px(1)))))
  }

  private func reading(
    _ index: Int, _ value: Double, _ projection: ChartProjection, _ context: HeavyViewContext
  ) -> Reading {
    Reading(
      name: context.line(series[index].name, points: style.labelSize, maxWidth: context.px(140)),
      value: context.line(
        NumberLabel.text(value, among: projection.values.length), points: style.labelSize,
        weight: .semibold),
      color: series.count == 1 ? style.accent : style.color(of: index))
  }

  private func drawPanel(
    _ readings: [Reading], at place: Double, x: Double, _ projection: ChartProjection,
    _ context: HeavyViewContext, into list: inout DrawList
  ) {
    let plot = projection.plot
    let pad = context.px(8)
    let swatch = context.px(8)
    let title = context.line(words(for: place, projection), points: style.labelSize)
    let lineHeight = Double((readings.map { $0.value.size.height }.max() ?? 0)) + context.px(1)
    // The panel may cover the axis below; if the card has no space for all values, the last line
    // shows how many are missing.
    let lowest = (layout?.card.maxY ?? plot.maxY) - context.px(4)
    let top = (plot.y - context.px(4)).rounded()
    let head = Double(title.size.height) + context.px(3) + 2 * pad
    let room = Int((lowest - top - head) / max(1, lineHeight))
    let shown = readings.prefix(readings.count <= max(1, room) ? readings.count : max(1, room - 1))
    let left = readings.count - shown.count
    let rest =
      left > 0
      ? context.line(
        localized(one: "and {count} more", other: "and {count} more", count: left),
        points: style.labelSize) : nil
    let widest = max(title.size.width, rest?.size.width ?? 0)
    let inner = shown.reduce(Double(widest)) { width, reading in
      max(
        width,
        swatch + context.px(5) + Double(reading.name.size.width + reading.value.size.width)
          + context.px(14))
    }
    let lines = Double(shown.count + (rest == nil ? 0 : 1))
    let size = (width: inner + 2 * pad, height: head + lines * lineHeight)
    let gap = context.px(12)
    let isRight = x + gap + size.width <= plot.maxX
    let edge = isRight ? x + gap : max(plot.x, x - gap - size.width)
    let panel = Rect(
      x: edge.rounded(), y: top, width: size.width.rounded(),
      height: size.height.rounded())
    list.append(
      .roundedRectangle(
        panel, CornerRadii(context.px(6)), fill: style.panel,
        stroke: Stroke(style.border, width: max(1, context.px(1)))))
    list.append(
      .text(
        title, at: Point(x: panel.x + pad, y: panel.y + pad), color: style.secondary,
        linkColor: style.secondary))
    var y = panel.y + pad + Double(title.size.height) + context.px(3)
    for reading in shown {
      list.append(
        .roundedRectangle(
          Rect(
            x: panel.x + pad, y: (y + (lineHeight - swatch) / 2).rounded(), width: swatch,
            height: swatch), CornerRadii(swatch / 2), fill: reading.color, stroke: nil))
      list.append(
        .text(
          reading.name, at: Point(x: panel.x + pad + swatch + context.px(5), y: y),
          color: style.ink, linkColor: style.ink))
      list.append(
        .text(
          reading.value, at: Point(x: panel.maxX - pad - Double(reading.value.size.width), y: y),
          color: style.ink, linkColor: style.ink))
      y += lineHeight
    }
    if let rest {
      list.append(
        .text(
          rest, at: Point(x: panel.x + pad + swatch + context.px(5), y: y),
          color: style.secondary, linkColor: style.secondary))
    }
  }
}
